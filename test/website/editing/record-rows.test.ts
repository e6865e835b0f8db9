import { expect, spyOn, test } from 'bun:test';
import { Api } from '../../../src/website/api/client';
import { nonEmpty } from '../../support/non-empty';
import type { ReleaseEditor } from '../../support/release-editor';
import { Visitor } from '../../support/visitor';
import { visitorIn } from '../shared-lists';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

const saved = '?notice=record-saved';

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every kind.
type Attributes = any;

const attributesOf = async ({ api }: ReleaseEditor, iri: string): Promise<Attributes> => (await api.read(iri)).body.data.attributes;

/** A film with two credits, one of them with a name variation and listed as composer. */
async function film(editor: ReleaseEditor) {
  const { api } = editor;
  const [ada, ben] = [
    await api.make('Artist', '/api/artists', { name: 'Ada Tide', _type: 'person' }),
    await api.make('Artist', '/api/artists', { name: 'Ben Ebb', _type: 'person' }),
  ];
  const composer = { iri: ada, name_variation: 'A. Tide', credit_role: 'composer' };
  const iri = await api.make('Production', '/api/productions', {
    title: 'The Tide',
    _type: 'movie',
    composers: [composer],
    credits: [composer, { iri: ben, name_variation: 'B. E.', join_phrase: ' with ', detail: 'Additional', credit_role: 'director' }],
  });
  return { ada, ben, iri };
}

const creditsOf = async (editor: ReleaseEditor, iri: string) =>
  (await attributesOf(editor, iri)).credits.map(({ name, name_variation, join_phrase, credit_role, detail }: Attributes) =>
    [name, name_variation, join_phrase, credit_role, detail ?? null].join('|'),
  );

test('an unchanged form with rows of every kind writes nothing', async () => {
  const { api, visitor } = editor;
  const { iri, ada } = await film(editor);
  const character = await api.make('Artist', '/api/artists', { name: 'Captain "<b" & Flood', _type: 'person', fictional: true });
  const linkTo = (type: string, id: string) => ({ data: { type, id } });
  await api.make(
    'Portrayal',
    '/api/portrayals',
    { aspects: ['singing_voice', 'performance'], notes: 'Kept' },
    { performer: linkTo('Artist', ada), fictionalArtist: linkTo('Artist', character), production: linkTo('Production', iri) },
  );
  const group = await api.make('Artist', '/api/artists', { name: 'The "Tides" & Co', _type: 'group' });
  await api.make('ArtistGroupMember', `${ada}/group-memberships`, {}, { group: linkTo('Artist', group) });
  await api.make('ProductionRecording', `${iri}/recordings`, { title: 'Prélude «שלום»', recording_type: 'song', notes: 'Kept' });
  const [release] = (await api.read('/api/releases?itemsPerPage=1')).body.data;
  await api.make('ProductionEntry', `${iri}/entries`, { kind: 'songs' }, { release: linkTo('Release', release.id) });
  const before = await editor.revisions();
  for (const [page, shown] of [
    ['/productions/the-tide', ['Ben Ebb', 'Captain &quot;&lt;b&quot; &amp; Flood', 'Prélude', 'value="0 singing_voice" checked']],
    ['/artists/ada-tide', ['The &quot;Tides&quot; &amp; Co', 'Captain &quot;&lt;b&quot; &amp; Flood']],
    [`/artists/${(await attributesOf(editor, character)).slug}`, ['Ada Tide', 'The Tide']],
  ] as const) {
    const { html, status } = await visitor.open(`${page}/edit`);
    expect([page, status]).toEqual([page, 200]);
    for (const text of nonEmpty(shown)) expect(html).toContain(text);
    await visitor.send('Save');
    expect(visitor.redirects[0]).toBe(`${page}?notice=nothing-changed`);
  }
  expect(await editor.revisions()).toBe(before);
});

test('an added credit leaves the hidden fields of the others unchanged', async () => {
  const { iri } = await film(editor);
  await editor.visitor.open('/productions/the-tide/edit');
  await editor.visitor.send('Save', {
    'credits.credit_role': ['Composer', 'Director', 'Composer'],
    'credits.iri': ['Ada Tide', 'Ben Ebb', 'Cleo Neap'],
    'credits.detail': ['', 'Second unit', ''],
  });
  expect(editor.visitor.path).toBe(`/productions/the-tide${saved}`);
  expect(await creditsOf(editor, iri)).toEqual([
    'Ada Tide|A. Tide||composer|',
    'Ben Ebb|B. E.| with |director|Second unit',
    'Cleo Neap|||composer|',
  ]);
});

test('roles are shown in the language of the page and accepted in it and in English', async () => {
  const visitor = visitorIn('fr', editor);
  const { iri } = await film(editor);
  const { html } = await visitor.open('/productions/the-tide/edit');
  expect(html).toContain('<option value="Montage musique">');
  expect(html).toMatch(/value="Réalisation" [^>]*name="credits.credit_role"/);
  await visitor.send('Enregistrer');
  expect(visitor.redirects[0]).toBe('/productions/the-tide?notice=nothing-changed');
  await visitor.open('/productions/the-tide/edit');
  await visitor.send('Enregistrer', { more: 'credits' });
  await visitor.send('Enregistrer', {
    'credits.credit_role': ['composition', 'Réalisation', 'scénario', 'Orchestrator'],
    'credits.iri': ['Ada Tide', 'Ben Ebb', 'Cleo Neap', 'Ada Tide'],
    'credits.detail': ['', 'Additional', '', ''],
  });
  expect(await creditsOf(editor, iri)).toEqual([
    'Ada Tide|A. Tide||composer|',
    'Ben Ebb|B. E.| with |director|Additional',
    'Cleo Neap|||screenwriter|',
    'Ada Tide|||orchestrator|',
  ]);
});

test('a composer removed from the credits is removed from the list of composers', async () => {
  const { iri } = await film(editor);
  await editor.visitor.open('/productions/the-tide/edit');
  await editor.visitor.send('Save', {
    'credits.credit_role': ['', 'Director', ''],
    'credits.iri': ['', 'Ben Ebb', ''],
    'credits.detail': ['', 'Additional', ''],
  });
  expect(await creditsOf(editor, iri)).toEqual(['Ben Ebb|B. E.| with |director|Additional']);
  expect((await attributesOf(editor, iri)).composers).toEqual([]);
});

test('a credit changed to another artist loses its name variation', async () => {
  const { iri } = await film(editor);
  await editor.visitor.open('/productions/the-tide/edit');
  await editor.visitor.send('Save', { 'credits.iri': ['Ada Tide', 'Bernard Herrmann', ''] });
  expect((await creditsOf(editor, iri))[1]).toBe('Bernard Herrmann|| with |director|Additional');
});

test('unknown roles, ambiguous names and invalid values are reported at their fields, and nothing is saved', async () => {
  const { api, visitor } = editor;
  const { iri } = await film(editor);
  for (const _type of ['person', 'group']) await api.make('Artist', '/api/artists', { name: 'Dora Surf', _type });
  const before = await editor.revisions();
  await visitor.open('/productions/the-tide/edit');
  const page = await visitor.send('Save', {
    year: '1975',
    release_date: '1975',
    duration: '1 h',
    'credits.credit_role': ['Composer', 'Wave <machinist>', ''],
    'credits.iri': ['Dora Surf', 'Ben Ebb', ''],
    'awards.award': 'bafta',
    'awards.category': 'Best Original Music',
    'awards.year': '19',
  });
  expect(page.text).toContain('Not saved yet. 5 things to correct:');
  for (const name of ['release_date', 'duration', 'awards.year-0']) expect(page.html).toContain(`href="#field-${name}"`);
  expect(page.status).toBe(422);
  expect(page.text).toContain('This role isn’t in the catalog.');
  expect(page.text).toContain('Several records have this name.');
  expect(page.html).toContain('href="#field-credits.credit_role-1"');
  expect(await editor.revisions()).toBe(before);
  const [, chosen = ''] = /<option value="([^"]+ Dora Surf)">/.exec(page.html) ?? [];
  const [, wasOther = ''] = /name="credits.iriIs" value="([^"]+ Ben Ebb)"/.exec(page.html) ?? [];
  await visitor.send('Save', {
    ...{ release_date: '', duration: '', 'awards.category': '', 'awards.year': '' },
    'credits.credit_role': ['Composer', 'Director', ''],
    'credits.iriIs': [chosen, wasOther, ''],
  });
  expect((await creditsOf(editor, iri))[0]).toBe('Dora Surf|||composer|');
  expect((await attributesOf(editor, iri)).credits[0].id).toBe(chosen.split(' ')[0]);
});

test('the artists of an album are edited as rows', async () => {
  const { ada } = await film(editor);
  const iri = await editor.api.make('Album', '/api/albums', {
    title: 'Tidal',
    artists: [{ iri: ada, name_variation: 'A. T.', join_phrase: null }],
  });
  await editor.visitor.open('/albums/tidal/edit');
  await editor.visitor.send('Save', { 'artists.iri': ['Ada Tide', 'Ben Ebb'] });
  const { artists } = await attributesOf(editor, iri);
  expect(artists.map(({ name, name_variation }: Attributes) => [name, name_variation])).toEqual([
    ['Ada Tide', 'A. T.'],
    ['Ben Ebb', null],
  ]);
});

test('groups, characters, releases and recordings are added, changed and removed as rows', async () => {
  const { api, visitor } = editor;
  const { iri, ada } = await film(editor);
  const [release] = (await api.read('/api/releases?itemsPerPage=1')).body.data;
  const is = { 'entries.releaseIs': `${release.attributes._id} ${release.attributes.title}` };
  await visitor.open('/productions/the-tide/edit');
  await visitor.send('Save', {
    'portrayals.fictionalArtist': 'Captain Flood',
    'portrayals.performer': 'Ada Tide',
    'portrayals.aspects': ['0 voice', '0 puppetry'],
    'entries.release': release.attributes.title,
    ...is,
    'entries.kind': 'songs',
    'recordings.title': 'Prelude',
    'recordings.recording_type': 'song',
  });
  expect(visitor.path).toBe(`/productions/the-tide${saved}`);
  const [portrayal] = (await api.read(`/api/portrayals?production=${iri.split('/').at(-1)}`)).body.data;
  expect(portrayal.attributes.aspects).toEqual(['voice', 'puppetry']);
  expect(portrayal.relationships.performer.data.id).toBe(ada);
  expect((await api.read(portrayal.relationships.fictionalArtist.data.id)).body.data.attributes).toMatchObject({ fictional: true });
  expect((await api.read(`${iri}/entries`)).body.data[0]).toMatchObject({
    attributes: { kind: 'songs' },
    relationships: { release: { data: { id: release.id } } },
  });
  expect((await api.read(`${iri}/recordings`)).body.data[0].attributes).toMatchObject({ title: 'Prelude', recording_type: 'song' });

  await visitor.open('/artists/ada-tide/edit');
  await visitor.send('Save', { 'group-memberships.group': 'The Tides', 'characters.aspects': ['0 performance'] });
  const [membership] = (await api.read(`${ada}/group-memberships?include=group`)).body.included;
  expect(membership.attributes).toMatchObject({ name: 'The Tides', _type: 'group' });
  expect((await api.read(portrayal.id)).body.data.attributes.aspects).toEqual(['performance']);

  await visitor.open('/productions/the-tide/edit');
  await visitor.send('Save', {
    'portrayals.fictionalArtist': '',
    'portrayals.performer': '',
    'entries.release': '',
    'recordings.title': ['', ''],
  });
  for (const list of [`/api/portrayals?production=${iri.split('/').at(-1)}`, `${iri}/entries`, `${iri}/recordings`])
    expect([list, (await api.read(list)).body.data]).toEqual([list, []]);
});

test('a refused row stays in the form with its error, and nothing is saved', async () => {
  const { api, visitor } = editor;
  const { iri } = await film(editor);
  const before = await editor.revisions();
  await visitor.open('/productions/the-tide/edit');
  // Ben is no fictional artist.
  const page = await visitor.send('Save', {
    year: '1975',
    'portrayals.fictionalArtist': 'Ben Ebb',
    'portrayals.performer': 'Nobody <i>Yet</i>',
    'recordings.title': 'Prelude',
  });
  expect(page.status).toBe(422);
  expect(page.html).toContain('id="field-portrayals.fictionalArtist-0-bad"');
  expect(page.html).toContain('value="Nobody &lt;i>Yet&lt;/i>"');
  expect(await editor.revisions()).toBe(before);
  await visitor.send('Save', { 'portrayals.fictionalArtist': ['Captain Flood', ''], 'portrayals.performer': ['Ada Tide', ''] });
  expect((await attributesOf(editor, iri)).year).toBe(1975);
  expect((await api.read(`${iri}/recordings`)).body.data).toHaveLength(1);
});

test('a row that others change or delete while the form is saved refuses the whole form, which keeps the input', async () => {
  const { api, visitor } = editor;
  const iri = await api.make('Artist', '/api/artists', { name: 'Tide', _type: 'person' });
  const alias = await api.make('ArtistAlias', `${iri}/aliases`, { variation: 'A. Tide' });
  for (const [change, country, variation] of [
    [() => api.patch(alias, { variation: 'Theirs' }), 'GB', 'Benny'],
    [() => api.delete(alias), 'US', 'Maxim'],
  ] as const) {
    await visitor.open('/artists/tide/edit');
    const original = Api.prototype.send;
    const sending = spyOn(Api.prototype, 'send').mockImplementation(async function (this: Api, method, ...more) {
      if (method === 'PATCH') await change();
      return original.call(this, method, ...more);
    });
    const { status, text } = await visitor.send('Save', { country, 'aliases.variation': variation });
    sending.mockRestore();
    expect([status, text]).toEqual([412, expect.stringContaining(variation)]);
    expect((await attributesOf(editor, iri)).country).not.toBe(country);
    await visitor.send('Save combined version', { f0: 'mine' });
    const [saved] = (await api.read(`${iri}/aliases`)).body.data;
    expect([saved.attributes.variation, (await attributesOf(editor, iri)).country]).toEqual([variation, country]);
  }
});

test('concurrent changes of rows are merged', async () => {
  const { api, visitor } = editor;
  const iri = await api.make('Artist', '/api/artists', { name: 'Tide', _type: 'person' });
  const add = (variation: string) => api.make('ArtistAlias', `${iri}/aliases`, { variation });
  const first = await add('A. Tide');
  await add('B. Tide');
  await visitor.open('/artists/tide/edit');
  await api.patch(first, { notes: 'Theirs' });
  await add('C. Tide');
  expect((await visitor.send('Save', { 'aliases.variation': ['AA. Tide', 'B. Tide', 'D. Tide'] })).status).toBe(412);
  await visitor.send('Save combined version');
  const aliases = (await api.read(`${iri}/aliases`)).body.data.map(({ attributes }: Attributes) => [
    attributes.variation,
    attributes.notes,
  ]);
  expect(aliases).toEqual([
    ['AA. Tide', 'Theirs'],
    ['B. Tide', null],
    ['C. Tide', null],
    ['D. Tide', null],
  ]);
});

test('a form cannot write or delete rows of another record', async () => {
  const { api, visitor } = editor;
  const { iri } = await film(editor);
  const [portrayal] = (await api.read('/api/portrayals?itemsPerPage=1')).body.data;
  await visitor.open('/productions/the-tide/edit');
  await visitor.send('Save', { 'portrayals.record': portrayal.id, 'portrayals.aspects': '0 puppetry' });
  expect(visitor.path).toBe('/productions/the-tide?notice=nothing-changed');
  expect((await api.read(portrayal.id)).body.data.attributes).toEqual(portrayal.attributes);
  const make = (award: string) => api.make('ProductionAward', `${iri}/awards`, { award, category: 'Music' });
  const [one, other] = [await make('bafta'), await make('grammy')];
  const awards = { 'awards.award': ['bafta', 'grammy'], 'awards.category': ['Music', 'Music'] };
  for (const record of [
    [portrayal.id, other],
    [other, other],
    ['x', other],
  ]) {
    await visitor.open('/productions/the-tide/edit');
    const { status, text } = await visitor.send('Save', { ...awards, 'awards.record': record });
    expect([status, text.includes('awards : This row belongs to another record.')]).toEqual([422, true]);
  }
  expect((await api.read(`${iri}/awards`)).body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual([one, other].toSorted());
  await visitor.open(`/releases/${editor.releases[0]?.slug}/edit`);
  const disc = await visitor.send('Save', { disc: crypto.randomUUID() });
  expect([disc.status, disc.text.includes('discs : This row belongs to another record.')]).toEqual([422, true]);
});

test('a row without its IRI is matched to its record, and rows of unequal length are refused', async () => {
  const { api, visitor } = editor;
  const { iri } = await film(editor);
  const make = (award: string) => api.make('ProductionAward', `${iri}/awards`, { award, category: 'Music' });
  const [one, other] = [await make('bafta'), await make('grammy')];
  await visitor.open('/productions/the-tide/edit');
  await visitor.send('Save', { 'awards.record': ['', other] });
  expect(visitor.redirects[0]).toBe('/productions/the-tide?notice=nothing-changed');
  await visitor.open('/productions/the-tide/edit');
  const { status, text } = await visitor.send('Save', { 'awards.category': ['Music', 'Song', '', ''] });
  expect([status, text.includes('awards : The fields of these rows don’t belong together.')]).toEqual([422, true]);
  const awards = (await api.read(`${iri}/awards`)).body.data.map(({ id, attributes }: { id: string } & Attributes) => [
    id,
    attributes.category,
  ]);
  expect(awards.toSorted()).toEqual(
    [
      [one, 'Music'],
      [other, 'Music'],
    ].toSorted(),
  );
});

test('lists, labels and releases link editors, but not guests, to their forms', async () => {
  const { api, visitor, server } = editor;
  const links = [
    ['/artists', '/artists/add', 'Add an artist'],
    ['/productions', '/productions/add', 'Add a production'],
    ['/labels', '/labels/add', 'Add a label'],
    ['/organizations', '/organizations/add', 'Add an organization'],
    ['/roles', '/roles/add', 'Add a role'],
  ] as const;
  await api.make('Label', '/api/labels', { name: 'Tide Records' });
  const album = await api.make('Album', '/api/albums', { title: 'Tidal' });
  const albumOf = { album: { data: { type: 'Album', id: album } } };
  await api.make('Release', '/api/releases', { title: 'Tidal' }, albumOf);
  const more = [
    ['/labels/tide-records', '/labels/tide-records/series/add', 'Add a series'],
    ['/releases/tidal', '/albums/tidal/edit', 'Edit album'],
  ] as const;
  for (const [page, , text] of [...links, ...more]) {
    await visitor.open(page);
    expect((await visitor.follow(text)).status).toBe(200);
  }
  expect((await visitor.open('/labels/unknown/series/add')).status).toBe(404);
  const guest = new Visitor(server);
  for (const [page, href] of [...links, ...more]) expect((await guest.open(page)).html).not.toContain(`href="${href}"`);
});
