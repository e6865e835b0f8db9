import type { Principal } from '../../accounts/principal';
import type { Store } from '../../database/open';
import type { Registry } from '../../jsonapi/registry';
import { takenOffWishlist } from '../wishlist/taken-off';
import { collectionItems, collectionItemsOf } from './collection-items';
import { itemEndpoints } from './endpoints';
import { itemController } from './item-controller';

export const collectionEndpoints = itemEndpoints('collection', collectionItems);

/** The routes of users' collections. What comes into one may leave the wishlist by the same request. */
export const collectionController = (store: Store, registry: Registry, findPrincipal: (token: string) => Principal | undefined) =>
  itemController(store, registry, findPrincipal, collectionItemsOf(store), collectionEndpoints, takenOffWishlist(store));
