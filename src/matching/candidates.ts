import { sql } from 'kysely';
import { barcodeSpellings } from '../catalog/lookups';
import type { CatalogRows } from '../records/write/catalog-rows';
import type { Connection, Values } from '../store/database/connection';
import { textOf } from '../store/database/sql';
import { fold, labelSpellings } from '../store/values/folding';
import { type ComparedArtist, type ComparedLabel, type ComparedProduction, type ComparedRelease, plainTitle } from './score';

// Which records may be the same, and the values to compare: SQL. `?1` is the key of the record whose duplicates are sought.

/** A value shared by more records identifies none. */
const mostSharing = 50;

/** Records that share something, by a query binding values to ?1 and on; `undefined` if there are more than `mostSharing`. */
export function findSharing(rows: CatalogRows, query: string, ...values: (string | number | null)[]): readonly number[] | undefined {
  const found = rows.all<{ key: number }>(`${query} LIMIT ${mostSharing + 1}`, ...values);
  return found.length > mostSharing ? undefined : found.map(({ key }) => key);
}

/** A query for records that share a value, and a narrower one for values that too many share. */
export type Way = readonly [query: string, narrower?: string];

/** Keys of the records that share a value with one. */
export function candidatesOf(rows: CatalogRows, ways: readonly Way[], key: number): readonly number[] {
  const queries = ways.map(([query], way) => `SELECT ${way} AS way, key FROM (${query} LIMIT ${mostSharing + 1})`);
  const byWay = Map.groupBy(rows.all<{ way: number; key: number }>(queries.join(' UNION ALL '), key), ({ way }) => way);
  const keys = [...byWay].flatMap(([way, found]) => {
    if (found.length <= mostSharing) return found.map((row) => row.key);
    const narrower = ways[way]?.[1];
    return narrower === undefined ? [] : (findSharing(rows, narrower, key) ?? []);
  });
  return [...new Set(keys)];
}

/** SQL: whether any of the queries finds a record for a key. */
const anyFinds = (queries: readonly string[], key: string): string =>
  `(${queries.map((query) => `EXISTS (${query.replaceAll('?1', key)})`).join(' OR ')})`;

/** Keys in a range (inclusive) of records that share a value with another. */
export function keysSharing(
  rows: CatalogRows,
  table: 'release' | 'artist' | 'production',
  ways: readonly Way[],
  first: number,
  last: number,
): number[] {
  const shares = anyFinds(
    ways.map(([query]) => query),
    'seen.key',
  );
  const sql = `SELECT seen.key FROM "${table}" AS seen WHERE seen.key BETWEEN ?1 AND ?2 AND ${shares} ORDER BY seen.key`;
  return rows.all<{ key: number }>(sql, first, last).map(({ key }) => key);
}

const sharedBarcode = `FROM "release" AS one CROSS JOIN "release" AS r ON r.barcode_normalized = one.barcode_normalized
  WHERE one.key = ?1 AND r.key <> one.key`;

// The unary plus keeps SQLite from the index of labels, which finds thousands in a catalog that was never analyzed.
const sharedNumber = (isOfLabel: boolean): string => `FROM release_label AS one
  CROSS JOIN release_label AS other ON other.catalog_number_normalized = one.catalog_number_normalized
    ${isOfLabel ? 'AND +other.label_key = one.label_key' : ''}
  CROSS JOIN "release" AS r ON r.key = other.release_key WHERE one.release_key = ?1 AND r.key <> one.release_key`;

/** A barcode or number of more releases identifies none: checking all of them for each of them would take quadratic time. */
const mostOfNumber = 2 * mostSharing;

const isOfFew = (table: string, equal: string): string =>
  `NOT EXISTS (SELECT 1 FROM ${table} AS x WHERE ${equal} LIMIT 1 OFFSET ${mostOfNumber})`;

/**
 * SQL: releases `r` that share a barcode or catalog number with one.
 * @param isOfLabel whether the number must be of the same label
 */
export const releasesOfNumber = (condition: string, isOfLabel: boolean): string => `
  SELECT r.key ${sharedBarcode} AND ${isOfFew('"release"', 'x.barcode_normalized = one.barcode_normalized')} AND ${condition}
  UNION SELECT r.key ${sharedNumber(isOfLabel)} AND ${condition}
    AND ${isOfFew('release_label', `x.catalog_number_normalized = one.catalog_number_normalized ${isOfLabel ? 'AND +x.label_key = one.label_key' : ''}`)}`;

/** SQL: whether a release, by its key, shares a barcode, or a number of a label, with another. */
export const sharesNumber = (key: string): string => anyFinds([`SELECT 1 ${sharedBarcode}`, `SELECT 1 ${sharedNumber(true)}`], key);

/** SQL as in the indexes of texts with an apostrophe. */
const withoutApostrophes = (text: string): string => `replace(replace(${text}, '''', ''), '’', '')`;
const hasApostrophe = (text: string): string => `${text} GLOB '*[''’]*'`;

/** SQL: whether two folded texts are equal without apostrophes, of which at least one has some, by the index of either. */
const equalButForApostrophes = (other: string, one: string): readonly string[] => [
  `${withoutApostrophes(other)} = ${withoutApostrophes(one)} AND ${hasApostrophe(other)}`,
  `${other} = ${withoutApostrophes(one)} AND ${hasApostrophe(one)}`,
];

const sharedTitle = (equal: string, condition: string): string => `
  SELECT r.key FROM "release" AS one CROSS JOIN "release" AS r ON ${equal} ${condition}
  WHERE one.key = ?1 AND r.key <> one.key AND one.unreviewed_by IS NULL AND r.unreviewed_by IS NULL`;

// The unary plus keeps SQLite from the index of years, which finds thousands (Query Planner, "The unary + operator").
export const releaseWays: readonly Way[] = [
  [`SELECT r.key ${sharedBarcode}`],
  [`SELECT DISTINCT r.key ${sharedNumber(false)}`],
  ...['r.title_folded = one.title_folded', ...equalButForApostrophes('r.title_folded', 'one.title_folded')].map(
    (equal): Way => [sharedTitle(equal, ''), sharedTitle(equal, 'AND +r.year IS one.year')],
  ),
  [
    `SELECT r.key FROM "release" AS one CROSS JOIN release_fingerprint AS own ON own.release_id = one.id
     CROSS JOIN release_fingerprint AS f ON f.tracks = own.tracks CROSS JOIN "release" AS r ON r.id = f.release_id
     WHERE one.key = ?1 AND r.key <> one.key`,
  ],
];

/** Sites with one page per artist. */
const identities = "('discogs', 'musicbrainz', 'wikidata', 'imdb', 'isni', 'viaf')";

export const artistWays: readonly Way[] = [
  ...['a.name_folded = one.name_folded', ...equalButForApostrophes('a.name_folded', 'one.name_folded')].map(
    (equal): Way => [`SELECT a.key FROM artist AS one CROSS JOIN artist AS a ON ${equal} WHERE one.key = ?1 AND a.key <> one.key`],
  ),
  [
    `SELECT DISTINCT l.artist_key AS key FROM artist_external_link AS own
     CROSS JOIN artist_external_link AS l ON l.provider = own.provider AND l.external_id = own.external_id
     WHERE own.artist_key = ?1 AND l.artist_key <> own.artist_key AND own.provider IN ${identities}`,
  ],
];

/** Sites with one page per film, game or episode. */
const sitesOfProductions = "('imdb', 'tmdb', 'igdb', 'wikidata')";

const titledProductions = (condition: string): string => `
  SELECT p.key FROM production AS one CROSS JOIN production AS p ON p.title_folded = one.title_folded ${condition}
  WHERE one.key = ?1 AND p.key <> one.key`;

export const productionWays: readonly Way[] = [
  [titledProductions(''), titledProductions('AND +p.year IS one.year')],
  [
    `SELECT DISTINCT l.production_key AS key FROM production_external_link AS own
     CROSS JOIN production_external_link AS l ON l.provider = own.provider AND l.external_id = own.external_id
     WHERE own.production_key = ?1 AND l.production_key <> own.production_key AND own.provider IN ${sitesOfProductions}`,
  ],
  [
    `SELECT DISTINCT e.production_key AS key FROM production_entry AS own CROSS JOIN production_entry AS e ON e.release_key = own.release_key
     WHERE own.production_key = ?1 AND e.production_key <> own.production_key`,
  ],
];

/** Keys of the labels whose name differs by at most a company word and apostrophes. */
export const labelsNamedLike = (rows: CatalogRows, { key, name }: { readonly key: number; readonly name: string }): readonly number[] =>
  findSharing(
    rows,
    `SELECT key FROM label WHERE name_folded IN (SELECT value FROM json_each(?2)) AND key <> ?1
     UNION SELECT key FROM label WHERE ${withoutApostrophes('name_folded')} IN (SELECT value FROM json_each(?2))
       AND ${hasApostrophe('name_folded')} AND key <> ?1`,
    key,
    JSON.stringify([...labelSpellings(name), ...labelSpellings(plainTitle(name))]),
  ) ?? [];

/** SQL: releases with one of the `values`, a JSON array of Discogs ids, or of barcodes or catalog numbers in normalized form. */
export const releasesWith = {
  barcode: `SELECT key FROM (
    SELECT key, id FROM "release" WHERE barcode_normalized IN (SELECT value FROM json_each(:values))
    UNION SELECT r.key, r.id FROM ${textOf(barcodeSpellings(sql`json_each(:values)`))} AS spelled
      CROSS JOIN release_identifier AS i ON i.value_normalized = spelled.spelling AND i.type = 'Barcode'
      CROSS JOIN "release" AS r ON r.key = i.release_key) ORDER BY id`,
  discogs: `SELECT DISTINCT release_key AS key FROM release_external_link
    WHERE provider = 'discogs' AND external_id IN (SELECT value FROM json_each(:values))`,
  number: `SELECT DISTINCT release_key AS key FROM release_label WHERE catalog_number_normalized IN (SELECT value FROM json_each(:values))`,
};

export const keysOf = (connection: Connection, text: string, values: Values): number[] =>
  connection.all<{ key: number }>(text, values).map(({ key }) => key);

interface ReleaseRow extends Pick<ComparedRelease, 'key' | 'id' | 'title' | 'barcode' | 'year' | 'date' | 'country' | 'album' | 'tracks'> {
  readonly provisional: 0 | 1;
  readonly unofficial: 0 | 1;
  readonly line: string | null;
  /** JSON, as the rest. */
  readonly artists: string;
  readonly pages: string;
  readonly numbers: string;
  readonly plainNumbers: string;
  readonly formats: string;
}

const release = `
  SELECT r.key, r.id, r.title_folded AS title, r.provisional, r.barcode_normalized AS barcode, r.year, r.release_date AS date, r.country,
    r.artist_credit AS line, (SELECT id FROM album WHERE key = r.album_key) AS album,
    (SELECT tracks FROM release_fingerprint WHERE release_id = r.id) AS tracks,
    (SELECT json_group_array(a.name_folded ORDER BY c.position) FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
      WHERE c.release_key = r.key AND c.list = 'artists') AS artists,
    (SELECT json_group_array(provider || ' ' || external_id) FROM release_external_link
      WHERE release_key = r.key AND provider IN ('discogs', 'musicbrainz')) AS pages,
    (SELECT json_group_array(label_key || ' ' || catalog_number_normalized) FROM release_label
      WHERE release_key = r.key AND label_key IS NOT NULL AND catalog_number_normalized IS NOT NULL) AS numbers,
    (SELECT json_group_array(catalog_number_normalized) FROM release_label
      WHERE release_key = r.key AND catalog_number_normalized IS NOT NULL) AS plainNumbers,
    (SELECT json_group_object(format_type, quantity) FROM
      (SELECT format_type, sum(quantity) AS quantity FROM release_format WHERE release_key = r.key GROUP BY format_type)) AS formats,
    EXISTS (SELECT 1 FROM release_format AS f, json_each(f.descriptions) AS d WHERE f.release_key = r.key
      AND d.value IN ('Unofficial Release', 'Test Pressing', 'Promo', 'White Label')) AS unofficial
  FROM "release" AS r WHERE r.key = ?`;

export function readRelease(rows: CatalogRows, key: number): ComparedRelease {
  const { provisional, unofficial, line, artists, ...row } = rows.one<ReleaseRow>(release, key) as ReleaseRow;
  const names: string[] = JSON.parse(artists);
  return {
    ...row,
    isProvisional: provisional === 1,
    isUnofficial: unofficial === 1,
    artists: names.length > 0 ? names : line === null ? [] : [fold(line)],
    line: line === null ? names.join(', ') : fold(line),
    pages: JSON.parse(row.pages),
    numbers: JSON.parse(row.numbers),
    plainNumbers: JSON.parse(row.plainNumbers),
    formats: JSON.parse(row.formats),
  };
}

const artist = `
  SELECT key, id, name_folded AS name, artist_type AS type, fictional, begin_date AS begin, end_date AS "end",
    (SELECT json_group_array(provider || ' ' || external_id) FROM artist_external_link
      WHERE artist_key = artist.key AND provider IN ${identities}) AS pages
  FROM artist WHERE key = ?`;

type ArtistRow = Omit<ComparedArtist, 'pages'> & { readonly pages: string };

export function readArtist(rows: CatalogRows, key: number): ComparedArtist {
  const { pages, ...row } = rows.one<ArtistRow>(artist, key) as ArtistRow;
  return { ...row, pages: JSON.parse(pages) };
}

const worksOf = (table: string, artist: string): string =>
  `SELECT * FROM (SELECT ${table}_key FROM ${table}_credit WHERE artist_key = ${artist} LIMIT 5000)`;

const sharedWork = `
  SELECT 1 FROM (${worksOf('release', '?1')} INTERSECT ${worksOf('release', '?2')})
  UNION ALL SELECT 1 FROM (${worksOf('production', '?1')} INTERSECT ${worksOf('production', '?2')}) LIMIT 1`;

/** Whether two artists share a release or production, among the first ones for prolific artists. */
export const shareWork = (rows: CatalogRows, one: ComparedArtist, other: ComparedArtist): boolean =>
  rows.one(sharedWork, one.key, other.key) !== undefined;

export const readLabel = (rows: CatalogRows, key: number): ComparedLabel =>
  rows.one<ComparedLabel>('SELECT key, id, name, country, begin_date AS begin FROM label WHERE key = ?', key) as ComparedLabel;

const production = `
  SELECT p.key, p.id, p.title_folded AS title, p.production_type AS type, p.year, p.provisional, p.series_key AS series,
    (SELECT json_group_array(DISTINCT a.name_folded) FROM production_credit AS c JOIN artist AS a ON a.key = c.artist_key
      WHERE c.production_key = p.key AND (c.list = 'composers' OR c.role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))) AS composers,
    (SELECT json_group_array(provider || ' ' || external_id) FROM production_external_link
      WHERE production_key = p.key AND provider IN ${sitesOfProductions}) AS pages,
    (SELECT json_group_array(release_key) FROM (SELECT release_key FROM production_entry WHERE production_key = p.key LIMIT 1000)) AS releases
  FROM production AS p WHERE p.key = ?`;

type ProductionRow = Omit<ComparedProduction, 'isProvisional' | 'composers' | 'pages' | 'releases'> &
  Readonly<Record<'composers' | 'pages' | 'releases', string>> & { readonly provisional: 0 | 1 };

export function comparedProduction(rows: CatalogRows, key: number): ComparedProduction {
  const { provisional, composers, pages, releases, ...row } = rows.one<ProductionRow>(production, key) as ProductionRow;
  const names: string[] = JSON.parse(composers);
  const lists = { composers: names.map(plainTitle), pages: JSON.parse(pages), releases: JSON.parse(releases) };
  return { ...row, ...lists, isProvisional: provisional === 1 };
}
