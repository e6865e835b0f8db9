import { sql } from 'kysely';
import { creditLineOf } from '../kinds/lists';
import { readSearchText } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { parameter, type Statements } from '../store/database/sql';
import { fold } from '../store/values/folding';
import { normalizeCatalogNumber, readBarcode, sameBarcodes } from '../store/values/identifiers';

/** How the releases of a line were found. */
export const foundBy = ['barcode', 'catalog_number', 'title'] as const;

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
  const byBarcode = barcode === null ? [] : keysOf(statements, 'look-up by barcode', withBarcode, JSON.stringify(sameBarcodes(barcode)));
  if (byBarcode.length > 0) return { foundBy: 'barcode', keys: byBarcode, isClear: byBarcode.length === 1 };
  const number = normalizeCatalogNumber(line);
  const byNumber = number === null ? [] : keysOf(statements, 'look-up by number', withNumber, number);
  if (byNumber.length > 0) return { foundBy: 'catalog_number', keys: byNumber, isClear: byNumber.length === 1 };
  return barcode === null ? byTitle(statements, line) : nothing;
}

const keysOf = (statements: Statements, name: string, query: typeof withBarcode | typeof withNumber, value: string): number[] =>
  statements
    .get<{ key: number }>(name, query)
    .all({ value })
    .map(({ key }) => key);

/** People and scanners drop leading zeros of barcodes, which do not matter. */
const withBarcode = (db: Store['db']) =>
  db
    .selectFrom('release')
    .where('barcode_normalized', 'in', sql<string>`(SELECT value FROM json_each(${parameter('value')}))`)
    .select('key')
    .orderBy('id')
    .limit(sql.lit(maximumCandidates));

const withNumber = (db: Store['db']) =>
  db
    .selectFrom('release_label')
    .where('catalog_number_normalized', '=', parameter<string>('value'))
    .select('release_key as key')
    .distinct()
    .orderBy('release_key')
    .limit(sql.lit(maximumCandidates));

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
  const hits = statements.get<TitleHit>('look-up by title', withWords).all({ match, titles: JSON.stringify(parts) });
  if (hits.length === 0) return nothing;
  const meant = onlyOne(hits) ?? onlyOne(hits.filter(({ isTitle }) => isTitle)) ?? onlyOne(hits.filter((hit) => isNamedWhole(hit, parts)));
  const keys = hits.map(({ key }) => key);
  return { foundBy: 'title', keys: meant ? [meant.key] : keys, isClear: meant !== undefined };
}

const onlyOne = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** Whether both title and artist were typed. */
const isNamedWhole = ({ isTitle, artist }: TitleHit, parts: readonly string[]): boolean =>
  isTitle === 1 && artist !== null && parts.includes(fold(artist).trim());

/**
 * Exact titles and artists first, and titles contained in the line: not missed for frequent words or unknown spellings of the
 * artist.
 */
const withWords = () => sql`
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

/** What a line is by its looks alone, for look-ups elsewhere: a page address, barcode, catalog number, or title with or without its artist. */
export function describedCode(line: string): DescribedCode {
  if (/^https?:/i.test(line)) return { url: line };
  const barcode = readBarcode(line);
  if (barcode !== null) return { barcode };
  const number = normalizeCatalogNumber(line);
  if (number !== null && /\d/.test(number) && line.length <= longestNumber && line.split(' ').length < 4) return { catalog_number: line };
  const [artist = '', title = ''] = line.split(/\s[-–—]\s/);
  return title.trim() && artist.trim() ? { title: title.trim(), artist: artist.trim() } : { title: line };
}
