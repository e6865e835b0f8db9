import type { Store } from '../../database/open';
import type { Registry } from '../../jsonapi/registry';
import type { Principal } from '../principal';
import { collectionItemsOf } from './collection-items';
import { itemController } from './item-controller';

/** The routes of users' collections. */
export const collectionController = (store: Store, registry: Registry, findPrincipal: (token: string) => Principal | undefined) =>
  itemController(store, registry, findPrincipal, collectionItemsOf(store));
