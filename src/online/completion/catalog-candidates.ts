import type { Json } from '../../import/sources/shared/json';
import { artistLineOf } from '../../kinds/lists';
import { keysOf, releasesWith } from '../../matching/candidates';
import { releasesTitled } from '../../matching/release-titles';
import type { Connection } from '../../store/database/connection';
import { textOf } from '../../store/database/sql';
import { normalizeBarcode, normalizeCatalogNumber } from '../../store/values/identifiers';
import { mostCandidates, type OnlineQuery } from '../look-up';
import { areTitlesEqual, type DescribedDisc, isTitleWithin, labelsOfRelease } from './described-disc';
import type { CandidateValues, ComparedCandidate } from './documents';

// Releases of the catalog as candidates, beside those of other sites.

interface CandidateRow
  extends Omit<
    CandidateValues,
    'source' | 'url' | 'note' | 'same_barcode' | 'labels' | 'formats' | 'duration_seconds' | 'cover' | 'release'
  > {
  /** JSON. */
  readonly labels: string;
  readonly formats: string;
}

/** Releases that everybody sees and that no list made, found like those of other sites. */
export function catalogCandidates(connection: Connection, disc: DescribedDisc, query: OnlineQuery): CandidateValues[] {
  const keys = keysFound(connection, query).filter((key) => key !== disc.key);
  if (keys.length === 0) return [];
  const barcode = normalizeBarcode(query.barcode ?? disc.barcode ?? '');
  return connection
    .all<CandidateRow>(candidateRows('key IN (SELECT value FROM json_each(:keys)) AND provisional = 0 AND unreviewed_by IS NULL'), {
      keys: JSON.stringify(keys.slice(0, mostCandidates)),
    })
    .map((row) => candidateOf(row, barcode));
}

function keysFound(connection: Connection, { barcode, catalog_number: number, title, mbid, discogs_id: discogsId }: OnlineQuery): number[] {
  const having = (text: string, value: string | null) =>
    value === null ? [] : keysOf(connection, text, { values: JSON.stringify([value]) });
  if (barcode !== undefined) return having(releasesWith.barcode, normalizeBarcode(barcode));
  if (number !== undefined) return having(releasesWith.number, normalizeCatalogNumber(number));
  if (mbid !== undefined) return keysOf(connection, 'SELECT key FROM "release" WHERE id = :mbid', { mbid });
  if (discogsId !== undefined) return having(releasesWith.discogs, discogsId);
  if (title === undefined) return [];
  const { own, ofWork, others } = releasesTitled(connection, title, 0);
  return [...own, ...ofWork, ...others];
}

const candidateRows = (condition: string): string => `
  SELECT r.id, r.title, ${textOf(artistLineOf('r'))} AS artist_credit, r.release_date, r.country, r.barcode,
    ${labelsOfRelease} AS labels,
    (SELECT json_group_array(json_object('format_type', format_type, 'quantity', quantity) ORDER BY position)
      FROM release_format WHERE release_key = r.key) AS formats,
    (SELECT count(*) FROM release_format AS f CROSS JOIN release_track AS t ON t.release_format_key = f.key
      WHERE f.release_key = r.key) AS track_count
  FROM (SELECT * FROM "release" WHERE ${condition}) AS r`;

function candidateOf(row: CandidateRow, barcode: string | null): CandidateValues {
  return {
    ...row,
    source: 'catalog',
    url: `/releases/${row.id}`,
    note: null,
    same_barcode: barcode !== null && row.barcode !== null && normalizeBarcode(row.barcode) === barcode,
    labels: JSON.parse(row.labels),
    formats: JSON.parse(row.formats),
    duration_seconds: null,
    cover: null,
    release: `/api/releases/${row.id}`,
  };
}

/** Whether the document of a site is of the release that it had offered. */
export const isOffered = ({ title, barcode }: Json, candidate: ComparedCandidate): boolean =>
  isTitleWithin(String(title), candidate.title) ||
  (candidate.barcode !== null && normalizeBarcode(String(barcode ?? '')) === normalizeBarcode(candidate.barcode));

/** Whether the release that the catalog has by the id of a candidate is another one: not one value that names a release is the same. */
export function isOther(connection: Connection, iri: string, candidate: ComparedCandidate): boolean {
  const row = connection.get<CandidateRow>(candidateRows('id = :id'), { id: iri.slice(-36) });
  if (!row || candidate.source === 'catalog' || areTitlesEqual(row.title, candidate.title)) return false;
  const barcode = normalizeBarcode(candidate.barcode ?? '');
  const sent = candidateOf(row, barcode);
  const numbers = numbersOf(sent.labels);
  return !sent.same_barcode && !numbersOf(candidate.labels).some((number) => numbers.includes(number));
}

const numbersOf = (labels: CandidateValues['labels']): readonly string[] =>
  labels.flatMap(({ catalog_number: number }) => normalizeCatalogNumber(number ?? '') ?? []);
