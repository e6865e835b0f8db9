import type { Database } from 'bun:sqlite';
import { sql } from 'kysely';
import { creditLineOf } from '../kinds/lists';
import { readSearchText } from '../store/database/full-text';
import { parameter, type Statements } from '../store/database/sql';
import { fold, labelSpellings } from '../store/values/folding';
import { normalizeCatalogNumber, readBarcode, sameBarcodes } from '../store/values/identifiers';
import { keysIn, releasesWith } from './candidates';
import { onlyOf } from './decide';
import { productionTitleOf } from './titles/production-title';
import type { foundBy } from './vocabulary';

// Releases that a typed line may mean, and records by a name. An ambiguous name matches none.

/** Releases that a line may mean, best first. */
export interface Candidates {
  readonly foundBy: (typeof foundBy)[number] | null;
  readonly keys: readonly number[];
  /** Whether the first is unambiguous. */
  readonly isClear: boolean;
}

/** More candidates would not help. */
const maximumCandidates = 5;

/** Frequent words occur on tens of thousands of releases: the best of this many hits suffice. */
const maximumHits = 1_000;

const nothing: Candidates = { foundBy: null, keys: [], isClear: false };

/** Finds releases for a line: by barcode, else catalog number, else title with or without artist. */
export function candidatesFor(statements: Statements, line: string): Candidates {
  const barcode = readBarcode(line);
  const byBarcode = barcode === null ? [] : keysIn(statements.of(ofBarcode), { values: JSON.stringify(sameBarcodes(barcode)) });
  if (byBarcode.length > 0) return { foundBy: 'barcode', keys: byBarcode, isClear: byBarcode.length === 1 };
  const number = normalizeCatalogNumber(line);
  const byNumber = number === null ? [] : keysIn(statements.of(ofNumber), { values: JSON.stringify([number]) });
  if (byNumber.length > 0) return { foundBy: 'catalog_number', keys: byNumber, isClear: byNumber.length === 1 };
  return barcode === null ? byTitle(statements, line) : nothing;
}

/** People and scanners drop leading zeros of barcodes, which do not matter. */
const ofBarcode = sql<{ key: number }>`${releasesWith.barcode} LIMIT ${sql.lit(maximumCandidates)}`;

const ofNumber = sql<{ key: number }>`${releasesWith.number} ORDER BY release_key LIMIT ${sql.lit(maximumCandidates)}`;

/** "Bernard Herrmann - Psycho", "Psycho – Bernard Herrmann", "Bernard Herrmann: Psycho". */
const separator = /\s[-–—/]\s|:\s|\t/;

interface TitleHit {
  readonly key: number;
  readonly isTitle: 0 | 1;
  readonly artist: string | null;
}

function byTitle(statements: Statements, line: string): Candidates {
  const { match } = readSearchText(line);
  if (match === null) return nothing;
  const parts = [...new Set([line, ...line.split(separator)].map((part) => fold(part).trim()).filter((part) => part !== ''))];
  const hits = statements.of(withWords).all({ match, titles: JSON.stringify(parts) });
  if (hits.length === 0) return nothing;
  const meant = onlyOf(hits) ?? onlyOf(hits.filter(({ isTitle }) => isTitle)) ?? onlyOf(hits.filter((hit) => isNamedWhole(hit, parts)));
  const keys = hits.map(({ key }) => key);
  return { foundBy: 'title', keys: meant ? [meant.key] : keys, isClear: meant !== undefined };
}

/** Whether both title and artist were typed. */
const isNamedWhole = ({ isTitle, artist }: TitleHit, parts: readonly string[]): boolean =>
  isTitle === 1 && artist !== null && parts.includes(fold(artist).trim());

/**
 * Exact titles and artists first, and titles contained in the line: not missed for frequent words or unknown spellings of the
 * artist.
 */
const withWords = sql<TitleHit>`
  SELECT best.key, best.isTitle, coalesce(shown.artist_credit, ${creditLineOf('release', 'artists', 'shown')}) AS artist FROM (
  SELECT r.key, r.title_folded IN (SELECT value FROM json_each(${parameter('titles')})) AS isTitle, hit.score, r.id
  FROM (
    SELECT key, min(score) AS score FROM (
      SELECT * FROM (
        SELECT rowid AS key, bm25(release_search, 10, 5) AS score FROM release_search WHERE release_search MATCH ${parameter('match')}
        LIMIT ${sql.lit(maximumHits)})
      UNION ALL
      SELECT * FROM (
        SELECT key, 0 AS score FROM "release" WHERE title_folded IN (SELECT value FROM json_each(${parameter('titles')}))
          AND unreviewed_by IS NULL
        LIMIT ${sql.lit(maximumHits)})
    ) GROUP BY key
  ) AS hit JOIN "release" AS r ON r.key = hit.key
  ORDER BY isTitle DESC, hit.score, r.id LIMIT ${sql.lit(maximumCandidates)}
  ) AS best JOIN "release" AS shown ON shown.key = best.key
  ORDER BY best.isTitle DESC, best.score, best.id`;

/** Catalog numbers are short and have a digit: "VSD-5267", "MSM 6116". */
const longestNumber = 24;

interface DescribedCode {
  readonly url?: string;
  readonly barcode?: string;
  readonly catalog_number?: string;
  readonly title?: string;
  readonly artist?: string;
}

/** Classifies a typed line by its form, for look-ups on other sites: a URL, barcode, catalog number, or title with or without artist. */
export function describedCode(line: string): DescribedCode {
  if (/^https?:/i.test(line)) return { url: line };
  const barcode = readBarcode(line);
  if (barcode !== null) return { barcode };
  const number = normalizeCatalogNumber(line);
  if (number !== null && /\d/.test(number) && line.length <= longestNumber && line.split(' ').length < 4) return { catalog_number: line };
  const [artist = '', title = ''] = line.split(/\s[-–—]\s/);
  return title.trim() && artist.trim() ? { title: title.trim(), artist: artist.trim() } : { title: line };
}

/** Discogs disambiguation: "John Williams (4)". */
const numberAtDiscogs = / \(\d+\)$/;

/** Longer credits list performers rather than cover names. */
const mostNames = 10;

/** An item of a release's `artists`. */
export interface CreditedArtist {
  readonly iri: string;
  readonly join_phrase: string | null;
}

/**
 * IRI of a label by name. Exact matches first, those of MusicBrainz before others; else the only one that differs by a word such
 * as Records.
 */
export function labelNamed(db: Database, name: string): string | undefined {
  const labels = db
    .query<{ id: string; name_folded: string }, [string]>(
      `SELECT id, name_folded FROM label WHERE name_folded IN (SELECT value FROM json_each(?)) ORDER BY substr(id, 15, 1) = '5', id`,
    )
    .all(JSON.stringify(labelSpellings(name)));
  const exact = labels.find(({ name_folded }) => name_folded === fold(name));
  const found = exact ?? (labels.length === 1 ? labels[0] : undefined);
  return found && `/api/labels/${found.id}`;
}

/** Artists of a credit such as "Hans Zimmer & Lisa Gerrard": all, or none if a name is unknown or ambiguous. */
export function artistsNamed(db: Database, credit: string): readonly CreditedArtist[] {
  const whole = artistNamed(db, credit);
  if (whole !== undefined) return [{ iri: whole, join_phrase: null }];
  const [first = '', ...rest] = credit.split(/((?:(?<!\s)\s+)?[,/;]\s+|(?<!\s)\s+(?:&|and|und|et|with|feat\.)\s+)/iu, mostNames * 2);
  const names = [first, ...rest.filter((_, index) => index % 2 === 1)];
  const artists = names.map((name) => artistNamed(db, name));
  if (names.length < 2 || artists.includes(undefined) || new Set(artists).size < artists.length) return [];
  return artists.flatMap((iri, index) => (iri === undefined ? [] : [{ iri, join_phrase: rest[index * 2] ?? null }]));
}

function artistNamed(db: Database, name: string): string | undefined {
  const value = fold(name.replace(numberAtDiscogs, '')).trim();
  const only = (query: string) => onlyOf(db.query<{ id: string }, [string]>(query).all(value));
  const found =
    only('SELECT id FROM artist WHERE name_folded = ? LIMIT 2') ??
    only(`SELECT DISTINCT artist.id FROM artist_alias JOIN artist ON artist.key = artist_key
          WHERE variation_folded = ?1 AND NOT EXISTS (SELECT 1 FROM artist WHERE name_folded = ?1) LIMIT 2`);
  return found && `/api/artists/${found.id}`;
}

/**
 * Entry of a release under the only production its title names, with or without marker words. If the production has composers,
 * one must be among the release's artists.
 * @param id UUID of the release; `undefined` is returned if it names no production or has one
 */
export function entryNamed(db: Database, id: string) {
  const release = db
    .query<{ key: number; title: string }, [string]>(
      `SELECT key, title FROM "release" WHERE id = ? AND NOT EXISTS (SELECT 1 FROM production_entry WHERE release_key = "release".key)`,
    )
    .get(id);
  if (!release) return undefined;
  const titles = [release.title, productionTitleOf(release.title).title].map((one) => fold(one).trim());
  const productions = db
    .query<{ id: string }, [string, number]>(
      `SELECT p.id FROM production AS p WHERE p.title_folded IN (SELECT value FROM json_each(?1))
       AND EXISTS (SELECT 1 FROM release_credit WHERE release_key = ?2 AND list = 'artists')
       AND (NOT EXISTS (SELECT 1 FROM production_credit WHERE production_key = p.key AND list = 'composers')
         OR EXISTS (SELECT 1 FROM production_credit AS composer JOIN release_credit AS artist ON artist.artist_key = composer.artist_key
             WHERE composer.production_key = p.key AND composer.list = 'composers' AND artist.release_key = ?2 AND artist.list = 'artists'))
       LIMIT 2`,
    )
    .all(JSON.stringify([...new Set(titles)]), release.key);
  const production = onlyOf(productions);
  if (!production) return undefined;
  return {
    type: 'ProductionEntry',
    id: `/api/productions/${production.id}/entries/${Bun.randomUUIDv7()}`,
    attributes: {},
    relationships: { release: { data: { type: 'Release', id: `/api/releases/${id}` } } },
  };
}
