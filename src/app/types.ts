/// <reference path="../../db/embedded.d.ts" />
/** Types of the whole API for TypeScript clients; see src/api/openapi/client-types.ts. */

import type { AppOf, DeclaredRoutes, RoutesOf } from '../api/openapi/client-types';
import type { Catalog } from '../catalog';
import type { collectionItems } from '../collection/items/collection-items';
import type { loans } from '../collection/loans/loans';
import type { wishlistItems } from '../collection/wishlist/wishlist-items';
import type { featureRoutes } from './features';
import type { serverStateRoutes } from './routes';

/** For `treaty<App>` of @elysiajs/eden. */
export type App = AppOf<
  RoutesOf<Catalog, [typeof collectionItems, typeof wishlistItems, typeof loans]> &
    DeclaredRoutes<(ReturnType<typeof featureRoutes>['routes'] | ReturnType<typeof serverStateRoutes>)[number]>
>;
