import { existsSync } from 'node:fs';
import { migrations } from '../../db/migrations';
import { type Flags, readSettings } from '../config';
import { migrate, migrationStatus } from '../database/migrate';
import { databasePath, openUnmigrated, type Store } from '../database/open';
import { command } from './options';

export const migrateCommand = () =>
  command('migrate', 'bring the schema of the database up to date')
    .action((flags) => withUnmigrated(flags, apply))
    .addCommand(
      command('status', 'list the migrations, and when each was applied').action((_, status) => showStatus(status.optsWithGlobals())),
    );

function apply({ writer }: Store): void {
  const applied = migrate(writer);
  for (const name of applied) console.log(`${name}  applied`);
  if (applied.length === 0) console.log('The schema is up to date.');
}

function showStatus(flags: Flags): void {
  // Looking makes no database.
  if (!existsSync(databasePath(readSettings(flags).data))) {
    for (const { name } of migrations) console.log(`${name}  to come`);
    return;
  }
  withUnmigrated(flags, ({ writer }) => {
    for (const { name, appliedAt } of migrationStatus(writer)) console.log(`${name}  ${appliedAt ? `applied ${appliedAt}` : 'to come'}`);
  });
}

function withUnmigrated(flags: Flags, work: (store: Store) => void): void {
  const store = openUnmigrated(readSettings(flags).data);
  try {
    work(store);
  } finally {
    store.close();
  }
}
