import { dirname, join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import type { Backup } from '../backups/backup-list';
import { type ConfiguredSettings, type Flags, inMemory, readSettings } from '../config';
import { DomainError, SetupError } from '../errors';
import { pluralize } from '../pluralize';
import { databasePath, requireCatalog } from '../store/database/open';
import { networkNotes } from '../store/files/network-file-system';
import { requireOwnFiles } from './own-files';
import { liveValues } from './serve/live-values';
import { backupKeepOption, backupsOption, command } from './terminal/options';
import { asJson, json, note, print, size, table } from './terminal/output';

export const backupCommand = () =>
  new Command('backup')
    .description('create, list, verify and prune backups')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(verifyCommand())
    .addCommand(pruneCommand());

const createCommand = () =>
  command('create', 'create and verify a backup, even while the server runs')
    .option('--users-only', 'include only what no import can restore: accounts, collections, wishlists, manual edits')
    .option('--json', 'print the manifest of the backup as JSON')
    .addOption(backupsOption)
    .action(create);

async function create(flags: Flags & { usersOnly?: true | undefined; json?: true | undefined }): Promise<void> {
  const settings = settingsOf(flags);
  requireCatalog(settings.data);
  const [{ createBackup }, { backupFolder }] = await Promise.all([import('../backups/create-backup'), import('../backups/backup-list')]);
  requireOwnFiles(settings.data);
  const folder = backupFolder(settings);
  for (const line of networkNotes(folder)) note(`leitmotif: ${line}`);
  const backup = createBackup({
    database: databasePath(settings.data),
    covers: join(settings.data, 'covers'),
    folder,
    reason: 'asked',
    extent: flags.usersOnly ? 'users' : 'all',
  });
  for (const finding of backup.findings) note(`leitmotif: ${finding}`);
  print(flags.json ? json(backup) : `Created and verified ${backup.path} (${sizeOf(backup)}).`);
}

const listCommand = () =>
  command('list', 'list complete backups, newest first')
    .option(...asJson)
    .addOption(backupsOption)
    .action(list);

async function list(flags: Flags & { json?: true | undefined }): Promise<void> {
  const { listBackups, backupFolder } = await import('../backups/backup-list');
  const folder = backupFolder(settingsOf(flags));
  const backups = listBackups(folder);
  if (flags.json) return print(json(backups));
  if (backups.length === 0) return print(`No backups in ${folder}.`);
  print(table(['NAME', 'WHY', 'HOLDS', 'SIZE', 'SCHEMA', 'MADE BY'], backups.map(cells)));
  const { latestSchema } = await import('../../db/migrations');
  if (backups.some(({ schema_version: version }) => version !== latestSchema())) note(wayBack(latestSchema()));
}

/** Names the schema: builds of one version may differ. */
const wayBack = (schema: number): string =>
  `leitmotif: This version uses schema ${schema} and upgrades older backups when it restores them. To restore one without an upgrade, use the version that made it; "leitmotif version" prints the schema.`;

const cells = (backup: Backup): string[] => [
  backup.name,
  backup.reason,
  backup.extent,
  size(backup.bytes),
  String(backup.schema_version),
  backup.program_version,
];

const verifyCommand = () =>
  command('verify', 'check checksums, row counts and constraints of backups')
    .argument('[backup...]', 'names, or paths of their folders (default: all)')
    .addOption(backupsOption)
    .action(verify);

async function verify(names: readonly string[], flags: Flags): Promise<void> {
  const [{ listBackups, loadBackup, backupFolder }, { verifyBackup }, { noteVerified }] = await Promise.all([
    import('../backups/backup-list'),
    import('../backups/verify-backup'),
    import('../backups/verification'),
  ]);
  const folder = backupFolder(settingsOf(flags));
  const backups = names.length > 0 ? names.map((name) => loadBackup(folder, name)) : listBackups(folder);
  if (backups.length === 0) throw new DomainError('not_found', `No backups in ${folder}.`);
  const bad = backups.filter((backup) => {
    const verified = verifyBackup(backup);
    if (dirname(backup.path) === folder) noteVerified(backup, verified);
    return !say(backup, verified);
  });
  if (bad.length > 0) throw new SetupError(`${bad.length} of ${pluralize(backups.length, 'backup')} cannot be restored.`);
}

function say(
  { name }: Backup,
  { faults, findings }: { readonly faults: readonly string[]; readonly findings: readonly string[] },
): boolean {
  print(`${name}  ${faults.length === 0 ? 'OK' : 'damaged'}`);
  for (const line of [...faults, ...findings]) print(`  ${line}`);
  return faults.length === 0;
}

const pruneCommand = () =>
  command('prune', 'delete backups that the retention policy no longer needs; manual backups stay')
    .option('--dry-run', 'list them and delete nothing')
    .addOption(backupsOption)
    .addOption(backupKeepOption)
    .action(prune);

async function prune(flags: Flags & { dryRun?: true | undefined }): Promise<void> {
  const [{ listBackups, backupFolder }, { pruneBackups, superfluous }] = await Promise.all([
    import('../backups/backup-list'),
    import('../backups/prune-backups'),
  ]);
  const configured = settingsOf(flags);
  const folder = backupFolder(configured);
  // Respects the retention policy set by an administrator at runtime.
  const { backupKeep } = { ...configured, ...liveValues(configured) };
  const going = flags.dryRun ? superfluous(listBackups(folder), backupKeep, Date.now()) : pruneBackups(folder, backupKeep);
  for (const { name } of going) print(`${name}  ${flags.dryRun ? 'would be deleted' : 'deleted'}`);
  print(
    `${pluralize(listBackups(folder).length - (flags.dryRun ? going.length : 0), 'backup')} ${flags.dryRun ? 'would remain' : 'remain'}.`,
  );
}

const sizeOf = ({ bytes, covers }: Backup): string => `${size(bytes)}${covers > 0 ? `, with ${pluralize(covers, 'file')} of covers` : ''}`;

function settingsOf(flags: Flags): ConfiguredSettings {
  const settings = readSettings(flags);
  if (settings.data === inMemory) throw new SetupError('A catalog in memory has no backups. Set a directory with --data.');
  return settings;
}
