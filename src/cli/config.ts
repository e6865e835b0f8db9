import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { backupFolder } from '../backups/backup-list';
import {
  type ConfiguredSettings,
  commentedFile,
  defaultFile,
  type Flags,
  fileKeyOf,
  inMemory,
  pathOf,
  readSettings,
  type Setting,
  type Settings,
  settings,
  settingText,
} from '../config';
import { SetupError } from '../errors';
import { changedWhileRunning } from './serve/live-values';
import { command, everyOption } from './terminal/options';
import { asJson, json, print, table } from './terminal/output';

export const configCommand = () => new Command('config').description('the settings').addCommand(printCommand()).addCommand(initCommand());

const printCommand = () => {
  const listing = command('print', 'list all settings with their values and sources; secrets are hidden').option(...asJson);
  for (const option of everyOption) listing.addOption(option as never);
  return listing.action((flags) => {
    const current = shownSettings(readSettings(flags as Flags));
    const rows = current.map(({ setting, value, from }) => [setting, value, from]);
    print(flags.json ? json(current) : table(['SETTING', 'VALUE', 'FROM'], rows));
  });
};

const initCommand = () =>
  new Command('init')
    .description('write a file with all settings and defaults, commented out; never overwrites a file')
    .option('--config <file>', 'output file (default: ~/.config/leitmotif.toml, environment: LEITMOTIF_CONFIG)')
    .action(({ config = process.env.LEITMOTIF_CONFIG }) => {
      const path = config === undefined ? defaultFile(process.env) : pathOf(config);
      writeNew(path, commentedFile());
      print(`Wrote ${path}.`);
    });

interface Shown {
  readonly setting: string;
  readonly value: string;
  readonly from: string;
}

function shownSettings(configured: ConfiguredSettings): Shown[] {
  const changed = changedWhileRunning(configured);
  return (Object.keys(settings) as (keyof Settings)[]).map((name) => shownSetting(name, configured, changed));
}

function shownSetting<K extends keyof Settings>(name: K, configured: ConfiguredSettings, changed: Partial<Settings>): Shown {
  const setting = settings[name] as Setting<Settings[K]>;
  const now = changed[name];
  const current = settingText(setting, (now ?? configured[name]) as Settings[K]);
  const value = name === 'backups' && configured.data !== inMemory ? JSON.stringify(backupFolder(configured)) : current;
  const from = current === settingText(setting, configured[name]) ? (configured.givenBy?.[name] ?? 'default') : 'changed while running';
  return { setting: fileKeyOf(name), value, from };
}

function writeNew(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    // The file may later contain secrets.
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, text);
    closeSync(file);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    throw new SetupError(`${path} already exists. Set another file with --config.`);
  }
}
