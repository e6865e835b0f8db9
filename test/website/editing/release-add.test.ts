import { expect, test } from 'bun:test';
import { editorOf } from '../../support/edited-server';
import { png } from '../../support/pictures';
import { openReleaseEditor } from '../../support/release-editor';
import { Visitor } from '../../support/visitor';
import { visitorIn } from '../shared-lists';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

test('a title is enough for a provisional release and a copy of it', async () => {
  const page = await editor.visitor.open('/releases/add?code=5024709127221&title=Tides');
  expect(page.html).toContain('value="5024709127221"');
  await editor.visitor.send('Add release', { artist: 'Bernard Herrmann', format: 'vinyl' });
  expect(editor.visitor.path).toMatch(/^\/releases\/tides-[0-9a-f]{12}\?notice=release-collected$/);
  const { path } = editor.visitor;
  expect(editor.visitor.page.text).toContain('Added by you.');
  expect((await editor.visitor.open('/collection?q=tides')).text).toContain('Tides Bernard Herrmann · Added by you');
  const other = new Visitor(editor.server);
  other.cookies.set('leitmotif-session', (await editorOf(editor.server, 'other')).token);
  expect((await other.open(path)).text).toContain('Added by hand.');
  const [release] = (await editor.api.read('/api/releases?barcode[]=5024709127221&include=formats')).body.data;
  expect(release.attributes).toMatchObject({ title: 'Tides', artist_credit: 'Bernard Herrmann', provisional: true, format_count: 1 });
  expect(
    (await editor.items('collection')).map(({ attributes }: { attributes: { release: { title: string } } }) => attributes.release.title),
  ).toContain('Tides');
});

test('a release is added without its copy if the copy is invalid', async () => {
  const { visitor, items } = editor;
  const before = await items('collection');
  await visitor.open('/releases/add');
  const page = await visitor.send('Add release', { title: 'Tides', place: 'x'.repeat(300) });
  expect(page.html).toContain('Release added to the catalog, but not to your collection');
  expect(await items('collection')).toEqual(before);
});

test('a release is added with year, label and cover, and its copy with condition, price and location', async () => {
  await editor.visitor.open('/releases/add');
  const cover = new File([new Uint8Array(png(100, 100))], 'front.png', { type: 'image/png' });
  const release = { title: 'Tides', barcode: '5024709127221', year: '1995', label: 'A New Label', number: 'VSD-1', cover };
  await editor.visitor.send('Add release', { ...release, condition: 'near_mint', price: '12.50', currency: 'EUR', place: 'Drawer 1' });
  const [added] = (await editor.api.read('/api/releases?barcode[]=5024709127221')).body.data;
  expect(added.attributes).toMatchObject({
    year: 1995,
    labels: [{ name: 'A New Label', catalog_number: 'VSD-1' }],
    cover: { width: 100 },
  });
  const copies = await editor.items('collection');
  expect(
    copies.find(({ attributes }: { attributes: { release: { title: string } } }) => attributes.release.title === 'Tides'),
  ).toMatchObject({
    attributes: { condition: 'near_mint', purchase_price_cents: 1250, currency: 'EUR', storage_location: 'Drawer 1' },
  });
});

test('a release is added with its film and composer, and continues at its tracks', async () => {
  const { visitor, api } = editor;
  const page = await visitor.open('/releases/add');
  expect(page.html).toContain('name="film"');
  await visitor.send('Add release', { title: 'The Ebb', film: 'The Ebb (film)', composer: 'Ada Tidal', more: '1' });
  expect(visitor.redirects[0]).toMatch(/^\/releases\/the-ebb-[0-9a-f]{12}\/edit\?notice=release-collected#tracks$/);
  expect(visitor.page.html).toContain('New in the catalog: Ada Tidal and The Ebb (film).');
  const [added] = (await api.read('/api/releases?title=The%20Ebb')).body.data;
  expect(added.attributes.credits).toMatchObject([{ credit_role: 'composer', name: 'Ada Tidal' }]);
  const [film] = (await api.read('/api/productions?title=The%20Ebb%20(film)')).body.data;
  expect((await api.read(`${film.id}/entries?include=release`)).body.included).toMatchObject([{ id: added.id }]);
});

test('the header of a release names its composers where no artist was entered', async () => {
  const { visitor, api } = editor;
  const header = () => /<p class="credit">(.*?)<\/p>/.exec(visitor.page.html)?.[1]?.replace(/<[^>]*>/g, '');
  const add = async (entries: Record<string, string>) => {
    await visitor.open('/releases/add');
    await visitor.send('Add release', entries);
    return header();
  };
  expect(await add({ title: 'The Ebb', film: 'The Ebb (film)', composer: 'Ada Tidal' })).toBe('Ada Tidal');
  expect((await visitor.open('/collection?q=ebb')).text).toContain('The Ebb Ada Tidal');
  expect(await add({ title: 'The Flow', composer: 'Ada Tidal', artist: 'Ben Ebb' })).toBe('Ben Ebb');
  // Added without the form, or with a film that is known with its composers.
  const composers = [
    { name: 'Cleo Neap', _type: 'person' },
    { name: 'Dan Slack', _type: 'person' },
  ];
  const iris = await Promise.all(composers.map((attributes) => api.make('Artist', '/api/artists', attributes)));
  await api.make('Production', '/api/productions', { title: 'The Neap', _type: 'movie', composers: iris.map((iri) => ({ iri })) });
  expect(await add({ title: 'The Neap', film: 'The Neap' })).toBe('Cleo Neap, Dan Slack');
  await api.make('Release', '/api/releases', {
    title: 'The Slack',
    credits: iris.map((iri, index) => ({ iri, credit_role: index === 0 ? 'composer' : 'conductor', join_phrase: ' & ' })),
  });
  await visitor.open('/releases/the-slack');
  expect(header()).toBe('Cleo Neap');
});

test('errors in a new release are shown at their fields, and neither it nor its label is added', async () => {
  const revisions = await editor.revisions();
  await editor.visitor.open('/releases/add');
  const cover = new File(['II*'], 'front.tiff', { type: 'image/tiff' });
  const page = await editor.visitor.send('Add release', { title: 'Tides', label: 'A New Label', year: '95', price: 'much', cover });
  expect(page.status).toBe(422);
  for (const message of ['3 things to correct', 'Enter a date like 1975', 'front.tiff isn’t supported.', 'Enter a price like 9.50'])
    expect(page.text).toContain(message);
  expect(page.html).not.toContain('name="keptCover"');
  expect(await editor.revisions()).toBe(revisions);
});

test('members can only select existing labels', async () => {
  const { visitor, server, api } = editor;
  await api.make('Label', '/api/labels', { name: 'Intrada' });
  server.store.writer.run("UPDATE user SET role = 'user'");
  await visitor.open('/releases/add');
  const page = await visitor.send('Add release', { title: 'Tides', label: 'Extrada' });
  expect([page.status, page.text]).toEqual([422, expect.stringContaining('No label in the catalog has this name.')]);
  await visitor.send('Add release', { label: 'Intrada', number: 'MAF 1' });
  expect(visitor.page.text).toContain('Intrada');
});

test('a release that a member adds shows its film and format while it waits for review', async () => {
  const { visitor, server, api } = editor;
  await api.make('Production', '/api/productions', { title: 'Spinning', _type: 'movie', year: 1958 });
  server.store.writer.run("UPDATE user SET role = 'user'");
  await visitor.open('/releases/add');
  await visitor.send('Add release', { title: 'Dizziness', film: 'Spinning', format: 'cd' });
  expect(visitor.page.text).toMatch(/Waiting for review.* · CD/);
  expect(visitor.page.text).toContain('Production Spinning');
});

test('an existing title needs a confirmation, unless it is by another artist', async () => {
  const { api, visitor } = editor;
  await api.make('Release', '/api/releases', { title: 'Known', artist_credit: 'Ada Tide, Ben Ebb' });
  await visitor.open('/releases/add');
  const duplicate = await visitor.send('Add release', { title: 'known', artist: 'Ben Ebb' });
  expect(duplicate.text).toContain('The catalog may already have this release. Known Ada Tide, Ben Ebb');
  await visitor.send('Add it anyway', { anyway: '1' });
  await visitor.open('/releases/add');
  await visitor.send('Add release', { title: 'Known', artist: 'Cleo Neap' });
  expect((await api.read('/api/releases?title=known')).body.meta.totalItems).toBe(3);
});

test('an existing number offers to collect its release or to add another', async () => {
  await editor.api.make('Release', '/api/releases', { title: 'Known', barcode: '5024709127221', labels: [{ catalog_number: 'FSM 12' }] });
  await editor.visitor.open('/releases/add');
  const duplicate = await editor.visitor.send('Add release', { title: 'Another', number: 'fsm12' });
  expect(duplicate.text).toContain('The catalog may already have this release. Known');
  await editor.visitor.send('Add it anyway', { anyway: '1' });
  expect(editor.visitor.path).toStartWith('/releases/another');
  await editor.visitor.open('/releases/add');
  await editor.visitor.send('Add release', { title: 'A third', barcode: '5 024709 127221' });
  await editor.visitor.send('Add it anyway', { anyway: '1' });
  const [third] = (await editor.api.read('/api/releases?title=A%20third')).body.data;
  expect(third.attributes).toMatchObject({ barcode: null, identifiers: [{ type: 'Barcode', value: '5 024709 127221' }] });
  await editor.visitor.open('/releases/add');
  await editor.visitor.send('Add release', { title: 'No', number: 'FSM 12' });
  await editor.visitor.send('Add to my collection Known', { do: 'own' });
  expect(editor.visitor.path).toStartWith('/releases/known?notice=copies-added');
});

test('a new release can be continued in the full form, where it stops being provisional', async () => {
  await editor.visitor.open('/releases/add');
  await editor.visitor.send('Add release', { title: 'Tides', more: '1' });
  expect(editor.visitor.path).toMatch(/^\/releases\/tides-[0-9a-f]{12}\/edit\?notice=release-collected$/);
  await editor.visitor.send('Save', { isTrue: 'on', slug: 'tides' });
  expect((await editor.api.read('/api/releases?title=Tides')).body.data[0].attributes).toMatchObject({ provisional: false, slug: 'tides' });
});

test('a release without a title is refused, and the input is kept', async () => {
  const visitor = visitorIn('de', editor);
  await visitor.open('/releases/add');
  const page = await visitor.send('Veröffentlichung hinzufügen', { number: 'X 1' });
  expect([page.status, page.text]).toEqual([
    422,
    expect.stringContaining('Noch nicht gespeichert. 1 Angabe korrigieren: Titel : Pflichtfeld.'),
  ]);
  expect(page.html).toContain('value="X 1"');
});

test('searches without results link signed-in users to the form for a new release', async () => {
  const { visitor, server } = editor;
  expect((await visitor.open('/search?q=qqqqqqqq')).html).toContain('href="/releases/add?title=qqqqqqqq"');
  expect((await visitor.open('/shop?code=4006381333931')).html).toContain('href="/releases/add?code=4006381333931"');
  expect((await visitor.open('/collection')).html).toContain('href="/releases/add"');
  await visitor.open('/collection/add');
  expect((await visitor.send('Look up', { codes: 'qqqqqqqq' })).html).toContain('href="/releases/add?title=qqqqqqqq"');
  server.store.writer.run("UPDATE user SET role = 'user'");
  expect((await visitor.open('/search?q=qqqqqqqq')).html).toContain('href="/releases/add?title=qqqqqqqq"');
  expect((await visitor.open('/releases/add')).status).toBe(200);
  expect((await visitor.open('/artists/add')).status).toBe(403);
  const stranger = new Visitor(server);
  expect((await stranger.open('/releases/add')).html).not.toContain('name="artist"');
});

test('a release is deleted after a confirmation unless it is owned, and merged by address', async () => {
  const editor = await openReleaseEditor();
  const [first, second, third] = editor.releases;
  await editor.make('collection', 0);
  await editor.visitor.open(`/releases/${first?.slug}/delete`);
  expect((await editor.visitor.send('Delete')).text).toContain('One other record or item refers to this release: 1 copy in a collection.');
  await editor.visitor.open(`/releases/${first?.slug}/merge`);
  expect((await editor.visitor.send('Merge', { into: '/artists/abba' })).text).toContain('No release has this address.');
  await editor.visitor.send('Merge', { into: `http://localhost/releases/${second?.slug}` });
  await editor.visitor.send('Merge without them');
  expect(editor.visitor.path).toBe(`/releases/${second?.slug}?notice=releases-merged`);
  await editor.visitor.open(`/releases/${third?.slug}/delete`);
  const page = await editor.visitor.send('Delete', { note: 'Twice' });
  expect([page.status, (await editor.visitor.open(`/releases/${third?.slug}`)).status]).toEqual([200, 404]);
});

test('the preview of a track list is a fragment for forms of this server', async () => {
  const { visitor, releases } = editor;
  const { html } = await visitor.open(`/releases/${releases[0]?.slug}/edit`);
  const token = /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const page = await visitor.post('/releases/add/tracks', new URLSearchParams({ _token: token, tracks: 'A1 One 1:00\nB1 Two 2:3O' }));
  expect(page.html).toStartWith(
    '<p class="soft tiny">Recognized: 2 tracks on 2 sides, 1:00. <span class="no">1 line is unclear.</span></p>',
  );
  const names = await visitor.open('/names/artist?q=morricone');
  expect(names.html).toMatch(/^<div role="option"[^>]*data-name="Ennio Morricone" data-known="[-0-9a-f]{36} Ennio Morricone"/);
});

test('the form of a release just added has no locked fields and an empty track list', async () => {
  const { visitor } = editor;
  await visitor.open('/releases/add');
  const page = await visitor.send('Add release', { title: 'Ebb and Flow', artist: 'Nobody', more: '1' });
  expect(visitor.path).toStartWith('/releases/ebb-and-flow');
  expect(page.text).toContain('Complete the release');
  expect(page.text).not.toContain('Locked');
  expect(page.html).toMatch(/<textarea[^>]*name="tracks"[^>]*><\/textarea>/);
});

test('a duplicate shows whether it is owned, and can be added anyway', async () => {
  const { visitor, api } = editor;
  await api.make('Release', '/api/releases', { title: 'Tides', barcode: '5024709127221' });
  const entered = { title: 'Tides', barcode: '5024709127221' };
  await visitor.open('/releases/add');
  expect((await visitor.send('Add release', entered)).text).not.toContain('Already in your collection.');
  await visitor.send('Add to my collection', { do: 'own' });
  await visitor.open('/releases/add');
  const page = await visitor.send('Add release', entered);
  expect(page.text).toContain('Already in your collection.');
  expect(page.text).toContain('Add another copy');
  await visitor.send('Add it anyway', { anyway: 'more' });
  expect(visitor.path).toMatch(/\/edit\?notice=/);
});

test('the countries are offered once, and "unknown" only if it is the current value', async () => {
  const { visitor, api } = editor;
  const iri = await api.make('Release', '/api/releases', { title: 'Tides' });
  const offered = async () => (await visitor.open('/releases/tides/edit')).html.match(/<option value="(?:XC|CS|XU)"/g);
  expect(await offered()).toEqual(['<option value="CS"']);
  await api.patch(iri, { country: 'XU' });
  expect(await offered()).toHaveLength(2);
});

const caution = 'Saved as entered, but barcodes have 8, 12, 13 or 14 digits.';

test('a suspicious barcode is saved with a warning on the release and beside its field', async () => {
  const { visitor, api, server } = editor;
  await api.make('Release', '/api/releases', { title: 'Tides', slug: 'tides' });
  await visitor.open('/releases/tides/edit');
  const refused = await visitor.send('Save', { barcode: '12x' });
  expect([refused.status, refused.text.includes(caution)]).toEqual([422, false]);
  const saved = await visitor.send('Save', { barcode: '123' });
  expect([visitor.path, saved.text]).toEqual([
    expect.stringContaining('/releases/tides'),
    expect.stringContaining(`Barcode 123 ${caution}`),
  ]);
  expect((await visitor.open('/releases/tides/edit')).text).toContain(caution);
  await visitor.send('Save', { barcode: '4006381333932' });
  expect((await visitor.open('/releases/tides/edit')).text).toContain('This barcode may be misread: its check digit is wrong.');
  expect((await new Visitor(server).open('/releases/tides')).text).not.toContain('This barcode may be misread: its check digit is wrong.');
  await visitor.send('Save', { barcode: '4006381333931' });
  expect((await visitor.open('/releases/tides/edit')).text).not.toContain('This barcode may be misread: its check digit is wrong.');
});

test('the form for a new release warns of a wrong check digit, but not of a short number', async () => {
  const { visitor } = editor;
  expect((await visitor.open('/releases/add?code=123')).text).not.toContain(caution);
  expect((await visitor.open('/releases/add?code=4006381333932')).text).toContain('This barcode may be misread: its check digit is wrong.');
});
