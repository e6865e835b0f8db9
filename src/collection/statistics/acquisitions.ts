import { type RawBuilder, sql } from 'kysely';
import { releaseDuration, untimedTrackCount } from '../../catalog/releases';
import { composersShown, formatsShown, labelsShown } from '../../records/edit/unreviewed';
import { boughtOrAddedAt } from '../items/collection-items';
import { convertedAmount } from '../rates/exchange-rates';

export const mostByDuration = 20;

/** The price paid, else the agreed one; of the item as a whole, not per copy. */
export const pricePaid = sql<number>`coalesce(collection_item.purchase_price_cents, collection_item.order_price_cents)`;
const year = sql<number | null>`CAST(substr(coalesce(collection_item.purchased_at, collection_item.order_date), 1, 4) AS INTEGER)`;
/** "2024-05" */
const month = sql<string | null>`substr(coalesce(collection_item.purchased_at, collection_item.order_date), 1, 7)`;
export const decadeOfRelease = sql<number | null>`"release".year / 10 * 10`;
/** The item's own format, else that of a release with only one. */
export const formatType = sql<string | null>`coalesce(collection_item.format_type, (
  SELECT iif(min(f.format_type) = max(f.format_type), min(f.format_type), NULL) FROM (${formatsShown(sql`(collection_item.release_key)`)}) AS f
))`;

export const shop = sql<string | null>`coalesce(collection_item.shop, collection_item.order_vendor)`;

/**
 * Items of the user with a price: in the currency `:in` where the rates of its day are known, and otherwise in its own. The inner rows are
 * materialized, since each has to find its rates.
 */
export const priced = sql`(
  WITH priced AS MATERIALIZED (
    SELECT id, release_key, currency, ${shop} AS shop, ${year} AS year, ${month} AS month, ${pricePaid} AS amount,
      ${convertedAmount(pricePaid, sql`collection_item.currency`, boughtOrAddedAt)} AS converted
    FROM collection_item WHERE user_key = :user AND ${pricePaid} IS NOT NULL
  )
  SELECT id, release_key, shop, year, month, coalesce(converted, amount) AS amount, iif(converted IS NULL, currency, :in) AS currency
  FROM priced
) AS priced`;

export interface ItemCounts {
  readonly items: number;
  readonly copies: number;
}

export interface OfYear {
  readonly year: number;
  readonly oldest_release_year: number | null;
}

/** A record, or a name that has none. */
export interface NamedGroup {
  readonly id: string | null;
  readonly name: string | null;
  readonly slug: string | null;
}

/** More than the years, decades and formats of a collection. */
const maximumRows = 10_000;

/** Items of the user with what they are counted by. Without a date of purchase or order, the day added counts. */
const owned = sql`(
  SELECT collection_item.key, collection_item.id, collection_item.quantity, collection_item.release_key,
    CAST(substr(${boughtOrAddedAt}, 1, 4) AS INTEGER) AS year, substr(${boughtOrAddedAt}, 1, 7) AS month, "release".year AS release_year, ${decadeOfRelease} AS decade, ${formatType} AS format_type,
    ${releaseDuration} AS duration_seconds, ${untimedTrackCount} = 0 AS is_timed
  FROM collection_item JOIN "release" ON "release".key = collection_item.release_key
  WHERE collection_item.user_key = :user
) AS owned`;

const counts = sql`count(*) AS items, sum(owned.quantity) AS copies`;

const ofUser = sql`(SELECT release_key FROM collection_item WHERE user_key = :user)`;
/** Each composer of a release once. */
export const composed = sql`(${composersShown(ofUser)}) AS shown`;
export const labelled = sql`(${labelsShown(ofUser)}) AS shown`;
/** A record, or a printed name in any case. */
const named = sql`shown.record_key, lower(shown.name)`;

/** Queries behind the year in review and the growth of a collection. */
export function acquisitionQueries() {
  const extreme = (record: string, column: RawBuilder<unknown>, direction: RawBuilder<unknown>) => sql`
    SELECT * FROM (
      SELECT ${sql.lit(record)} AS record, owned.id AS item, owned.release_key, owned.duration_seconds, owned.release_year
      FROM ${owned} WHERE ${column} IS NOT NULL ORDER BY ${column} ${direction}, owned.id LIMIT 1
    )`;
  const [length, released] = [sql`iif(owned.is_timed, owned.duration_seconds, NULL)`, sql`owned.release_year`];
  return {
    acquired_by_year: sql<
      ItemCounts & {
        readonly year: number | null;
        readonly decade: number | null;
        readonly format_type: string | null;
        readonly duration_seconds: number;
      }
    >`
      SELECT owned.year, owned.decade, owned.format_type, ${counts}, coalesce(sum(owned.duration_seconds), 0) AS duration_seconds
      FROM ${owned} GROUP BY owned.year, owned.decade, owned.format_type
      ORDER BY owned.year, owned.decade IS NULL, owned.decade, owned.format_type LIMIT ${sql.lit(maximumRows)}`,
    acquired_by_month: sql<ItemCounts & { readonly month: string; readonly decade: number | null }>`
      SELECT owned.month, owned.decade, ${counts} FROM ${owned} WHERE owned.month IS NOT NULL
      GROUP BY owned.month, owned.decade ORDER BY owned.month, owned.decade IS NULL, owned.decade LIMIT ${sql.lit(maximumRows)}`,
    years: sql<OfYear>`
      SELECT owned.year, min(owned.release_year) AS oldest_release_year FROM ${owned} GROUP BY owned.year ORDER BY owned.year`,
    new_labels: sql<{ readonly year: number; readonly new_labels: number }>`
      SELECT first.year, count(*) AS new_labels
      FROM (
        SELECT min(owned.year) AS year FROM ${owned} JOIN ${labelled} ON shown.release_key = owned.release_key GROUP BY ${named}
      ) AS first GROUP BY first.year`,
    composer_of_year: sql<NamedGroup & ItemCounts & { readonly year: number }>`
      SELECT best.year, best.items, best.copies, artist.id, coalesce(artist.display_name, best.name) AS name, artist.slug
      FROM (
        SELECT owned.year, shown.record_key, max(shown.name) AS name, ${counts},
          row_number() OVER (PARTITION BY owned.year ORDER BY sum(owned.quantity) DESC, shown.record_key, lower(shown.name)) AS rank
        FROM ${owned} JOIN ${composed} ON shown.release_key = owned.release_key
        GROUP BY owned.year, ${named}
      ) AS best LEFT JOIN artist ON artist.key = best.record_key
      WHERE best.rank = 1`,
    spending_by_decade: sql<{
      readonly currency: string | null;
      readonly year: number | null;
      readonly decade: number | null;
      readonly amount_cents: number;
      readonly items: number;
    }>`
      SELECT priced.currency, priced.year, ${decadeOfRelease} AS decade, total(priced.amount) AS amount_cents, count(*) AS items
      FROM ${priced} JOIN "release" ON "release".key = priced.release_key
      GROUP BY priced.currency, priced.year, ${decadeOfRelease}
      ORDER BY priced.currency IS NULL, priced.currency, priced.year IS NULL, priced.year, decade IS NULL, decade LIMIT ${sql.lit(maximumRows)}`,
    by_label_country: sql<ItemCounts & { readonly country: string | null; readonly decade: number | null }>`
      SELECT owned.country, owned.decade, ${counts}
      FROM (
        SELECT DISTINCT owned.key, owned.quantity, owned.decade, label.country
        FROM ${owned} LEFT JOIN ${labelled} ON shown.release_key = owned.release_key
        LEFT JOIN label ON label.key = shown.record_key
      ) AS owned
      GROUP BY owned.country, owned.decade
      ORDER BY owned.country IS NULL, owned.country, owned.decade IS NULL, owned.decade LIMIT ${sql.lit(maximumRows)}`,
    composers_by_duration: sql<
      NamedGroup & ItemCounts & { readonly type: string; readonly duration_seconds: number; readonly decades: string }
    >`
      SELECT artist.id, artist.display_name AS name, artist.slug, artist.artist_type AS type,
        sum(part.items) AS items, sum(part.copies) AS copies, sum(part.duration_seconds) AS duration_seconds,
        json_group_array(json_object('decade', part.decade, 'duration_seconds', part.duration_seconds)) AS decades
      FROM (
        SELECT shown.record_key, owned.decade, ${counts}, coalesce(sum(owned.duration_seconds), 0) AS duration_seconds
        FROM ${owned} JOIN ${composed} ON shown.release_key = owned.release_key
        GROUP BY shown.record_key, owned.decade
        ORDER BY owned.decade IS NULL, owned.decade
      ) AS part JOIN artist ON artist.key = part.record_key
      GROUP BY artist.key HAVING sum(part.duration_seconds) > 0
      ORDER BY sum(part.duration_seconds) DESC, artist.name_folded, artist.id LIMIT ${sql.lit(mostByDuration)}`,
    extremes: sql<{
      readonly record: 'longest' | 'shortest' | 'oldest';
      readonly item: string;
      readonly release: string;
      readonly title: string;
      readonly slug: string;
      readonly duration_seconds: number | null;
      readonly year: number | null;
    }>`
      SELECT found.record, found.item, "release".id AS release, "release".title, "release".slug, found.duration_seconds,
        found.release_year AS year
      FROM (
        ${extreme('longest', length, sql`DESC`)}
        UNION ALL ${extreme('shortest', length, sql`ASC`)}
        UNION ALL ${extreme('oldest', released, sql`ASC`)}
      ) AS found JOIN "release" ON "release".key = found.release_key`,
  };
}
