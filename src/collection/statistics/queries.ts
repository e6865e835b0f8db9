import { type Compilable, sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { parameter, Statement } from '../../store/database/sql';

export const composersShown = 20;

/** A record that items are counted by. */
interface Named {
  readonly id: string | null;
  readonly name: string | null;
  readonly slug: string | null;
}

/** More labels, tags or places than a page shows, and than a form offers. */
const maximumValues = 1_000;

export const mostExpensiveShown = 10;

const maximumCurrencies = 20;

type CountedColumn = 'condition' | 'sleeve_condition' | 'status' | 'rating' | 'folder' | 'storage_location';

type Statements = ReturnType<typeof statements>;

interface Values {
  readonly user: number;
}

/** What the items of one collection add up to, part by part. Runs within one read of the database. */
export class CollectionCounts {
  readonly #prepared: Statements;

  constructor(store: Store) {
    this.#prepared = statements(store);
  }

  /** One part: an attribute of the statistics. */
  part(name: StatisticsPart, user: number, userId: string): unknown {
    const values = { user };
    const prepared = this.#prepared;
    if (name === 'items' || name === 'copies' || name === 'releases') return prepared.all.get(values)?.[name];
    if (name === 'most_expensive') return mostExpensive(prepared, values, userId);
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
  'most_expensive',
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
  'by_decade',
  'composers',
] as const;

/** An attribute of the statistics. */
export type StatisticsPart = (typeof statisticsParts)[number];

const mostExpensive = ({ most_expensive }: Statements, values: Values, userId: string) =>
  most_expensive.all(values).map(({ item, release, title, slug, ...price }) => ({
    item: `/api/users/${userId}/collection/${item}`,
    release: { iri: `/api/releases/${release}`, id: release, title, slug },
    ...price,
  }));

const labels = ({ by_label }: Statements, values: Values) =>
  by_label.all(values).map(({ items, copies, ...label }) => ({ label: shown(label, 'labels'), items, copies }));

const composers = (prepared: Statements, values: Values) =>
  prepared.composers.all(values).map(({ items, copies, ...artist }) => ({ artist: shown(artist, 'artists'), items, copies }));

const shown = ({ id, name, slug }: Named, kind: string) => (id === null ? null : { iri: `/api/${kind}/${id}`, id, name, slug });

/** A price that was paid counts before one that was agreed on; both are of the item as a whole, whatever its copies. */
const price = sql<number>`coalesce(collection_item.purchase_price_cents, collection_item.order_price_cents)`;
const year = sql<number | null>`CAST(substr(coalesce(collection_item.purchased_at, collection_item.order_date), 1, 4) AS INTEGER)`;
/** "2024-05"; unknown where the year is. */
const month = sql<string | null>`substr(coalesce(collection_item.purchased_at, collection_item.order_date), 1, 7)`;
const shop = sql<string | null>`coalesce(collection_item.shop, collection_item.order_vendor)`;
const decade = sql<number | null>`"release".year / 10 * 10`;
/** What the item says; else the format of its release, where that has one only. */
const formatType = sql<string | null>`coalesce(collection_item.format_type, (
  SELECT iif(min(f.format_type) = max(f.format_type), min(f.format_type), NULL) FROM release_format AS f WHERE f.release_key = collection_item.release_key
))`;

function statements({ db, reader }: Store) {
  const items = db.selectFrom('collection_item').where('collection_item.user_key', '=', parameter<number>('user'));
  const ofReleases = items.innerJoin('release', 'release.key', 'collection_item.release_key');
  const prepare = <O>(query: Compilable<O>) => new Statement<O, { user: number }>(reader, query);
  const copies = sql<number>`coalesce(sum(collection_item.quantity), 0)`.as('copies');
  const count = sql<number>`count(*)`.as('items');
  const mostFirst = sql`items DESC`;
  const valuesShown = sql.lit(maximumValues);
  const by = <C extends CountedColumn>(column: C) =>
    prepare(items.select([column, count, copies]).groupBy(column).orderBy(mostFirst).orderBy(column).limit(valuesShown));
  // As a floating point number, which is exact as far as JSON is and cannot overflow.
  const amount = sql<number>`total(${price})`.as('amount_cents');
  const spent = items.where(price, 'is not', null).select(['currency', amount, count]).orderBy(sql`currency IS NULL`).orderBy('currency');
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
    most_expensive: prepare(
      db
        .selectFrom(dearest(db).as('dearest'))
        .innerJoin('release', 'release.key', 'dearest.release_key')
        .select([
          'dearest.id as item',
          'release.id as release',
          'release.title',
          'release.slug',
          'dearest.amount_cents',
          'dearest.currency',
        ])
        .orderBy(sql`dearest.currency IS NULL`)
        .orderBy('dearest.currency')
        .orderBy('dearest.rank')
        .limit(sql.lit(mostExpensiveShown * maximumCurrencies)),
    ),
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
        .select([decade.as('decade'), count, copies])
        .groupBy(decade)
        .orderBy('decade'),
    ),
    composers: prepare(
      items
        .innerJoin(composersOfReleases(db).as('composed'), 'composed.release_key', 'collection_item.release_key')
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

/** The releases of a user's items: what is joined to them is looked up for these alone. */
const ownReleases = (db: Db) => db.selectFrom('collection_item').where('user_key', '=', parameter<number>('user')).select('release_key');

/** Items with the labels of their releases; one may name a label twice, with two numbers. */
const labelled = (db: Db) =>
  db
    .selectFrom('collection_item')
    .leftJoin('release_label', (join) =>
      join.onRef('release_label.release_key', '=', 'collection_item.release_key').on('release_label.label_key', 'is not', null),
    )
    .where('collection_item.user_key', '=', parameter<number>('user'))
    .select(['collection_item.key', 'collection_item.quantity', 'release_label.label_key'])
    .distinct();

/** The items that cost most, by the currency: amounts of several do not compare. */
const dearest = (db: Db) =>
  db
    .selectFrom(
      db
        .selectFrom('collection_item')
        .where('user_key', '=', parameter<number>('user'))
        .where(price, 'is not', null)
        .select(['id', 'release_key', 'currency', price.as('amount_cents')])
        .select(sql<number>`row_number() OVER (PARTITION BY currency ORDER BY ${price} DESC, id)`.as('rank'))
        .as('ranked'),
    )
    .where('ranked.rank', '<=', sql.lit(mostExpensiveShown))
    .selectAll();

/**
 * Who composed for the productions of a release, and whom the release itself credits as a composer; each once. The joins
 * are crossed to keep their order, from the releases outwards.
 */
const composersOfReleases = (db: Db) =>
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
