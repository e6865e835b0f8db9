import { type Api, readAttributesPage } from '../api/client';
import { type Copy, collectionPath, type ListedItem, readItems, type Wish, wishlistPath } from './items/items';

export interface Own {
  readonly copies: readonly ListedItem<Copy>[];
  /** Including those not read. */
  readonly copyCount: number;
  /** UUIDs. */
  readonly wishes: readonly string[];
}

/** Few people have more of one release. */
const copiesAtOnce = 20;

export async function readOwn(api: Api, release: string): Promise<Own> {
  const [copies, wishes] = await Promise.all([
    readItems<Copy>(api, collectionPath, { release, itemsPerPage: copiesAtOnce }),
    readAttributesPage<Pick<Wish, '_id'>>(api, wishlistPath, { release, 'fields[WishlistItem]': '_id' }),
  ]);
  return { copies: copies.held, copyCount: copies.meta.totalItems, wishes: wishes.items.map(({ _id }) => _id) };
}

/** Also removes the release from the wishlist. */
export const addToCollection = (api: Api, iri: string, attributes: object = {}) =>
  api.send('POST', collectionPath, { ...documentOf('CollectionItem', iri, attributes), meta: { takeOffWishlist: true } });

/** 409 if already on it. */
export const want = (api: Api, iri: string) => api.send('POST', wishlistPath, documentOf('WishlistItem', iri));

export const unwant = (api: Api, id: string) => api.send('DELETE', `${wishlistPath}/${id}`);

const documentOf = (type: string, iri: string, attributes: object = {}) => ({
  data: { type, attributes, relationships: { releaseRecord: { data: { type: 'Release', id: iri } } } },
});
