import { sql } from 'kysely';
import { uuidPattern } from '../../api/schema/checks';
import type { Resource } from '../../api/schema/resource';
import { type Input, Invalid, type NamedReference, readAttributes, violation, writesOf } from '../../api/write/write';
import { conflict } from '../../errors';
import { message } from '../../messages/message';
import { isOnNoList, isSeenBy } from '../../records/edit/unreviewed';
import { addItemToMerges, isMovedItem, releaseBefore } from '../../records/merge/merged-items';
import type { Value, Values } from '../../store/database/connection';
import { updateText } from '../../store/database/connection';
import { followMerges } from '../../store/database/merges';
import type { Store } from '../../store/database/open';
import { parameter } from '../../store/database/sql';
import { dayOf, now } from '../../store/values/dates';
import { fold } from '../../store/values/folding';
import type { NewRecord, OwnedRecord, OwnedRecords } from './bulk';
import { foldTag } from './fields';

/** An import that added a removed item is undone with it, unless it was changed before. */
const addToImports = (table: string): string => `
  UPDATE import_journal SET restored_at = (SELECT updated_at FROM ${table} WHERE id = :id)
  WHERE written_at IS NOT NULL AND written_id = :id AND written_table = '${table}' AND coalesce(restored_at, written_at) = :changed
    AND +import_key IN (SELECT key FROM list_import WHERE user_key = :user)`;

/** An item that is changed back to how an import added it is undone with the import. */
const changeInImports = (table: string): string => `
  UPDATE import_journal SET
    original = iif(coalesce(restored_at, written_at) = (SELECT updated_at FROM ${table} WHERE key = :key), :before, original),
    restored_at = iif(original = :after, :at, restored_at)
  WHERE written_at IS NOT NULL AND written_table = '${table}' AND written_id = (SELECT id FROM ${table} WHERE key = :key)`;

const awaitedBy = `
  SELECT 1 FROM item_photo WHERE item_id = :id AND user_key = :user
  UNION ALL SELECT 1 FROM item_value WHERE item_id = :id AND user_key = :user
  UNION ALL SELECT 1 FROM list_import JOIN import_journal ON import_key = list_import.key
    WHERE written_at IS NOT NULL AND written_id = :id AND written_table = :table AND user_key = :user`;

/** Items of one list type. Writes run inside the caller's transaction. */
export class OwnedItems implements OwnedRecords {
  readonly #names: readonly string[];

  constructor(
    private readonly store: Store,
    readonly resource: Resource,
    private readonly times: 'once' | 'many',
  ) {
    this.#names = Object.keys(writesOf(resource).fields);
  }

  find(userKey: number, id: string): OwnedRecord | undefined {
    const row = this.store.writer.get<Pick<OwnedRecord, 'key' | 'targetKey'> & Record<string, Value>>(
      `SELECT key, release_key AS targetKey, ${this.#names.join()} FROM ${this.resource.table} WHERE id = :id AND user_key = :user`,
      { user: userKey, id },
    );
    if (!row) return undefined;
    const { key, targetKey, ...values } = row;
    return { key, targetKey, values };
  }

  /**
   * The key of a release, following merges.
   * @param user who must be able to see it; null for an operator
   */
  findRelease(id: string, user: number | null): number | undefined {
    const { db, writer } = this.store;
    const release = () => writer.composed<{ key: number }>('seen release by id', () => seenRelease.compile(db));
    return followMerges(writer, 'Release', id, (at) => release().get({ id: at, user })?.key)?.found;
  }

  targetOf(userKey: number, { release }: Input['references'], current = 0): number {
    if (release === undefined) return current;
    const key = this.findRelease(release.id, userKey);
    if (key === undefined) throw new Invalid([violation('release', message('no_release', { id: release.id }), release.pointer)]);
    return key;
  }

  /** The document of a removed item, sent back as fetched, restores it: undone merges and imports find it. */
  prepare(userKey: number, data: unknown, { values, references }: Input): NewRecord {
    const { _id, updated_at: changed } = (data as { readonly attributes?: Readonly<Record<string, unknown>> }).attributes ?? {};
    const id = typeof _id === 'string' && uuidPattern.test(_id) ? _id.toLowerCase() : '';
    const named = (references.release as NamedReference).id;
    if (id === '' || this.#isThere(id)) {
      const targetKey = this.targetOf(userKey, references);
      return { targetKey, insert: () => this.insert(userKey, targetKey, values) };
    }
    const { writer } = this.store;
    const before = releaseBefore(writer, userKey, id, named);
    const targetKey = this.findRelease(before, userKey) ?? this.targetOf(userKey, references);
    const moved = { table: this.resource.table, user: userKey, id, releaseKey: targetKey };
    const keepsId = before !== named || this.#isAwaited(userKey, id) || isMovedItem(writer, moved);
    return { targetKey, insert: () => this.#restore(userKey, targetKey, values, { id: keepsId ? id : undefined, named: before, changed }) };
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

  #isThere(id: string): boolean {
    return this.store.writer.get(`SELECT 1 FROM ${this.resource.table} WHERE id = :id`, { id }) !== undefined;
  }

  /** Whether photos, values or an import of the user refer to a removed item. */
  #isAwaited(user: number, id: string): boolean {
    return this.store.writer.get(awaitedBy, { user, id, table: this.resource.table }) !== undefined;
  }

  /** @param id undefined for a new one, where nothing refers to the removed item */
  #restore(
    user: number,
    releaseKey: number,
    values: Values,
    { id: former, named, changed }: { readonly id: string | undefined; readonly named: string; readonly changed: unknown },
  ): string {
    // A batch may name it twice.
    const id = this.insert(user, releaseKey, values, former !== undefined && this.#isThere(former) ? undefined : former);
    addItemToMerges(this.store.writer, { table: this.resource.table, user, id, named });
    if (typeof changed === 'string') this.store.writer.change(addToImports(this.resource.table), { id, user, changed });
    return id;
  }

  /**
   * @param values as stored
   * @returns the UUID
   */
  insert(userKey: number, releaseKey: number, values: Values, id = Bun.randomUUIDv7()): string {
    this.#requireFree(userKey, releaseKey);
    const initial = Object.entries(writesOf(this.resource).fields).map(([name, field]) => [name, field.initial] as const);
    const all: Record<string, Value> = { ...Object.fromEntries(initial), ...withValueFacts(values, {}) };
    const folded = foldedOf(all);
    const moment = now();
    if (all.added_at === null) all.added_at = moment;
    const row = { ...all, ...folded, id, user_key: userKey, release_key: releaseKey, created_at: moment, updated_at: moment };
    this.store.writer.insertRow(this.resource.table, row);
    return id;
  }

  update(userKey: number, item: OwnedRecord, releaseKey: number, values: Values): void {
    const changed: Record<string, Value> = Object.fromEntries(
      Object.entries(withValueFacts(values, item.values)).filter(([name, value]) => item.values[name] !== value),
    );
    if (releaseKey !== item.targetKey) {
      this.#requireFree(userKey, releaseKey);
      changed.release_key = releaseKey;
    }
    if (Object.keys(changed).length === 0) return;
    Object.assign(changed, foldedOf(changed));
    const at = now();
    changed.updated_at = at;
    const stateOf = (release: number, all: Values) => JSON.stringify([release, ...this.#names.map((name) => all[name])]);
    const [before, after] = [stateOf(item.targetKey, item.values), stateOf(releaseKey, { ...item.values, ...changed })];
    this.store.writer.change(changeInImports(this.resource.table), { key: item.key, before, after, at });
    // SQLite writes every index of a SET column even if the value is equal.
    this.store.writer.change(updateText(this.resource.table, Object.keys(changed)), { ...changed, key: item.key });
    if (releaseKey !== item.targetKey) this.#deleteUnowned(item.targetKey);
  }

  delete({ key, targetKey }: OwnedRecord): void {
    this.store.writer.change(`DELETE FROM ${this.resource.table} WHERE key = :key`, { key });
    this.#deleteUnowned(targetKey);
  }

  /** An unreviewed release disappears with its last item. */
  #deleteUnowned(key: number): void {
    this.store.writer.change(deleteUnowned, { key });
  }

  #requireFree(userKey: number, releaseKey: number): void {
    if (this.times === 'many') return;
    const existing = `SELECT 1 FROM ${this.resource.table} WHERE user_key = :user AND release_key = :release`;
    if (this.store.writer.get(existing, { user: userKey, release: releaseKey }))
      throw conflict('item_exists', { kind: this.resource.noun }, { pointer: '/data/relationships/release' });
  }
}

/** Folded copies of the given values, for search. */
function foldedOf({ notes, tags }: Values): Values {
  const folded: Record<string, Value> = {};
  if (notes !== undefined) folded.notes_folded = typeof notes === 'string' && notes !== '' ? fold(notes) : null;
  if (typeof tags === 'string') {
    const list: string[] = JSON.parse(tags);
    folded.tags_folded = JSON.stringify(list.map(foldTag));
    folded.tags_searched = list.length === 0 ? null : fold(list.join(' '));
  }
  return folded;
}

/** A new value is of today, unless a day comes with it. A removed one has neither currency, day nor source. */
function withValueFacts(values: Values, { current_value_cents: before = null }: Values): Values {
  const { current_value_cents: value = before, valued_on: day } = values;
  if (value === null) return before === null ? values : { value_currency: null, valued_on: null, value_source: null, ...values };
  const isOfToday = day === null || (day === undefined && value !== before);
  return isOfToday ? { ...values, valued_on: dayOf(Date.now()) } : values;
}

const seenRelease = sql`SELECT key FROM "release" WHERE id = :id AND ${isSeenBy('release', parameter('user'))}`;

const deleteUnowned = `
  DELETE FROM "release" WHERE key = :key AND unreviewed_by IS NOT NULL
    AND ${isOnNoList('"release".key')}`;
