import { type Api, idOf, type ListExtras } from '../../api/client';
import { collectionPath } from '../../library/items/items';
import type { Copy } from '../../library/own-items';

/** What of the editions on a page is the reader's own. */
export interface Held {
  /** The first copy of each that is owned, by the UUID of the release. */
  readonly copies: ReadonlyMap<string, Copy>;
  /** The UUIDs of releases that are owned. */
  readonly owned: ReadonlySet<string>;
  /** The UUIDs of releases that are on the wishlist. */
  readonly wanted: ReadonlySet<string>;
}

/** Copies that are read: few people have more of one album. */
const copiesAtOnce = 100;

/** Reads the copies of the editions that the `meta` of their list says are owned. */
export async function readHeld(api: Api, { owned = [], wanted = [] }: ListExtras): Promise<Held> {
  const ofThese = (holdings: ListExtras['owned'] = []) =>
    new Set(holdings.filter(({ edition }) => edition === 'this').map(({ release }) => idOf(release)));
  const own = ofThese(owned);
  const copies = own.size === 0 ? [] : await readCopies(api, [...own].slice(0, copiesAtOnce));
  const first = new Map(copies.toReversed().map((copy) => [idOf(copy.release.id), copy]));
  return { copies: first, owned: own, wanted: ofThese(wanted) };
}

async function readCopies(api: Api, release: readonly string[]): Promise<Copy[]> {
  const query = { release, itemsPerPage: copiesAtOnce };
  const { data } = await api.read<{ readonly data: readonly { readonly attributes: Copy }[] }>(collectionPath, query);
  return data.map(({ attributes }) => attributes);
}
