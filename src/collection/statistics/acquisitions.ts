import { type RawBuilder, sql } from 'kysely';
import { releaseDuration, untimedTrackCount } from '../../catalog/releases';
import type { Store } from '../../store/database/open';
import { parameter, Statement } from '../../store/database/sql';

export const composersShown = 20;

/** The price paid, else the agreed one; of the item as a whole, not per copy. */
export const pricePaid = sql<number>`coalesce(collection_item.purchase_price_cents, collection_item.order_price_cents)`;
export const year = sql<number | null>`CAST(substr(coalesce(collection_item.purchased_at, collection_item.order_date), 1, 4) AS INTEGER)`;
/** "2024-05" */
export const month = sql<string | null>`substr(coalesce(collection_item.purchased_at, collection_item.order_date), 1, 7)`;
export const decadeOfRelease = sql<number | null>`"release".year / 10 * 10`;
/** The item's own format, else that of a release with only one. */
export const formatType = sql<string | null>`coalesce(collection_item.format_type, (
  SELECT iif(min(f.format_type) = max(f.format_type), min(f.format_type), NULL) FROM release_format AS f WHERE f.release_key = collection_item.release_key
))`;

interface Counts {
  readonly items: number;
  readonly copies: number;
}

export interface OfYear {
  readonly year: number;
  readonly oldest_release_year: number | null;
}

interface Composer extends Counts {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

/** More than the years, decades and formats of a collection. */
const maximumRows = 10_000;

/** Items of the user with what they are counted by. */
const held = sql`(
  SELECT collection_item.key, collection_item.id, collection_item.quantity, collection_item.release_key, collection_item.currency,
    ${year} AS year, ${month} AS month, "release".year AS release_year, ${decadeOfRelease} AS decade, ${formatType} AS format_type,
    ${pricePaid} AS price, ${releaseDuration} AS duration_seconds, ${untimedTrackCount} = 0 AS is_timed
  FROM collection_item JOIN "release" ON "release".key = collection_item.release_key
  WHERE collection_item.user_key = ${parameter<number>('user')}
) AS held`;

const counts = sql`count(*) AS items, sum(held.quantity) AS copies`;
const undatedLast = sql`held.year IS NULL, held.year, held.decade IS NULL, held.decade`;

/** Statements behind the year in review and the growth of a collection. */
export function acquisitionStatements({ db, reader }: Store) {
  const prepare = <O>(query: RawBuilder<unknown>) => new Statement<O, { user: number }>(reader, { compile: () => query.compile(db) });
  const composed = composersOfItems(db).as('composed');
  const extreme = (record: string, column: RawBuilder<unknown>, direction: RawBuilder<unknown>) => sql`
    SELECT * FROM (
      SELECT ${sql.lit(record)} AS record, held.id AS item, held.release_key, held.duration_seconds, held.release_year
      FROM ${held} WHERE ${column} IS NOT NULL ORDER BY ${column} ${direction}, held.id LIMIT 1
    )`;
  const [length, released] = [sql`iif(held.is_timed, held.duration_seconds, NULL)`, sql`held.release_year`];
  return {
    acquired_by_year: prepare<
      Counts & {
        readonly year: number | null;
        readonly decade: number | null;
        readonly format_type: string | null;
        readonly duration_seconds: number;
      }
    >(sql`
      SELECT held.year, held.decade, held.format_type, ${counts}, coalesce(sum(held.duration_seconds), 0) AS duration_seconds
      FROM ${held} GROUP BY held.year, held.decade, held.format_type
      ORDER BY ${undatedLast}, held.format_type LIMIT ${sql.lit(maximumRows)}`),
    acquired_by_month: prepare<Counts & { readonly month: string; readonly decade: number | null }>(sql`
      SELECT held.month, held.decade, ${counts} FROM ${held} WHERE held.month IS NOT NULL
      GROUP BY held.month, held.decade ORDER BY held.month, held.decade IS NULL, held.decade LIMIT ${sql.lit(maximumRows)}`),
    years: prepare<OfYear>(sql`
      SELECT held.year, min(held.release_year) AS oldest_release_year FROM ${held} WHERE held.year IS NOT NULL
      GROUP BY held.year ORDER BY held.year`),
    new_labels: prepare<{ readonly year: number; readonly new_labels: number }>(sql`
      SELECT first.year, count(*) AS new_labels
      FROM (
        SELECT min(held.year) AS year FROM ${held} JOIN release_label ON release_label.release_key = held.release_key
        WHERE release_label.label_key IS NOT NULL GROUP BY release_label.label_key
      ) AS first
      WHERE first.year IS NOT NULL GROUP BY first.year`),
    composer_of_year: prepare<Composer & { readonly year: number }>(sql`
      SELECT best.year, best.items, best.copies, artist.id, artist.display_name AS name, artist.slug
      FROM (
        SELECT held.year, composed.artist_key, ${counts},
          row_number() OVER (PARTITION BY held.year ORDER BY sum(held.quantity) DESC, composed.artist_key) AS rank
        FROM ${held} JOIN ${composed} ON composed.release_key = held.release_key
        WHERE held.year IS NOT NULL GROUP BY held.year, composed.artist_key
      ) AS best JOIN artist ON artist.key = best.artist_key
      WHERE best.rank = 1`),
    spending_by_decade: prepare<{
      readonly currency: string | null;
      readonly year: number | null;
      readonly decade: number | null;
      readonly amount_cents: number;
      readonly items: number;
    }>(sql`
      SELECT held.currency, held.year, held.decade, total(held.price) AS amount_cents, count(*) AS items
      FROM ${held} WHERE held.price IS NOT NULL GROUP BY held.currency, held.year, held.decade
      ORDER BY held.currency IS NULL, held.currency, ${undatedLast} LIMIT ${sql.lit(maximumRows)}`),
    by_label_country: prepare<Counts & { readonly country: string | null; readonly decade: number | null }>(sql`
      SELECT held.country, held.decade, ${counts}
      FROM (
        SELECT DISTINCT held.key, held.quantity, held.decade, label.country
        FROM ${held} LEFT JOIN release_label ON release_label.release_key = held.release_key
        LEFT JOIN label ON label.key = release_label.label_key
      ) AS held
      GROUP BY held.country, held.decade
      ORDER BY held.country IS NULL, held.country, held.decade IS NULL, held.decade LIMIT ${sql.lit(maximumRows)}`),
    composers_by_duration: prepare<Composer & { readonly type: string; readonly duration_seconds: number; readonly decades: string }>(sql`
      SELECT artist.id, artist.display_name AS name, artist.slug, artist.artist_type AS type,
        sum(part.items) AS items, sum(part.copies) AS copies, sum(part.duration_seconds) AS duration_seconds,
        json_group_array(json_object('decade', part.decade, 'duration_seconds', part.duration_seconds)) AS decades
      FROM (
        SELECT composed.artist_key, held.decade, ${counts}, coalesce(sum(held.duration_seconds), 0) AS duration_seconds
        FROM ${held} JOIN ${composed} ON composed.release_key = held.release_key
        GROUP BY composed.artist_key, held.decade
        ORDER BY held.decade IS NULL, held.decade
      ) AS part JOIN artist ON artist.key = part.artist_key
      GROUP BY artist.key HAVING sum(part.duration_seconds) > 0
      ORDER BY sum(part.duration_seconds) DESC, artist.name_folded, artist.id LIMIT ${sql.lit(composersShown)}`),
    extremes: prepare<{
      readonly record: 'longest' | 'shortest' | 'oldest';
      readonly item: string;
      readonly release: string;
      readonly title: string;
      readonly slug: string;
      readonly duration_seconds: number | null;
      readonly year: number | null;
    }>(sql`
      SELECT found.record, found.item, "release".id AS release, "release".title, "release".slug, found.duration_seconds,
        found.release_year AS year
      FROM (
        ${extreme('longest', length, sql`DESC`)}
        UNION ALL ${extreme('shortest', length, sql`ASC`)}
        UNION ALL ${extreme('oldest', released, sql`ASC`)}
      ) AS found JOIN "release" ON "release".key = found.release_key`),
  };
}

type Db = Store['db'];

/** Limits joins to the releases of the user. */
const ownReleases = (db: Db) => db.selectFrom('collection_item').where('user_key', '=', parameter<number>('user')).select('release_key');

/**
 * Composers of the productions of a release, and those credited on it; each once. CROSS JOIN keeps the order, from releases
 * outwards.
 */
export const composersOfItems = (db: Db) =>
  db
    .selectFrom('production_entry')
    .crossJoin('production_credit')
    .where('production_entry.release_key', 'in', ownReleases(db))
    .where(
      sql<boolean>`(production_credit.list = 'composers' OR production_credit.role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))`,
    )
    .whereRef('production_credit.production_key', '=', 'production_entry.production_key')
    .select(['production_entry.release_key', 'production_credit.artist_key'])
    .union(
      db
        .selectFrom('release_credit')
        .crossJoin('artist_role')
        .where('release_credit.release_key', 'in', ownReleases(db))
        .whereRef('artist_role.key', '=', 'release_credit.role_key')
        .where('artist_role.slug', '=', sql.lit('composer'))
        .select(['release_credit.release_key', 'release_credit.artist_key']),
    );
