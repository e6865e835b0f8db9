import { existsSync } from 'node:fs';
import { inMemory, type Settings } from '../config';
import { quoted } from '../config/shell';
import { databasePath } from '../database/open';
import { SetupError } from '../errors';

/**
 * Refuses to make a new catalog where backups say that there was one: whoever deleted it, or whose disk is not mounted, would be
 * served an empty one and take it for theirs.
 * @throws {SetupError} which says how to have the catalog back, and how to begin with a new one
 */
export async function requireNoneLost(settings: Settings): Promise<void> {
  const { data, backups } = settings;
  if (data === inMemory || existsSync(databasePath(data))) return;
  const { backupFolder, listBackups } = await import('../backups/backup-list');
  const folder = backupFolder(settings);
  const all = listBackups(folder);
  const newest = all.find(({ extent }) => extent === 'all') ?? all[0];
  if (!newest) return;
  throw new SetupError(
    `${databasePath(data)} is missing, but backups of a catalog are in ${folder}. To have it back as it was at ${newest.made_at}: leitmotif restore ${newest.name} --data ${quoted(data)}${backups === '' ? '' : ` --backups ${quoted(backups)}`}. To begin with a new catalog on purpose, move ${folder} away or name another folder with --backups.`,
  );
}
