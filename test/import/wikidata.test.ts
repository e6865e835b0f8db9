import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Checkpoint } from '../../src/import/run/checkpoint';
import { runImport } from '../../src/import/run/run';
import { productionOfMaster } from '../../src/import/sources/discogs/values';
import { wikidata } from '../../src/import/sources/wikidata';
import { seriesNumbersOf } from '../../src/import/sources/wikidata/series-numbers';
import { authorities } from '../../src/records/provenance/ranks';
import { copyInMemory } from '../../src/store/database/open';
import type { Store } from '../../src/store/database/store';
import { editing } from '../records/editing';
import { folderOfTests } from '../support/executable';
import { exportLines } from '../support/exports';
import { limitOf, runs } from '../support/runs';
import { emptyStore } from '../support/server';
import * as w from './wikidata-items';

setDefaultTimeout(limitOf(120_000));

const folder = folderOfTests();

const file = (content: string | Uint8Array) => w.fileOf(folder, content);

async function catalogAfter(...contents: readonly (string | Uint8Array)[]) {
  const store = await w.catalogOfFilm();
  for (const content of contents) await w.importFiles(store, file(content));
  return store;
}

/** A catalog with all items, which tests only read or copy. */
const imported = await catalogAfter(w.lines(w.all));
const records = exportLines(imported);
const recordNamed = (type: string, name: string) =>
  records.find(({ type: of, attributes }) => of === type && [attributes.title, attributes.name].includes(name));
const expected = w.contentsOf(imported);

async function filmAfter(claims: Readonly<Record<string, readonly object[]>>, labels = { en: 'Night Train' }) {
  const store = await catalogAfter(
    w.lines([{ ...w.film, labels: w.item('Q1', labels, {}).labels, claims: { P345: w.film.claims.P345, ...claims } }]),
  );
  return exportLines(store).find(({ type }) => type === 'Production')?.attributes;
}

test('a film gets its title, year, date, country, duration, type and alternative titles and is no longer provisional', async () => {
  expect(recordNamed('Production', 'Night Train')?.attributes).toMatchObject({
    title: 'Night Train',
    _type: 'movie',
    year: 1931,
    release_date: '1931-05-02',
    country: 'CS',
    duration: 90,
    akas: 'Train de nuit',
    description: '1931 film',
  });
  expect(recordNamed('Production', 'Night Train')?.attributes.provisional).toBeUndefined();
  const { id } = recordNamed('Production', 'Night Train') as { id: string };
  const links = records.filter((line) => line.type === 'ProductionExternalLink' && line.id.startsWith(id));
  expect(links.map(({ attributes }) => `${attributes.provider} ${attributes.external_id}`).toSorted()).toEqual([
    'imdb tt0000100',
    'tmdb 4711',
    'wikidata Q100',
  ]);
});

test('a film credits the artists of imported items, and existing artists by their MBID', async () => {
  const { composers, credits } = recordNamed('Production', 'Night Train')?.attributes ?? {};
  expect(composers).toMatchObject([{ iri: '/api/artists/00000000-0000-4000-8000-000000000011' }]);
  expect(credits).toMatchObject([{ iri: recordNamed('Artist', 'Dora Rector')?.id, credit_role: 'director' }]);
});

test('a person gets dates, places, countries and a native name', async () => {
  expect(recordNamed('Artist', 'Dora Rector')?.attributes).toMatchObject({
    _type: 'person',
    sort_name: 'Rector, Dora',
    country: 'US',
    begin_date: '1890-02-03',
    begin_city: 'New York City',
    begin_country: 'US',
  });
  const composer = records.find(({ id }) => id === '/api/artists/00000000-0000-4000-8000-000000000011');
  expect(composer?.attributes).toMatchObject({ end_city: 'Vienna', end_country: 'AT' });
  const aliases = records.filter(({ type }) => type === 'ArtistAlias');
  expect(aliases.map(({ attributes }) => [attributes.variation, attributes._type])).toEqual([['Карл', 'native_name']]);
});

test('a cast member becomes a portrayal only if the character has an item', async () => {
  const [portrayal, ...others] = records.filter(({ type }) => type === 'Portrayal');
  expect(others).toEqual([]);
  expect(portrayal?.attributes.aspects).toEqual(['performance']);
  expect(portrayal?.relationships).toMatchObject({
    performer: { data: { id: recordNamed('Artist', 'Ann Actor')?.id } },
    fictionalArtist: { data: { id: recordNamed('Artist', 'The Conductor')?.id } },
  });
  expect(recordNamed('Artist', 'The Conductor')?.attributes.fictional).toBe(true);
  expect(recordNamed('Artist', 'Nobody Asked')).toBeUndefined();
});

test('a film has its franchises with its number in each, and its season and series', async () => {
  const franchise = recordNamed('Franchise', 'Night Train');
  const series = recordNamed('Production', 'Train Stories');
  const film = recordNamed('Production', 'Night Train');
  const season = recordNamed('Production', 'Train Stories, season 1');
  expect(film?.attributes).toMatchObject({ franchises: [{ iri: franchise?.id, number: '2' }], series_number: '4' });
  expect(film?.relationships).toMatchObject({ series: { data: { id: season?.id } } });
  expect(season?.relationships).toMatchObject({ series: { data: { id: series?.id } } });
  expect(series?.attributes).toMatchObject({ _type: 'television', episode_count: 8, franchises: [{ iri: franchise?.id, number: '3' }] });
  expect(records.filter(({ type }) => type === 'Franchise')).toHaveLength(1);
});

test('productions without a franchise number are numbered in the order of their predecessors if that is unambiguous', () => {
  const numbers = (...members: readonly (readonly [item: string, number?: string, after?: string, before?: string])[]) =>
    Object.fromEntries(
      seriesNumbersOf(
        members.map(([item, number, after, before]) => ({
          item,
          id: item,
          number,
          after: after ? [after] : [],
          before: before ? [before] : [],
        })),
      ),
    );
  expect(numbers(['a', '2'], ['b', undefined, 'a', 'c'], ['c'])).toEqual({ a: '2', b: '3', c: '4' });
  expect(numbers(['a', undefined, undefined, 'b'], ['b', '2'])).toEqual({ a: '1', b: '2' });
  expect(numbers(['a', '1'], ['b', undefined, 'a'], ['c', '2', 'a'])).toEqual({ a: '1', c: '2' });
  expect(numbers(['a', 'III'], ['b', undefined, 'a'])).toEqual({ a: 'III' });
  expect(numbers(['a', undefined, undefined, 'b'], ['b'])).toEqual({ a: '1', b: '2' });
  expect(numbers(['a', undefined, undefined, 'b'], ['b'], ['c'])).toEqual({});
  expect(numbers(['a', undefined, 'x', 'b'], ['b'])).toEqual({});
  expect(numbers(['a', undefined, 'b', 'b'], ['b'])).toEqual({});
});

test('music awards stated by a film and by its composer are imported once', async () => {
  const found = records.filter(({ type }) => type === 'ProductionAward');
  const artists = [{ iri: '/api/artists/00000000-0000-4000-8000-000000000011' }];
  const both = [...artists, { iri: recordNamed('Artist', 'Ben Arranger')?.id }];
  expect(
    found.map(({ attributes: { created_at, updated_at, ...attributes } }) => attributes).toSorted((a, b) => Number(b.won) - Number(a.won)),
  ).toEqual([
    { award: 'academy_award', category: 'Best Original Score', year: 1932, won: true, artists: both },
    { award: 'golden_globe', category: 'Best Original Score', year: 1931, artists },
  ]);
});

test('an award that no item states any longer is removed unless an editor changed it', async () => {
  const claimsOf = (one: { claims: object }, claims: object) => ({ ...one, claims: { ...one.claims, ...claims } });
  const deprecated = { ...w.awardedIn('1932', 'P1346', 'Q202'), rank: 'deprecated' as const };
  const film = claimsOf(w.film, { P166: [w.itemClaim('Q360', deprecated)], P1411: [] });
  const composer = claimsOf(w.composer, { P166: [], P1411: [] });
  const awardsOf = (store: Store) => exportLines(store).filter(({ type }) => type === 'ProductionAward');
  const store = copyInMemory(imported);
  const edited = awardsOf(store).find(({ attributes }) => attributes.award === 'golden_globe');
  await w.importFiles(store, file(w.lines([film])));
  expect(awardsOf(store).map(({ attributes }) => [attributes.award, attributes.year])).toEqual([
    ['academy_award', 1931],
    ['golden_globe', 1931],
  ]);
  expect(await w.importFiles(store, file(w.lines([composer])))).toMatchObject({ types: { ProductionAward: { changed: 2 } } });
  expect(awardsOf(store)).toEqual([]);
  await w.importFiles(store, file(w.lines([w.composer])));
  expect(awardsOf(store)).toHaveLength(2);
  await editing(store).change({ type: 'ProductionAward', id: String(edited?.id), attributes: { category: 'Best Score' } });
  expect(await w.importFiles(store, file(w.lines([composer])))).toMatchObject({ types: { ProductionAward: { changed: 1, kept: 1 } } });
  expect(awardsOf(store).map(({ attributes }) => attributes.category)).toEqual(['Best Score']);
});

test('values that an item states no longer are removed, and edits are kept', async () => {
  const store = copyInMemory(imported);
  const filmOf = () => w.recordOf(store, 'Production', 'Night Train');
  await editing(store).change({ type: 'Production', id: String(filmOf()?.id), attributes: { country: 'DE' } });
  const reduced = [
    w.item('Q100', { en: 'Night Train' }, { P31: [w.itemClaim('Q11424')], P345: [w.claim('tt0000100')] }),
    w.item('Q202', { en: 'Carl Composer' }, { P31: [w.itemClaim('Q5')], P434: [w.claim('00000000-0000-4000-8000-000000000011')] }),
    w.item('Q301', { en: 'The Conductor' }, { P31: [w.itemClaim('Q5')] }),
  ];
  await w.importFiles(store, file(w.lines(reduced)));
  const { created_at, updated_at, slug, ...attributes } = filmOf()?.attributes ?? {};
  expect(attributes).toEqual({ title: 'Night Train', _type: 'movie', country: 'DE' });
  expect(filmOf()?.relationships).toBeUndefined();
  const composer = exportLines(store).find(({ id }) => id === '/api/artists/00000000-0000-4000-8000-000000000011');
  for (const name of ['end_city', 'end_country', 'disambiguation']) expect(composer?.attributes).not.toHaveProperty(name);
  const ended = exportLines(store).filter(({ type }) => type === 'Portrayal' || type === 'ArtistAlias');
  const links = exportLines(store).filter((line) => line.type === 'ProductionExternalLink' && line.id.startsWith(String(filmOf()?.id)));
  expect([ended, links.map(({ attributes }) => attributes.provider).toSorted()]).toEqual([[], ['imdb', 'wikidata']]);
  expect(w.recordOf(store, 'Artist', 'The Conductor')?.attributes.fictional).toBeUndefined();
  expect(await w.importFiles(store, file(w.lines(reduced)))).toMatchObject({ added: 0, changed: 0, rejected: 0 });
  await w.importFiles(store, file(w.lines([w.character, ...w.all])));
  expect(filmOf()?.attributes).toMatchObject({ year: 1931, duration: 90, country: 'DE', akas: 'Train de nuit', series_number: '4' });
  expect(exportLines(store).filter(({ type }) => type === 'Portrayal' || type === 'ArtistAlias')).toHaveLength(2);
});

test('a real person portrayed in a film is not imported', async () => {
  const real = { ...w.character, claims: { P31: [w.itemClaim('Q5')] } };
  const store = await catalogAfter(w.lines([w.film, w.actor, real]));
  expect(w.recordOf(store, 'Artist', 'The Conductor')).toBeUndefined();
  expect(exportLines(store).filter(({ type }) => type === 'Portrayal')).toEqual([]);
});

test('deprecated statements and missing values are ignored, and preferred statements take precedence', async () => {
  const dates = [w.timeClaim('+1920-01-01', 11, 'Q1985727', { rank: 'deprecated' }), w.timeClaim('+1931-05-02'), w.emptyClaim('somevalue')];
  expect(await filmAfter({ P577: dates, P495: [w.emptyClaim('novalue')] })).toMatchObject({ year: 1931 });
  const titles = [w.textClaim('Train', 'en'), w.textClaim('Noční vlak', 'cs', { rank: 'preferred' })];
  expect(await filmAfter({ P1476: titles })).toMatchObject({ title: 'Noční vlak', akas: 'Train\nNight Train' });
});

test('dates are read with their precision, converted to the Gregorian calendar and ignored before 1800', async () => {
  const yearOf = async (...claims: readonly object[]) => {
    const { year, release_date } = (await filmAfter({ P577: claims })) ?? {};
    return [year, release_date];
  };
  expect(await yearOf(w.timeClaim('+1931-00-00', 9))).toEqual([1931, undefined]);
  expect(await yearOf(w.timeClaim('+1931-04-00', 10))).toEqual([1931, undefined]);
  expect(await yearOf(w.timeClaim('+1910-12-25', 11, 'Q1985786'))).toEqual([1911, '1911-01-07']);
  for (const bad of [
    w.timeClaim('-0044-03-15'),
    w.timeClaim('+0000-00-00', 9),
    w.timeClaim('+1930-00-00', 8),
    w.timeClaim('+1931-02-30'),
    w.claim('1931'),
  ])
    expect(await yearOf(bad)).toEqual([undefined, undefined]);
});

test('the title of a film is its English label, or else the label in its original language', async () => {
  expect(await filmAfter({}, { en: 'Night Train', pl: 'Pociąg' } as { en: string })).toMatchObject({ title: 'Night Train' });
  expect(await filmAfter({ P364: [w.itemClaim('Q809')] }, { de: 'Zug', pl: 'Pociąg' } as never)).toMatchObject({ title: 'Pociąg' });
  expect(await filmAfter({}, { pl: 'Pociąg', de: 'Zug' } as never)).toMatchObject({ title: 'Zug', akas: 'Pociąg' });
});

test('the type of a production follows from its class, or else from characteristic properties', async () => {
  const typeOf = async (claims: Readonly<Record<string, readonly object[]>>) => (await filmAfter(claims))?._type;
  expect(await typeOf({ P31: [w.itemClaim('Q21191270')] })).toBe('episode');
  expect(await typeOf({ P31: [w.itemClaim('Q5398426')] })).toBe('television');
  expect(await typeOf({ P31: [w.itemClaim('Q7889'), w.itemClaim('Q11424')] })).toBe('videogame');
  expect(await typeOf({ P31: [w.itemClaim('Q999999')], P57: [w.itemClaim('Q1')], P577: [w.timeClaim('+1931-05-02')] })).toBe('movie');
  expect(await typeOf({ P4983: [w.claim('1')], P1113: [w.claim({ amount: '+8', unit: '1' })] })).toBe('television');
});

test('the provisional production of a soundtrack becomes its film', async () => {
  const provisional = productionOfMaster('77');
  for (const contents of [[w.lines(w.all)], [w.lines([w.soundtrack]), w.lines([w.film])], [w.lines([w.soundtrack, w.film])]]) {
    const store = await w.catalogOfFilm();
    await w.importRecords(store, authorities.discogsProvisional, [
      { type: 'Production', id: `/api/productions/${provisional}`, attributes: { title: 'Night Train', _type: 'other' } },
    ]);
    for (const content of contents) await w.importFiles(store, file(content));
    const productions = exportLines(store).filter(({ type }) => type === 'Production');
    expect(productions.map(({ attributes }) => attributes._type).filter((type) => type !== 'television')).toEqual(['movie']);
  }
});

test('JSON lines, arrays, API responses and compressed files yield the same catalog', async () => {
  expect(expected.length).toBeGreaterThan(15);
  const array = w.array(w.all);
  for (const form of [array, w.apiResponse(w.all), JSON.stringify(w.all), `\uFEFF${w.lines(w.all)}\r\n`, gzipSync(array)])
    expect(w.contentsOf(await catalogAfter(form))).toEqual(expected);
});

test('items in any order yield the same catalog, and importing them again changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(w.all, { minLength: w.all.length }), async (items) => {
      const store = await catalogAfter(w.lines(items));
      expect(w.contentsOf(store)).toEqual(expected);
      const again = await w.importFiles(store, file(w.lines(items)));
      expect([again.added, again.changed]).toEqual([0, 0]);
      expect(w.contentsOf(store)).toEqual(expected);
    }),
    { numRuns: runs(3) },
  );
});

test('importing one item per command yields the same catalog in any order', async () => {
  for (const items of [w.all, w.all.toReversed()]) {
    const store = await catalogAfter(...items.map((one) => w.lines([one])));
    expect(w.contentsOf(store)).toEqual(expected);
  }
});

test('items imported before the film is in the catalog are applied once it is added', async () => {
  const store = emptyStore();
  await w.importFiles(store, file(w.lines(w.all)));
  expect(exportLines(store).filter(({ type }) => type === 'Artist' || type === 'Production')).toEqual([]);
  await w.importRecords(store, authorities.musicbrainzProvisional, w.filmRecords());
  expect(w.contentsOf(store)).toEqual(expected);
});

test('an import interrupted after any document resumes to the same catalog', async () => {
  const items = [w.newYork, ...w.all.toReversed()];
  const path = file(w.array(items));
  const store = await w.catalogOfFilm();
  const checkpoint = new Checkpoint(store, 'test', '');
  for (let runs = 0; runs < 50; runs++) {
    const { documentsKept = 0 } = checkpoint.find()?.counts ?? {};
    const report = await runImport(store, wikidata([path]), { maxRejects: 0, checkpoint, limit: documentsKept + 1 });
    if (report.outcome === 'done') break;
  }
  expect(checkpoint.find()).toBeUndefined();
  expect(w.contentsOf(store)).toEqual(expected);
});

test('a real item is imported, and its unsupported parts are counted', async () => {
  const store = await w.catalogOfFilm('tt0021750');
  const report = await w.importFiles(store, join(import.meta.dir, 'fixtures/wikidata-film.json'));
  expect([report.rejected, report.ignored]).toEqual([
    0,
    { 'statements of other properties': 26, 'members of a cast without a character': 9, sitelinks: 12 },
  ]);
  expect(w.recordOf(store, 'Production', 'City Streets')?.attributes).toMatchObject({
    _type: 'movie',
    year: 1931,
    country: 'US',
    language: 'en',
    duration: 82,
  });
});
