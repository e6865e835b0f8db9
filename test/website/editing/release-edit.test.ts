import { expect, test } from 'bun:test';
import { openReleaseEditor } from '../../support/release-editor';
import { releaseWithTracks } from './release-with-tracks';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

test('folded sections with changes stay open after an error', async () => {
  const { path } = await releaseWithTracks(editor);
  const open = (html: string) =>
    [...html.matchAll(/<details open[^>]*><summary>([^<]*)/g)].map(([, summary = '']) => summary.split(' · ')[0]);
  expect(open((await editor.visitor.open(path)).html)).toEqual([]);
  const { status, html } = await editor.visitor.send('Save', { title: '', notes: 'Loud', discTitle: 'One' });
  expect([status, open(html)]).toEqual([422, ['More about this disc', 'Genres']]);
});

test('the page of a release formats notes, translates roles and omits a track count of 0', async () => {
  const { api, visitor } = await openReleaseEditor({ 'accept-language': 'de' });
  const [artist] = (await api.read('/api/artists?itemsPerPage=1')).body.data;
  await api.make('ArtistRole', '/api/artists/roles', { role: 'Whistler', slug: 'whistler', scope: 'track' });
  const credits = ['conductor', 'whistler', 'orchestrator'].map((credit_role) => ({ iri: artist.id, credit_role }));
  const renamed = (await api.read('/api/artists/roles?slug=orchestrator')).body.data[0].id;
  await api.patch(renamed, { role: 'Orchestrated by' });
  const formats = [{ format_type: 'cd', tracks: [{ title: 'A', notes: 'Very *loud*' }] }, { format_type: 'cd' }];
  await api.make('Release', '/api/releases', { title: 'Tides', notes: '1. Made in **Rome**\n\n- 2 * 3 * 4', credits, formats });
  const { html, text } = await visitor.open('/releases/tides');
  expect(html).toContain('1. Made in <strong>Rome</strong>\n\n- 2 * 3 * 4');
  expect(html).toContain('Very <em>loud</em>');
  for (const name of ['Dirigent', 'Whistler', 'Orchestrated by']) expect(text).toContain(name);
  expect(text).not.toContain('Conductor');
  expect(text).toContain('CD 1 1 Titel');
  expect(text).not.toContain('0 Titel');
});

test('an added credit leaves the hidden fields of the others unchanged', async () => {
  const { iri, path } = await releaseWithTracks(editor);
  const [{ id, name }] = (await editor.api.read(iri)).body.data.attributes.credits;
  await editor.visitor.open(path);
  await editor.visitor.send('Save', {
    role: ['Composer', 'Orchestrator'],
    who: [name, 'Nobody Known'],
    whoIs: [`${id} ${name}`, ''],
    on: ['', 'A1'],
  });
  const { credits } = (await editor.api.read(iri)).body.data.attributes;
  expect(credits).toMatchObject([
    { detail: 'Additional', name_variation: 'J. W.', credit_role: 'composer' },
    { name: 'Nobody Known', credit_role: 'orchestrator', tracks: 'A1' },
  ]);
});

test('a credit for an unknown track is refused at its field, and usual notations of tracks are accepted', async () => {
  const { iri, path } = await releaseWithTracks(editor);
  const [{ id, name }] = (await editor.api.read(iri)).body.data.attributes.credits;
  const row = { role: ['Composer'], who: [name], whoIs: [`${id} ${name}`] };
  await editor.visitor.open(path);
  for (const [on, unknown] of [
    ['A1, 9-9', '9-9'],
    ['A1 to A3', 'A3'],
    ['4', '4'],
  ] as const) {
    const page = await editor.visitor.send('Save', { ...row, on: [on] });
    expect([page.status, page.text, page.html]).toEqual([
      422,
      expect.stringContaining(`There is no track ${unknown}.`),
      expect.stringContaining('href="#field-on-0"'),
    ]);
  }
  for (const on of ['A1 to B1', 'a1-a2, 3', '1-3', 'A2b & 1-2', 'Bonus']) {
    await editor.visitor.open(path);
    await editor.visitor.send('Save', { ...row, on: [on] });
    expect((await editor.api.read(iri)).body.data.attributes.credits).toMatchObject([{ tracks: on }]);
  }
});

test('errors are listed above the form and at their fields, and nothing is saved', async () => {
  const { path } = await releaseWithTracks(editor);
  const before = await editor.revisions();
  await editor.visitor.open(path);
  const page = await editor.visitor.send('Save', {
    release_date: '1975-8',
    tracks: 'A1 Main Title 2:3O',
    artist: 'A New Name',
    title: 'Kept',
  });
  expect(page.status).toBe(422);
  expect(page.text).toContain(
    'Not saved yet. 2 things to correct: date : Enter the month with two digits: 1975-08. tracks : 1 line is unclear.',
  );
  expect(page.html).toContain('Enter the month with two digits: 1975-08.');
  expect(page.html).toContain('“2:3O” is not a length. Is the O a letter?');
  expect(page.html).toContain('value="Kept"');
  expect(page.text).toContain('Will be added to the catalog.');
  expect(await editor.revisions()).toBe(before);
});

test('API errors are shown at their fields, and no record is created', async () => {
  const { path } = await releaseWithTracks(editor);
  const before = await editor.revisions();
  await editor.visitor.open(path);
  const page = await editor.visitor.send('Save', { release_date: '1975-13', artist: 'A New Name' });
  expect([page.status, page.html]).toEqual([422, expect.stringContaining('href="#field-release_date"')]);
  expect((await editor.api.read('/api/artists?name=A%20New%20Name')).body.data).toEqual([]);
  const address = await editor.visitor.send('Save', { release_date: '', artist: '/labels/nobody' });
  expect(address.status).toBe(422);
  const long = await editor.visitor.send('Save', { release_date: '', artist: 'Ada '.repeat(80) });
  expect([long.status, long.html]).toEqual([422, expect.stringMatching(/href="#field-artist-0"[\s\S]*Ada can’t be added/)]);
  expect(await editor.revisions()).toBe(before);
});

test('an ambiguous name needs a choice', async () => {
  const { iri, path } = await releaseWithTracks(editor);
  const [one, other] = [
    await editor.api.make('Artist', '/api/artists', { name: 'Same Name', _type: 'person', disambiguation: 'composer' }),
    await editor.api.make('Artist', '/api/artists', { name: 'Same Name', _type: 'person', disambiguation: 'guitarist' }),
  ];
  await editor.visitor.open(path);
  const page = await editor.visitor.send('Save', { artist: 'Same Name' });
  expect([page.status, page.text]).toEqual([422, expect.stringContaining('Several records have this name.')]);
  await editor.visitor.send('Save', { artistIs: `${other.split('/').at(-1)} Same Name` });
  const { artists, artist_credit: line } = (await editor.api.read(iri)).body.data.attributes;
  expect([artists.map(({ iri }: { iri: string }) => iri), line]).toEqual([[other], 'Same Name']);
  expect(one).not.toBe(other);
});

test('labels, productions and an album are selected by name or created in one save', async () => {
  const { iri, path } = await releaseWithTracks(editor);
  const [label] = (await editor.api.read('/api/labels?itemsPerPage=1')).body.data;
  const [production] = (await editor.api.read('/api/productions?itemsPerPage=1')).body.data;
  await editor.visitor.open(path);
  const page = await editor.visitor.send('Save', {
    label: [label.attributes.name, 'Brand New Label'],
    labelIs: ['', ''],
    number: ['X-1', 'X-2'],
    production: production.attributes.title,
    kind: 'songs',
    album: 'An Album of Its Own',
  });
  expect([page.status, editor.visitor.path]).toEqual([200, '/releases/tides?notice=record-saved']);
  const { data, included } = (await editor.api.read(`${iri}?include=album,entries`)).body;
  expect(data.attributes.labels).toMatchObject([
    { iri: label.id, catalog_number: 'X-1' },
    { name: 'Brand New Label', catalog_number: 'X-2' },
  ]);
  expect(included.map(({ attributes: { title, kind } }: (typeof included)[0]) => title ?? kind).sort()).toEqual([
    'An Album of Its Own',
    'songs',
  ]);
  await editor.visitor.open(path);
  await editor.visitor.send('Save', { production: ['', ''] });
  expect((await editor.api.read(`${iri}?include=entries`)).body.included ?? []).toEqual([]);
});

test('the notice after saving names the records that were created from free names, once', async () => {
  const { visitor, api } = editor;
  const notice = () => /<div class="banner flash" role="status"><span>(.*?)<\/span>/.exec(visitor.page.html)?.[1];
  const { path } = await releaseWithTracks(editor);
  await api.make('Artist', '/api/artists', { name: 'Ada Tidal', _type: 'person' });
  await visitor.open(path);
  await visitor.send('Save', {
    artist: ['Ada Tidal', 'Nobody Known'],
    artistIs: ['', ''],
    album: 'An Album of Its Own',
    production: 'The Ebb',
  });
  expect(notice()).toStartWith('Saved. New in the catalog: ');
  for (const name of ['Nobody Known', 'An Album of Its Own', 'The Ebb']) expect(notice()).toContain(name);
  expect(notice()).not.toContain('Ada Tidal');
  await visitor.open(path);
  await visitor.send('Save', { title: 'Tides and Ebbs' });
  expect(notice()).toBe('Saved.');
  await visitor.open('/artists/add');
  await visitor.send('Save', { name: 'The Tides', _type: 'group' });
  expect(notice()).toBe('Saved.');
});

test('packaging, label series and album are set, shown and cleared', async () => {
  const { api, visitor } = editor;
  const [label] = (await api.read('/api/labels?name=Var%C3%A8se%20Sarabande')).body.data;
  const [series] = (await api.read(`${label.id}/series`)).body.data;
  const [{ attributes: packaging }] = (await api.read('/api/packaging-types?itemsPerPage=1')).body.data;
  const iri = await api.make('Release', '/api/releases', { title: 'Tides', labels: [{ iri: label.id }] });
  const linked = async () => {
    const { data, included = [] } = (await api.read(`${iri}?include=series,album`)).body;
    return [data.attributes.packaging_type, ...included.map(({ type }: { type: string }) => type).sort()];
  };
  await visitor.open('/releases/tides/edit');
  await visitor.send('Save', { packaging: packaging.name, series: series.id, album: 'An Album of Its Own' });
  expect(await linked()).toEqual([packaging.name, 'Album', 'LabelSeries']);
  expect((await visitor.open('/releases/tides/edit')).html).toContain(`<option value="${series.id}" selected`);
  await visitor.send('Save');
  expect(visitor.redirects[0]).toBe('/releases/tides?notice=nothing-changed');
  await visitor.open('/releases/tides/edit');
  await visitor.send('Save', { packaging: '', series: '', album: '', albumIs: '' });
  expect(await linked()).toEqual([null]);
});

test('the production of a release and its kind are changed and removed', async () => {
  const { api, visitor } = editor;
  const iri = await api.make('Release', '/api/releases', { title: 'Tides' });
  const save = async (entries: Record<string, string[]>) => {
    await visitor.open('/releases/tides/edit');
    await visitor.send('Save', { more: 'productions' });
    await visitor.send('Save', entries);
    const { included = [] } = (await api.read(`${iri}?include=entries.production`)).body;
    return included.map(({ attributes: { title, kind, position } }: (typeof included)[0]) => title ?? `${kind} ${position}`);
  };
  expect(await save({ production: ['Film One', 'Film Two'], kind: ['songs', 'score'] })).toEqual([
    'songs 1',
    'score 2',
    'Film One',
    'Film Two',
  ]);
  expect(await save({ kind: ['other', 'score', 'score'] })).toEqual(['other 1', 'score 2', 'Film One', 'Film Two']);
  expect(await save({ production: ['Film Three', 'Film Two', ''] })).toEqual(['other 1', 'score 2', 'Film Three', 'Film Two']);
  expect(await save({ production: ['', 'Film Two', ''] })).toEqual(['score 2', 'Film Two']);
});

test('unlocking a field keeps the input of the form', async () => {
  const [release] = editor.releases;
  const iri = `/api/releases/${release?.id}`;
  await editor.api.patch(iri, { notes: 'By hand' });
  const page = await editor.visitor.open(`/releases/${release?.slug}/edit`);
  expect(page.text).toMatch(/Notes locked by tester on \d+ \w+ \d{4}\. Unlock/);
  const after = await editor.visitor.send('Save', { unlock: 'notes', title: 'Typed and not saved' });
  expect(after.text).toContain('Unlocked.');
  expect(after.html).toContain('value="Typed and not saved"');
  expect((await editor.api.read(iri)).body.meta.lockedFields).toEqual([]);
});

test('members are refused and guests are redirected to the sign-in page', async () => {
  const { visitor, server, releases } = editor;
  const path = `/releases/${releases[0]?.slug}/edit`;
  server.store.writer.run("UPDATE user SET role = 'user'");
  const page = await visitor.open(path);
  expect([page.status, page.text]).toEqual([403, expect.stringContaining('Only editors can open this page.')]);
  expect((await visitor.open(`/releases/${releases[0]?.slug}`)).html).not.toContain('/edit');
  visitor.cookies.clear();
  await visitor.open(path);
  expect(visitor.redirects[0]).toStartWith('/sign-in');
});

test('the edition size is set, validated and cleared', async () => {
  const { path, iri } = await releaseWithTracks(editor);
  const limit = async () => {
    const { edition_size, numbered } = (await editor.api.read(iri)).body.data.attributes;
    return { edition_size, numbered };
  };
  await editor.visitor.open(path);
  expect((await editor.visitor.send('Save', { edition_size: 'some' })).status).toBe(422);
  await editor.visitor.send('Save', { edition_size: '3000', numbered: 'yes' });
  expect(await limit()).toEqual({ edition_size: 3_000, numbered: true });
  await editor.visitor.open(path);
  await editor.visitor.send('Save', { edition_size: '', numbered: 'no' });
  expect(await limit()).toEqual({ edition_size: null, numbered: false });
});

test('a relation to another release is added, shown on both pages and removed', async () => {
  const { path, iri } = await releaseWithTracks(editor);
  const former = await editor.api.make('Release', '/api/releases', { title: 'First Tides' });
  await editor.visitor.open(path);
  const related = { related: 'First Tides', relatedIs: former.slice(former.lastIndexOf('/') + 1) };
  expect((await editor.visitor.send('Save', { relation: 'expanded_edition_of', ...related })).text).toContain(
    'Expanded edition of First Tides',
  );
  const { text, html } = await editor.visitor.open('/releases/first-tides');
  expect(text).toContain('Expanded as Tides');
  expect(html).toContain('<a href="/releases/tides">');
  for (const address of ['/releases/first-tides', 'https://films.example/releases/first-tides']) {
    await editor.visitor.open(path);
    await editor.visitor.send('Save', { related: '', relatedIs: '' });
    expect((await editor.api.read(`${iri}/relations`)).body.data).toEqual([]);
    await editor.visitor.open(path);
    const { text } = await editor.visitor.send('Save', { relation: 'expanded_edition_of', related: address, relatedIs: '' });
    expect(text).toContain('Expanded edition of First Tides');
  }
});

test('a relation to an unknown release or to itself is refused', async () => {
  const { path, iri } = await releaseWithTracks(editor);
  await editor.visitor.open(path);
  const unknown = await editor.visitor.send('Save', { relation: 'expanded_edition_of', related: 'Nowhere', relatedIs: '' });
  expect(unknown.status).toBe(422);
  expect(unknown.text).toContain('The catalog has no Nowhere. Choose a record from the list.');
  expect((await editor.api.read('/api/releases?title=Nowhere')).body.data).toEqual([]);

  await editor.visitor.open(path);
  const itself = { related: 'Tides', relatedIs: iri.slice(iri.lastIndexOf('/') + 1) };
  expect((await editor.visitor.send('Save', { relation: 'expanded_edition_of', ...itself })).status).toBe(422);
  expect((await editor.api.read(`${iri}/relations`)).body.data).toEqual([]);
});

test('an album created by name takes artist, type and date from its release', async () => {
  const { visitor, api } = editor;
  const [artist] = (await api.read('/api/artists?name=Bernard%20Herrmann')).body.data;
  await api.make('Release', '/api/releases', {
    title: 'Tides',
    slug: 'tides',
    artist_credit: 'B. Herrmann',
    artists: [{ iri: artist.id }],
    release_date: '1975-06',
  });
  await visitor.open('/releases/tides/edit');
  await visitor.send('Save', { album: 'Tides, the album', production: 'Psycho' });
  const [album] = (await api.read('/api/releases?title=Tides&include=album')).body.included;
  expect(album.attributes).toMatchObject({
    title: 'Tides, the album',
    artist_credit: 'B. Herrmann',
    artists: [{ name: 'Bernard Herrmann' }],
    album_type: 'score',
    first_release_date: '1975-06',
  });
});

test('an album created while resolving a conflict takes them as well', async () => {
  const { visitor, api } = editor;
  const release = await api.make('Release', '/api/releases', { title: 'Tides', slug: 'tides', release_date: '1975-06' });
  await visitor.open('/releases/tides/edit');
  await api.patch(release, { artist_credit: 'B. Herrmann' });
  expect((await visitor.send('Save', { album: 'Tides, the album' })).status).toBe(412);
  await visitor.send('Save combined version');
  const [album] = (await api.read('/api/releases?title=Tides&include=album')).body.included;
  expect(album.attributes).toMatchObject({
    title: 'Tides, the album',
    artist_credit: 'B. Herrmann',
    first_release_date: '1975-06',
  });
});

test.each([
  ['only a title', {}],
  ['a date', { first_release_date: '1960' }],
])('an existing album with %s is not changed', async (_, more) => {
  const { visitor, api } = editor;
  await api.make('Album', '/api/albums', { title: 'Known Tides', slug: 'known-tides', ...more });
  await api.make('Release', '/api/releases', { title: 'Tides', slug: 'tides', artist_credit: 'Nobody', release_date: '1975' });
  await visitor.open('/releases/tides/edit');
  await visitor.send('Save', { album: 'Known Tides' });
  const [album] = (await api.read('/api/releases?title=Tides&include=album')).body.included;
  expect(album.attributes).toMatchObject({ artist_credit: null, first_release_date: null, release_count: 1, ...more });
});
