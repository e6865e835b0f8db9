/** What a client in TypeScript knows of the feed and the export: types only (see src/jsonapi/client-types.ts). */
import type { RoutesOfEndpoints } from '../jsonapi/endpoint';
import type { exportEndpoints } from './endpoints';

export type ExportRoutes = RoutesOfEndpoints<typeof exportEndpoints>;
