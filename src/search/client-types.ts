/** What a client in TypeScript knows of the routes across kinds: types only (see src/jsonapi/client-types.ts). */
import type { EndpointRoutes } from '../jsonapi/client-types';
import type { searchEndpoints } from './endpoints';

export type SearchRoutes = EndpointRoutes<ReturnType<typeof searchEndpoints>[number]>;
