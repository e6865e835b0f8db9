import { fold } from '../../database/folding';
import { followMerges } from '../../database/merges';
import type { Store } from '../../database/open';
import { parameter, Statement, type Value, type Values } from '../../database/prepare';
import { now } from '../../database/time';
import { conflict } from '../../errors';
import type { Resource } from '../../jsonapi/resource';
import { Invalid, readAttributes, writesOf } from '../../jsonapi/write';

/** An item as it is stored. */
export interface OwnedItem {
  readonly key: number;
  readonly releaseKey: number;
  /** By the names of the fields. */
  readonly values: Values;
}

/** The most combinations of columns whose updates are kept prepared: clients send a few of the many there are. */
const maximumUpdates = 200;

const known = new WeakMap<Store, Map<string, OwnedItems>>();

/** The items of one kind that users keep, each of a release. Its writes run in a transaction that the caller holds. */
export class OwnedItems {
  readonly #names: readonly string[];
  readonly #prepared: ReturnType<typeof statements>;
  readonly #updates = new Map<string, Statement<unknown>>();

  private constructor(
    store: Store,
    readonly resource: Resource,
    /** How often a user may have a release. */
    private readonly times: 'once' | 'many',
  ) {
    this.#names = Object.keys(writesOf(resource).fields);
    this.#prepared = statements(store, resource.table as ItemTable, this.#names);
  }

  /** The items of a kind in a database: what is prepared is prepared once. */
  static of(store: Store, resource: Resource, times: 'once' | 'many'): OwnedItems {
    const ofStore = known.get(store) ?? new Map<string, OwnedItems>();
    known.set(store, ofStore);
    const items = ofStore.get(resource.type) ?? new OwnedItems(store, resource, times);
    ofStore.set(resource.type, items);
    return items;
  }

  /** A user's item of this UUID. */
  find(userKey: number, id: string): OwnedItem | undefined {
    const row = this.#prepared.find.get({ user: userKey, id });
    if (!row) return undefined;
    const { key, release_key, ...values } = row;
    return { key: key as number, releaseKey: release_key as number, values };
  }

  /** The key of the release of this UUID, or of the one that it was merged into. */
  findRelease(id: string): number | undefined {
    const { release, merged } = this.#prepared;
    return followMerges(
      id,
      (at) => release.get({ id: at })?.key,
      (from) => merged.get({ id: from })?.merged_into_id,
    )?.found;
  }

  /** Makes an item from attributes in the API's names, and gives its UUID. */
  create(userKey: number, releaseKey: number, attributes: Readonly<Record<string, unknown>>): string {
    const { values, violations } = readAttributes(this.resource, attributes);
    if (violations.length > 0) throw new Invalid(violations);
    return this.insert(userKey, releaseKey, values);
  }

  /** Makes an item from values as they are stored, and gives its UUID. */
  insert(userKey: number, releaseKey: number, values: Values): string {
    this.#requireFree(userKey, releaseKey);
    const id = Bun.randomUUIDv7();
    const initial = Object.entries(writesOf(this.resource).fields).map(([name, field]) => [name, field.initial] as const);
    const all = withFolded({ ...Object.fromEntries(initial), ...values });
    this.#prepared.insert.run({ ...all, id, user: userKey, release: releaseKey, now: now() });
    return id;
  }

  /** Changes an item where it differs from the values. */
  update(userKey: number, item: OwnedItem, releaseKey: number, values: Values): void {
    const changed: Record<string, Value> = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => item.values[name] !== value),
    );
    if (releaseKey !== item.releaseKey) {
      this.#requireFree(userKey, releaseKey);
      changed.release_key = releaseKey;
    }
    if (Object.keys(changed).length === 0) return;
    if (changed.notes !== undefined) Object.assign(changed, withFolded({ notes: changed.notes }));
    this.#updateOf(Object.keys(changed)).run({ ...changed, key: item.key, now: now() });
  }

  delete({ key }: OwnedItem): void {
    this.#prepared.delete.run({ key });
  }

  /** Sets these columns alone: every index of a column that is set is written, whether its value differs or not. */
  #updateOf(names: readonly string[]): Statement<unknown> {
    const shape = names.join();
    let statement = this.#updates.get(shape);
    if (!statement) {
      if (this.#updates.size >= maximumUpdates) {
        for (const unused of this.#updates.values()) unused.close();
        this.#updates.clear();
      }
      statement = this.#prepared.updateOf(names);
      this.#updates.set(shape, statement);
    }
    return statement;
  }

  #requireFree(userKey: number, releaseKey: number): void {
    if (this.times === 'many' || !this.#prepared.taken.get({ user: userKey, release: releaseKey })) return;
    throw conflict(`There is a ${this.resource.noun} of this release already.`, { pointer: '/data/relationships/release' });
  }
}

/** Tables of items: they have the same columns but for those of their fields. */
type ItemTable = 'wishlist_item' | 'collection_item';

/** Notes as they are searched. */
const withFolded = (values: Values): Values => ({ ...values, notes_folded: values.notes ? fold(values.notes as string) : null });

function statements({ writer, db }: Store, itemTable: ItemTable, names: readonly string[]) {
  // What differs between the tables is in the names of the fields, which are columns of both the API and the table.
  const table = itemTable as 'wishlist_item';
  const columns = names as readonly 'notes'[];
  const slotsOf = (list: readonly string[]) => Object.fromEntries(list.map((name) => [name, parameter<Value>(name)]));
  const slots = slotsOf([...names, 'notes_folded']) as { notes: never };
  const [id, user, release] = [parameter<string>('id'), parameter<number>('user'), parameter<number>('release')];
  const [key, time] = [parameter<number>('key'), parameter<string>('now')];
  const prepared = <O>(query: { compile(): unknown }) => new Statement<O>(writer, query as ConstructorParameters<typeof Statement<O>>[1]);
  return {
    find: prepared<Record<string, Value>>(
      db
        .selectFrom(table)
        .select(['key', 'release_key', ...columns])
        .where('id', '=', id)
        .where('user_key', '=', user),
    ),
    taken: prepared<{ key: number }>(db.selectFrom(table).select('key').where('user_key', '=', user).where('release_key', '=', release)),
    insert: prepared(
      db.insertInto(table).values({ ...slots, id, user_key: user, release_key: release, created_at: time, updated_at: time }),
    ),
    updateOf: (changed: readonly string[]) =>
      prepared(
        db
          .updateTable(table)
          .set({ ...(slotsOf(changed) as { notes: never }), updated_at: time })
          .where('key', '=', key),
      ),
    delete: prepared(db.deleteFrom(table).where('key', '=', key)),
    release: prepared<{ key: number }>(db.selectFrom('release').select('key').where('id', '=', id)),
    merged: prepared<{ merged_into_id: string }>(
      db.selectFrom('merged_record').select('merged_into_id').where('resource_type', '=', 'Release').where('id', '=', id),
    ),
  };
}
