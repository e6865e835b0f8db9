import type { Api } from '../api/client';
import { type Copy, type ListedItem, readItems } from './items/items';

interface Items<A> {
  readonly data: readonly { readonly attributes: A }[];
}

export interface Own {
  readonly copies: readonly ListedItem<Copy>[];
  /** Including those not read. */
  readonly copyCount: number;
  /** UUIDs. */
  readonly wishes: readonly string[];
}

const paths = { copies: '/api/users/me/collection', wishes: '/api/users/me/wishlist' };

/** Few people have more of one release. */
const copiesAtOnce = 20;

export async function readOwn(api: Api, release: string): Promise<Own> {
  const [copies, wishes] = await Promise.all([
    readItems<Copy>(api, paths.copies, { release, itemsPerPage: copiesAtOnce }),
    api.read<Items<{ readonly _id: string }>>(paths.wishes, { release, 'fields[WishlistItem]': '_id' }),
  ]);
  const idOfWish = ({ attributes }: Items<{ readonly _id: string }>['data'][number]) => attributes._id;
  return { copies: copies.held, copyCount: copies.meta.totalItems, wishes: wishes.data.map(idOfWish) };
}

/** Also removes the release from the wishlist. */
export const addToCollection = (api: Api, iri: string, attributes: object = {}) =>
  api.send('POST', paths.copies, { ...documentOf('CollectionItem', iri, attributes), meta: { takeOffWishlist: true } });

/** 409 if already on it. */
export const want = (api: Api, iri: string) => api.send('POST', paths.wishes, documentOf('WishlistItem', iri));

export const unwant = (api: Api, id: string) => api.send('DELETE', `${paths.wishes}/${id}`);

const documentOf = (type: string, iri: string, attributes: object = {}) => ({
  data: { type, attributes, relationships: { release: { data: { type: 'Release', id: iri } } } },
});
