import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type as t } from '@sinclair/typebox';
import { fits } from '../api/schema/checks';
import { syncFile } from '../store/files/sync';

/** What the files of a backup are called, in its folder. */
export const fileNames = { database: 'leitmotif.db', covers: 'covers', sums: 'SHA256SUMS', manifest: 'manifest.json' } as const;

/** Why a backup was made: a schedule asked for it, or a person; a newer schema was to come; or a restored one took its place. */
export const reasons = ['schedule', 'asked', 'upgrade', 'replaced'] as const;

/** What a backup holds: the whole catalog, or what no import would bring back. */
export const extents = ['all', 'users'] as const;

/** A later program that changes what a backup is, in a way that this one must not misread, counts on. */
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

/** The manifest in a folder; nothing where there is none, or none that can be read. */
export function findManifest(folder: string): Manifest | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, fileNames.manifest), 'utf8'));
    return fits(schema, read) ? (read as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

export function writeManifest(folder: string, manifest: Manifest): void {
  const path = join(folder, fileNames.manifest);
  writeFileSync(path, `${JSON.stringify({ leitmotif_backup: format, ...manifest }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  syncFile(path);
}
