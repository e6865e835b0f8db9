import type { Declared } from '../../api/openapi/client-types';
import type { Resource } from '../../api/schema/resource';
import type { Item } from './client';

/** Included records of a kind, by IRI. */
export function includedOf<R extends Resource & Declared>(
  { type }: R,
  { included = [] }: { readonly included?: readonly { readonly type: string; readonly id: string }[] | undefined },
): ReadonlyMap<string, Item<R>> {
  return new Map(included.filter((one) => one.type === type).map((one) => [one.id, one as Item<R>]));
}
