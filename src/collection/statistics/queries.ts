import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { parameter, Statement } from '../../store/database/sql';
import {
  acquisitionStatements,
  composersOfItems,
  composersShown,
  decadeOfRelease,
  formatType,
  month,
  type OfYear,
  pricePaid,
  year,
} from './acquisitions';

interface Named {
  readonly id: string | null;
  readonly name: string | null;
  readonly slug: string | null;
}

/** More than pages show and forms offer. */
const maximumValues = 1_000;

export const pricedShown = 10;

const maximumCurrencies = 20;

type CountedColumn = 'condition' | 'sleeve_condition' | 'status' | 'rating' | 'folder' | 'storage_location';

type Statements = ReturnType<typeof statements>;

interface Values {
  readonly user: number;
}

/** Statistics of a collection, by attribute. Inside one read of the database. */
export class CollectionCounts {
  /** Built when first read: some forty queries would delay the start of a server. */
  #prepared: Statements | undefined;

  constructor(private readonly store: Store) {}

  part(name: StatisticsPart, user: number, userId: string): unknown {
    const values = { user };
    this.#prepared ??= statements(this.store);
    const prepared = this.#prepared;
    if (name === 'items' || name === 'copies' || name === 'releases') return prepared.all.get(values)?.[name];
    if (name === 'most_expensive' || name === 'least_expensive' || name === 'extremes') return ofReleases(prepared[name], values, userId);
    if (name === 'years') return years(prepared, values);
    if (name === 'composers_by_duration') return composersByDuration(prepared, values);
    if (name === 'by_label') return labels(prepared, values);
    if (name === 'composers') return composers(prepared, values);
    return prepared[name].all(values);
  }
}

export const statisticsParts = [
  'items',
  'copies',
  'releases',
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

interface OfRelease {
  readonly item: string;
  readonly release: string;
  readonly title: string;
  readonly slug: string;
}

const ofReleases = (statement: Statement<OfRelease, { user: number }>, values: Values, userId: string) =>
  statement.all(values).map(({ item, release, title, slug, ...rest }) => ({
    item: `/api/users/${userId}/collection/${item}`,
    release: { iri: `/api/releases/${release}`, id: release, title, slug },
    ...rest,
  }));

function years(prepared: Statements, values: Values) {
  const labels = new Map(prepared.new_labels.all(values).map((one) => [one.year, one.new_labels]));
  const composers = new Map(prepared.composer_of_year.all(values).map((one) => [one.year, one]));
  return prepared.years.all(values).map(({ year, oldest_release_year }: OfYear) => {
    const composer = composers.get(year);
    return {
      year,
      new_labels: labels.get(year) ?? 0,
      oldest_release_year,
      composer: composer ? { artist: shown(composer, 'artists'), items: composer.items, copies: composer.copies } : null,
    };
  });
}

const composersByDuration = (prepared: Statements, values: Values) =>
  prepared.composers_by_duration.all(values).map(({ items, copies, duration_seconds, decades, type, ...artist }) => ({
    artist: { ...shown(artist, 'artists'), type },
    items,
    copies,
    duration_seconds,
    decades: JSON.parse(decades),
  }));

const labels = ({ by_label }: Statements, values: Values) =>
  by_label.all(values).map(({ items, copies, ...label }) => ({ label: shown(label, 'labels'), items, copies }));

const composers = (prepared: Statements, values: Values) =>
  prepared.composers.all(values).map(({ items, copies, ...artist }) => ({ artist: shown(artist, 'artists'), items, copies }));

const shown = ({ id, name, slug }: Named, kind: string) => (id === null ? null : { iri: `/api/${kind}/${id}`, id, name, slug });

const shop = sql<string | null>`coalesce(collection_item.shop, collection_item.order_vendor)`;

function statements(store: Store) {
  const { db, reader } = store;
  const items = db.selectFrom('collection_item').where('collection_item.user_key', '=', parameter<number>('user'));
  const ofReleases = items.innerJoin('release', 'release.key', 'collection_item.release_key');
  const prepare = <O>(query: Compilable<O>) => new Statement<O, { user: number }>(reader, query);
  const copies = sql<number>`coalesce(sum(collection_item.quantity), 0)`.as('copies');
  const count = sql<number>`count(*)`.as('items');
  const mostFirst = sql`items DESC`;
  const valuesShown = sql.lit(maximumValues);
  const by = <C extends CountedColumn>(column: C) =>
    prepare(items.select([column, count, copies]).groupBy(column).orderBy(mostFirst).orderBy(column).limit(valuesShown));
  // A float cannot overflow and is as exact as JSON.
  const amount = sql<number>`total(${pricePaid})`.as('amount_cents');
  const spent = items
    .where(pricePaid, 'is not', null)
    .select(['currency', amount, count])
    .orderBy(sql`currency IS NULL`)
    .orderBy('currency');
  return {
    all: prepare(items.select([count, copies, sql<number>`count(DISTINCT release_key)`.as('releases')])),
    spending: prepare(spent.select(year.as('year')).groupBy(['currency', year]).orderBy(sql`${year} IS NULL`).orderBy('year')),
    spending_by_month: prepare(spent.where(month, 'is not', null).select(month.as('month')).groupBy(['currency', month]).orderBy('month')),
    spending_by_shop: prepare(
      spent
        .where(shop, 'is not', null)
        .select(shop.as('shop'))
        .groupBy(['currency', shop])
        .orderBy(sql`amount_cents DESC`)
        .orderBy('shop')
        .limit(valuesShown),
    ),
    most_expensive: prepare(priced(db, highestFirst)),
    least_expensive: prepare(priced(db, lowestFirst)),
    ...acquisitionStatements(store),
    by_format: prepare(
      items
        .select([formatType.as('format_type'), count, copies])
        .groupBy(formatType)
        .orderBy(mostFirst)
        .orderBy('format_type')
        .limit(valuesShown),
    ),
    by_condition: by('condition'),
    by_sleeve_condition: by('sleeve_condition'),
    by_status: by('status'),
    by_rating: by('rating'),
    by_folder: by('folder'),
    by_storage_location: by('storage_location'),
    by_shop: prepare(
      items
        .select([shop.as('shop'), count, copies])
        .groupBy(shop)
        .orderBy(mostFirst)
        .orderBy('shop')
        .limit(valuesShown),
    ),
    by_tag: prepare(
      db
        .selectFrom('collection_item_tag as filed')
        .innerJoin('collection_item', 'collection_item.key', 'filed.item_key')
        .where('filed.user_key', '=', parameter<number>('user'))
        .select([sql<string>`min(filed.tag)`.as('tag'), count, copies])
        .groupBy('filed.tag_folded')
        .orderBy(mostFirst)
        .orderBy('filed.tag_folded')
        .limit(valuesShown),
    ),
    by_label: prepare(
      db
        .selectFrom(labelled(db).as('labelled'))
        .leftJoin('label', 'label.key', 'labelled.label_key')
        .select(['label.id', 'label.name', 'label.slug', count, sql<number>`sum(labelled.quantity)`.as('copies')])
        .groupBy('labelled.label_key')
        .orderBy(mostFirst)
        .orderBy('label.name_folded')
        .orderBy('label.id')
        .limit(valuesShown),
    ),
    by_decade: prepare(
      ofReleases
        .select([decadeOfRelease.as('decade'), count, copies])
        .groupBy(decadeOfRelease)
        .orderBy('decade'),
    ),
    composers: prepare(
      items
        .innerJoin(composersOfItems(db).as('composed'), 'composed.release_key', 'collection_item.release_key')
        .innerJoin('artist', 'artist.key', 'composed.artist_key')
        .select(['artist.id', 'artist.display_name as name', 'artist.slug', count, copies])
        .groupBy('artist.key')
        .orderBy(mostFirst)
        .orderBy('artist.name_folded')
        .orderBy('artist.id')
        .limit(composersShown),
    ),
  };
}

type Db = Store['db'];

/** Distinct, because a release may name a label twice with two numbers. */
const labelled = (db: Db) =>
  db
    .selectFrom('collection_item')
    .leftJoin('release_label', (join) =>
      join.onRef('release_label.release_key', '=', 'collection_item.release_key').on('release_label.label_key', 'is not', null),
    )
    .where('collection_item.user_key', '=', parameter<number>('user'))
    .select(['collection_item.key', 'collection_item.quantity', 'release_label.label_key'])
    .distinct();

const [highestFirst, lowestFirst] = [sql`DESC`, sql`ASC`];

/** The most or least expensive items of each currency. Gifts are no bargains. */
const priced = (db: Db, direction: RawBuilder<unknown>) =>
  db
    .selectFrom(
      db
        .selectFrom('collection_item')
        .where('user_key', '=', parameter<number>('user'))
        .where(pricePaid, direction === lowestFirst ? '>' : '>=', sql.lit(0))
        .select(['id', 'release_key', 'currency', pricePaid.as('amount_cents')])
        .select(sql<number>`row_number() OVER (PARTITION BY currency ORDER BY ${pricePaid} ${direction}, id)`.as('rank'))
        .as('ranked'),
    )
    .innerJoin('release', 'release.key', 'ranked.release_key')
    .where('ranked.rank', '<=', sql.lit(pricedShown))
    .select(['ranked.id as item', 'release.id as release', 'release.title', 'release.slug', 'ranked.amount_cents', 'ranked.currency'])
    .orderBy(sql`ranked.currency IS NULL`)
    .orderBy('ranked.currency')
    .orderBy('ranked.rank')
    .limit(sql.lit(pricedShown * maximumCurrencies));
