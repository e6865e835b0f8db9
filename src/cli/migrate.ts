import { type Flags, readSettings, type Settings } from '../config';
import { migrationStatus } from '../store/database/migrate';
import { type Opening, openUnmigrated, type Store } from '../store/database/open';
import { requireLocalData } from '../store/files/network-file-system';
import { upgrade } from './open-catalog';
import { requireNoneLost } from './serve/lost-catalog';
import { backupsOption, command, withNewOrOldStore, withStore } from './terminal/options';
import { print } from './terminal/output';

export const migrateCommand = () =>
  command('migrate', 'back up the catalog and upgrade its database schema', { mayCreate: true })
    .option('--without-backup', 'skip the backup, for disks without enough space')
    .addOption(backupsOption)
    .action((flags) => withNewOrOldStore(flags, (store) => apply(store, flags), asItIs))
    .addCommand(
      command('status', 'list migrations with their dates').action((_, status) => withStore(status.optsWithGlobals(), showStatus, asItIs)),
    );

const asItIs = async (settings: Settings, opening?: Opening): Promise<Store> => {
  requireLocalData(settings);
  if (opening?.mayCreate) await requireNoneLost(settings);
  return openUnmigrated(settings.data, opening);
};

async function apply(store: Store, flags: Flags & { withoutBackup?: true | undefined }): Promise<void> {
  const applied = await upgrade(store, readSettings(flags), { withoutBackup: flags.withoutBackup });
  for (const name of applied) print(`${name}  applied`);
  if (applied.length === 0) print('The schema is up to date.');
}

function showStatus({ reader }: Store): void {
  for (const { name, appliedAt } of migrationStatus(reader)) print(`${name}  ${appliedAt ? `applied ${appliedAt}` : 'pending'}`);
}
