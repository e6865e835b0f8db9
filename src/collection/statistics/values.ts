import { type RawBuilder, sql } from 'kysely';
import { boughtOrAddedAt } from '../items/collection-items';
import { convertedAmount } from '../rates/exchange-rates';
import { formatType, type ItemCounts, pricePaid } from './acquisitions';

/** More than the places and formats of a collection. */
const maximumRows = 10_000;

/** Where an item is: an ordered one at its vendor. */
const place = sql`coalesce(collection_item.storage_location, iif(collection_item.status = 'ordered', collection_item.order_vendor, NULL))`;

/**
 * Items of the user with what they count as, the value or else the price paid, and with their price: in the currency `:in` where the
 * rates of the day are known, else in its own.
 */
const valued = (...columns: readonly RawBuilder<unknown>[]) => sql`(
  WITH valued AS MATERIALIZED (
    SELECT ${sql.join([...columns, sql`id`, sql`quantity`])},
      current_value_cents AS value, value_currency, ${converted(sql.ref('collection_item.current_value_cents'), sql.ref('collection_item.value_currency'), sql.ref('collection_item.valued_on'))} AS converted_value,
      ${pricePaid} AS price, currency AS price_currency, ${converted(pricePaid, sql.ref('collection_item.currency'), boughtOrAddedAt)} AS converted_price
    FROM collection_item WHERE user_key = :user
  ), paid AS (
    SELECT *, coalesce(converted_price, price) AS paid_cents,
      iif(price IS NULL, NULL, iif(converted_price IS NULL, price_currency, :in)) AS paid_currency FROM valued
  )
  SELECT *, value IS NOT NULL AS has_value, iif(value IS NULL, paid_cents, coalesce(converted_value, value)) AS value_cents,
    iif(value IS NULL, paid_currency, iif(converted_value IS NULL, value_currency, :in)) AS currency
  FROM paid
) AS valued`;

/** Without looking for rates of what has no amount. */
const converted = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>, day: RawBuilder<unknown>) =>
  sql`iif(${amount} IS NULL, NULL, ${convertedAmount(amount, currency, day)})`;

interface ValueTotals extends ItemCounts {
  readonly currency: string | null;
  readonly value_cents: number;
  readonly paid_cents: number;
  readonly valued_items: number;
}

const totals = sql`valued.currency, count(*) AS items, sum(valued.quantity) AS copies, total(valued.value_cents) AS value_cents,
  total(iif(valued.paid_currency IS valued.currency, valued.paid_cents, NULL)) AS paid_cents, sum(valued.has_value) AS valued_items`;

const highestFirst = sql`valued.currency IS NULL, valued.currency, value_cents DESC`;

/** Totals of what a collection is worth. */
export const valueQueries = () => ({
  value_by_location: sql<ValueTotals & { readonly storage_location: string | null; readonly status: string }>`
    SELECT valued.storage_location, valued.status, ${totals} FROM ${valued(sql`${place} AS storage_location`, sql`status`)}
    GROUP BY valued.storage_location, valued.status, valued.currency
    ORDER BY ${highestFirst}, valued.storage_location, valued.status LIMIT ${sql.lit(maximumRows)}`,
  value_by_format: sql<ValueTotals & { readonly format_type: string | null }>`
    SELECT valued.format_type, ${totals} FROM ${valued(sql`${formatType} AS format_type`)}
    GROUP BY valued.format_type, valued.currency ORDER BY ${highestFirst}, valued.format_type LIMIT ${sql.lit(maximumRows)}`,
});

/** What a copy counts as. */
export interface ValuedItem {
  /** UUID, or in the API the IRI. */
  readonly item: string;
  readonly quantity: number;
  readonly value_cents: number | null;
  readonly currency: string | null;
  readonly basis: 'value' | 'price' | null;
  readonly valued_on: string | null;
  readonly paid_cents: number | null;
  readonly paid_currency: string | null;
}

/** Each item with what it counts as, most valuable first; those in other currencies than `:in` after the others. */
export const valuedItems = sql<ValuedItem>`
  SELECT valued.id AS item, valued.quantity, valued.value_cents, valued.currency, iif(valued.has_value, 'value', iif(valued.price IS NULL, NULL, 'price')) AS basis,
    valued.valued_on, valued.paid_cents, valued.paid_currency
  FROM ${valued(sql`valued_on`)}
  ORDER BY valued.value_cents IS NULL, :in IS NOT NULL AND valued.currency IS NOT :in, ${highestFirst}, valued.id LIMIT :limit + 0`;
