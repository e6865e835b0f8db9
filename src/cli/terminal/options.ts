import { Command, Option } from '@commander-js/extra-typings';
import { type Flags, fallbackText, flagOf, readSettings, type Setting, type Settings, settings, variableOf } from '../../config';
import { diskFullAt, isFull } from '../../store/database/availability';
import type { Opening, Store } from '../../store/database/open';
import { openCatalog } from '../open-catalog';
import { newsOf } from './data-directory';

function option(name: keyof Settings, value: string, description = settings[name].description): Option {
  const setting = settings[name] as Setting<unknown>;
  const from = `(default: ${fallbackText(setting)}, environment: ${variableOf(name)})`;
  const option = new Option(`--${flagOf(name)} <${value}>`, `${description} ${from}`);
  return setting.choices ? option.choices(setting.choices) : option;
}

interface CommandDetails {
  /** Whether it creates a missing catalog. */
  readonly mayCreate?: boolean;
  /** Further settings. */
  readonly options?: readonly Option[];
}

/** A command with the common options. */
export function command(
  name: string,
  description: string,
  { mayCreate = false, options = [] }: CommandDetails = {},
): Command<[], { data?: string; config?: string }> {
  const created = new Command(name)
    .description(description)
    .addOption((mayCreate ? option('data', 'dir') : dataThere()) as Option<'--data <dir>'>)
    .option('--config <file>', 'TOML settings file (default: ~/.config/leitmotif.toml, environment: LEITMOTIF_CONFIG)');
  for (const option of options) created.addOption(option);
  return created;
}

const dataThere = (): Option => option('data', 'dir', 'data directory');

export const listeningOptions: readonly Option[] = [
  option('host', 'address'),
  option('port', 'number'),
  option('socket', 'path'),
  option('tlsCertificate', 'file'),
  option('tlsKey', 'file'),
];

export const mailOptions: readonly Option[] = [option('smtpUrl', 'url'), option('smtpFrom', 'address')];

/** Look-ups at other sites. */
export const onlineOptions: readonly Option[] = [
  option('contact', 'address'),
  option('onlineSources', 'list'),
  option('musicbrainzUrl', 'url'),
  option('musicbrainzGapMs', 'number'),
  option('discogsUrl', 'url'),
  option('discogsGapMs', 'number'),
  option('discogsToken', 'token'),
  option('coverArtArchive', 'url'),
  option('releasesUrl', 'url'),
];

/** Copies of backups off the machine. */
export const copyOptions: readonly Option[] = [
  option('backupTarget', 'target'),
  option('backupRecipient', 'key'),
  option('backupS3Endpoint', 'url'),
  option('backupS3Region', 'name'),
  option('backupS3KeyId', 'id'),
  option('backupS3Secret', 'secret'),
];

/** Of archives. */
export const identityOption = ['--identity <file>', 'file with the age private key of encrypted copies'] as const;

export const serverOptions: readonly Option[] = [
  option('dataOnNetwork', 'word'),
  ...listeningOptions,
  option('socketMode', 'mode'),
  option('hsts', 'word'),
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
  option('passwords', 'word'),
  option('oidcIssuer', 'url'),
  option('oidcClientId', 'id'),
  option('oidcClientSecret', 'secret'),
  option('oidcScopes', 'list'),
  option('oidcRoleClaim', 'name'),
  option('oidcRegistration', 'word'),
  option('authProxyHeader', 'name'),
  option('secondFactor', 'who'),
  option('unreviewedPerUser', 'number'),
  ...onlineOptions,
  option('importQuotaMegabytes', 'number'),
  option('importFolder', 'dir'),
  option('importUploadMegabytes', 'number'),
  option('coverMegapixels', 'number'),
  option('photoQuotaMegabytes', 'number'),
  option('corsOrigins', 'list'),
  option('backups', 'dir'),
  option('backupEvery', 'time'),
  option('backupKeep', 'list'),
  ...copyOptions,
  ...mailOptions,
  option('webhookNetworks', 'list'),
  option('logFormat', 'format'),
  option('logLevel', 'level'),
  option('logRequests', 'word'),
  option('slowMs', 'number'),
  option('slowCommitMs', 'number'),
  option('metricsListen', 'address'),
  option('metricsToken', 'token'),
  option('shutdownSeconds', 'number'),
];

export const backupsOption = option('backups', 'dir');

export const backupKeepOption = option('backupKeep', 'list');

export const wikidataOptions: readonly Option[] = [
  option('contact', 'address'),
  option('wikidataEntities', 'url'),
  option('wikidataQuery', 'url'),
];

export const archiveOptions: readonly Option[] = [option('contact', 'address'), option('coverArtArchive', 'url')];

export const coverOption = option('coverMegapixels', 'number');

export const everyOption: readonly Option[] = [...serverOptions, ...wikidataOptions.slice(1)];

export const withStore = async <T>(flags: Flags, work: (store: Store) => T | Promise<T>, open: Open = openCatalog): Promise<T> =>
  using(await open(readSettings(flags)), work);

type Open = (settings: Settings, opening?: Opening) => Store | Promise<Store>;

/** {@link withStore}, creating a missing catalog. */
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

/** For commands that resume an interrupted first import. */
export const openToFill: Open = (settings, opening) => openCatalog(settings, { ...opening, leavesFirstLoad: true });
