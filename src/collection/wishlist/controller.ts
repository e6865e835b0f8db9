import type { Principal } from '../../accounts/principal';
import type { Store } from '../../database/open';
import type { Registry } from '../../jsonapi/registry';
import { itemEndpoints } from '../items/endpoints';
import { itemController } from '../items/item-controller';
import { wishlistItems, wishlistItemsOf } from './wishlist-items';

export const wishlistEndpoints = itemEndpoints('wishlist', wishlistItems);

/** The routes of users' wishlists. */
export const wishlistController = (store: Store, registry: Registry, findPrincipal: (token: string) => Principal | undefined) =>
  itemController(store, registry, findPrincipal, wishlistItemsOf(store), wishlistEndpoints);
