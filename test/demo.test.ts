import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { demoUserItems } from '../seed';
import { type DemoRecord, demoRecords, demoReference } from './support/demo-records';
import { demoServer } from './support/server';

// Consistency of the demo catalog. Whether its records are true is up to its editors.

/** The first original film score: Saint-Saëns for L'Assassinat du duc de Guise. */
const firstScore = 1908;
const thisYear = new Date().getFullYear();

const titleOf = ({ attributes }: DemoRecord): string => String(attributes.title ?? attributes.name);
const named = (records: readonly DemoRecord[]): string[] => records.map(titleOf);
const rolesOf = (record: DemoRecord, list: string): string[] =>
  ((record.attributes[list] ?? []) as { credit_role: string }[]).map((credit) => credit.credit_role);

const releases = demoRecords('Release');
const productions = demoRecords('Production');
const entries = demoRecords('ProductionEntry');

test('every production has a composer, except those with music written for something else', () => {
  const without = productions.filter(
    (production) => !rolesOf(production, 'composers').some((role) => role === 'composer' || role === 'songwriter'),
  );

  expect(named(without).toSorted()).toEqual([
    '2001: A Space Odyssey',
    'Big Star: Nothing Can Hurt Me',
    'Fountains of Bellagio',
    'Les Princes',
    'Michael Jackson: The Immortal World Tour',
    'Pulp Fiction',
    'Song of Survival',
    'The Muppet Show',
    'The War of the Worlds',
  ]);
});

test('every release belongs to a production, except a few compilations', () => {
  const released = new Set(entries.map((entry) => demoReference(entry, 'release')));

  expect(named(releases.filter(({ id }) => !released.has(id))).toSorted()).toEqual([
    '180',
    "America Anni '40 I Remember N°2",
    'Frankieboy - Swing Mit Frank Sinatra',
    'Juba, Juba! Alt Det Beste Fra Tiden I N.R.K',
    'Selezione Di Orchestre',
    'The Ladies Of The 20th Century',
    'Via Col Tempo',
  ]);
});

test('the best-known scores have several editions', () => {
  const editions = Map.groupBy(entries, ({ id }) => id.replace(/\/entries\/.*/, ''));
  const editionsOf = (title: string, year: number): number => {
    const production = productions.find(({ attributes }) => attributes.title === title && attributes.year === year);
    return editions.get(production?.id ?? '')?.length ?? 0;
  };

  for (const [title, year] of [
    ['Vertigo', 1958],
    ['Star Wars', 1977],
    ['E.T. the Extra-Terrestrial', 1982],
    ['Raiders of the Lost Ark', 1981],
    ['Close Encounters of the Third Kind', 1977],
    ['Alien', 1979],
    ['Batman', 1989],
    ['Chinatown', 1974],
    ['Ben-Hur', 1959],
  ] as const)
    expect([title, editionsOf(title, year) > 1]).toEqual([title, true]);
});

describe('the demo', () => {
  const repeated = (keys: readonly string[]): string[] => keys.filter((key, index) => keys.indexOf(key) !== index);

  test('has no two productions with the same title, year and type', () => {
    expect(repeated(productions.map(({ attributes }) => [attributes.title, attributes.year, attributes._type].join(' · ')))).toEqual([]);
  });

  test('has no two labels or organizations with the same name', () => {
    expect(repeated(named([...demoRecords('Label'), ...demoRecords('Organization')]))).toEqual([]);
  });

  test('has no two artists with the same name and disambiguation', () => {
    expect(repeated(demoRecords('Artist').map(({ attributes }) => [attributes.name, attributes.disambiguation].join(' · ')))).toEqual([]);
  });

  test('has no two releases with the same label, catalog number, country and date', () => {
    const numbers = releases.flatMap(({ attributes }) =>
      ((attributes.labels ?? []) as { iri: string; catalog_number: string | null }[])
        .filter((label) => label.catalog_number)
        .map((label) => [label.iri, label.catalog_number, attributes.country, attributes.release_date].join(' · ')),
    );
    expect(repeated(numbers)).toEqual([]);
  });
});

test('every barcode has 12 or 13 digits with a valid check digit', () => {
  const barcodes = releases.map(({ attributes }) => attributes.barcode).filter((barcode) => barcode !== undefined) as string[];
  const checkDigit = (digits: string): number =>
    (10 - ([...digits.padStart(13, '0')].slice(0, 12).reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10)) %
    10;

  expect(barcodes.length).toBeGreaterThan(40);
  expect(barcodes.filter((barcode) => !/^\d{12,13}$/.test(barcode) || Number(barcode.at(-1)) !== checkDigit(barcode))).toEqual([]);
});

test('dates are plausible for film music and agree with each other', () => {
  const yearOf = (date: unknown): number => Number(String(date).slice(0, 4));
  const dated = (record: DemoRecord, ...names: string[]) =>
    names
      .map((name) => record.attributes[name])
      .filter(Boolean)
      .map(yearOf);
  const isOdd = (year: number, from: number): boolean => year < from || year > thisYear;

  const stageMusic = new Set(['El rey que rabió', 'El barberillo de Lavapiés']);
  const oddProductions = productions.filter(
    (production) =>
      (!stageMusic.has(titleOf(production)) && dated(production, 'year', 'release_date').some((year) => isOdd(year, firstScore))) ||
      (production.attributes.release_date !== undefined && yearOf(production.attributes.release_date) !== production.attributes.year),
  );
  const oddReleases = releases.filter((release) => dated(release, 'release_date').some((year) => isOdd(year, firstScore)));
  const oddArtists = demoRecords('Artist').filter((artist) => {
    const [begin = 0, end = thisYear] = [...dated(artist, 'begin_date'), ...dated(artist, 'end_date')];
    return begin > end || end > thisYear;
  });

  expect([oddProductions, oddReleases, oddArtists].map(named)).toEqual([[], [], []]);
});

test('no score is released more than a year before its production', () => {
  const yearOf = new Map(productions.map(({ id, attributes }) => [id, Number(attributes.year)]));
  const early = entries.filter((entry) => {
    const release = releases.find(({ id }) => id === demoReference(entry, 'release'));
    const year = Number(String(release?.attributes.release_date ?? thisYear).slice(0, 4));
    return entry.attributes.kind === 'score' && year < (yearOf.get(entry.id.replace(/\/entries\/.*/, '')) ?? 0) - 1;
  });

  expect(early.map(({ id }) => id)).toEqual([]);
});

test('every artist and label is credited, except a known few', () => {
  const mentioned = new Set(
    ['Production', 'ProductionRecording', 'Portrayal', 'Release', 'ReleaseRecording', 'ReleaseTrack', 'ArtistGroupMember']
      .flatMap(demoRecords)
      .flatMap((record) => JSON.stringify(record).match(/\/api\/(?:artists|labels)\/[0-9a-f-]+/g) ?? []),
  );
  const unused = ['Artist', 'Label'].flatMap(demoRecords).filter(({ id }) => !mentioned.has(id));

  expect(named(unused)).toEqual(['Robert Stigwood', 'The Ambrosian Singers', 'Patricia Hennings', 'Orson Welles']);
});

test('every release has a format', () => {
  const released = new Set(demoRecords('ReleaseFormat').map(({ id }) => id.replace(/\/formats\/.*/, '')));

  expect(named(releases.filter(({ id }) => !released.has(id)))).toEqual([]);
});

test('the tracks of a disc are numbered from 1 without gaps', () => {
  const discs = Map.groupBy(demoRecords('ReleaseTrack'), ({ id }) => id.replace(/\/tracks\/.*/, ''));
  const numbered = [...discs].map(([id, tracks]) => [id, tracks.map(({ attributes }) => attributes.position)] as const);

  expect(numbered.length).toBeGreaterThan(100);
  expect(numbered.filter(([, positions]) => positions.some((position, index) => position !== index + 1))).toEqual([]);
});

test('every external id belongs to one record, and IMDb links contain theirs', () => {
  const links = ['ArtistExternalLink', 'ProductionExternalLink', 'ReleaseExternalLink']
    .flatMap(demoRecords)
    .map(({ attributes }) => attributes);
  const ids = links.map(({ provider, external_id }) => `${provider} ${external_id}`);

  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(links.filter(({ provider, external_id, url }) => provider === 'imdb' && !String(url).includes(`/${external_id}/`))).toEqual([]);
});

test('the demo user bought nothing before its release date, wants nothing twice and nothing already owned', () => {
  const items: DemoRecord[] = readFileSync(demoUserItems, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const released = new Map(releases.map(({ id, attributes }) => [id, String(attributes.release_date ?? '')]));
  const [owned, wanted] = ['CollectionItem', 'WishlistItem'].map((type) => items.filter((item) => item.type === type)) as [
    DemoRecord[],
    DemoRecord[],
  ];
  const releaseOf = (item: DemoRecord): string => demoReference(item, 'release');

  expect(items.map(releaseOf).filter((release) => !released.has(release))).toEqual([]);
  expect(
    owned.filter((item) => String(item.attributes.purchased_at ?? '9') < (released.get(releaseOf(item)) ?? '')).map(releaseOf),
  ).toEqual([]);
  expect(new Set(wanted.map(releaseOf)).size).toBe(wanted.length);
  expect(wanted.map(releaseOf).filter((release) => owned.map(releaseOf).includes(release))).toEqual([]);
  const ownedReleases = owned.map(releaseOf);
  expect(ownedReleases.filter((release, index) => ownedReleases.indexOf(release) !== index)).toHaveLength(1);
});

describe('an unfiltered list', () => {
  for (const [path, attribute] of [
    ['/api/artists', 'name'],
    ['/api/labels', 'name'],
    ['/api/organizations', 'name'],
    ['/api/productions', 'title'],
    ['/api/releases', 'title'],
  ] as const) {
    test(`is ordered by ${attribute} on its first and last page: ${path}`, async () => {
      const server = await demoServer();
      const last = Math.ceil(((await server.read(path)).meta?.totalItems ?? 0) / 30);
      for (const page of [1, last]) {
        const [plain, ordered] = await Promise.all(
          ['', `&order[${attribute}]=asc`].map((order) => server.read(`${path}?page=${page}${order}`)),
        );
        expect(plain?.data.length).toBeGreaterThan(0);
        expect(plain?.data).toEqual(ordered?.data);
      }
    });
  }

  test('reads its order from a covering index, without sorting', async () => {
    const { store } = await demoServer();
    for (const [table, column] of [
      ['artist', 'name_folded'],
      ['label', 'name_folded'],
      ['organization', 'name_folded'],
      ['production', 'title_folded'],
      ['release', 'title_folded'],
    ]) {
      const plan = store.reader.query(`EXPLAIN QUERY PLAN SELECT key FROM "${table}" ORDER BY ${column}, id LIMIT 30`).all();
      expect(JSON.stringify(plan)).toContain('USING COVERING INDEX');
      expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE');
    }
  });
});
