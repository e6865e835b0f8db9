import type { Store } from '../../database/open';
import type { Registry } from '../../jsonapi/registry';
import { itemController } from '../collection/item-controller';
import type { Principal } from '../principal';
import { wishlistItemsOf } from './wishlist-items';

/** The routes of users' wishlists. */
export const wishlistController = (store: Store, registry: Registry, findPrincipal: (token: string) => Principal | undefined) =>
  itemController(store, registry, findPrincipal, wishlistItemsOf(store));
