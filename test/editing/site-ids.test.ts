import { expect, test } from 'bun:test';
import { editedServer } from '../support/edited-server';

// Ids of productions at other sites, as attributes.

const linksOf = async ({ read }: Awaited<ReturnType<typeof editedServer>>, production: string) =>
  (await read(`${production}/external-links`)).body.data.map(
    ({ attributes: { provider, external_id, url } }: { attributes: Record<string, string> }) => [provider, external_id, url],
  );

test('ids of a production at other sites are written as its external links', async () => {
  const editor = await editedServer();
  const ids = { imdb_id: 'tt0054215', tmdb_id: '539', igdb_id: 'psycho' };
  const production = await editor.make('Production', '/api/productions', { title: 'Psycho', _type: 'movie', ...ids });

  expect((await editor.read(production)).body.data.attributes).toMatchObject(ids);
  expect((await editor.read('/api/productions')).body.data[0].attributes).toMatchObject(ids);
  expect(new Set(await linksOf(editor, production))).toEqual(
    new Set([
      ['imdb', 'tt0054215', 'https://www.imdb.com/title/tt0054215/'],
      ['tmdb', '539', 'https://www.themoviedb.org/movie/539'],
      ['igdb', 'psycho', 'https://www.igdb.com/games/psycho'],
    ]),
  );
});

test('an id of a production that changes replaces its link, null removes it, and the same one is no edit', async () => {
  const editor = await editedServer();
  const production = await editor.make('Production', '/api/productions', { title: 'Psycho', _type: 'television', imdb_id: 'tt0054215' });
  const [link] = (await editor.read(`${production}/external-links`)).body.data;

  const same = await editor.patch(production, { imdb_id: 'tt0054215' });
  const changed = await editor.patch(production, { imdb_id: 'tt0155975', tmdb_id: '12' });

  expect([same.body.meta.revision, same.body.meta.ignoredAttributes]).toEqual([undefined, undefined]);
  expect(changed.body.data.attributes).toMatchObject({ imdb_id: 'tt0155975', tmdb_id: '12', title: 'Psycho' });
  expect(changed.body.meta.revision).toStartWith('/api/revisions/');
  expect(changed.headers.get('etag')).toBe((await editor.read(production)).headers.get('etag'));
  expect((await editor.read(link.id)).body.data.attributes.external_id).toBe('tt0155975');
  expect(await linksOf(editor, production)).toContainEqual(['tmdb', '12', 'https://www.themoviedb.org/tv/12']);
  const removed = await editor.patch(production, { imdb_id: null, tmdb_id: null });
  expect(removed.body.data.attributes).toMatchObject({ imdb_id: null, tmdb_id: null });
  expect(await linksOf(editor, production)).toEqual([]);
});

test('an id that a site cannot have is refused, and nothing is written', async () => {
  const editor = await editedServer();
  for (const wrong of [
    { imdb_id: 'nm0000033' },
    { tmdb_id: 539 },
    { igdb_id: 'Psycho!' },
    { imdb_id: 'https://www.imdb.com/title/tt0054215/' },
  ]) {
    const { status, body } = await editor.post('Production', '/api/productions', { title: 'Psycho', _type: 'movie', ...wrong });
    expect([status, body.meta.errors[0].source.pointer]).toEqual([422, `/data/attributes/${Object.keys(wrong)[0]}`]);
  }
  expect((await editor.read('/api/productions')).body.meta.totalItems).toBe(0);
});

test('an id of one production is refused for another, as an attribute and as a link, and nothing is written', async () => {
  const editor = await editedServer();
  const ids = { imdb_id: 'tt0054215', tmdb_id: '539', igdb_id: 'psycho' };
  const film = { title: 'Psycho', _type: 'movie' };
  const [first, other] = [
    await editor.make('Production', '/api/productions', { ...film, ...ids }),
    await editor.make('Production', '/api/productions', film),
  ];
  const [link] = (await editor.read(`${first}/external-links`)).body.data;
  const own = await editor.make('ProductionExternalLink', `${other}/external-links`, { ...link.attributes, external_id: 'tt1' + '000001' });
  const refused = [
    ...(await Promise.all(Object.entries(ids).map(([name, id]) => editor.patch(other, { [name]: id, year: 1960 })))),
    await editor.post('Production', '/api/productions', { ...film, imdb_id: ids.imdb_id }),
    await editor.post('Production', '/api/productions', { ...film, imdb_id: ids.imdb_id, provisional: true }),
    await editor.post('ProductionExternalLink', `${other}/external-links`, link.attributes),
    await editor.patch(own, { provider: link.attributes.provider, external_id: link.attributes.external_id }),
  ];

  expect(refused.map(({ status, body }) => [status, body.meta.errors?.[0].source.pointer, body.meta.errors?.[0].meta.params.iri])).toEqual(
    ['imdb_id', 'tmdb_id', 'igdb_id', 'imdb_id', 'imdb_id', 'external_id', 'external_id'].map((name) => [
      422,
      `/data/attributes/${name}`,
      first,
    ]),
  );
  const { data, meta } = (await editor.read('/api/productions')).body;
  expect([meta.totalItems, data.filter(({ attributes }: { attributes: { year: number } }) => attributes.year === 1960)]).toEqual([2, []]);
  expect((await editor.patch(first, { ...ids, year: 1960 })).status).toBe(200);
  // TMDB numbers films and television apart.
  const series = await editor.post('Production', '/api/productions', { title: 'Psycho', _type: 'television', tmdb_id: ids.tmdb_id });
  expect(series.status).toBe(201);
  expect((await editor.patch(first, { imdb_id: null })).status).toBe(200);
  expect((await editor.patch(other, { imdb_id: ids.imdb_id })).status).toBe(200);
});
