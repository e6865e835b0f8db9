import type { Kysely } from 'kysely';
import { type BoundQuery, bound } from '../database/prepare';
import type { Schema } from '../database/schema';
import type { Resource } from './resource';
import { allRows, keyOf, narrowed, onePage, ordered, type PlaceOfPage, type Selection, valuesOf } from './selection';

/**
 * Gives the keys of a list in its order, or those of one page as its place says, for another thread.
 * @param isSorted whether what the filters leave is sorted, and not read along the order
 */
export function keysQuery(
  db: Kysely<Schema>,
  resource: Resource,
  selection: Selection,
  isSorted: boolean,
  place?: PlaceOfPage,
): BoundQuery {
  const all = narrowed(resource, selection, allRows(db, resource), isSorted ? 'few' : 'where');
  const rows = ordered(resource, selection, all, isSorted, place?.isBackwards);
  const keys = (place ? onePage(rows) : rows).select(keyOf(resource));
  return bound(keys, { ...valuesOf(selection), ...(place && { limit: place.limit, offset: place.offset }) });
}
