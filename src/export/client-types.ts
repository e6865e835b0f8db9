/** What a client in TypeScript knows of the feed and the export: types only (see src/jsonapi/client-types.ts). */
import type { At, ErrorDocument, Errors, Ignored, Route } from '../jsonapi/client-types';
import type { Change } from './feed';

interface ChangeObject {
  id: string;
  type: 'Change';
  /** `record` has the form of the export. */
  attributes: Omit<Change, 'record'> & { record: ExportedRecord | null };
  links: { self: string };
}

interface ExportedRecord {
  type: string;
  id: string;
  attributes: Record<string, unknown>;
  relationships?: Record<string, unknown>;
}

interface ChangesDocument {
  data: ChangeObject[];
  links: { self: string; next?: string };
  meta: Ignored & { sequence: number; oldestSince: number; limit: number };
}

export type ExportRoutes = At<
  '/api/changes',
  {
    get: Route<{ 200: ChangesDocument; 410: ErrorDocument } & Errors, { since?: number; limit?: number }>;
    ':id': { get: Route<{ 200: { data: ChangeObject; meta?: Ignored } } & Errors> };
  }
> &
  // JSON lines.
  At<'/api/export', { get: Route<{ 200: string; 410: ErrorDocument } & Errors, { since?: number }> }>;
