import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, type TSchema, Type as t } from '@sinclair/typebox';
import { fits } from '../api/schema/checks';
import { syncFile } from '../store/files/sync';

export const fileNames = { database: 'leitmotif.db', covers: 'covers', sums: 'SHA256SUMS', manifest: 'manifest.json' } as const;

/** Why a backup was made: by schedule, on request, before an upgrade, or to save a replaced catalog. */
export const reasons = ['schedule', 'asked', 'upgrade', 'replaced'] as const;

/** The whole catalog, or only what no import can restore. */
export const extents = ['all', 'users'] as const;

/** To be incremented for changes that older programs would misread. */
const format = 1;

const schema = t.Object({
  leitmotif_backup: t.Literal(format),
  made_at: t.String({ format: 'date-time' }),
  reason: t.Union(reasons.map((reason) => t.Literal(reason))),
  extent: t.Union(extents.map((extent) => t.Literal(extent))),
  program_version: t.String(),
  schema_version: t.Integer({ minimum: 1 }),
  sequence: t.Integer({ minimum: 0 }),
  rows: t.Record(t.String(), t.Integer({ minimum: 0 })),
  findings: t.Array(t.String()),
  bytes: t.Integer({ minimum: 0 }),
  covers: t.Integer({ minimum: 0 }),
  sums_sha256: t.String(),
});

export interface Manifest extends Omit<Static<typeof schema>, 'leitmotif_backup' | 'reason' | 'extent'> {
  readonly reason: (typeof reasons)[number];
  readonly extent: (typeof extents)[number];
}

/** @returns undefined if missing or unreadable */
export const findManifest = (folder: string): Manifest | undefined => readJson(join(folder, fileNames.manifest), schema);

/** Content of a JSON file; undefined if it is missing, unreadable or of another shape. */
export function readJson<S extends TSchema>(path: string, schema: S): Static<S> | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return fits(schema, content) ? content : undefined;
  } catch {
    return undefined;
  }
}

export function writeManifest(folder: string, manifest: Manifest): void {
  const path = join(folder, fileNames.manifest);
  writeFileSync(path, `${JSON.stringify({ leitmotif_backup: format, ...manifest }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  syncFile(path);
}
