import { type Flags, inMemory, readSettings, type Settings } from '../config';
import { hasCatalog } from '../database/open';
import { SetupError } from '../errors';
import { changedWhileRunning } from './live-values';
import { openCatalog } from './open-catalog';
import { command, keepingOptions } from './options';
import { counted, json, print } from './output';

export function doctorCommand() {
  const made = command('doctor', 'look at everything that can be wrong with a catalog, also beside a running server')
    .option('--fix', 'make anew what follows from other rows: search indexes, shown names, modes of files')
    .option('--json', 'print what was found as JSON');
  for (const option of keepingOptions) made.addOption(option);
  return made.action(examineAll);
}

async function examineAll(flags: Flags & { fix?: true | undefined; json?: true | undefined }): Promise<void> {
  const settings = readSettings(flags);
  if (settings.data === inMemory || !hasCatalog(settings.data)) throw new SetupError(`There is no catalog in ${settings.data}.`);
  const { examine } = await import('../doctor/examination');
  if (flags.fix) await fix(settings);
  const all = [];
  for (const examined of examine({ ...settings, ...changedWhileRunning(settings) })) {
    all.push(examined);
    if (!flags.json)
      print([`${examined.name}: ${examined.findings.length === 0 ? 'good' : ''}`.trimEnd(), ...examined.findings].join('\n  '));
  }
  if (flags.json) print(json(all));
  const found = all.filter(({ findings }) => findings.length > 0).length;
  if (found > 0)
    throw new SetupError(
      `${counted(found, 'thing')} to look at.${flags.fix ? '' : ' leitmotif doctor --fix mends what can be worked out again; leitmotif restore brings back a backup.'}`,
    );
}

async function fix(settings: Settings): Promise<void> {
  const { repair } = await import('../doctor/repairs');
  const store = await openCatalog(settings);
  try {
    await repair(store, settings.data);
  } finally {
    store.close();
  }
}
