import type { Store } from '../../database/open';
import type { Registry } from '../../jsonapi/registry';
import { itemEndpoints } from '../collection/endpoints';
import { itemController } from '../collection/item-controller';
import type { Principal } from '../principal';
import { wishlistItems, wishlistItemsOf } from './wishlist-items';

export const wishlistEndpoints = itemEndpoints('wishlist', wishlistItems);

/** The routes of users' wishlists. */
export const wishlistController = (store: Store, registry: Registry, findPrincipal: (token: string) => Principal | undefined) =>
  itemController(store, registry, findPrincipal, wishlistItemsOf(store), wishlistEndpoints);
