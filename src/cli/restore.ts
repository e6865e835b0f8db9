import type { Backup } from '../backups/backup-list';
import type { Restored, RestoreTarget } from '../backups/restore-backup';
import { type Flags, inMemory, readSettings } from '../config';
import { quoted } from '../config/paths';
import { SetupError } from '../errors';
import type { Kinds } from '../kinds';
import { pluralize } from '../pluralize';
import { requireLocalData } from '../store/files/network-file-system';
import { changedWhileRunning } from './serve/live-values';
import { requireOwnFiles } from './terminal/data-directory';
import { backupsOption, command, copyOptions, identityOption } from './terminal/options';
import { json, note, number, print, table } from './terminal/output';

interface RestoreFlags extends Flags {
  readonly dryRun?: true | undefined;
  readonly json?: true | undefined;
  readonly identity?: string | undefined;
}

export const restoreCommand = () =>
  command('restore', 'replace the catalog with a backup; the current catalog is backed up first; stop the server before', {
    options: copyOptions,
  })
    .argument('<backup>', 'backup name from backup list, the path of its folder, or the path or s3:// address of its archive')
    .option(...identityOption)
    .option('--dry-run', 'verify the backup, show what would change and write nothing')
    .option('--json', 'print the result as JSON')
    .addOption(backupsOption)
    .action(restore);

async function restore(nameOrPath: string, flags: RestoreFlags): Promise<void> {
  const settings = readSettings(flags);
  const { data } = settings;
  if (data === inMemory) throw new SetupError('A catalog in memory cannot be restored. Set a directory with --data.');
  requireLocalData(settings);
  if (!flags.dryRun) requireOwnFiles(data);
  const [{ backupFolder }, { withBackup }] = await Promise.all([import('../backups/backup-list'), import('../backups/copies/unpack')]);
  const backups = backupFolder(settings);
  const current = () => ({ ...settings, ...changedWhileRunning(settings) });
  const source = { address: nameOrPath, identity: flags.identity, folder: backups, settings: current };
  await withBackup(source, (backup) => restoreFrom(backup, { data, backups }, flags));
}

async function restoreFrom(backup: Backup, target: RestoreTarget, flags: RestoreFlags): Promise<void> {
  const [{ catalog }, { requireRestorable, restoreBackup, rowsThere }] = await Promise.all([
    import('../catalog'),
    import('../backups/restore-backup'),
  ]);
  const restored = flags.dryRun ? undefined : restoreBackup(backup, target);
  const { before, after, findings } = restored ?? {
    before: rowsThere(target.data),
    after: backup.rows,
    findings: requireRestorable(backup),
  };
  for (const finding of findings) note(`leitmotif: ${finding}`);
  const report = flags.json
    ? [json({ dry_run: restored === undefined, before, after, replaced: restored?.replaced?.name ?? null, findings })]
    : [...rowsOf(catalog, before, after), ...(restored ? ending(restored, flags) : ['The backup is OK. Nothing was changed.'])];
  for (const line of report) print(line);
}

type Rows = Restored['after'];

/** What people count, by table. */
const countedOf = (kinds: Kinds): readonly (readonly [table: string, nouns: string])[] => [
  ...kinds.all.map(({ table, nouns }) => [table, nouns] as const),
  ['release_cover', 'covers'],
  ['revision', 'edits'],
  ['user', 'users'],
  ['collection_item', 'collection items'],
  ['wishlist_item', 'wishlist items'],
  ['loan', 'loans'],
  ['item_photo', 'photos'],
];

/** Records whose number changes, and how many kinds keep theirs. */
function rowsOf(kinds: Kinds, before: Rows | undefined, after: Rows): string[] {
  const filled = countedOf(kinds).filter(([name]) => (before?.[name] ?? 0) + (after[name] ?? 0) > 0);
  const different = filled.filter(([name]) => before?.[name] !== after[name]);
  const same = filled.length - different.length;
  const countText = (count: number | undefined): string => (count === undefined ? '–' : number(count));
  const rows = different.map(([name, nouns]) => [nouns, countText(before?.[name]), countText(after[name])]);
  return [
    ...(rows.length > 0 ? [table(['RECORDS', 'BEFORE', 'AFTER'], rows)] : []),
    ...(same > 0 ? [`Unchanged: ${pluralize(same, 'record type')}.`] : []),
  ];
}

/** The result, and the command to go back. */
function ending({ replaced, damaged, migrated, leftTarget }: Restored, { data, backups, config }: Flags): string[] {
  const done = `Restored the catalog${migrated.length > 0 ? `, and brought up to date with ${pluralize(migrated.length, 'migration')}` : ''}.`;
  if (leftTarget)
    return [done, `Its backups are not copied to ${leftTarget} until you set backup_target again: two catalogs must not share one.`];
  if (damaged) return [done, `The previous catalog could not be read. It was moved to ${damaged}.`];
  if (!replaced) return [done];
  const options = Object.entries({ data, backups, config }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quoted(value)}`],
  );
  return [done, 'The previous catalog was backed up. To go back to it:', `  leitmotif restore ${[replaced.name, ...options].join(' ')}`];
}
