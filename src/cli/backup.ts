import { dirname, join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import type { Backup } from '../backups/backup-list';
import { type ConfiguredSettings, type Flags, inMemory, readSettings } from '../config';
import { conflict, DomainError, SetupError } from '../errors';
import { pluralize } from '../pluralize';
import { databasePath, requireCatalog } from '../store/database/open';
import { networkNotes } from '../store/files/network-file-system';
import { changedWhileRunning, liveValues } from './serve/live-values';
import { requireOwnFiles } from './terminal/data-directory';
import { backupKeepOption, backupsOption, command, copyOptions, identityOption } from './terminal/options';
import { asJson, json, note, print, size, table } from './terminal/output';

export const backupCommand = () =>
  new Command('backup')
    .description('create, list, verify, prune and copy backups')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(verifyCommand())
    .addCommand(pruneCommand())
    .addCommand(copyCommand())
    .addCommand(keygenCommand());

const createCommand = () =>
  command('create', 'create and verify a backup, even while the server runs, and copy it to backup_target', { options: copyOptions })
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
  const current = currentOf(settings);
  if (current.backupTarget !== '') await copyAll(current, flags.json ? note : print);
}

const listCommand = () =>
  command('list', 'list complete backups, newest first', { options: copyOptions })
    .option(...asJson)
    .option('--copies', 'list the copies at backup_target instead, for restore')
    .addOption(backupsOption)
    .action(list);

async function list(flags: Flags & { json?: true | undefined; copies?: true | undefined }): Promise<void> {
  const { listBackups, backupFolder } = await import('../backups/backup-list');
  if (flags.copies) return listCopies(flags);
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
  backup.reason === 'asked' ? 'manual' : backup.reason,
  backup.extent,
  size(backup.bytes),
  String(backup.schema_version),
  backup.program_version,
];

const verifyCommand = () =>
  command('verify', 'check checksums, row counts and constraints of backups', { options: copyOptions })
    .argument('[backup...]', 'names, paths of their folders, or paths or s3:// addresses of their archives (default: all)')
    .option(...identityOption)
    .addOption(backupsOption)
    .action(verify);

async function verify(names: readonly string[], flags: Flags & { identity?: string | undefined }): Promise<void> {
  const [{ listBackups, backupFolder }, { verifyBackup }, { noteVerified }] = await Promise.all([
    import('../backups/backup-list'),
    import('../backups/verification'),
    import('../backups/verification'),
  ]);
  const settings = settingsOf(flags);
  const folder = backupFolder(settings);
  const { withBackup } = await import('../backups/copies/unpack');
  const all = names.length > 0 ? names : listBackups(folder).map(({ name }) => name);
  if (all.length === 0) throw new DomainError('not_found', `No backups in ${folder}.`);
  const check = (backup: Backup): boolean => {
    const verified = verifyBackup(backup);
    if (dirname(backup.path) === folder) noteVerified(backup, verified);
    return say(backup, verified);
  };
  const current = () => ({ ...settings, ...changedWhileRunning(settings) });
  let bad = 0;
  for (const name of all) {
    const isGood = await withBackup({ address: name, identity: flags.identity, folder, settings: current }, check);
    if (!isGood) bad++;
  }
  if (bad > 0) throw new SetupError(`${bad} of ${pluralize(all.length, 'backup')} cannot be restored.`);
}

function say(
  { name }: Backup,
  { faults, findings }: { readonly faults: readonly string[]; readonly findings: readonly string[] },
): boolean {
  print(`${name}  ${faults.length === 0 ? 'OK' : 'cannot be restored'}`);
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
  const [{ listBackups, backupFolder }, { pruneBackups, superfluous }, { isKnownGood }] = await Promise.all([
    import('../backups/backup-list'),
    import('../backups/prune-backups'),
    import('../backups/verification'),
  ]);
  const configured = settingsOf(flags);
  const folder = backupFolder(configured);
  const { backupKeep } = currentOf(configured);
  const going = flags.dryRun ? superfluous(listBackups(folder), backupKeep, Date.now(), isKnownGood) : pruneBackups(folder, backupKeep);
  for (const { name } of going) print(`${name}  ${flags.dryRun ? 'would be deleted' : 'deleted'}`);
  print(
    `${pluralize(listBackups(folder).length - (flags.dryRun ? going.length : 0), 'backup')} ${flags.dryRun ? 'would remain' : 'remain'}.`,
  );
}

const sizeOf = ({ bytes, covers }: Backup): string => `${size(bytes)}${covers > 0 ? `, with ${pluralize(covers, 'file')} of covers` : ''}`;

const copyCommand = () =>
  command('copy', 'copy the backups that backup_target lacks, verify them, and delete copies outside of backup_keep', {
    options: copyOptions,
  })
    .addOption(backupsOption)
    .addOption(backupKeepOption)
    .action((flags) => copyAll(currentOf(settingsOf(flags)), print));

async function copyAll(settings: ConfiguredSettings, tell: (line: string) => void): Promise<void> {
  const [{ copyBackups }, { isFirstEncrypted, keyAdvice }, { backupFolder }] = await Promise.all([
    import('../backups/copies/copy-backups'),
    import('../backups/copies/state'),
    import('../backups/backup-list'),
  ]);
  const { backupTarget: target, backupKeep: keep } = settings;
  const folder = backupFolder(settings);
  requireOwnFiles(settings.data);
  if (isFirstEncrypted(folder, settings)) note(`leitmotif: ${keyAdvice(settings.backupRecipient)}`);
  const { copied, removed, lost } = await copyBackups({ folder, keep, settings });
  for (const file of lost) note(`leitmotif: ${target} had lost or changed ${file}.`);
  for (const { name, file, bytes, verified } of copied)
    tell(`${name}  copied to ${target}/${file} (${size(bytes)}, ${verifiedTexts[verified]})`);
  for (const file of removed) tell(`${file}  deleted`);
  if (copied.length === 0) tell(`${target} has a copy of each backup.`);
}

const verifiedTexts = { read: 'read back', checksum: 'checksum matched' } as const;

async function listCopies(flags: Flags & { json?: true | undefined }): Promise<void> {
  const settings = currentOf(settingsOf(flags));
  const { backupTarget: target } = settings;
  if (target === '') throw conflict('copies_off');
  const { targetOf } = await import('../backups/copies/target');
  const files = [...(await (await targetOf(settings, true)).list())].toSorted(([a], [b]) => (a < b ? 1 : -1));
  if (flags.json) return print(json(files.map(([file, bytes]) => ({ address: `${target}/${file}`, bytes }))));
  print(
    files.length === 0
      ? `No copies at ${target}.`
      : table(
          ['ADDRESS', 'SIZE'],
          files.map(([file, bytes]) => [`${target}/${file}`, size(bytes)]),
        ),
  );
}

const keygenCommand = () =>
  new Command('keygen').description('print a new pair of age keys for encrypted copies; save it outside of the server').action(async () => {
    const { newKeys } = await import('../backups/copies/encryption');
    const { recipient, file } = await newKeys();
    print(file);
    note(
      `leitmotif: Set backup_recipient to ${recipient}. Keep the private key in two places outside of the server: it is not stored, and without it nobody can restore the copies.`,
    );
  });

function settingsOf(flags: Flags): ConfiguredSettings {
  const settings = readSettings(flags);
  if (settings.data === inMemory) throw new SetupError('A catalog in memory has no backups. Set a directory with --data.');
  return settings;
}

/** With what administrators have set at runtime. */
const currentOf = (configured: ConfiguredSettings): ConfiguredSettings => ({ ...configured, ...liveValues(configured) });
