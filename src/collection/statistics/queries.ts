import { type CompiledQuery, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { parameter } from '../../store/database/sql';
import {
  acquisitionQueries,
  composed,
  decadeOfRelease,
  formatType,
  type ItemCounts,
  labelled,
  type NamedGroup,
  type OfYear,
  priced,
  shop,
} from './acquisitions';
import { valueQueries } from './values';

/** More than pages show and forms offer. */
const maximumValues = 1_000;

export const pricedShown = 10;

const maximumCurrencies = 20;

type CountedColumn = 'condition' | 'sleeve_condition' | 'status' | 'rating' | 'folder' | 'storage_location';

type Queries = ReturnType<typeof queriesOf>;

type RowOf<Q> = Q extends { compile(executor: QueryExecutorProvider): CompiledQuery<infer Row> } ? Row : never;

/** Rows of one of the queries. */
type Rows = <N extends keyof Queries>(name: N) => RowOf<Queries[N]>[];

/** Statistics of a collection, by attribute. Inside one read of the database. */
export class CollectionCounts {
  #queries: Queries | undefined;

  constructor(private readonly store: Store) {}

  /** @param currency that prices are converted to where rates are known (ISO 4217) */
  part(name: StatisticsPart, user: number, userId: string, currency: string | undefined): unknown {
    const { db, reader } = this.store;
    this.#queries ??= queriesOf(db);
    const queries = this.#queries;
    const values: Values = isOfPrices(name) ? { user, in: currency ?? null } : { user };
    const rows: Rows = (name) =>
      reader.composed<RowOf<Queries[typeof name]>>(`statistics ${name}`, () => queries[name].compile(db)).all(values);
    if (name === 'items' || name === 'copies' || name === 'releases' || name === 'dated_by_added') return rows('all')[0]?.[name];
    if (name === 'most_expensive' || name === 'least_expensive' || name === 'extremes') return ofReleases(rows(name), userId);
    if (name === 'years') return years(rows);
    if (name === 'composers_by_duration') return composersByDuration(rows);
    if (name === 'by_label') return rows(name).map((row) => ({ label: reference(row, 'labels'), ...countsOf(row) }));
    if (name === 'composers') return rows(name).map(composer);
    return rows(name);
  }
}

export const statisticsParts = [
  'items',
  'copies',
  'releases',
  'dated_by_added',
  'spending',
  'spending_by_month',
  'spending_by_shop',
  'spending_by_decade',
  'most_expensive',
  'least_expensive',
  'extremes',
  'acquired_by_year',
  'acquired_by_month',
  'years',
  'value_by_location',
  'value_by_format',
  'by_format',
  'by_condition',
  'by_sleeve_condition',
  'by_status',
  'by_rating',
  'by_folder',
  'by_tag',
  'by_storage_location',
  'by_shop',
  'by_label',
  'by_label_country',
  'by_decade',
  'composers',
  'composers_by_duration',
] as const;

export type StatisticsPart = (typeof statisticsParts)[number];

/** Whether it depends on the currency. */
export const isOfPrices = (name: StatisticsPart): boolean => /^(?:spending|value_)|_expensive$/.test(name);

interface OfRelease {
  readonly item: string;
  readonly release: string;
  readonly title: string;
  readonly slug: string;
}

const ofReleases = (rows: readonly OfRelease[], userId: string) =>
  rows.map(({ item, release, title, slug, ...rest }) => ({
    item: `/api/users/${userId}/collection/${item}`,
    release: { iri: `/api/releases/${release}`, id: release, title, slug },
    ...rest,
  }));

function years(rows: Rows) {
  const labels = new Map(rows('new_labels').map((row) => [row.year, row.new_labels]));
  const composers = new Map(rows('composer_of_year').map((row) => [row.year, composer(row)]));
  return rows('years').map(({ year, oldest_release_year }: OfYear) => ({
    year,
    new_labels: labels.get(year) ?? 0,
    oldest_release_year,
    composer: composers.get(year) ?? null,
  }));
}

const composersByDuration = (rows: Rows) =>
  rows('composers_by_duration').map(({ items, copies, duration_seconds, decades, type, ...artist }) => ({
    artist: { ...reference(artist, 'artists'), type },
    items,
    copies,
    duration_seconds,
    decades: JSON.parse(decades),
  }));

const composer = (row: CountedGroup) => ({ artist: reference(row, 'artists'), ...countsOf(row) });

type CountedGroup = NamedGroup & ItemCounts;

const countsOf = ({ name, items, copies }: CountedGroup) => ({ name, items, copies });

const reference = ({ id, name, slug }: NamedGroup, kind: string) => (id === null ? null : { iri: `/api/${kind}/${id}`, id, name, slug });

function queriesOf(db: Db) {
  const items = db.selectFrom('collection_item').where('collection_item.user_key', '=', parameter<number>('user'));
  const ofReleases = items.innerJoin('release', 'release.key', 'collection_item.release_key');
  const copies = sql<number>`coalesce(sum(collection_item.quantity), 0)`.as('copies');
  const count = sql<number>`count(*)`.as('items');
  const mostFirst = sql`items DESC`;
  const undated = sql<number>`count(*) - count(coalesce(purchased_at, order_date))`.as('dated_by_added');
  const valuesShown = sql.lit(maximumValues);
  const by = <C extends CountedColumn>(column: C) =>
    items.select([column, count, copies]).groupBy(column).orderBy(mostFirst).orderBy(column).limit(valuesShown);
  // A float cannot overflow and is as exact as JSON.
  const spent = sql`SELECT priced.currency, total(priced.amount) AS amount_cents, count(*) AS items`;
  const byCurrency = sql`priced.currency IS NULL, priced.currency`;
  return {
    all: items.select([count, copies, sql<number>`count(DISTINCT release_key)`.as('releases'), undated]),
    spending: sql<Spent & { readonly year: number | null }>`
      ${spent}, priced.year FROM ${priced} GROUP BY priced.currency, priced.year ORDER BY ${byCurrency}, priced.year IS NULL, priced.year`,
    spending_by_month: sql<Spent & { readonly month: string }>`
      ${spent}, priced.month FROM ${priced} WHERE priced.month IS NOT NULL
      GROUP BY priced.currency, priced.month ORDER BY ${byCurrency}, priced.month`,
    spending_by_shop: sql<Spent & { readonly shop: string }>`
      ${spent}, priced.shop FROM ${priced} WHERE priced.shop IS NOT NULL
      GROUP BY priced.currency, priced.shop ORDER BY ${byCurrency}, amount_cents DESC, priced.shop LIMIT ${valuesShown}`,
    most_expensive: byPrice(highestFirst),
    least_expensive: byPrice(lowestFirst),
    ...acquisitionQueries(),
    ...valueQueries(),
    by_format: items
      .select([formatType.as('format_type'), count, copies])
      .groupBy(formatType)
      .orderBy(mostFirst)
      .orderBy('format_type')
      .limit(valuesShown),
    by_condition: by('condition'),
    by_sleeve_condition: by('sleeve_condition'),
    by_status: by('status'),
    by_rating: by('rating'),
    by_folder: by('folder'),
    by_storage_location: by('storage_location'),
    by_shop: items
      .select([shop.as('shop'), count, copies])
      .groupBy(shop)
      .orderBy(mostFirst)
      .orderBy('shop')
      .limit(valuesShown),
    by_tag: db
      .selectFrom('collection_item_tag as filed')
      .innerJoin('collection_item', 'collection_item.key', 'filed.item_key')
      .where('filed.user_key', '=', parameter<number>('user'))
      .select([sql<string>`min(filed.tag)`.as('tag'), count, copies])
      .groupBy('filed.tag_folded')
      .orderBy(mostFirst)
      .orderBy('filed.tag_folded')
      .limit(valuesShown),
    by_label: sql<CountedGroup>`
      SELECT label.id, coalesce(label.name, max(shown.name)) AS name, label.slug, count(*) AS items, sum(item.quantity) AS copies
      FROM collection_item AS item LEFT JOIN ${labelled} ON shown.release_key = item.release_key LEFT JOIN label ON label.key = shown.record_key
      WHERE item.user_key = :user ${groupedByName}`,
    by_decade: ofReleases
      .select([decadeOfRelease.as('decade'), count, copies])
      .groupBy(decadeOfRelease)
      .orderBy('decade'),
    composers: sql<CountedGroup>`
      SELECT artist.id, coalesce(artist.display_name, max(shown.name)) AS name, artist.slug, count(*) AS items, sum(item.quantity) AS copies
      FROM collection_item AS item JOIN ${composed} ON shown.release_key = item.release_key LEFT JOIN artist ON artist.key = shown.record_key
      WHERE item.user_key = :user ${groupedByName}`,
  };
}

const groupedByName = sql`
  GROUP BY shown.record_key, lower(shown.name) ORDER BY items DESC, name COLLATE NOCASE, shown.record_key LIMIT ${sql.lit(maximumValues)}`;

type Db = Store['db'];

interface Spent {
  readonly currency: string | null;
  readonly amount_cents: number;
  readonly items: number;
}

const [highestFirst, lowestFirst] = [sql`DESC`, sql`ASC`];

/** The most or least expensive items of each currency. Gifts are no bargains. */
const byPrice = (direction: RawBuilder<unknown>) => sql<OfRelease & { readonly amount_cents: number; readonly currency: string | null }>`
  SELECT ranked.id AS item, "release".id AS release, "release".title, "release".slug, ranked.amount AS amount_cents, ranked.currency
  FROM (
    SELECT priced.*, row_number() OVER (PARTITION BY priced.currency ORDER BY priced.amount ${direction}, priced.id) AS rank FROM ${priced}
    WHERE priced.amount ${direction === lowestFirst ? sql`>` : sql`>=`} 0
  ) AS ranked JOIN "release" ON "release".key = ranked.release_key
  WHERE ranked.rank <= ${sql.lit(pricedShown)}
  ORDER BY ranked.currency IS NULL, ranked.currency, ranked.rank LIMIT ${sql.lit(pricedShown * maximumCurrencies)}`;
