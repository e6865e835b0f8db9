import { Command, Option } from '@commander-js/extra-typings';
import { type Flags, flagOf, readSettings, type Settings, settings } from '../../config';
import { diskFullAt, isFull } from '../../store/database/availability';
import type { Opening, Store } from '../../store/database/open';
import { openCatalog } from '../open-catalog';
import { newsOf } from './data-directory';

function option(name: keyof Settings, value: string, description = settings[name].description): Option {
  const { fallbackShown, environment, choices } = settings[name];
  const made = new Option(`--${flagOf(name)} <${value}>`, `${description} (default: ${fallbackShown}, environment: ${environment})`);
  return choices ? made.choices(choices) : made;
}

/**
 * A command with the options that every command has.
 * @param mayCreate whether it makes a catalog where there is none
 */
export function command(name: string, description: string, { mayCreate = false } = {}): Command<[], { data?: string; config?: string }> {
  return new Command(name)
    .description(description)
    .addOption((mayCreate ? option('data', 'dir') : dataThere()) as Option<'--data <dir>'>)
    .option('--config <file>', 'TOML settings file (default: ~/.config/leitmotif.toml, environment: LEITMOTIF_CONFIG)');
}

/** The directory of a catalog, for what makes none. */
const dataThere = (): Option => option('data', 'dir', 'data directory');

/** The settings of where a server is reached from this machine. */
export const listeningOptions: readonly Option[] = [
  option('host', 'address'),
  option('port', 'number'),
  option('socket', 'path'),
  option('tlsCertificate', 'file'),
  option('tlsKey', 'file'),
];

/** The settings of a server, as options of its command. */
export const serverOptions: readonly Option[] = [
  option('dataOnNetwork', 'word'),
  ...listeningOptions,
  option('socketMode', 'mode'),
  option('rateLimit', 'number'),
  option('rateWindowSeconds', 'number'),
  option('responseCacheMegabytes', 'number'),
  option('deepPagesMegabytes', 'number'),
  option('trustedProxies', 'list'),
  option('basePath', 'path'),
  option('publicUrl', 'url'),
  option('registration', 'mode'),
  option('catalogVisibility', 'word'),
  option('searchEngines', 'word'),
  option('editing', 'who'),
  option('unreviewedPerUser', 'number'),
  option('importQuotaMegabytes', 'number'),
  option('coverMegapixels', 'number'),
  option('corsOrigins', 'list'),
  option('backups', 'dir'),
  option('backupEvery', 'time'),
  option('backupKeep', 'list'),
  option('logFormat', 'format'),
  option('logLevel', 'level'),
  option('logRequests', 'word'),
  option('slowMs', 'number'),
  option('slowCommitMs', 'number'),
  option('metricsListen', 'address'),
  option('metricsToken', 'token'),
  option('shutdownSeconds', 'number'),
];

/** The setting of where backups are. */
export const backupOptions: readonly Option[] = [option('backups', 'dir')];

/** The setting of which backups stay. */
export const keepingOptions: readonly Option[] = [...backupOptions, option('backupKeep', 'list')];

/** The settings of whoever asks Wikidata. */
export const wikidataOptions: readonly Option[] = [
  option('contact', 'address'),
  option('wikidataEntities', 'url'),
  option('wikidataQuery', 'url'),
];

/** The settings of whoever asks for covers. */
export const archiveOptions: readonly Option[] = [option('contact', 'address'), option('coverArtArchive', 'url')];

/** The settings of whoever reads pictures. */
export const coverOptions: readonly Option[] = [option('coverMegapixels', 'number')];

/** All that may be set. */
export const everyOption: readonly Option[] = [...serverOptions, ...wikidataOptions, option('coverArtArchive', 'url')];

/** Opens the catalog that the flags name, and closes it after the work. */
export const withStore = async <T>(flags: Flags, work: (store: Store) => T | Promise<T>, open: Open = openCatalog): Promise<T> =>
  using(await open(readSettings(flags)), work);

/** Opens the catalog of the settings, in a way of its own. */
type Open = (settings: Settings, opening?: Opening) => Store | Promise<Store>;

/** {@link withStore}, which makes a catalog where there is none, and says so unless it is to be quiet. */
export async function withNewOrOldStore<T>(
  flags: FlagsToFill,
  work: (store: Store) => T | Promise<T>,
  open: Open = openCatalog,
): Promise<T> {
  const settings = readSettings(flags);
  const { data } = settings;
  const store = await open(settings, { mayCreate: true });
  if (store.isNew && !flags.quiet) for (const line of newsOf(data)) process.stderr.write(`leitmotif: ${line}\n`);
  return using(store, work);
}

type FlagsToFill = Flags & { readonly quiet?: boolean | undefined };

async function using<T>(store: Store, work: (store: Store) => T | Promise<T>): Promise<T> {
  try {
    return await work(store);
  } catch (error) {
    throw isFull(error) ? diskFullAt(store.path) : error;
  } finally {
    store.close();
  }
}

/** For what goes on with the first import of a catalog where that was interrupted. */
export const openToFill: Open = (settings, opening) => openCatalog(settings, { ...opening, leavesFirstLoad: true });
