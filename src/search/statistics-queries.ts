import { type RawBuilder, sql } from 'kysely';
import { releases } from '../catalog/releases';
import { isReviewed } from '../jsonapi/selection';
import { artistsShown, tracksShown } from './endpoints/statistics';

// What the statistics of the catalog count: each query along an index, or over a table once.

/** Links of unreviewed releases, and what is below them, stand in no table that is counted: of them there is the row alone. */
const reviewedOf = (table: 'release' | 'production') => (table === 'release' ? sql`WHERE ${isReviewed(releases, sql`key`)}` : sql``);

/** By years first, which an index has in order: they are few. */
const byDecade = (table: 'release' | 'production', counted: string) => sql<object>`
  SELECT year / 10 * 10 AS decade, sum(records) AS ${sql.ref(counted)} FROM (SELECT year, count(*) AS records FROM ${sql.table(table)} ${reviewedOf(table)} GROUP BY year)
  GROUP BY decade ORDER BY decade IS NULL, decade`;

const byCountry = (table: 'release' | 'production', counted: string) => sql<object>`
  SELECT country, count(*) AS ${sql.ref(counted)} FROM ${sql.table(table)} ${reviewedOf(table)} GROUP BY country ORDER BY count(*) DESC, country`;

const releasesByDecade = byDecade('release', 'releases');
const productionsByDecade = byDecade('production', 'productions');
const releasesByCountry = byCountry('release', 'releases');
const productionsByCountry = byCountry('production', 'productions');

/** A release of several formats counts for each. */
const releasesByFormat = sql<object>`
  SELECT format_type, count(DISTINCT release_key) AS releases FROM release_format
  GROUP BY format_type ORDER BY releases DESC, format_type`;

const productionsByType = sql<object>`
  SELECT production_type AS _type, count(*) AS productions FROM production
  GROUP BY production_type ORDER BY productions DESC, production_type`;

const artistsByType = sql<object>`
  SELECT artist_type AS _type, fictional, count(*) AS artists FROM artist GROUP BY artist_type, fictional ORDER BY artists DESC, _type, fictional`;

/** Of all that are counted, only those are named that are as frequent as the last one to be shown. */
const mostFrequent = (table: 'artist' | 'label', name: string, counted: RawBuilder<unknown>) => sql<object>`
  WITH counted AS MATERIALIZED (${counted})
  SELECT r.id, r.${sql.ref(name)} AS name, r.slug, counted.count
  FROM counted CROSS JOIN ${sql.table(table)} AS r ON r.key = counted.key
  WHERE counted.count >= coalesce((SELECT count FROM counted ORDER BY count DESC LIMIT 1 OFFSET ${sql.lit(artistsShown - 1)}), 0)
  ORDER BY counted.count DESC, r.name_folded, r.id LIMIT ${sql.lit(artistsShown)}`;

/** What a release says of its artists, its recordings and tracks say again for each, so these do not count. */
const mostCredited = mostFrequent(
  'artist',
  'display_name',
  sql`
    SELECT artist_key AS key, count(*) AS count
    FROM (
      SELECT artist_key FROM production_credit
      UNION ALL SELECT artist_key FROM production_recording_credit
      UNION ALL SELECT artist_key FROM release_credit
    )
    GROUP BY artist_key`,
);

const mostScored = mostFrequent(
  'artist',
  'display_name',
  sql`SELECT artist_key AS key, count(DISTINCT production_key) AS count FROM production_credit
    WHERE list = 'composers' OR role_key = (SELECT key FROM artist_role WHERE slug = 'composer') GROUP BY artist_key`,
);

const labelsByReleases = mostFrequent(
  'label',
  'name',
  sql`SELECT label_key AS key, count(DISTINCT release_key) AS count FROM release_label WHERE label_key IS NOT NULL GROUP BY label_key`,
);

const longestTracks = sql<object>`
  SELECT t.id, t.title, t.duration_seconds, f.id AS format_id, r.id AS release_id, r.title AS release_title, r.slug
  FROM (
    SELECT key, id, title, duration_seconds, release_format_key FROM release_track
    WHERE parent_key IS NULL AND duration_seconds IS NOT NULL ORDER BY duration_seconds DESC, id LIMIT ${sql.lit(tracksShown)}
  ) AS t
  CROSS JOIN release_format AS f ON f.key = t.release_format_key CROSS JOIN "release" AS r ON r.key = f.release_key
  ORDER BY t.duration_seconds DESC, t.id`;

/** Each by the name of what it gives. */
export const statisticsQueries = {
  totals: sql<object>`SELECT resource_type, records FROM record_count`,
  releases_by_decade: releasesByDecade,
  releases_by_format: releasesByFormat,
  releases_by_country: releasesByCountry,
  productions_by_type: productionsByType,
  productions_by_decade: productionsByDecade,
  productions_by_country: productionsByCountry,
  artists_by_type: artistsByType,
  most_credited_artists: mostCredited,
  most_scored_composers: mostScored,
  labels_by_releases: labelsByReleases,
  longest_tracks: longestTracks,
};
