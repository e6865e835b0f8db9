import { type Flags, readSettings, type Settings } from '../config';
import { SetupError } from '../errors';
import { pluralize } from '../pluralize';
import { databasePath, requireCatalog } from '../store/database/open';
import { openCatalog } from './open-catalog';
import { changedWhileRunning } from './serve/live-values';
import { backupKeepOption, backupsOption, command } from './terminal/options';
import { json, note, print, size, table } from './terminal/output';

export const doctorCommand = () =>
  command('doctor', 'check the health of a catalog, even while the server runs')
    .option('--fix', 'rebuild derived data (search indexes, display names, sort keys, record counts, file modes) and reclaim unused space')
    .option('--sizes', 'only show the size of each table and index')
    .option('--json', 'print findings as JSON')
    .addOption(backupsOption)
    .addOption(backupKeepOption)
    .action(examineAll);

async function examineAll(flags: Flags & { fix?: true | undefined; sizes?: true | undefined; json?: true | undefined }): Promise<void> {
  const settings = readSettings(flags);
  requireCatalog(settings.data);
  if (flags.sizes) return printSizes(settings, flags.json === true);
  const { examine } = await import('../doctor/examination');
  if (flags.fix) await fix(settings);
  const all = [];
  for (const examined of examine({ ...settings, ...changedWhileRunning(settings) })) {
    all.push(examined);
    if (!flags.json)
      print([`${examined.name}: ${examined.findings.length === 0 ? 'OK' : ''}`.trimEnd(), ...examined.findings].join('\n  '));
  }
  if (flags.json) print(json(all));
  const found = all.filter(({ findings }) => findings.length > 0).length;
  if (found > 0)
    throw new SetupError(
      `${pluralize(found, 'problem')} found.${flags.fix ? '' : ' Run leitmotif doctor --fix to rebuild derived data, or leitmotif restore to restore a backup.'}`,
    );
}

async function printSizes({ data }: Settings, isJson: boolean): Promise<void> {
  const [{ sizesOf }, { reading }] = await Promise.all([import('../doctor/surroundings'), import('../backups/database-checks')]);
  const sizes = reading(databasePath(data), sizesOf);
  const cells = sizes.map(({ name, type, table, bytes, unused }) => [
    name,
    type === 'index' ? `index of ${table}` : type,
    size(bytes),
    size(unused),
  ]);
  print(isJson ? json(sizes) : table(['NAME', 'WHAT', 'SIZE', 'EMPTY'], cells));
}

async function fix(settings: Settings): Promise<void> {
  const [{ repair }, { releaseUnusedSpace }] = await Promise.all([import('../doctor/examination'), import('../store/files/unused-space')]);
  const store = await openCatalog(settings);
  try {
    await repair(store, settings.data);
    releaseUnusedSpace(store, settings.data);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    // Fix what can be fixed while the server runs; the examination follows.
    note(`leitmotif: ${error.detail}`);
  } finally {
    store.close();
  }
}
