import { existsSync } from 'node:fs';
import { inMemory, type Settings } from '../../config';
import { quoted } from '../../config/paths';
import { SetupError } from '../../errors';
import { databasePath } from '../../store/database/open';

/**
 * Refuses to create a new catalog where backups show that one existed: its disk may not be mounted.
 * @throws {SetupError} with both ways on
 */
export async function requireNoneLost(settings: Settings): Promise<void> {
  const { data } = settings;
  if (data === inMemory || existsSync(databasePath(data))) return;
  const [{ backupFolder, listBackups }, { lastGood }] = await Promise.all([
    import('../../backups/backup-list'),
    import('../../backups/verification'),
  ]);
  const folder = backupFolder(settings);
  const all = listBackups(folder);
  const named = lastGood(all) ?? all.find(({ extent }) => extent === 'all') ?? all[0];
  if (!named) return;
  throw new SetupError(
    `${databasePath(data)} is missing, but ${folder} contains backups. To restore the one of ${named.made_at}, run: ${restoring(named.name, settings)}. To start with a new catalog, move ${folder} away or set another folder with --backups.`,
  );
}

/** The command that restores a backup. */
export const restoring = (name: string, { data, backups }: Pick<Settings, 'data' | 'backups'>): string =>
  `leitmotif restore ${name} --data ${quoted(data)}${backups === '' ? '' : ` --backups ${quoted(backups)}`}`;
