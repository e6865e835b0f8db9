import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { invalid } from '../errors';
import { requireAgreement } from './agreement';
import { pathOf } from './paths';
import type { Setting } from './setting';
import { flagOf, type GivenSettings, keyOf, type Settings, settings } from './settings';

/** Values given on the command line, as they were typed. */
export type Flags = { readonly [K in keyof Settings]?: string | undefined } & { readonly config?: string | undefined };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings: flags win over the environment, that over the file, that over the defaults.
 * @throws {DomainError} invalid, naming the flag, variable, or file and key that breaks its rule
 */
export function readSettings(flags: Flags, environment: Environment = process.env): GivenSettings {
  const file = readFile(flags.config, environment);
  const givenBy: Partial<Record<keyof Settings, string>> = {};
  const read = <K extends keyof Settings>(name: K): Settings[K] => {
    const setting = settings[name] as Setting<Settings[K]>;
    const { origin, value } = givenFor(name, flags, environment) ?? inFile(file, name) ?? {};
    if (value === undefined) return setting.fallback();
    const result = setting.read(value);
    if (result === undefined) throw invalid(`${origin} must be ${setting.expected}.`);
    givenBy[name] = origin;
    return result;
  };
  const names = Object.keys(settings) as (keyof Settings)[];
  return requireAgreement({ ...(Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as Settings), givenBy });
}

/** The settings of a file, by their keys; `undefined` where there is none. */
interface SettingsFile {
  readonly path: string;
  readonly values: Record<string, unknown> | undefined;
}

function inFile({ path, values }: SettingsFile, name: string): { origin: string; value: unknown } | undefined {
  if (values === undefined) return undefined;
  const key = keyOf(name);
  return { origin: `${key} in ${path}`, value: values[key] };
}

/** What a flag or the environment says of a setting, which a variable may leave to a file: a secret need not stand in it then. */
function givenFor(name: keyof Settings, flags: Flags, environment: Environment): { origin: string; value: string } | undefined {
  const flag = flags[name];
  if (flag !== undefined) return { origin: `--${flagOf(name)}`, value: flag };
  const { environment: variable } = settings[name];
  const [value, path] = [environment[variable], environment[`${variable}_FILE`]];
  if (value !== undefined && path !== undefined) throw invalid(`${variable} and ${variable}_FILE are both set, and one of them may be.`);
  if (path !== undefined) return { origin: `${variable}_FILE`, value: contentsOf(path, `${variable}_FILE`) };
  return value === undefined ? undefined : { origin: variable, value };
}

function contentsOf(path: string, variable: string): string {
  try {
    return readFileSync(pathOf(path), 'utf8').trim();
  } catch (error) {
    throw invalid(`${variable} names ${path}, which cannot be read (${(error as { code?: string }).code}).`);
  }
}

/** The file that holds when none is named. */
export function defaultFile(environment: Environment): string {
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'leitmotif.toml');
}

function readFile(named: string | undefined, environment: Environment): SettingsFile {
  const asked = named ?? environment.LEITMOTIF_CONFIG;
  const path = asked === undefined ? defaultFile(environment) : pathOf(asked);
  if (asked === undefined && !existsSync(path)) return { path, values: undefined };
  let values: Record<string, unknown>;
  try {
    values = Bun.TOML.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw invalid(`The settings in ${path} cannot be read: ${(error as Error).message.split('\n')[0]}.`);
  }
  const known = Object.keys(settings).map(keyOf);
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${path} sets "${unknown}", which is no setting. There are ${known.join(', ')}.`);
  return { path, values };
}
