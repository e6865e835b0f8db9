import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { inMemory } from './database/open';
import { UsageError } from './errors';

/** What an operator may set. */
export interface Settings {
  /** The directory of the database, or `:memory:`. */
  readonly data: string;
  /** The address to listen on. */
  readonly host: string;
  /** The TCP port; 0 lets the system choose one. */
  readonly port: number;
}

interface Setting<V> {
  readonly environment: string;
  readonly description: string;
  readonly read: (value: unknown) => V | undefined;
  /** Completes the sentence "… must be …". */
  readonly expected: string;
  readonly fallback: () => V;
  readonly fallbackShown: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Every setting. Its name is its flag and its key in the file as well. */
export const settings: { readonly [K in keyof Settings]: Setting<Settings[K]> } = {
  data: {
    environment: 'LEITMOTIF_DATA',
    description: 'the directory of the database, made where it is missing; :memory: keeps everything in memory',
    read: (value) => {
      const directory = text(value);
      return directory === undefined || directory === inMemory ? directory : resolve(directory);
    },
    expected: 'a directory, or :memory:',
    fallback: defaultDataDirectory,
    fallbackShown: '~/.local/share/leitmotif',
  },
  host: {
    environment: 'LEITMOTIF_HOST',
    description: 'the address to listen on; 0.0.0.0 for every network of this machine',
    read: text,
    expected: 'a host name or an IP address',
    fallback: () => '127.0.0.1',
    fallbackShown: '127.0.0.1',
  },
  port: {
    environment: 'LEITMOTIF_PORT',
    description: 'the TCP port to listen on; 0 for any that is free',
    read: (value) => {
      const port = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value;
      return typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : undefined;
    },
    expected: 'a whole number from 0 to 65535',
    fallback: () => 8420,
    fallbackShown: '8420',
  },
};

/** Values given on the command line, as they were typed. */
export type Flags = { readonly [K in keyof Settings]?: string | undefined } & { readonly config?: string | undefined };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings: flags win over the environment, that over the file, that over the defaults.
 * @throws {UsageError} naming the flag, variable, or file and key that breaks its rule
 */
export function readSettings(flags: Flags, environment: Environment = process.env): Settings {
  const file = readFile(flags.config, environment);
  const read = <K extends keyof Settings>(name: K): Settings[K] => {
    const setting = settings[name] as Setting<Settings[K]>;
    const [origin, value] =
      flags[name] !== undefined
        ? [`--${name}`, flags[name]]
        : environment[setting.environment] !== undefined
          ? [setting.environment, environment[setting.environment]]
          : [`${name} in ${file.path}`, file.values[name]];
    if (value === undefined) return setting.fallback();
    const result = setting.read(value);
    if (result === undefined) throw new UsageError(`${origin} must be ${setting.expected}.`);
    return result;
  };
  return { data: read('data'), host: read('host'), port: read('port') };
}

/** The file that holds when none is named. */
function defaultFile(environment: Environment): string {
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'leitmotif.toml');
}

function defaultDataDirectory(): string {
  return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'leitmotif');
}

function readFile(named: string | undefined, environment: Environment): { path: string; values: Record<string, unknown> } {
  const asked = named ?? environment.LEITMOTIF_CONFIG;
  const path = asked ?? defaultFile(environment);
  if (asked === undefined && !existsSync(path)) return { path, values: {} };
  let values: Record<string, unknown>;
  try {
    values = Bun.TOML.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`The settings in ${path} cannot be read: ${(error as Error).message.split('\n')[0]}.`);
  }
  const unknown = Object.keys(values).find((name) => !(name in settings));
  if (unknown !== undefined)
    throw new UsageError(`${path} sets "${unknown}", which is no setting. There are ${Object.keys(settings).join(', ')}.`);
  return { path, values };
}
