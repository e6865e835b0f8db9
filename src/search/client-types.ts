/** What a client in TypeScript knows of the routes across kinds: types only (see src/jsonapi/client-types.ts). */
import type { RoutesOfEndpoints } from '../jsonapi/endpoint';
import type { searchEndpoints } from './endpoints';

export type SearchRoutes = RoutesOfEndpoints<ReturnType<typeof searchEndpoints>>;
