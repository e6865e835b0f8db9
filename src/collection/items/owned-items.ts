import { sql } from 'kysely';
import type { Resource } from '../../api/schema/resource';
import { Invalid, readAttributes, writesOf } from '../../api/write/write';
import { conflict } from '../../errors';
import { isSeenBy } from '../../records/edit/unreviewed';
import { RestoredItems } from '../../records/merge/merged-items';
import { MergeRedirects } from '../../store/database/merges';
import type { Store } from '../../store/database/open';
import { insertText, parameter, Statements, updateText, type Value, type Values } from '../../store/database/sql';
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
      .text<Pick<OwnedItem, 'key' | 'releaseKey'> & Record<string, Value>>(
        `SELECT key, release_key AS releaseKey, ${this.#names.join()} FROM ${this.resource.table} WHERE id = :id AND user_key = :user`,
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
    const release = this.#statements.of(seenRelease);
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
    return this.#statements.text(`SELECT 1 FROM ${this.resource.table} WHERE id = :id`).get({ id }) === undefined;
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
    const row = { ...all, ...folded, id, user_key: userKey, release_key: releaseKey, created_at: moment, updated_at: moment };
    this.#statements.text(insertText(this.resource.table, Object.keys(row))).run(row);
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
    changed.updated_at = now();
    // SQLite writes every index of a SET column even if the value is equal.
    this.#updates.text(updateText(this.resource.table, Object.keys(changed))).run({ ...changed, key: item.key });
    if (releaseKey !== item.releaseKey) this.#deleteUnowned(item.releaseKey);
  }

  delete({ key, releaseKey }: OwnedItem): void {
    this.#statements.text(`DELETE FROM ${this.resource.table} WHERE key = :key`).run({ key });
    this.#deleteUnowned(releaseKey);
  }

  /** An unreviewed release disappears with its last item. */
  #deleteUnowned(key: number): void {
    this.#statements.text(deleteUnowned).run({ key });
  }

  #requireFree(userKey: number, releaseKey: number): void {
    if (this.times === 'many') return;
    const taken = this.#statements.text(`SELECT 1 FROM ${this.resource.table} WHERE user_key = :user AND release_key = :release`);
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

const seenRelease = sql<{
  key: number;
}>`SELECT key FROM "release" WHERE id = ${parameter('id')} AND ${isSeenBy('release', parameter('user'))}`;

const deleteUnowned = `
  DELETE FROM "release" WHERE key = :key AND unreviewed_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM collection_item WHERE release_key = "release".key)
    AND NOT EXISTS (SELECT 1 FROM wishlist_item WHERE release_key = "release".key)`;
