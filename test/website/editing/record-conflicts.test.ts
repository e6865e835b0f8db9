import { expect, test } from 'bun:test';
import { pageOfRecord, sharedEditor } from './shared-editor';

const editor = sharedEditor();

test('the form of a record deleted in the meantime keeps the input', async () => {
  const { api, visitor } = editor;
  const forms = [
    [await api.make('Artist', '/api/artists', { name: 'Erika Tide', _type: 'person' }), '/artists/erika-tide', { real_name: 'Erika Ebb' }],
    [
      await api.make('Release', '/api/releases', { title: 'Ebb' }),
      '/releases/ebb',
      { 'discs.tracks': '1. Low Water 2:30', barcode: '4006381333931' },
    ],
  ] as const;
  for (const [iri, page, changes] of forms) {
    await visitor.open(`${page}/edit`);
    await api.delete(iri);
    const { status, text } = await visitor.send('Save', changes);
    expect([page, status]).toEqual([page, 404]);
    expect(text).toContain('This record was deleted');
    expect(text).toContain(Object.values(changes).at(-1) as string);
  }
});

test('the form of a record merged in the meantime is combined with the remaining record', async () => {
  const { api, visitor } = editor;
  const [source, target] = [
    await api.make('Artist', '/api/artists', { name: 'E. Tide', _type: 'person', country: 'GB' }),
    await api.make('Artist', '/api/artists', { name: 'Erika Tide', _type: 'person', country: 'FR' }),
  ];
  await api.make('ArtistAlias', `${source}/aliases`, { variation: 'Tide' });
  await visitor.open('/artists/e-tide/edit');
  await api.merge(source, { type: 'Artist', id: target });
  const page = await visitor.send('Save', { real_name: 'Erika Ebb', country: 'DE', 'aliases.variation': 'Tidal' });
  expect([page.status, page.text]).toEqual([412, expect.stringContaining('This record was merged into Erika Tide while you edited it.')]);
  expect(page.text).toContain('Real name: Erika Ebb');
  await visitor.send('Save combined version', { f0: 'mine' });
  expect(visitor.path).toBe('/artists/erika-tide?notice=record-saved');
  const { attributes } = (await api.read(target)).body.data;
  expect(attributes).toMatchObject({ name: 'Erika Tide', real_name: 'Erika Ebb', country: 'DE' });
  const { data } = (await api.read(`${target}/aliases`)).body;
  expect(data.map((alias: { attributes: { variation: string } }) => alias.attributes.variation)).toContain('Tidal');

  const [one, two] = [
    await api.make('Release', '/api/releases', { title: 'Ebb' }),
    await api.make('Release', '/api/releases', { title: 'Flood', formats: [{ tracks: [{ title: 'High Water' }] }] }),
  ];
  await visitor.open('/releases/ebb/edit');
  await api.merge(one, { type: 'Release', id: two });
  const conflict = await visitor.send('Save', { tracks: '1. Low Water 2:30' });
  expect([conflict.status, conflict.text]).toEqual([412, expect.stringMatching(/Not combined: Flood keeps its own discs.*Low Water/)]);
  await visitor.send('Save combined version');
  expect((await api.read(`/api/tracks?release=${two.split('/').at(-1)}`)).body.data).toHaveLength(1);
});

test('the discs of a release merged in the meantime are matched by position', async () => {
  const { api, visitor } = editor;
  const formats = [{ format_type: 'cd', tracks: ['Prelude', 'The City', 'Finale'].map((title) => ({ title })) }];
  for (const [changes, shown, saved] of [
    [{ tracks: 'Prelude (mine)\nThe City\nFinale' }, 'Tracks: Prelude (mine)', ['Prelude (mine)', 1]],
    [{ quantity: '2', discTitle: 'Mine' }, 'Quantity: 1 2', ['Prelude', 2]],
  ] as const) {
    const [source, target] = [
      await api.make('Release', '/api/releases', { title: 'Goes', formats }),
      await api.make('Release', '/api/releases', { title: 'Stays', formats }),
    ];
    await visitor.open(`${await pageOfRecord({ api }, source)}/edit`);
    await api.merge(source, { type: 'Release', id: target });
    const page = await visitor.send('Save', changes);
    expect([page.status, page.text]).toEqual([412, expect.stringContaining(shown)]);
    await visitor.send('Save combined version');
    const discs = (await api.read(`${target}/formats`)).body.data;
    const tracks = (await api.read(`/api/tracks?release=${target.split('/').at(-1)}`)).body.data;
    expect([tracks[0].attributes.title, discs[0].attributes.quantity, discs.length, tracks.length]).toEqual([...saved, 1, 3]);
    await api.delete(target);
  }
});

test('credits added concurrently are merged, with the hidden fields of the others unchanged', async () => {
  const { api, visitor } = editor;
  const [one, two, three] = await Promise.all(
    ['Ann', 'Ben', 'Cleo'].map((name) => api.make('Artist', '/api/artists', { name, _type: 'person' })),
  );
  const first = { iri: one, credit_role: 'composer', name_variation: 'A. A.' };
  const iri = await api.make('Production', '/api/productions', { title: 'Tides', _type: 'movie', credits: [first] });
  const { slug } = (await api.read(iri)).body.data.attributes;
  await visitor.open(`/productions/${slug}/edit`);
  await api.patch(iri, { credits: [first, { iri: two, credit_role: 'conductor' }] });
  const typed = { 'credits.credit_role': ['Composer', 'Composer'], 'credits.iri': ['Ann', 'Cleo'], 'credits.detail': ['Themes', ''] };
  expect((await visitor.send('Save', typed)).status).toBe(412);
  expect((await visitor.send('Save')).status).toBe(200);
  const { credits } = (await api.read(iri)).body.data.attributes;
  expect(credits).toMatchObject([
    { iri: one, credit_role: 'composer', detail: 'Themes', name_variation: 'A. A.' },
    { iri: three, credit_role: 'composer' },
    { iri: two, credit_role: 'conductor' },
  ]);
  expect(credits).toHaveLength(3);
});

test('a stale form that asks for more rows is merged', async () => {
  const { api, visitor } = editor;
  const iri = await api.make('Artist', '/api/artists', { name: 'Tide', country: 'GB', _type: 'person' });
  await visitor.open('/artists/tide/edit');
  await api.patch(iri, { country: 'US' });
  expect((await visitor.send('Save', { more: 'aliases', name: 'Ebb' })).status).toBe(412);
  await visitor.send('Save');
  expect((await api.read(iri)).body.data.attributes).toMatchObject({ name: 'Ebb', country: 'US' });
});

test('a form with an invalid ETag counts as stale', async () => {
  const { api, visitor } = editor;
  await api.make('Artist', '/api/artists', { name: 'Tide', _type: 'person' });
  for (const tag of ['🎬', '"a"\n"b"', '\0']) {
    await visitor.open('/artists/tide/edit');
    expect((await visitor.send('Save', { unlock: 'name', tag })).status).toBe(412);
  }
});
