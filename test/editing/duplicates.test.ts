import { describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { type Edition, importDocuments, mbid, release as sourceRelease } from '../import/reconciliation';
import { type EditorOf, editedServer, editorOf } from '../support/edited-server';

const cd = (title: string, more: object = {}) => ({
  title,
  artist_credit: 'John Williams',
  release_date: '1975',
  formats: [{ format_type: 'cd', tracks: ['Main Title', 'Chrissie', 'The Pier', 'Quint'].map((title) => ({ title })) }],
  ...more,
});

interface Pair {
  readonly ids: readonly string[];
  readonly suggestion: string;
  readonly sureness: string;
  readonly reasons: readonly string[];
  readonly provisional: boolean;
}

async function pairs(editor: EditorOf, path = '/api/releases'): Promise<Pair[]> {
  const { status, body } = await editor.read(`${path}/duplicates?itemsPerPage=100`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect([body.meta.lookedThrough, body.meta.totalItems]).toEqual([1, body.data.length]);
  return body.data.map(({ attributes, relationships: { one, other } }: never) => ({
    ids: [(one as { data: { id: string } }).data.id, (other as { data: { id: string } }).data.id],
    ...(attributes as Omit<Pair, 'ids'>),
  }));
}

const pair = (ids: readonly string[]) => {
  const [one, other] = ids.map((id) => ({ data: { type: typeOf(id), id } }));
  return { one, other };
};
const typeOf = (iri: string): string =>
  ({ releases: 'Release', artists: 'Artist', labels: 'Label', productions: 'Production' })[iri.split('/')[2] ?? ''] ?? '';
const settle = (editor: EditorOf, decision: string, ids: readonly string[]) =>
  editor.post('SettledPair', '/api/settled-pairs', { decision }, pair(ids));

describe('two releases', () => {
  const make = (editor: EditorOf, attributes: object) => editor.make('Release', '/api/releases', attributes);
  const barcode = '4988001000013';

  test.each([
    ['of one barcode and title', { barcode }, { barcode }, 'same', 'certain', ['barcode', 'tracks', 'title']],
    [
      'of the same tracks, and other titles and years',
      { title: 'Porgy & Bess', release_date: '1989' },
      { release_date: '1995' },
      'editions',
      'likely',
      ['tracks'],
    ],
  ])('%s are likely duplicates', async (_, one, other, suggestion, sureness, reasons) => {
    const editor = await editedServer();
    const ids = [await make(editor, cd('Jaws', one)), await make(editor, cd('Jaws', other))];
    expect(await pairs(editor)).toEqual([{ ids, suggestion, sureness, reasons, provisional: false }]);
  });

  test('with two pages at one source are different, but may share an album', async () => {
    const editor = await editedServer();
    const edition = { title: 'Jaws', barcode, date: '1975' } satisfies Omit<Edition, 'number'>;
    await importDocuments(
      editor.server.store,
      [1, 2].map((number) => sourceRelease('musicbrainz', { ...edition, number, album: number })),
    );
    expect(await pairs(editor)).toEqual([]);
  });

  test('of which one is provisional come first, with the other one to keep', async () => {
    const editor = await editedServer();
    await make(editor, cd('Vertigo', { barcode, formats: [] }));
    await make(editor, cd('Vertigo', { barcode, formats: [] }));
    const provisional = await make(editor, { title: 'Jaws', artist_credit: 'John Williams', provisional: true });
    const real = await make(editor, cd('Jaws'));
    const [first, second, ...others] = await pairs(editor);
    expect(first).toMatchObject({ ids: [real, provisional], provisional: true, suggestion: 'same' });
    expect([second?.sureness, others]).toEqual(['certain', []]);
  });

  test('that are both provisional may be editions if title and artist are equal, regardless of years and numbers', async () => {
    const editor = await editedServer();
    const provisional = (number: number) =>
      make(editor, {
        title: 'Nosferatu',
        artist_credit: 'Hans Erdmann',
        provisional: true,
        release_date: `${1990 + number}`,
        barcode: `498800100001${number}`,
        formats: [{ format_type: 'cd' }],
      });
    const ids = await Promise.all([1, 2, 3, 4].map(provisional));
    const found = await pairs(editor);
    expect(found.map(({ suggestion }) => suggestion)).toEqual(Array.from({ length: 6 }, () => 'editions'));
    const [one = '', other = ''] = ids;
    expect((await settle(editor, 'editions', [one, other])).status).toBe(201);
    expect(await pairs(editor)).toHaveLength(5);
  });

  test('are no longer listed after a correction or a merge', async () => {
    const editor = await editedServer();
    const [one, other] = [await make(editor, cd('Jaws', { barcode })), await make(editor, cd('Jaws', { barcode }))];
    expect(await pairs(editor)).toHaveLength(1);
    await editor.patch(other, { title: 'Vertigo', barcode: null, formats: [] });
    expect(await pairs(editor)).toEqual([]);
    await editor.patch(other, { barcode });
    expect(await pairs(editor)).toMatchObject([{ ids: [one, other], reasons: ['barcode'], sureness: 'likely' }]);
    await editor.merge(other, { type: 'Release', id: one });
    expect(await pairs(editor)).toEqual([]);
  });

  test('of an import are listed when it ends, without a full search', async () => {
    const editor = await editedServer();
    const own = await make(editor, { title: 'Jaws', barcode, formats: [{ format_type: 'cd' }] });
    expect(await pairs(editor)).toEqual([]);
    await importDocuments(editor.server.store, [sourceRelease('musicbrainz', { number: 1, title: 'Jaws', barcode })]);
    const kept = editor.server.store.writer.query('SELECT one_id, other_id FROM likely_duplicate').values();
    expect(kept).toEqual([[own.slice(-36), mbid(1)]]);
  });
});

describe('artists and labels', () => {
  const person = (editor: EditorOf, attributes: object = {}) =>
    editor.make('Artist', '/api/artists', { name: 'Nino Rota', _type: 'person', ...attributes });

  test('with the same name are listed if artists share dates, works or a page', async () => {
    const editor = await editedServer();
    const [born, bornToo] = [await person(editor, { begin_date: '1911-12-03' }), await person(editor, { begin_date: '1911' })];
    await person(editor, { begin_date: '1950' });
    const [linked, alsoLinked] = [await person(editor, { name: 'Joe Hisaishi' }), await person(editor, { name: 'Hisaishi' })];
    for (const iri of [linked, alsoLinked])
      await editor.make('ArtistExternalLink', `${iri}/external-links`, {
        provider: 'imdb',
        external_id: 'nm0386749',
        url: 'https://www.imdb.com/name/nm0386749/',
      });
    await Promise.all(['Max Steiner', 'Max Steiner'].map((name) => person(editor, { name })));
    expect(await pairs(editor, '/api/artists')).toMatchObject([
      { ids: [linked, alsoLinked], reasons: ['link'], sureness: 'likely' },
      { ids: [born, bornToo], reasons: ['dates', 'name'], sureness: 'possible' },
    ]);
    const labels = [
      await editor.make('Label', '/api/labels', { name: 'Rustler’s Records' }),
      await editor.make('Label', '/api/labels', { name: 'rustlers' }),
    ];
    expect(await pairs(editor, '/api/labels')).toMatchObject([{ ids: labels, reasons: ['name'] }]);
  });

  test('that contributed to the same production are listed as soon as they do', async () => {
    const editor = await editedServer();
    const artists = [await person(editor, { name: 'Sinéad O’Connor' }), await person(editor, { name: 'Sinead OConnor' })];
    expect(await pairs(editor, '/api/artists')).toEqual([]);
    await editor.make('Release', '/api/releases', { title: 'Amarcord', artists: artists.map((iri) => ({ iri })) });
    expect(await pairs(editor, '/api/artists')).toMatchObject([{ ids: artists, reasons: ['works', 'name'], sureness: 'likely' }]);
  });
});

describe('productions of one title', () => {
  const make = (editor: EditorOf, attributes: object, title = 'Halloween') =>
    editor.make('Production', '/api/productions', { title, _type: 'movie', ...attributes });

  test.each([
    ['of one year', { year: 1978 }, { year: 1978 }, 'possible', ['dates', 'name']],
    [
      'of which one is provisional, and nothing else known',
      { year: 1978 },
      { year: 1979, provisional: true, _type: 'other' },
      'possible',
      ['name'],
    ],
  ])('%s are likely duplicates', async (_, one, other, sureness, reasons) => {
    const editor = await editedServer();
    const ids = [await make(editor, one), await make(editor, other)];
    expect(await pairs(editor, '/api/productions')).toMatchObject([{ ids, suggestion: 'same', sureness, reasons }]);
    expect((await settle(editor, 'different', ids)).status).toBe(201);
    expect(await pairs(editor, '/api/productions')).toEqual([]);
  });
});

describe('a settled pair', () => {
  const two = async (editor: EditorOf, more: object = {}): Promise<[string, string]> => [
    await editor.make('Release', '/api/releases', cd('Jaws', more)),
    await editor.make('Release', '/api/releases', cd('Jaws', more)),
  ];

  test('is not listed again after any change or merge until it is reopened', async () => {
    const editor = await editedServer();
    const ids = await two(editor);
    expect(await pairs(editor)).toHaveLength(1);
    const { status, body, headers } = await settle(editor, 'different', [ids[1], ids[0]]);
    expect([status, headers.get('location')]).toEqual([201, body.data.id]);
    expect(body.data.attributes).toMatchObject({ decision: 'different', username: 'erika' });
    await editor.patch(ids[0], { country: 'US' });
    expect(await pairs(editor)).toEqual([]);
    const third = await editor.make('Release', '/api/releases', cd('Something else', { formats: [] }));
    await editor.merge(ids[0], { type: 'Release', id: third });
    await editor.patch(third, { title: 'Jaws' });
    expect(await pairs(editor)).toEqual([]);
    expect((await editor.read('/api/settled-pairs')).body).toMatchObject({ meta: { totalItems: 1 }, data: [{ id: body.data.id }] });

    expect((await editor.send('DELETE', body.data.id)).status).toBe(204);
    expect(await pairs(editor)).toMatchObject([{ ids: [ids[1], third].toSorted() }]);
    expect((await editor.send('DELETE', body.data.id)).status).toBe(404);
  });

  test('of two editions gives both the same album, creating one if neither has any', async () => {
    const editor = await editedServer();
    const [one, other] = await two(editor);
    expect((await settle(editor, 'editions', [one, other])).status).toBe(201);
    const albumOf = async (iri: string) => (await editor.read(iri)).body.data.relationships.album.data?.id;
    const album = await albumOf(one);
    expect([album, await albumOf(other)]).toEqual([expect.stringContaining('/api/albums/'), album]);
    expect((await editor.read(album)).body.data.attributes).toMatchObject({
      title: 'Jaws',
      artist_credit: 'John Williams',
      release_count: 2,
    });
    expect(await pairs(editor)).toEqual([]);
    expect((await editor.read(`${other}/revisions`)).body.data[0].attributes.after.relationships.album.data.id).toBe(album);
    const third = await editor.make('Release', '/api/releases', cd('Jaws'));
    await settle(editor, 'editions', [third, other]);
    expect(await albumOf(third)).toBe(album);
  });

  test('can be settled again the same way, but not differently', async () => {
    const editor = await editedServer();
    const ids = await two(editor);
    const first = await settle(editor, 'different', ids);
    const again = await settle(editor, 'different', [...ids].reverse());
    expect([again.status, again.body.data.id]).toEqual([200, first.body.data.id]);
    expect((await settle(editor, 'editions', ids)).status).toBe(409);
  });

  test('must name two existing records of one kind and a relation', async () => {
    const editor = await editedServer();
    const [one, other] = await two(editor);
    const label = await editor.make('Label', '/api/labels', { name: 'MCA' });
    const another = await editor.make('Label', '/api/labels', { name: 'MCA' });
    const pointers = async (decision: string, ids: readonly string[]) => {
      const { status, body } = await settle(editor, decision, ids);
      return [status, body.meta?.errors?.map(({ source }: { source: { pointer: string } }) => source.pointer)];
    };
    expect(await pointers('same', [one, other])).toEqual([422, ['/data/attributes/decision']]);
    expect(await pointers('different', [one, one])).toEqual([422, ['/data/relationships/other']]);
    expect(await pointers('different', [one, label])).toEqual([422, ['/data/relationships/other']]);
    expect(await pointers('editions', [label, another])).toEqual([422, ['/data/attributes/decision']]);
    expect(await pointers('x', [one.replace(/.$/, 'g'), '/api/releases/x'])).toEqual([
      422,
      ['/data/attributes/decision', '/data/relationships/one', '/data/relationships/other'],
    ]);
    for (const body of [null, 7, { data: [] }, { data: { type: 'SettledPair' } }])
      expect((await editor.send('POST', '/api/settled-pairs', body)).status).toBeOneOf([400, 422]);
    expect((await editor.send('POST', '/api/settled-pairs', { data: { type: 'Release' } })).status).toBe(409);
  });
});

test('pairs are visible to editors, and settled with a token that can write', async () => {
  const editor = await editedServer();
  const ids = [await editor.make('Release', '/api/releases', cd('Jaws')), await editor.make('Release', '/api/releases', cd('Jaws'))];
  const user = await editorOf(editor.server, 'berta', 'user');
  const { id } = (await settle(editor, 'different', ids)).body.data;
  for (const path of ['/api/releases/duplicates', '/api/artists/duplicates', '/api/labels/duplicates', '/api/settled-pairs'])
    expect((await user.read(path)).status).toBe(403);
  expect((await settle(user, 'different', ids)).status).toBe(403);
  expect((await user.send('DELETE', id)).status).toBe(403);
  const { EditorOf: Limited } = await import('../support/edited-server');
  await createUser(editor.server.store, 'clara', 'correct horse battery', 'editor');
  const limited = new Limited(editor.server, await issueApiToken(editor.server.store, 'clara', 'tests', { scopes: ['catalog:read'] }));
  expect((await limited.read('/api/releases/duplicates')).status).toBe(200);
  expect((await settle(limited, 'different', ids)).status).toBe(403);
});

test('a page of pairs is limited, and includes the records on request', async () => {
  const editor = await editedServer();
  for (let number = 0; number < 4; number++) await editor.make('Release', '/api/releases', cd('Jaws', { barcode: '4988001000013' }));
  const { body } = await editor.read('/api/releases/duplicates?itemsPerPage=2&page=3&include=records');
  expect(body.meta).toMatchObject({ totalItems: 6, currentPage: 3, itemsPerPage: 2 });
  expect(body.data).toHaveLength(2);
  const named = body.data.flatMap(({ relationships: { one, other } }: never) => [
    (one as { data: { id: string } }).data.id,
    (other as { data: { id: string } }).data.id,
  ]);
  expect(new Set(body.included.map(({ id }: { id: string }) => id))).toEqual(new Set(named));
  expect((await editor.read('/api/releases/duplicates?include=tracks')).status).toBe(400);
});
