import { expect, test } from 'bun:test';
import { nonEmpty } from '../../support/non-empty';
import { pageOfRecord, sharedEditor } from './shared-editor';

const editor = sharedEditor();

const lists = [
  '/api/artists',
  '/api/productions',
  '/api/albums',
  '/api/labels',
  '/api/organizations',
  '/api/artists/roles',
  '/api/franchises',
];

test('the unchanged form of records of each type, and of each release, writes no revision', async () => {
  const records = await Promise.all(lists.map(async (list) => nonEmpty((await editor.api.read(`${list}?itemsPerPage=12`)).body.data)));
  const pages = await Promise.all(records.flat().map(({ id }: { id: string }) => pageOfRecord(editor, id)));
  for (const page of [...pages, ...nonEmpty(editor.releases).map(({ slug }) => `/releases/${slug}`)]) {
    const { status } = await editor.visitor.open(`${page}/edit`);
    expect([page, status]).toEqual([page, 200]);
    await editor.visitor.send('Save');
    expect(editor.visitor.redirects[0]).toBe(`${page}?notice=nothing-changed`);
  }
  expect(await editor.revisions()).toBe(0);
}, 60_000);

test('a form saves changed fields only and locks them, and unlocks a field on request', async () => {
  const { api, visitor } = editor;
  const before = (await api.read('/api/artists?q=bernard+herrmann&itemsPerPage=1')).body.data[0];
  const path = `/artists/${before.attributes.slug}/edit`;
  await visitor.open(path);
  await visitor.send('Save', { disambiguation: 'film composer', note: 'To tell him apart.' });
  expect(visitor.path).toBe(`/artists/${before.attributes.slug}?notice=record-saved`);
  const { updated_at: _, display_name: __, variations, members, groups, ...kept } = before.attributes;
  expect((await api.read(before.id)).body.data.attributes).toMatchObject({ ...kept, disambiguation: 'film composer' });
  expect((await api.read('/api/revisions')).body.data[0].attributes).toMatchObject({ note: 'To tell him apart.' });
  const { text } = await visitor.open(path);
  expect(text).toContain('Disambiguation locked by tester on');
  await visitor.send('Save', { unlock: 'disambiguation' });
  expect((await api.read(before.id)).body.meta.lockedFields).toEqual([]);
});

test('a form for a new record or copy adds one even if it is sent twice', async () => {
  const { api, visitor } = editor;
  await api.make('Release', '/api/releases', { title: 'Low Water' });
  const copies = '/api/users/me/collection';
  const forms: readonly (readonly [page: string, list: string, fields: Record<string, string>])[] = [
    ['/artists/add', '/api/artists?name=Erika+Tide', { name: 'Erika Tide', _type: 'person' }],
    ['/releases/add', copies, { title: 'Ebb', format: 'cd', mine: 'on' }],
    ['/releases/low-water', copies, { do: 'own' }],
  ];
  for (const [page, list, fields] of forms) {
    const count = async () => (await api.read(list)).body.meta.totalItems;
    const before = await count();
    const { html } = await visitor.open(page);
    const sent = () => new URLSearchParams({ _token: /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? '', ...fields });
    await Promise.all([visitor.post(page, sent()), visitor.post(page, sent())]);
    const led = visitor.path;
    await visitor.post(page, sent());
    expect([page, visitor.path, await count()]).toEqual([page, led, before + 1]);
  }
  await visitor.open('/releases/low-water');
  await visitor.send('Add another copy', { do: 'own' });
  expect((await api.read(copies)).body.meta.totalItems).toBe(3);
});

test('a form that is not UTF-8 is refused, but a replacement character is accepted', async () => {
  const { visitor } = editor;
  const { html } = await visitor.open('/artists/add');
  const token = encodeURIComponent(/name="_token" value="([^"]+)"/.exec(html)?.[1] ?? '');
  const send = (name: string) =>
    visitor.post('/artists/add', `_token=${token}&_type=person&name=${name}`, { 'content-type': 'application/x-www-form-urlencoded' });
  expect((await send('Caf%E9')).status).toBe(400);
  expect((await send('Caf%EF%BF%BD')).status).toBe(200);
  expect(visitor.path).toStartWith('/artists/caf');
});

test('aliases and links are added, changed and removed as rows', async () => {
  const { api, visitor } = editor;
  const iri = await api.make('Artist', '/api/artists', { name: 'Erika Tide', _type: 'person' });
  await visitor.open('/artists/erika-tide/edit');
  const link = {
    'external-links.provider': 'imdb',
    'external-links.external_id': 'nm1',
    'external-links.url': 'https://www.imdb.com/name/nm1',
  };
  await visitor.send('Save', { 'aliases.variation': 'E. Tide', ...link });
  const aliases = async () =>
    (await api.read(`${iri}/aliases`)).body.data.map(({ attributes }: { attributes: { variation: string } }) => attributes.variation);
  expect(await aliases()).toEqual(['E. Tide']);
  expect((await api.read(`${iri}/external-links`)).body.data[0].attributes).toMatchObject({ provider: 'imdb', external_id: 'nm1' });
  await visitor.open('/artists/erika-tide/edit');
  await visitor.send('Save', { 'aliases.variation': ['Erica Tide', ''] });
  expect(await aliases()).toEqual(['Erica Tide']);
  await visitor.open('/artists/erika-tide/edit');
  await visitor.send('Save', { 'aliases.variation': ['', ''] });
  expect(await aliases()).toEqual([]);
});

test('a production is added to a franchise and a series with its number, and given an award', async () => {
  const { api, visitor } = editor;
  const iri = await api.make('Production', '/api/productions', { title: 'Skyfall', _type: 'movie', year: 2012 });
  const bond = (await api.read('/api/franchises?name=james+bond')).body.data[0];
  await visitor.open('/productions/skyfall/edit');
  const award = { 'awards.award': 'bafta', 'awards.category': 'Best Original Music', 'awards.year': '2013', 'awards.won': 'yes' };
  const row = { ...award, 'franchises.franchise': 'James Bond', 'franchises.franchiseIs': bond.attributes._id, 'franchises.number': '23' };
  await visitor.send('Save', { ...row, series: 'Cowboy Bebop', series_number: '5' });
  expect((await api.read(iri)).body.data).toMatchObject({
    attributes: { franchises: [{ name: 'James Bond', number: '23' }], series_number: '5' },
    relationships: { series: { data: { type: 'Production' } } },
  });
  const { text } = await visitor.open('/productions/skyfall');
  expect(text).toContain('Series Cowboy Bebop , no. 5 Franchise James Bond , no. 23');
  expect(text).toContain('Awards 1 won Awards Award Category Result Artists Year BAFTA Best Original Music Won 2013');
  expect((await visitor.open('/franchises/james-bond')).text).toMatch(/Dr. No 1 · 1962.*Skyfall 23 · 2012/);
  expect((await visitor.open('/productions/cowboy-bebop')).text).toMatch(/Number of episodes 26 .*Episodes 1 production Skyfall/);
  expect((await visitor.open('/productions/skyfall/edit')).html).toMatch(/value="Cowboy Bebop[^"]*" [^>]*name="series"/);
  await visitor.send('Save');
  expect(visitor.redirects[0]).toBe('/productions/skyfall?notice=nothing-changed');
  await visitor.open('/productions/skyfall/edit');
  await visitor.send('Save', { series: '', seriesIs: '' });
  expect((await api.read(iri)).body.data.relationships.series.data).toBeNull();
});

test('the artists of an award are edited by name, and those without a field are kept', async () => {
  const { api, visitor } = editor;
  const iri = await api.make('Production', '/api/productions', { title: 'Soul', _type: 'movie' });
  const all = (await api.read('/api/artists?itemsPerPage=4')).body.data;
  const artists = all.map(({ id }: { id: string }) => ({ iri: id }));
  await api.make('ProductionAward', `${iri}/awards`, { award: 'bafta', category: 'Best Original Music', artists });
  const named = async () =>
    (await api.read(`${iri}/awards`)).body.data.map(({ attributes }: { attributes: { artists: { name: string }[] } }) =>
      attributes.artists.map(({ name }) => name),
    );
  const names = all.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
  expect(await named()).toEqual([names]);
  await visitor.open('/productions/soul/edit');
  await visitor.send('Save');
  expect(visitor.redirects[0]).toBe('/productions/soul?notice=nothing-changed');
  await visitor.open('/productions/soul/edit');
  expect(visitor.page.html.match(/id="field-awards\.artist\d-1"/g)).toHaveLength(3);
  await visitor.send('Save', { 'awards.artist0': '', 'awards.artist1': 'Trent Tide', 'awards.artist4': 'Atticus Tide' });
  expect(await named()).toEqual([['Trent Tide', names[2], names[3], 'Atticus Tide']]);
});

test('a record with an existing name is added after a confirmation', async () => {
  const { api, visitor } = editor;
  await visitor.open('/franchises/add');
  const confirmation = await visitor.send('Save', { name: 'james bond' });
  expect([confirmation.status, confirmation.text.includes('The catalog already has James Bond. Save again to add another.')]).toEqual([
    422,
    true,
  ]);
  expect((await visitor.send('Save', { name: 'The Tide' })).status).toBe(200);
  expect(visitor.path).toBe('/franchises/the-tide?notice=record-saved');
  await visitor.open('/franchises/add');
  await visitor.send('Save', { name: 'James Bond' });
  await visitor.send('Save');
  expect((await api.read('/api/franchises?name=james+bond')).body.meta.totalItems).toBe(2);
  await visitor.open('/roles/add');
  expect((await visitor.send('Save', { role: 'composer' })).text).toContain('The catalog already has Composer. Save again to add another.');
});

test('records of every type are added by their forms, whose first button saves and which link no history', async () => {
  const { visitor } = editor;
  for (const [path, name, slug] of [
    ['/artists', 'name', '/artists/tide'],
    ['/productions', 'title', '/productions/tide'],
    ['/albums', 'title', '/albums/tide'],
    ['/labels', 'name', '/labels/tide'],
    ['/labels/tide/series', 'name', '/labels/tide/series/tide'],
    ['/organizations', 'name', '/organizations/tide'],
    ['/roles', 'role', '/roles/tide'],
    ['/works', 'title', '/works/tide'],
  ] as const) {
    const { html, text } = await visitor.open(`${path}/add`);
    const form = html.slice(html.indexOf('<form', html.indexOf('<main')));
    expect(/<button[^>]*type="submit"[^>]*>[^<]*</.exec(form)?.[0]).toBe('<button class="first" type="submit">Save<');
    expect(text).toContain(`Only the ${name === 'title' ? 'title' : 'name'} is required.`);
    expect(text).not.toContain('Earlier revisions');
    await visitor.send('Save', { [name]: 'Tide' });
    expect(visitor.path).toBe(`${slug}?notice=record-saved`);
    expect(visitor.page.status).toBe(200);
    expect((await visitor.open(`${slug}/edit`)).status).toBe(200);
  }
});

test('a production takes its year from its release date unless it has one', async () => {
  const { api, visitor } = editor;
  expect((await visitor.open('/productions/add')).text).toContain('A complete date: 1975-06-20.');
  expect((await visitor.send('Save', { title: 'Tide', release_date: '1971-08' })).text).toContain('a calendar date, written YYYY-MM-DD');
  await visitor.send('Save', { title: 'Tide', release_date: '1971-08-03' });
  const tide = async () => (await api.read('/api/productions?title=tide&itemsPerPage=1')).body.data[0].attributes;
  expect(await tide()).toMatchObject({ year: 1971, release_date: '1971-08-03' });
  await visitor.open('/productions/tide/edit');
  await visitor.send('Save', { release_date: '1972-01-01', year: '1970' });
  expect(await tide()).toMatchObject({ year: 1970, release_date: '1972-01-01' });
});

test('a record is deleted after a confirmation, merged by address, and both forms can be sent twice', async () => {
  const { api, visitor } = editor;
  await api.make('Label', '/api/labels', { name: 'Tide Records' });
  await api.make('Label', '/api/labels', { name: 'Ebb Records' });
  await visitor.open('/labels/tide-records/merge');
  expect((await visitor.send('Merge', { into: '/artists/bernard-herrmann' })).status).toBe(422);
  const merge = await visitor.open('/labels/tide-records/merge');
  const remove = await visitor.open('/labels/tide-records/delete');
  /** Sends the form of an earlier page. */
  const again = async ({ html }: { readonly html: string }, path: string, entries: Record<string, string> = {}) => {
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')] as const);
    return (await visitor.post(path, new URLSearchParams({ ...Object.fromEntries(fields), ...entries }))).html;
  };
  const into = { into: 'http://localhost/labels/ebb-records' };
  const twice = await Promise.all([1, 2].map(() => again(merge, '/labels/tide-records/merge', into)));
  expect(twice).toEqual([1, 2].map(() => expect.stringContaining('Records merged into this one.')));
  expect(await again(merge, '/labels/tide-records/merge', { into: 'Another' })).toContain('already merged into this one');
  expect(await again(remove, '/labels/tide-records/delete')).toContain('already merged into this one');
  const last = await visitor.open('/labels/ebb-records/delete');
  for (const note of ['Twice', 'Twice', 'Again']) {
    await again(last, '/labels/ebb-records/delete', { note });
    expect(visitor.path).toMatch(/^\/history\?record=[^&]+&notice=record-deleted$/);
  }
  expect((await visitor.open('/labels/ebb-records')).status).toBe(404);
});

test('texts of any script and of the maximum length survive the form unchanged', async () => {
  const { api, visitor } = editor;
  const biography = `<script>alert(1)</script> ${'שלום '.repeat(1_990)}\nline & "two"`;
  const iri = await api.make('Artist', '/api/artists', { name: 'עומר "&amp;"', _type: 'person', biography });
  const { slug } = (await api.read(iri)).body.data.attributes;
  const { html } = await visitor.open(`/artists/${slug}/edit`);
  expect(html).not.toContain('<script>alert');
  await visitor.send('Save');
  expect(visitor.path).toBe(`/artists/${slug}?notice=nothing-changed`);
  await visitor.open(`/artists/${slug}/edit`);
  expect((await visitor.send('Save', { biography: 'x'.repeat(10_001) })).status).toBe(422);
});
