/// <reference path="../db/embedded.d.ts" />
/** What a client in TypeScript knows of the whole server; see src/jsonapi/client-types.ts. */
import type { administrationRoutes } from './accounts/administration/routes';
import type { apiTokenRoutes } from './accounts/api-tokens/routes';
import type { importRoutes } from './accounts/imports/routes';
import type { invitationRoutes } from './accounts/invitations/routes';
import type { serverRoutes } from './accounts/server/routes';
import type { sessionRoutes } from './accounts/sessions/routes';
import type { settingsRoutes } from './accounts/settings/routes';
import type { tokenRoutes } from './accounts/token-routes';
import type { userRoutes } from './accounts/users/routes';
import type * as server from './app-endpoints';
import type { backupRoutes } from './backups/routes';
import type { Catalog } from './catalog';
import type { vocabularyRoutes } from './catalog/vocabulary-routes';
import type { dataRoutes } from './collection/data/routes';
import type { fileRoutes } from './collection/files/routes';
import type { collectionItems } from './collection/items/collection-items';
import type { itemRoutes } from './collection/items/routes';
import type { lookUpRoutes } from './collection/look-ups/routes';
import type { shelfListRoutes } from './collection/shelf/routes';
import type { statisticsRoutes } from './collection/statistics/routes';
import type { wishlistItems } from './collection/wishlist/wishlist-items';
import type { coverRoutes } from './covers/routes';
import type { duplicateRoutes } from './editing/duplicates/routes';
import type { revisionRoutes } from './editing/revisions/routes';
import type { exportRoutes } from './export/routes';
import type { AppOf, EndpointRoutes, RoutesOf } from './jsonapi/client-types';
import type { searchRoutes } from './search/routes';

/** The server's routes, for `treaty<App>` of @elysiajs/eden. */
export type App = AppOf<
  RoutesOf<Catalog, [typeof collectionItems, typeof wishlistItems]> &
    EndpointRoutes<
      | RoutesIn<typeof searchRoutes>
      | RoutesIn<typeof vocabularyRoutes>
      | RoutesIn<typeof exportRoutes>
      | MembersOf<typeof server>
      | RoutesIn<typeof tokenRoutes>
      | RoutesIn<typeof administrationRoutes>
      | RoutesIn<typeof invitationRoutes>
      | RoutesIn<typeof dataRoutes>
      | RoutesIn<typeof backupRoutes>
      | RoutesIn<typeof importRoutes>
      | RoutesIn<typeof serverRoutes>
      | RoutesIn<typeof sessionRoutes>
      | RoutesIn<typeof settingsRoutes>
      | RoutesIn<typeof revisionRoutes>
      | RoutesIn<typeof duplicateRoutes>
      | RoutesIn<typeof userRoutes>
      | RoutesIn<typeof apiTokenRoutes>
      | RoutesIn<typeof statisticsRoutes>
      | RoutesIn<typeof coverRoutes>
      | RoutesIn<typeof lookUpRoutes>
      | RoutesIn<typeof shelfListRoutes>
      | RoutesIn<typeof itemRoutes<'collection', typeof collectionItems>>
      | RoutesIn<typeof itemRoutes<'wishlist', typeof wishlistItems>>
      | RoutesIn<typeof fileRoutes<'collection'>>
      | RoutesIn<typeof fileRoutes<'wishlist'>>
    >
>;

/** The routes that a feature declares. */
type RoutesIn<F extends (...services: never[]) => readonly unknown[]> = ReturnType<F>[number];

type MembersOf<T> = T[keyof T];
