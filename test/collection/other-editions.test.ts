import { beforeAll, expect, test } from 'bun:test';
import { addItem } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

// Other editions in users' lists: Psycho on vinyl is owned, the Japanese CD is wanted, and another recording is owned.

const release = (index: number): string => `/api/releases/${uuid(index)}`;
const albums = [1, 2, 3].map((index) => `/api/albums/${uuid(100 + index)}`);
const [original, anew, other] = albums as [string, string, string];
const production = `/api/productions/${uuid(200)}`;

const edition = (index: number, album: string | undefined, barcode: string) => [
  {
    type: 'Release',
    id: release(index),
    attributes: { title: 'Psycho', barcode },
    ...(album && { relationships: { album: { data: { type: 'Album', id: album } } } }),
  },
  {
    type: 'ProductionEntry',
    id: `${production}/entries/${uuid(300 + index)}`,
    attributes: { position: 1 },
    relationships: { release: { data: { type: 'Release', id: release(index) } } },
  },
];

const records = [
  { type: 'Production', id: production, attributes: { title: 'Psycho', _type: 'movie' } },
  ...albums.map((id, index) => ({ type: 'Album', id, attributes: { title: `Psycho ${index}` } })),
  ...edition(1, original, '4006381333931'),
  ...edition(2, original, '4006381333948'),
  ...edition(3, original, '4006381333955'),
  ...edition(4, anew, '4006381333962'),
  ...edition(5, undefined, '4006381333979'),
  { type: 'Release', id: release(6), attributes: { title: 'Vertigo' }, relationships: { album: { data: { type: 'Album', id: other } } } },
];

const jsonApi = 'application/vnd.api+json';
const send = (path: string, type: string, attributes: object): ReturnType<TestServer['request']> =>
  server.request(path, { method: 'POST', headers: { 'content-type': jsonApi }, body: JSON.stringify({ data: { type, attributes } }) });

let server: TestServer;
beforeAll(async () => {
  server = await startServer(records);
  for (const kept of [2, 4]) await addItem(server, 'collection', uuid(kept));
  await addItem(server, 'wishlist', uuid(3));
});

test('a barcode look-up reports owned and wanted editions of the album and other music of the film', async () => {
  const { meta } = await server.read('/api/releases?barcode=4006381333931.0');
  const { owned, wanted } = meta as unknown as Record<string, { edition: string; shared: string; itemRelease: string }[]>;
  const short = ({ edition, shared, itemRelease }: { edition: string; shared: string; itemRelease: string }) => [
    edition,
    shared,
    itemRelease,
  ];
  expect(owned?.map(short)).toEqual([
    ['another', 'album', release(2)],
    ['another', 'production', release(4)],
  ]);
  expect(wanted?.map(short)).toEqual([['another', 'album', release(3)]]);
});

test('looked-up lines report them too', async () => {
  const answer = await send('/api/users/me/collection/look-ups', 'CollectionLookUp', { lines: ['4006381333931', '4006381333979'] });
  const { lines } = (
    (await answer.json()) as { data: { attributes: { lines: { state: string; releases: Record<string, object[]>[] }[] } } }
  ).data.attributes;
  expect(lines.map(({ state }) => state)).toEqual(['other_edition', 'other_edition']);
  expect(lines[0]?.releases[0]).toMatchObject({
    other_editions: [
      { release: release(2), shared: 'album' },
      { release: release(4), shared: 'production' },
    ],
    other_wanted: [{ release: release(3), shared: 'album' }],
  });
  // A release without an album shares none with others that have none.
  expect(lines[1]?.releases[0]?.other_editions?.map((one) => (one as { shared: string }).shared)).toEqual(['production', 'production']);
});

test('albums are filtered by owned and wanted editions', async () => {
  const found = async (holding: string) =>
    (await server.read(`/api/albums?holding=${holding}`)).data.map(({ id }: { id: string }) => id).sort();
  expect(await found('owned')).toEqual([original, anew]);
  expect(await found('wanted')).toEqual([original]);
  expect(await found('none')).toEqual([other]);
  const { meta } = await server.read('/api/albums?facets=holding');
  expect((meta as unknown as { facets: { holding: { value: string; count: number }[] } }).facets.holding).toEqual([
    { value: 'owned', name: 'owned', count: 2 },
    { value: 'none', name: 'none', count: 1 },
    { value: 'wanted', name: 'wanted', count: 1 },
  ] as never);
});
