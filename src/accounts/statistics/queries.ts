import { type Compilable, sql } from 'kysely';
import type { Store } from '../../database/open';
import { parameter, Statement } from '../../database/prepare';

/** How many of the composers are told. */
export const composersShown = 20;

/** How much of a collection has something in common: entries, and the copies that they stand for. */
export interface Counts {
  readonly items: number;
  readonly copies: number;
}

/** A record that items are counted by. */
interface Named {
  readonly id: string | null;
  readonly name: string | null;
  readonly slug: string | null;
}

type Statements = ReturnType<typeof statements>;

/** What the items of one collection add up to. Runs within one read of the database. */
export class CollectionCounts {
  readonly #prepared: Statements;

  constructor(store: Store) {
    this.#prepared = statements(store);
  }

  of(user: number) {
    const values = { user };
    const prepared = this.#prepared;
    return {
      ...(prepared.all.get(values) as Counts),
      spending: prepared.spending.all(values),
      by_format: prepared.byFormat.all(values),
      by_condition: prepared.byCondition.all(values),
      by_status: prepared.byStatus.all(values),
      by_label: prepared.byLabel.all(values).map(({ items, copies, ...label }) => ({ label: shown(label, 'labels'), items, copies })),
      by_decade: prepared.byDecade.all(values),
      composers: prepared.composers
        .all(values)
        .map(({ items, copies, ...artist }) => ({ artist: shown(artist, 'artists'), items, copies })),
    };
  }
}

const shown = ({ id, name, slug }: Named, kind: string) => (id === null ? null : { iri: `/api/${kind}/${id}`, id, name, slug });

/** A price that was paid counts before one that was agreed on; both are of the item as a whole, whatever its copies. */
const price = sql<number>`coalesce(collection_item.purchase_price_cents, collection_item.order_price_cents)`;
const year = sql<number | null>`CAST(substr(coalesce(collection_item.purchased_at, collection_item.order_date), 1, 4) AS INTEGER)`;
const decade = sql<number | null>`"release".year / 10 * 10`;

function statements({ db, reader }: Store) {
  const items = db.selectFrom('collection_item').where('collection_item.user_key', '=', parameter<number>('user'));
  const ofReleases = items.innerJoin('release', 'release.key', 'collection_item.release_key');
  const prepare = <O>(query: Compilable<O>) => new Statement<O, { user: number }>(reader, query);
  const copies = sql<number>`coalesce(sum(collection_item.quantity), 0)`.as('copies');
  const count = sql<number>`count(*)`.as('items');
  const mostFirst = sql`items DESC`;
  return {
    all: prepare(items.select([count, copies])),
    spending: prepare(
      items
        .where(price, 'is not', null)
        // As a floating point number, which is exact as far as JSON is and cannot overflow.
        .select(['currency', year.as('year'), sql<number>`total(${price})`.as('amount_cents'), count])
        .groupBy(['currency', year])
        .orderBy(sql`currency IS NULL`)
        .orderBy('currency')
        .orderBy(sql`${year} IS NULL`)
        .orderBy('year'),
    ),
    byFormat: prepare(items.select(['format_type', count, copies]).groupBy('format_type').orderBy(mostFirst).orderBy('format_type')),
    byCondition: prepare(items.select(['condition', count, copies]).groupBy('condition').orderBy(mostFirst).orderBy('condition')),
    byStatus: prepare(items.select(['status', count, copies]).groupBy('status').orderBy(mostFirst).orderBy('status')),
    byLabel: prepare(
      items
        .leftJoin(labelsOfReleases(db).as('named'), 'named.release_key', 'collection_item.release_key')
        .leftJoin('label', 'label.key', 'named.label_key')
        .select(['label.id', 'label.name', 'label.slug', count, copies])
        .groupBy('label.key')
        .orderBy(mostFirst)
        .orderBy('label.name_folded')
        .orderBy('label.id'),
    ),
    byDecade: prepare(
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

/** A release may name a label twice, with two numbers. */
const labelsOfReleases = (db: Db) =>
  db
    .selectFrom('release_label')
    .where('release_key', 'in', ownReleases(db))
    .where('label_key', 'is not', null)
    .select(['release_key', 'label_key'])
    .distinct();

/**
 * Who composed for the productions of a release, and whom the release itself credits as a composer; each once. The joins
 * are crossed to keep their order, from the releases outwards.
 */
const composersOfReleases = (db: Db) =>
  db
    .selectFrom('production_entry')
    .crossJoin('production_credit')
    .where('production_entry.release_key', 'in', ownReleases(db))
    .where('production_credit.list', '=', sql.lit('composers'))
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
