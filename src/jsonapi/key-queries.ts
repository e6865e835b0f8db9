import type { Kysely } from 'kysely';
import { type BoundQuery, bound } from '../database/prepare';
import type { Schema } from '../database/schema';
import type { Resource } from './resource';
import { allRows, keyOf, narrowed, onePage, ordered, type PlaceOfPage, type Selection, valuesOf } from './selection';

/**
 * The keys of a list in its order.
 * @param isSorted whether what the filters leave is sorted, and not read along the order
 */
export function keysInOrder(db: Kysely<Schema>, resource: Resource, selection: Selection, isSorted: boolean, isBackwards?: boolean) {
  const all = narrowed(resource, selection, allRows(db, resource), isSorted ? 'few' : 'where');
  return ordered(resource, selection, all, isSorted, isBackwards).select(keyOf(resource));
}

/** {@link keysInOrder}, or those of one page as its place says, for another thread. */
export function keysQuery(
  db: Kysely<Schema>,
  resource: Resource,
  selection: Selection,
  isSorted: boolean,
  place?: PlaceOfPage,
): BoundQuery {
  const keys = keysInOrder(db, resource, selection, isSorted, place?.isBackwards);
  return bound(place ? onePage(keys) : keys, { ...valuesOf(selection), ...(place && { limit: place.limit, offset: place.offset }) });
}
