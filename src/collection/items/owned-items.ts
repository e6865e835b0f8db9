import { sql } from 'kysely';
import type { Resource } from '../../api/schema/resource';
import { Invalid, readAttributes, writesOf } from '../../api/write/write';
import { conflict } from '../../errors';
import { isSeenBy } from '../../records/edit/unreviewed';
import { RestoredItems } from '../../records/merge/merged-items';
import { MergeRedirects } from '../../store/database/merges';
import type { Store } from '../../store/database/open';
import { parameter, type Statement, Statements, type Value, type Values } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import { fold } from '../../store/values/folding';
import { foldTag } from './fields';

export interface OwnedItem {
  readonly key: number;
  readonly releaseKey: number;
  readonly values: Values;
}

/** Cached UPDATE statements by set of columns; clients use few of the many combinations. */
const maximumUpdates = 200;

/** Items of one list type. Writes run inside the caller's transaction. */
export class OwnedItems {
  /** On the write connection, opened on first use. */
  readonly #statements: Statements;
  readonly #updates: Statements;
  readonly #merges: MergeRedirects;
  readonly #restored: RestoredItems;
  readonly #names: readonly string[];

  constructor(
    store: Store,
    readonly resource: Resource,
    private readonly times: 'once' | 'many',
  ) {
    this.#statements = new Statements(store, { on: 'writer' });
    this.#merges = new MergeRedirects(this.#statements);
    this.#restored = new RestoredItems(this.#statements);
    this.#updates = new Statements(store, { on: 'writer', most: maximumUpdates });
    this.#names = Object.keys(writesOf(resource).fields);
  }

  find(userKey: number, id: string): OwnedItem | undefined {
    const row = this.#statements
      .get<Pick<OwnedItem, 'key' | 'releaseKey'> & Record<string, Value>>('find', (db) =>
        db
          .selectFrom(this.resource.table)
          .select(['key', 'release_key as releaseKey', ...this.#names])
          .where('id', '=', parameter('id'))
          .where('user_key', '=', parameter('user')),
      )
      .get({ user: userKey, id });
    if (!row) return undefined;
    const { key, releaseKey, ...values } = row;
    return { key, releaseKey, values };
  }

  /**
   * The key of a release, following merges.
   * @param user who must be able to see it; null for an operator
   */
  findRelease(id: string, user: number | null): number | undefined {
    const release = this.#statements.get<{ key: number }>('release', (db) =>
      db
        .selectFrom('release')
        .select('key')
        .where('id', '=', parameter('id'))
        .where(isSeenBy('release', parameter('user'))),
    );
    return this.#merges.follow('Release', id, (at) => release.get({ id: at, user })?.key)?.found;
  }

  /**
   * @param attributes by API name
   * @returns the UUID
   */
  create(userKey: number, releaseKey: number, attributes: Readonly<Record<string, unknown>>): string {
    const { values, violations } = readAttributes(this.resource, attributes);
    if (violations.length > 0) throw new Invalid(violations);
    return this.insert(userKey, releaseKey, values);
  }

  /** Whether an id is not, or no longer, that of an item. */
  isFree(id: string): boolean {
    const item = this.#statements.get('any', (db) => db.selectFrom(this.resource.table).select('key').where('id', '=', parameter('id')));
    return item.get({ id }) === undefined;
  }

  /** UUID of the release that a removed item was of: the named one, or one whose merge into it was undone since. */
  releaseBefore(removed: string, named: string): string {
    return this.#restored.releaseBefore(removed, named);
  }

  /** Adds a removed item again, under a new id. */
  restore(
    userKey: number,
    releaseKey: number,
    values: Values,
    { removed, named }: { readonly removed: string; readonly named: string },
  ): string {
    const id = this.insert(userKey, releaseKey, values);
    this.#restored.replace(this.resource.table, removed, { id, named, releaseKey });
    return id;
  }

  /**
   * @param values as stored
   * @returns the UUID
   */
  insert(userKey: number, releaseKey: number, values: Values): string {
    this.#requireFree(userKey, releaseKey);
    const id = Bun.randomUUIDv7();
    const initial = Object.entries(writesOf(this.resource).fields).map(([name, field]) => [name, field.initial] as const);
    const all: Record<string, Value> = { ...Object.fromEntries(initial), ...values };
    const folded = foldedOf(all);
    const moment = now();
    if (all.added_at === null) all.added_at = moment;
    this.#statements
      .get('insert', (db) =>
        db.insertInto(this.resource.table).values({
          ...slotsOf([...this.#names, ...Object.keys(folded), 'id']),
          user_key: parameter('user'),
          release_key: parameter('release'),
          created_at: parameter('now'),
          updated_at: parameter('now'),
        }),
      )
      .run({ ...all, ...folded, id, user: userKey, release: releaseKey, now: moment });
    return id;
  }

  /** Writes only what differs. */
  update(userKey: number, item: OwnedItem, releaseKey: number, values: Values): void {
    const changed: Record<string, Value> = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => item.values[name] !== value),
    );
    if (releaseKey !== item.releaseKey) {
      this.#requireFree(userKey, releaseKey);
      changed.release_key = releaseKey;
    }
    if (Object.keys(changed).length === 0) return;
    Object.assign(changed, foldedOf(changed));
    this.#updateOf(Object.keys(changed)).run({ ...changed, key: item.key, now: now() });
    if (releaseKey !== item.releaseKey) this.#deleteUnowned(item.releaseKey);
  }

  delete({ key, releaseKey }: OwnedItem): void {
    this.#statements.get('delete', (db) => db.deleteFrom(this.resource.table).where('key', '=', parameter('key'))).run({ key });
    this.#deleteUnowned(releaseKey);
  }

  /** An unreviewed release disappears with its last item. */
  #deleteUnowned(key: number): void {
    const unowned = sql`DELETE FROM "release" WHERE key = ${parameter('key')} AND unreviewed_by IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM collection_item WHERE release_key = "release".key)
      AND NOT EXISTS (SELECT 1 FROM wishlist_item WHERE release_key = "release".key)`;
    this.#statements.get('delete unowned', () => unowned).run({ key });
  }

  /** Sets only given columns: SQLite writes every index of a SET column even if the value is equal. */
  #updateOf(names: readonly string[]): Statement<never> {
    return this.#updates.get(names.join(), (db) =>
      db
        .updateTable(this.resource.table)
        .set({ ...slotsOf(names), updated_at: parameter('now') })
        .where('key', '=', parameter('key')),
    );
  }

  #requireFree(userKey: number, releaseKey: number): void {
    if (this.times === 'many') return;
    const taken = this.#statements.get('taken', (db) =>
      db
        .selectFrom(this.resource.table)
        .select('key')
        .where('user_key', '=', parameter('user'))
        .where('release_key', '=', parameter('release')),
    );
    if (taken.get({ user: userKey, release: releaseKey }))
      throw conflict('item_exists', { kind: this.resource.noun }, { pointer: '/data/relationships/release' });
  }
}

/** Folded copies of the given values, for search. */
function foldedOf({ notes, tags }: Values): Values {
  const folded: Record<string, Value> = {};
  if (notes !== undefined) folded.notes_folded = typeof notes === 'string' && notes !== '' ? fold(notes) : null;
  if (typeof tags === 'string') folded.tags_folded = JSON.stringify((JSON.parse(tags) as string[]).map(foldTag));
  return folded;
}

const slotsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, parameter<Value>(name)]));
