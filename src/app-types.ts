/// <reference path="../db/embedded.d.ts" />
/** Types of the whole API for TypeScript clients; see src/api/openapi/client-types.ts. */

import type { AppOf, DeclaredRoutes, RoutesOf } from './api/openapi/client-types';
import type { featureRoutes } from './app-features';
import type { serverStateRoutes } from './app-routes';
import type { Catalog } from './catalog';
import type { collectionItems } from './collection/items/collection-items';
import type { wishlistItems } from './collection/wishlist/wishlist-items';

/** For `treaty<App>` of @elysiajs/eden. */
export type App = AppOf<
  RoutesOf<Catalog, [typeof collectionItems, typeof wishlistItems]> &
    DeclaredRoutes<ReturnType<typeof featureRoutes | typeof serverStateRoutes>[number]>
>;
