import { migrationStatus } from '../database/migrate';
import { bringUpToDate, openUnmigrated, type Store } from '../database/open';
import { command, withNewOrOldStore, withStore } from './options';

export const migrateCommand = () =>
  command('migrate', 'bring the schema of the database up to date')
    .action((flags) => withNewOrOldStore(flags, apply, openUnmigrated))
    .addCommand(
      command('status', 'list the migrations, and when each was applied').action((_, status) =>
        withStore(status.optsWithGlobals(), showStatus, openUnmigrated),
      ),
    );

function apply(store: Store): void {
  const applied = bringUpToDate(store);
  for (const name of applied) console.log(`${name}  applied`);
  if (applied.length === 0) console.log('The schema is up to date.');
}

function showStatus({ reader }: Store): void {
  for (const { name, appliedAt } of migrationStatus(reader)) console.log(`${name}  ${appliedAt ? `applied ${appliedAt}` : 'to come'}`);
}
