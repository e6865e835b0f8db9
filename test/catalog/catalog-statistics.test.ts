import { expect, test } from 'bun:test';
import { catalog } from '../../src/catalog';
import { importRecords } from '../../src/import/seed';
import { timestamp } from '../../src/store/values/dates';
import { artist, format, production, release } from '../records/numbered-records';
import { demoRecords } from '../support/demo-records';
import { emptyFolder } from '../support/executable';
import { nonEmpty } from '../support/non-empty';
import { demoServer, numbered, serverOf, startServer } from '../support/server';
import { openFileCopy } from '../support/store-on-disk';
import { uuid } from '../support/uuids';

const path = '/api/statistics';

test('the statistics of an empty catalog list every type and no groups', async () => {
  const { data } = await (await startServer()).read(path);

  expect(data.attributes).toMatchObject({
    releases_by_decade: [],
    releases_by_format: [],
    productions_by_type: [],
    most_credited_artists: [],
  });
  expect(data.attributes.totals.map(({ resource_type }: { resource_type: string }) => resource_type)).toEqual(
    catalog.shown.map(({ type }) => type),
  );
});

test('the statistics of the demo match its records, and each breakdown of a type adds up to its total', async () => {
  const { attributes } = (await (await demoServer()).read(path)).data;
  const sum = (counts: Record<string, number>[], name: string) => counts.reduce((total, count) => total + (count[name] ?? 0), 0);

  for (const type of ['Artist', 'Production', 'Release', 'ReleaseFormat', 'ReleaseTrack', 'Label', 'Portrayal'])
    expect(attributes.totals).toContainEqual({ resource_type: type, records: demoRecords(type).length });
  for (const [breakdown, counted, type] of [
    ['releases_by_decade', 'releases', 'Release'],
    ['releases_by_country', 'releases', 'Release'],
    ['productions_by_type', 'productions', 'Production'],
    ['productions_by_decade', 'productions', 'Production'],
    ['productions_by_country', 'productions', 'Production'],
    ['artists_by_type', 'artists', 'Artist'],
  ] as const)
    expect([breakdown, sum(attributes[breakdown], counted)]).toEqual([breakdown, demoRecords(type).length]);
  const fictional = attributes.artists_by_type.filter((one: { fictional: boolean }) => one.fictional);
  expect(sum(fictional, 'artists')).toBe(demoRecords('Artist').filter(({ attributes }) => attributes.fictional).length);
  expect(attributes.most_credited_artists).toHaveLength(20);
});

test('the rankings of composers, labels and tracks agree with their lists, highest first', async () => {
  const server = await demoServer();
  const { most_scored_composers, labels_by_releases, longest_tracks } = (await server.read(path)).data.attributes;

  for (const { artist, productions } of nonEmpty(most_scored_composers.slice(0, 3)))
    expect((await server.read(`/api/productions?composer=${artist.id}`)).meta?.totalItems).toBe(productions);
  const labels = (await server.read('/api/labels?order[releaseCount]=desc')).data;
  expect(labels_by_releases[0].releases).toBe(labels[0].attributes.release_count);
  expect((await server.read(`/api/releases?label=${labels_by_releases[0].label.id}`)).meta?.totalItems).toBe(
    labels_by_releases[0].releases,
  );
  expect(longest_tracks).toHaveLength(10);
  for (const { track, release, duration_seconds } of longest_tracks) {
    const { title, minutes, seconds } = (await server.read(track.iri)).data.attributes;
    expect({ title, length: 60 * minutes + seconds }).toEqual({ title: track.title, length: duration_seconds });
    expect((await server.read(release.iri)).data.attributes).toMatchObject({ title: release.title, slug: release.slug });
  }
  const lengths = longest_tracks.map((one: { duration_seconds: number }) => one.duration_seconds);
  expect(lengths).toEqual(lengths.toSorted((a: number, b: number) => b - a));
});

test('releases count once per decade and format, and artists by their credits', async () => {
  const credit = (number: number) => ({ iri: `/api/artists/${uuid(number)}`, position: 1, credit_role: 'composer' });
  const server = await startServer([
    artist(1, 'One'),
    artist(2, 'Two'),
    production(3, 'Film', { composers: [credit(2)] }),
    release(4, 'A', { release_date: '1969-05', artists: [credit(2)] }),
    release(5, 'B', { release_date: '1960', artists: [credit(1)] }),
    release(6, 'C'),
    format(4, 7, { format_type: 'cd' }),
    format(4, 8, { format_type: 'cd', position: 2 }),
    format(4, 9, { format_type: 'vinyl', position: 3 }),
    format(5, 10, { format_type: 'vinyl' }),
  ]);

  const { data } = await server.read(path);

  expect(data.attributes).toMatchObject({
    releases_by_decade: [
      { decade: 1960, releases: 2 },
      { decade: null, releases: 1 },
    ],
    releases_by_format: [
      { format_type: 'vinyl', releases: 2 },
      { format_type: 'cd', releases: 1 },
    ],
    productions_by_type: [{ _type: 'movie', productions: 1 }],
    most_credited_artists: [
      { artist: { iri: `/api/artists/${uuid(2)}`, id: uuid(2), name: 'Two', slug: 'two' }, credits: 2 },
      { artist: { id: uuid(1) }, credits: 1 },
    ],
  });
});

test('an import changes the totals at once', async () => {
  const server = await startServer();
  await server.read(path);

  await importRecords(server.store, numbered([{ type: 'Label', id: `/api/labels/${uuid(1)}`, attributes: { name: 'A Label' } }]));

  expect((await server.read(path)).data.attributes.totals).toContainEqual({ resource_type: 'Label', records: 1 });
});

test('a database file is counted in a worker, and after a write the stale counts carry their time until the new ones exist', async () => {
  using folder = emptyFolder();
  const store = openFileCopy(folder.path, (await demoServer()).store);
  const server = await serverOf(store, {}, undefined, 'reader');
  const read = async () => {
    const { data, meta } = await server.read(path);
    return { attributes: data.attributes, countedAt: (meta as { countedAt?: string } | undefined)?.countedAt };
  };
  const from = timestamp(new Date());
  const before = await read();
  expect(before).toEqual({ attributes: (await (await demoServer()).read(path)).data.attributes, countedAt: undefined });

  await store.write(() => store.writer.query('DELETE FROM portrayal WHERE key = (SELECT min(key) FROM portrayal)').run());
  let after = await read();
  while (after.countedAt !== undefined) {
    expect(after.attributes).toEqual(before.attributes);
    expect(after.countedAt >= from && after.countedAt < timestamp(new Date())).toBe(true);
    await Bun.sleep(20);
    after = await read();
  }
  const total = ({ attributes }: typeof before) =>
    attributes.totals.find(({ resource_type }: { resource_type: string }) => resource_type === 'Portrayal').records;
  expect(total(after)).toBe(total(before) - 1);
  store.close();
});
