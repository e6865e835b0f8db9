import { ownIdentity } from '../../accounts/access';
import { uuidPattern } from '../../api/schema/checks';
import type { Ids, Resource } from '../../api/schema/resource';
import { eachOf, type Identity, type Input, readDocuments, readMany } from '../../api/write/write';
import { conflict, DomainError, invalid } from '../../errors';
import { message } from '../../messages/message';
import type { Values } from '../../store/database/connection';

// Bulk operations, inside the caller's transaction.

/** Five full pages of a list; takes about ten milliseconds. */
export const maximumChanges = 500;

/** What a person pastes at once. */
export const maximumAdditions = 200;

/** Results of a bulk write. */
export interface WrittenItems {
  readonly ids: readonly string[];
  readonly targetKeys: readonly number[];
  readonly ignored: readonly string[];
}

/** A record of a user, with the key of what it is of: a release, or a copy. */
export interface OwnedRecord {
  readonly key: number;
  readonly targetKey: number;
  readonly values: Values;
}

export interface NewRecord {
  readonly targetKey: number;
  /** @returns the UUID */
  readonly insert: () => string;
}

/** The records of a list type. Writes run inside the caller's transaction. */
export interface OwnedRecords {
  readonly resource: Resource;
  find(userKey: number, id: string): OwnedRecord | undefined;
  /**
   * Key of the record that a document refers to.
   * @param current if it refers to none
   * @throws {Invalid} if it does not exist
   */
  targetOf(userKey: number, references: Input['references'], current?: number): number;
  /** @param data of the document */
  prepare(userKey: number, data: unknown, input: Input): NewRecord;
  /** Writes only what differs. */
  update(userKey: number, record: OwnedRecord, targetKey: number, values: Values): void;
  delete(record: OwnedRecord): void;
}

export function createMany(items: OwnedRecords, userKey: number, body: unknown): WrittenItems {
  const all = readMany(body, maximumAdditions);
  const inputs = readDocuments(items.resource, all);
  const added = eachOf(inputs, (input, index) => items.prepare(userKey, all[index], input));
  const ids = eachOf(added, ({ insert }) => insert());
  return { ids, targetKeys: added.map(({ targetKey }) => targetKey), ignored: ignoredOf(inputs) };
}

export function updateMany(items: OwnedRecords, userKey: number, list: Ids & { readonly path: string }, body: unknown): WrittenItems {
  const all = readMany(body, maximumChanges);
  const ids = namedItems(all, list);
  const inputs = readDocuments(items.resource, all, (data) => identityOf(data, list));
  const found = findAll(items, userKey, ids);
  const targetKeys = eachOf(inputs, ({ references }, index) => items.targetOf(userKey, references, found[index]?.targetKey));
  eachOf(inputs, ({ values }, index) => items.update(userKey, found[index] as OwnedRecord, targetKeys[index] as number, values));
  return { ids, targetKeys, ignored: ignoredOf(inputs) };
}

export function deleteMany(items: OwnedRecords, userKey: number, list: Ids & { readonly path: string }, body: unknown): void {
  const all = readMany(body, maximumChanges);
  const ids = namedItems(all, list);
  // Validates type and list like an update.
  readDocuments(items.resource, all.map(identifierAlone), (data) => identityOf(data, list));
  for (const item of findAll(items, userKey, ids)) items.delete(item);
}

const identifierAlone = (data: unknown): unknown => ({ type: (data as { type?: unknown }).type, id: (data as { id?: unknown }).id });

/** @throws {DomainError} conflict, for an item named twice */
function namedItems(all: readonly unknown[], list: { readonly path: string }): string[] {
  const ids = eachOf(all, (data) => {
    const id = typeof data === 'object' && data !== null ? (data as { id?: unknown }).id : undefined;
    const uuid = typeof id === 'string' ? uuidIn(id) : undefined;
    if (uuid === undefined) throw invalid('invalid_item_id', { path: list.path }, { pointer: '/data/id' });
    return uuid;
  });
  const seen = new Set<string>();
  eachOf(ids, (id) => {
    if (seen.has(id)) throw conflict('duplicate_item', { id }, { pointer: '/data/id' });
    seen.add(id);
  });
  return ids;
}

/** Matches an item by the UUID at the end of its id. */
function identityOf(data: unknown, { path, userId = '' }: Ids & { readonly path: string }): Identity {
  const uuid = uuidIn((data as { id: string }).id) ?? '';
  return ownIdentity(uuid, `${path}/${uuid}`, userId);
}

function uuidIn(id: string): string | undefined {
  const uuid = id.slice(id.lastIndexOf('/') + 1).toLowerCase();
  return uuidPattern.test(uuid) ? uuid : undefined;
}

const findAll = (items: OwnedRecords, userKey: number, ids: readonly string[]): OwnedRecord[] =>
  eachOf(ids, (id) => {
    const item = items.find(userKey, id);
    if (!item)
      throw new DomainError('not_found', message('no_record_here', { kind: items.resource.noun, id }), { source: { pointer: '/data/id' } });
    return item;
  });

const ignoredOf = (inputs: readonly Input[]): string[] => [...new Set(inputs.flatMap(({ ignored }) => ignored))];
