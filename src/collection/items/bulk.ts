import { ownIdentity } from '../../accounts/access';
import { uuidPattern } from '../../api/schema/checks';
import type { Ids } from '../../api/schema/resource';
import { eachOf, type Identity, type Input, Invalid, type NamedReference, readDocuments, readMany, violation } from '../../api/write/write';
import { conflict, DomainError, invalid } from '../../errors';
import { message } from '../../messages/message';
import type { OwnedItem, OwnedItems } from './owned-items';

// Bulk operations, inside the caller's transaction.

/** Five full pages of a list; takes about ten milliseconds. */
export const maximumChanges = 500;

/** What a person pastes at once. */
export const maximumAdditions = 200;

/** Results of a bulk write. */
export interface WrittenItems {
  readonly ids: readonly string[];
  readonly releaseKeys: readonly number[];
  readonly ignored: readonly string[];
}

export function releaseKeyOf(items: OwnedItems, userKey: number, { id, pointer }: NamedReference): number {
  const key = items.findRelease(id, userKey);
  if (key === undefined) throw new Invalid([violation('release', message('no_release', { id }), pointer)]);
  return key;
}

export function createMany(items: OwnedItems, userKey: number, body: unknown): WrittenItems {
  const all = readMany(body, maximumAdditions);
  const inputs = readDocuments(items.resource, all);
  const added = eachOf(inputs, (input, index) => newItem(items, userKey, all[index], input));
  const ids = eachOf(added, ({ insert }) => insert());
  return { ids, releaseKeys: added.map(({ releaseKey }) => releaseKey), ignored: ignoredOf(inputs) };
}

interface NewItem {
  readonly releaseKey: number;
  /** @returns the UUID */
  readonly insert: () => string;
}

/** An item to add. The document of a removed one, sent back as fetched, restores it: if a merge is undone, it goes along. */
export function newItem(items: OwnedItems, userKey: number, data: unknown, { values, references }: Input): NewItem {
  const named = references.release as NamedReference;
  const { _id: given } = (data as { readonly attributes?: Readonly<Record<string, unknown>> }).attributes ?? {};
  const removed = typeof given === 'string' && uuidPattern.test(given) && items.isFree(given) ? given : undefined;
  if (removed === undefined) {
    const releaseKey = releaseKeyOf(items, userKey, named);
    return { releaseKey, insert: () => items.insert(userKey, releaseKey, values) };
  }
  const before = items.releaseBefore(removed, named.id);
  const releaseKey = items.findRelease(before, userKey) ?? releaseKeyOf(items, userKey, named);
  return { releaseKey, insert: () => items.restore(userKey, releaseKey, values, { removed, named: before }) };
}

export function updateMany(items: OwnedItems, userKey: number, list: Ids & { readonly path: string }, body: unknown): WrittenItems {
  const all = readMany(body, maximumChanges);
  const ids = namedItems(all, list);
  const inputs = readDocuments(items.resource, all, (data) => identityOf(data, list));
  const found = findAll(items, userKey, ids);
  const releaseKeys = eachOf(inputs, ({ references }, index) =>
    references.release ? releaseKeyOf(items, userKey, references.release) : (found[index] as OwnedItem).releaseKey,
  );
  eachOf(inputs, ({ values }, index) => items.update(userKey, found[index] as OwnedItem, releaseKeys[index] as number, values));
  return { ids, releaseKeys, ignored: ignoredOf(inputs) };
}

export function deleteMany(items: OwnedItems, userKey: number, list: Ids & { readonly path: string }, body: unknown): void {
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

const findAll = (items: OwnedItems, userKey: number, ids: readonly string[]): OwnedItem[] =>
  eachOf(ids, (id) => {
    const item = items.find(userKey, id);
    if (!item)
      throw new DomainError('not_found', message('no_record_here', { kind: items.resource.noun, id }), { source: { pointer: '/data/id' } });
    return item;
  });

const ignoredOf = (inputs: readonly Input[]): string[] => [...new Set(inputs.flatMap(({ ignored }) => ignored))];
