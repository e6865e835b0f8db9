import { ownIdentity } from '../../accounts/access';
import { uuidPattern } from '../../api/schema/checks';
import type { Ids } from '../../api/schema/resource';
import { eachOf, type Identity, type Input, Invalid, type Named, readDocuments, readMany, violation } from '../../api/write/write';
import { conflict, DomainError, invalid } from '../../errors';
import { message } from '../../messages/message';
import type { OwnedItem, OwnedItems } from './owned-items';

// Many items at once, within one transaction that the caller holds.

/** A page of a list that is shown in full, with what may be chosen on five of them: written in some ten milliseconds. */
export const maximumChanges = 500;

/** What a person pastes at once, and what a look-up takes. */
export const maximumAdditions = 200;

/** What was written, and what of it meant nothing. */
export interface Written {
  readonly ids: readonly string[];
  readonly releaseKeys: readonly number[];
  readonly ignored: readonly string[];
}

/** The key of the release that a document names. */
export function releaseKeyOf(items: OwnedItems, userKey: number, { id, pointer }: Named): number {
  const key = items.findRelease(id, userKey);
  if (key === undefined) throw new Invalid([violation('release', message('no_release', { id }), pointer)]);
  return key;
}

/** Makes an item of each document. */
export function createMany(items: OwnedItems, userKey: number, body: unknown): Written {
  const inputs = readDocuments(items.resource, readMany(body, maximumAdditions));
  const releaseKeys = eachOf(inputs, ({ references }) => releaseKeyOf(items, userKey, references.release as Named));
  const ids = eachOf(inputs, ({ values }, index) => items.insert(userKey, releaseKeys[index] as number, values));
  return { ids, releaseKeys, ignored: ignoredOf(inputs) };
}

/** Changes the items that the documents name. */
export function updateMany(items: OwnedItems, userKey: number, list: Ids & { readonly path: string }, body: unknown): Written {
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

/** Deletes the items that the resource identifiers name. */
export function deleteMany(items: OwnedItems, userKey: number, list: Ids & { readonly path: string }, body: unknown): void {
  const all = readMany(body, maximumChanges);
  const ids = namedItems(all, list);
  // Held to the same rules as a change: the type and the list must be those of the path.
  readDocuments(items.resource, all.map(identifierAlone), (data) => identityOf(data, list));
  for (const item of findAll(items, userKey, ids)) items.delete(item);
}

const identifierAlone = (data: unknown): unknown => ({ type: (data as { type?: unknown }).type, id: (data as { id?: unknown }).id });

/** The UUIDs of the items that documents are of, each once. */
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

/** What a document may say that it is of: the item of the list whose UUID stands at the end of its id. */
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
