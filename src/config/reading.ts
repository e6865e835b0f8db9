import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { badUsage, fileProblem } from '../errors';
import { message, sentenceOf } from '../messages/message';
import { didYouMean, nearestName } from '../nearest';
import { isWithin, pathOf } from './paths';
import type { Setting } from './setting';
import { type ConfiguredSettings, fileKeyOf, flagOf, type Settings, settings, variableOf } from './settings';

/** Command-line options as text. */
export type Flags = { readonly [K in keyof Settings]?: string | undefined } & { readonly config?: string | undefined };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings. Precedence: options, environment, file, defaults.
 * @throws {DomainError} badUsage, naming the option, variable, or file and key, or settings that contradict each other
 */
export function readSettings(flags: Flags, environment: Environment = process.env): ConfiguredSettings {
  requireNoMistypedVariable(environment);
  const file = readFile(flags.config, environment);
  const givenBy: Partial<Record<keyof Settings, string>> = {};
  const read = <K extends keyof Settings>(name: K): Settings[K] => {
    const setting = settings[name] as Setting<Settings[K]>;
    const { origin, value } = givenFor(name, flags, environment) ?? inFile(file, name) ?? {};
    if (value === undefined) return setting.fallback();
    const result = setting.read(value);
    if (result === undefined) throw badUsage(`${origin} must be ${setting.expected}.`);
    givenBy[name] = origin;
    return result;
  };
  const names = Object.keys(settings) as (keyof Settings)[];
  const all = { ...(Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as Settings), givenBy };
  for (const require of [requireOneAddress, requireOneManner, requireOtherPlace]) require(all);
  return all;
}

/** Values by key; undefined without a file. */
interface SettingsFile {
  readonly path: string;
  readonly values: Record<string, unknown> | undefined;
}

function inFile({ path, values }: SettingsFile, name: string): { origin: string; value: unknown } | undefined {
  if (values === undefined) return undefined;
  const key = fileKeyOf(name);
  return { origin: `${key} in ${path}`, value: values[key] };
}

/** The value from an option or variable. Variables ending in _FILE name a file, which keeps secrets out of the environment. */
function givenFor(name: keyof Settings, flags: Flags, environment: Environment): { origin: string; value: string } | undefined {
  const flag = flags[name];
  if (flag !== undefined) return { origin: `--${flagOf(name)}`, value: flag };
  const variable = variableOf(name);
  const [value, path] = [environment[variable], environment[`${variable}_FILE`]];
  if (value !== undefined && path !== undefined) throw badUsage(`Set only one of ${variable} and ${variable}_FILE.`);
  if (path !== undefined) return { origin: `${variable}_FILE`, value: contentsOf(path, `${variable}_FILE`) };
  return value === undefined ? undefined : { origin: variable, value };
}

function contentsOf(path: string, variable: string): string {
  try {
    return readFileSync(pathOf(path), 'utf8').trim();
  } catch (error) {
    throw badUsage(`${variable}: ${fileProblem(path, error)}`);
  }
}

export function defaultFile(environment: Environment): string {
  return join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'leitmotif.toml');
}

function readFile(named: string | undefined, environment: Environment): SettingsFile {
  const file = named ?? environment.LEITMOTIF_CONFIG;
  const path = file === undefined ? defaultFile(environment) : pathOf(file);
  if (file === undefined && !existsSync(path)) return { path, values: undefined };
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw badUsage(fileProblem(path, error));
  }
  const values = parse(text);
  if (values instanceof Error) throw badUsage(`${path}, line ${faultyLine(text)}: ${values.message.split('\n')[0]}.`);
  const known = Object.keys(settings).map(fileKeyOf);
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw badUsage(
      `${path}, line ${lineOfKey(text, unknown)}: unknown setting "${unknown}". ${didYouMean(nearestName(unknown, known)) ?? allSettings}`,
    );
  return { path, values };
}

const allSettings = '"leitmotif config print" lists all settings.';

function parse(text: string): Record<string, unknown> | Error {
  try {
    return Bun.TOML.parse(text) as Record<string, unknown>;
  } catch (error) {
    return error as Error;
  }
}

/** All prefixes of whole lines, shortest first. */
const beginnings = (text: string): string[] => text.split('\n').map((_, index, lines) => lines.slice(0, index + 1).join('\n'));

/** The line of the first faulty entry, which the parser does not tell: the lines before it parse. */
const faultyLine = (text: string): number => beginnings(text).findLastIndex((beginning) => !(parse(beginning) instanceof Error)) + 2;

const lineOfKey = (text: string, key: string): number =>
  beginnings(text).findIndex((beginning) => {
    const values = parse(beginning);
    return !(values instanceof Error) && Object.hasOwn(values, key);
  }) + 1;

const prefix = 'LEITMOTIF_';

/**
 * Rejects variables with nearly the name of a setting. Others are left alone, such as `LEITMOTIF_TOKEN` of clients and those set
 * by Kubernetes.
 */
function requireNoMistypedVariable(environment: Environment): void {
  const names = ['CONFIG', ...Object.keys(settings).map((name) => variableOf(name).slice(prefix.length))];
  const known = new Set(names.flatMap((name) => (name === 'CONFIG' ? [name] : [name, `${name}_FILE`])));
  for (const variable of Object.keys(environment)) {
    const name = variable.startsWith(prefix) ? variable.slice(prefix.length) : undefined;
    const nearest = name === undefined || known.has(name) ? undefined : nearestName(name.replace(/_FILE$/, ''), names);
    if (nearest !== undefined) throw badUsage(`${variable} is not a known setting. ${didYouMean(prefix + nearest)}`);
  }
}

/** Base path and public URL must match. */
function requireOneAddress({ basePath, publicUrl }: Settings): void {
  const path = publicUrl === '' ? basePath : publicUrl.slice(new URL(publicUrl).origin.length);
  if (path === basePath) return;
  const configured = basePath === '' ? 'not set' : basePath;
  throw badUsage(`The path of public_url must equal base_path: ${publicUrl} has ${path || 'none'}, base_path is ${configured}.`);
}

/** A certificate needs a key and a TCP port. */
function requireOneManner({ socket, tlsCertificate, tlsKey }: Settings): void {
  if ((tlsCertificate === '') !== (tlsKey === '')) {
    const [there, missing] = tlsKey === '' ? ['tls_certificate', 'tls_key'] : ['tls_key', 'tls_certificate'];
    throw badUsage(`${there} is set, but ${missing} is not. HTTPS needs both.`);
  }
  if (socket !== '' && tlsCertificate !== '')
    throw badUsage('Set only one of socket and tls_certificate. Behind a unix socket, the proxy has the certificate.');
}

function requireOtherPlace({ data, backupTarget }: Settings): void {
  if (backupTarget.startsWith('/') && isWithin(backupTarget, data))
    throw badUsage(sentenceOf(message('copy_folder_in_data', { folder: backupTarget })));
}
