import { describe, expect, test } from 'bun:test';
import { artist, artistIri as iri, mergedArtist as merge } from '../support/numbered-artists';
import { demoServer, startServer, type TestServer } from '../support/server';

const uuidOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Writes a merge directly into the database, which allows cycles. */
const mergeByHand = ({ store }: TestServer, from: number, into: number): Promise<unknown> =>
  store.write(() =>
    store.writer.run("INSERT INTO merged_record (resource_type, id, merged_into_id, created_at) VALUES ('Artist', ?, ?, '2024-01-01')", [
      uuidOf(iri(from)),
      uuidOf(iri(into)),
    ]),
  );

const server = await demoServer();

const vangelis = '/api/artists/9445857b-6ec5-5fb3-bd51-7856e7d89e89';
const mergedIntoVangelis = '/api/artists/13f6af79-92f3-5a35-8295-b2caeb6595eb';
const starWars = '/api/productions/fcf44448-3a97-521d-90ea-9f567009e7dd';
const mergedIntoStarWars = '/api/productions/79bedd05-c179-5378-af43-61e1cccc9b33';

describe('a merged record', () => {
  test('redirects for its UUID in upper case', async () => {
    const response = await server.request(`/api/artists/${uuidOf(mergedIntoVangelis).toUpperCase()}`);

    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(vangelis);
  });

  test('redirects with the query of the request', async () => {
    const query = '?include=groups&fields[Artist]=name,groups';
    const target = await server.request(vangelis + query);

    const response = await server.request(mergedIntoVangelis + query);

    expect(new URL(response.headers.get('location') ?? '', 'http://localhost')).toEqual(new URL(vangelis + query, 'http://localhost'));
    expect(await response.text()).toBe(await target.text());
  });

  test('redirects only within its own type', async () => {
    const response = await server.request(`/api/productions/${uuidOf(mergedIntoVangelis)}`);

    expect(response.status).toBe(404);
  });

  test('answers 401 without a token', async () => {
    const response = await server.request(mergedIntoVangelis, { headers: { authorization: '' } });

    expect(response.status).toBe(401);
    expect(response.headers.has('location')).toBe(false);
  });
});

describe('a path under a merged record', () => {
  const recording = `${starWars}/recordings/4940911e-2761-5807-af08-f62869e4aa70`;

  test.each([
    ['external links of an artist', '/external-links', mergedIntoVangelis, vangelis],
    ['groups of an artist', '/groups', mergedIntoVangelis, vangelis],
    ['recordings of a production', '/recordings', mergedIntoStarWars, starWars],
    ['a page of them', '/recordings?itemsPerPage=2&page=2', mergedIntoStarWars, starWars],
    ['a recording', recording.slice(starWars.length), mergedIntoStarWars, starWars],
  ])('redirects for %s', async (_, path, from, into) => {
    const target = await server.request(into + path);

    const response = await server.request(from + path);

    expect(target.status).toBe(200);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(into + path);
    expect(await response.text()).toBe(await target.text());
  });

  test('redirects for a track of a merged release', async () => {
    const { data } = await server.read(`/api/releases/9b03f981-ad9f-5842-a97a-3184c21cc2cd/formats/${await formatId()}/tracks`);
    const track = data[0].id as string;

    const response = await server.request(track.replace('9b03f981-ad9f-5842-a97a-3184c21cc2cd', '002e68c5-1071-5555-9bed-3506913a4286'));

    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(track);
  });

  test('answers 404 if the target has no such nested record', async () => {
    const response = await server.request(`${mergedIntoStarWars}/recordings/00000000-0000-4000-8000-000000000000`);

    expect(response.status).toBe(404);
  });

  async function formatId(): Promise<string> {
    const file = Bun.file(`${import.meta.dir}/../../seed/demo/18-release-formats.jsonl`);
    return /9b03f981-ad9f-5842-a97a-3184c21cc2cd\/formats\/([0-9a-f-]{36})/.exec(await file.text())?.[1] as string;
  }
});

describe('several merges', () => {
  test('that form a cycle answer 404', async () => {
    const own = await startServer();
    for (const [from, into] of [
      [1, 2],
      [2, 3],
      [3, 2],
    ] as const)
      await mergeByHand(own, from, into);

    const responses = [await own.request(iri(1)), await own.request(iri(2)), await own.request(`${iri(1)}/external-links`)];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(own.logged).toEqual([]);
  });

  test('of one record redirect to the latest target', async () => {
    const own = await startServer([artist(2), artist(3), merge(1, 2), merge(1, 3)]);

    const response = await own.request(iri(1));

    expect(response.headers.get('location')).toBe(iri(3));
  });
});

test('filters by the id of a merged record find the records of its target', async () => {
  const read = async (query: string) =>
    (await (await demoServer()).read(`/api/releases?${query}`)).data.map(({ id }: { id: string }) => id);
  const other = '/api/artists/00000000-0000-4000-8000-000000000001';

  expect((await read(`artist=${vangelis}`)).length).toBeGreaterThan(0);
  expect(await read(`artist=${mergedIntoVangelis}`)).toEqual(await read(`artist=${vangelis}`));
  expect(await read(`production[]=${mergedIntoStarWars}&production[]=${starWars}`)).toEqual(await read(`production=${starWars}`));
  expect(await read(`artist[]=${mergedIntoVangelis}&artist[]=${other}`)).toEqual(await read(`artist=${vangelis}`));
});
