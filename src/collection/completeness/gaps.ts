import type { Store } from '../../store/database/open';
import { type Completed, type Counts, countsOf, type Viewer } from './scores';

export const gapLists = ['composers', 'franchises', 'series'] as const;
export type GapList = (typeof gapLists)[number];

/** A record of whose scores a user owns some, but not all. */
export interface Gap {
  readonly type: Completed['type'];
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** Of a series. */
  readonly label: { readonly id: string; readonly name: string; readonly slug: string } | null;
  readonly counts: Counts;
}

/** Those with most owned scores are compared; about a millisecond each. */
export const maximumGaps = 100;

interface Candidate extends Pick<Gap, 'id' | 'name' | 'slug'> {
  readonly key: number;
  readonly label_id?: string;
  readonly label_name?: string;
  readonly label_slug?: string;
}

/** Nearest to complete first. Inside one read of the database. */
export function gapsOf({ reader }: Store, by: GapList, viewer: Viewer): readonly Gap[] {
  const type = types[by];
  const gaps = reader.all<Candidate>(candidates[by], { user: viewer.user }).map(({ key, id, name, slug, ...of }): Gap => {
    const label = of.label_id ? { id: of.label_id, name: of.label_name ?? '', slug: of.label_slug ?? '' } : null;
    return { type, id, name, slug, label, counts: countsOf(reader, { type, key }, viewer) };
  });
  return gaps
    .filter(({ counts }) => counts.owned > 0 && counts.wanted + counts.missing > 0)
    .sort((a, b) => shareOf(b) - shareOf(a) || b.counts.owned - a.counts.owned || (a.name < b.name ? -1 : 1));
}

const types = { composers: 'Artist', franchises: 'Franchise', series: 'LabelSeries' } as const;

/** Of the scores that have a release. */
const shareOf = ({ counts: { owned, wanted, missing } }: Gap): number => owned / (owned + wanted + missing);

const ownedProductions = `(
  SELECT DISTINCT entry.production_key AS key
  FROM collection_item AS copy CROSS JOIN production_entry AS entry ON entry.release_key = copy.release_key
  WHERE copy.user_key = :user AND entry.kind IN ('score', 'other')
) AS mine`;

/** @param pairs SQL that joins owned things with the `key` of a record */
const mostOwned = (pairs: string) =>
  `SELECT key, count(*) AS owned FROM (${pairs}) GROUP BY key ORDER BY owned DESC, key LIMIT ${maximumGaps}`;

const candidates = {
  composers: `
    SELECT a.key, a.id, a.display_name AS name, a.slug FROM (${mostOwned(`
      SELECT credit.artist_key AS key FROM ${ownedProductions} CROSS JOIN production_credit AS credit ON credit.production_key = mine.key
      WHERE credit.list = 'composers' OR credit.role_key = (SELECT key FROM artist_role WHERE slug = 'composer')`)}
    ) AS most CROSS JOIN artist AS a ON a.key = most.key`,
  franchises: `
    SELECT f.key, f.id, f.name, f.slug FROM (${mostOwned(`
      SELECT part.franchise_key AS key FROM ${ownedProductions} CROSS JOIN production_franchise AS part ON part.production_key = mine.key`)}
    ) AS most CROSS JOIN franchise AS f ON f.key = most.key`,
  series: `
    SELECT s.key, s.id, s.name, s.slug, l.id AS label_id, l.name AS label_name, l.slug AS label_slug FROM (${mostOwned(`
      SELECT r.label_series_key AS key FROM collection_item AS copy CROSS JOIN "release" AS r ON r.key = copy.release_key
      WHERE copy.user_key = :user AND r.label_series_key IS NOT NULL`)}
    ) AS most CROSS JOIN label_series AS s ON s.key = most.key CROSS JOIN label AS l ON l.key = s.label_key`,
};
