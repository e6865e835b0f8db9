import { releases } from '../../catalog/releases';
import { type Api, ApiError, type ListExtras, uuidOfIri } from '../api/client';
import type { SentForm } from '../http/form';
import { type Copy, collectionPath, readItems, wishlistPath } from './items/items';
import { readLoansOf } from './loans/loans';

export type Own = Awaited<ReturnType<typeof readOwn>>;

/** Few people have more of one release. */
const copiesAtOnce = 20;

export const readCopies = (api: Api, release: string) => readItems<Copy>(api, collectionPath, { release, itemsPerPage: copiesAtOnce });

/** @param holdings of a read of the release */
export async function readOwn(api: Api, release: string, holdings: ListExtras = {}) {
  const isOwned = holdings.owned?.some(({ edition }) => edition === 'this');
  const { items, meta } = isOwned ? await readCopies(api, release) : { items: [], meta: { totalItems: 0 } };
  const loans = await readLoansOf(api, items);
  /** Also counts those that are not read. */
  return { copies: items, copyCount: meta.totalItems, loans, wishes: wishesIn(holdings) };
}

/** UUIDs of the wishes for the release itself. */
export const wishesIn = ({ wanted = [] }: ListExtras = {}): string[] =>
  wanted.flatMap(({ edition, item }) => (edition === 'this' ? uuidOfIri(item) : []));

/** Also removes the release from the wishlist. */
export const addToCollection = (api: Api, iri: string, attributes: object = {}) =>
  api.send('POST', collectionPath, { ...documentOf('CollectionItem', iri, attributes), meta: { takeOffWishlist: true } });

/** 409 if already on it. */
export const want = (api: Api, iri: string) => api.send('POST', wishlistPath, documentOf('WishlistItem', iri));

/** Adds the release `want` of a form to the wishlist, unless it is already on it. */
export async function wantOf(api: Api, form: SentForm): Promise<void> {
  const { ok, ...sent } = await want(api, `${releases.path}/${form.text('want')}`);
  if (!ok && sent.status !== 409) throw new ApiError(sent);
}

export const unwant = (api: Api, id: string) => api.send('DELETE', `${wishlistPath}/${id}`);

const documentOf = (type: string, iri: string, attributes: object = {}) => ({
  data: { type, attributes, relationships: { releaseRecord: { data: { type: 'Release', id: iri } } } },
});
