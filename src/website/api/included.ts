import type { Declared } from '../../jsonapi/client-types';
import type { Resource } from '../../jsonapi/resource';
import type { Item } from './client';

/** The records of a kind that a document brought along, by their IRIs. */
export function includedOf<R extends Resource & Declared>(
  { type }: R,
  { included = [] }: { readonly included?: readonly { readonly type: string; readonly id: string }[] },
): ReadonlyMap<string, Item<R>> {
  return new Map(included.filter((one) => one.type === type).map((one) => [one.id, one as Item<R>]));
}
