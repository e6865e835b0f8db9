/** What a client in TypeScript knows of the feed and the export: types only (see src/jsonapi/client-types.ts). */
import type { EndpointRoutes } from '../jsonapi/client-types';
import type { exportEndpoints } from './endpoints';

export type ExportRoutes = EndpointRoutes<(typeof exportEndpoints)[number]>;
