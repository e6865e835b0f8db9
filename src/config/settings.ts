import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  coverArtArchive,
  readBasePath,
  readContact,
  readFilePath,
  readMode,
  readOrigins,
  readPublicUrl,
  readWebAddress,
  showMode,
  wikidataAddresses,
} from './addresses';
import { type Keeping, readInterval, readKeeping, showInterval, showKeeping } from './backup-schedule';
import { type ObservationSettings, observationSettings } from './observation';
import { pathOf } from './paths';
import { oneOf, type Setting, text, wholeNumber } from './setting';

/** The data directory that keeps everything in memory, for a demo or a test. */
export const inMemory = ':memory:';

/** What an operator may set. */
export interface Settings extends ObservationSettings {
  /** The directory of the database, or `:memory:`. */
  readonly data: string;
  /** Whether the directory may be on a network, where a database may be damaged. */
  readonly dataOnNetwork: 'refuse' | 'allow';
  /** The address to listen on. */
  readonly host: string;
  /** The TCP port; 0 lets the system choose one. */
  readonly port: number;
  /** The path of a unix socket to listen on in the place of address and port; empty for none. */
  readonly socket: string;
  /** The mode of that socket: who may connect. */
  readonly socketMode: number;
  /** The files of the certificate, with those between it and its root, and of its private key, both PEM; empty for plain http. */
  readonly tlsCertificate: string;
  readonly tlsKey: string;
  /** How many requests a principal may send in a window; 0 for no limit, of these and of all that has a limit of its own. */
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  /** How much memory finished answers of the catalog may take, in units of 1,048,576 bytes; 0 to keep none. */
  readonly responseCacheMegabytes: number;
  /** The most memory for the keys of long lists, in MiB; 0 for none. */
  readonly deepPagesMegabytes: number;
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-For, -Proto and -Host, or Forwarded, are believed. */
  readonly trustedProxies: string;
  /** The path below which the whole server is reached, without a slash at its end; empty for the root. */
  readonly basePath: string;
  /** The address that clients know the server by, base path and all; empty where each request says it. */
  readonly publicUrl: string;
  /** Whether everyone may make an account, who has an invitation, or nobody: administrators make them all the same. */
  readonly registration: 'open' | 'invitation' | 'closed';
  /** Whether the website shows the catalog to whoever comes, or to those who have signed in. */
  readonly catalogVisibility: 'private' | 'public';
  /** Whether search engines may list the pages that everyone sees. */
  readonly searchEngines: 'no' | 'yes';
  /** Who may change the catalog: editors and administrators, everyone with an account, or nobody. */
  readonly editing: 'editors' | 'users' | 'off';
  /** How many releases that a user added may wait for an editor's review: a large collection, and not a flood. */
  readonly unreviewedPerUser: number;
  /** The origins whose scripts may use the API in a browser; `*` alone for all. */
  readonly corsOrigins: readonly string[];
  /** How the operators of other sites reach whoever asks them; empty where nobody said it. */
  readonly contact: string;
  /** The addresses at which Wikidata, or a mirror of it, is asked for items and for what has an id. */
  readonly wikidataEntities: string;
  readonly wikidataQuery: string;
  /** The address at which covers are asked for: of the Cover Art Archive, or a mirror of it. */
  readonly coverArtArchive: string;
  /** The most that the lists of a user may take before files are refused, in units of 1,000,000 bytes; 0 for no limit. */
  readonly importQuotaMegabytes: number;
  /** The most pixels that a picture may have to become a cover, in millions. */
  readonly coverMegapixels: number;
  /** The directory of backups; empty for `backups` in the data directory. */
  readonly backups: string;
  /** How many hours lie between two backups that a server makes by itself; 0 for none. */
  readonly backupEvery: number;
  /** How many of those stay. */
  readonly backupKeep: Keeping;
}

/** Settings, and for each that was given where: `--registration`, say. The others have their defaults. */
export interface GivenSettings extends Settings {
  readonly givenBy?: Readonly<Partial<Record<keyof Settings, string>>>;
}

/** Every setting. Its name, with hyphens, is its flag, and with underscores its key in the file. */
export const settings: { readonly [K in keyof Settings]: Setting<Settings[K]> } = {
  data: {
    environment: 'LEITMOTIF_DATA',
    description: 'the directory of the database, made where it is missing; :memory: keeps everything in memory',
    read: (value) => {
      const directory = text(value);
      return directory === undefined || directory === inMemory ? directory : resolve(pathOf(directory));
    },
    expected: 'a directory, or :memory:',
    fallback: defaultDataDirectory,
    fallbackShown: '~/.local/share/leitmotif',
  },
  dataOnNetwork: {
    environment: 'LEITMOTIF_DATA_ON_NETWORK',
    description: 'whether that directory may be on a network file system, where a database may be damaged',
    ...oneOf('refuse', 'allow'),
    fallback: () => 'refuse',
    fallbackShown: 'refuse',
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
    read: wholeNumber(0, 65_535),
    expected: 'a whole number from 0 to 65535',
    fallback: () => 8420,
    fallbackShown: '8420',
  },
  socket: {
    environment: 'LEITMOTIF_SOCKET',
    description: 'a unix socket to listen on in the place of an address and a port',
    read: readFilePath,
    expected: 'the path of a file',
    fallback: () => '',
    fallbackShown: 'none',
  },
  socketMode: {
    environment: 'LEITMOTIF_SOCKET_MODE',
    description: 'the mode of the unix socket: who may write to it may connect, and is believed as a proxy is',
    read: readMode,
    show: showMode,
    expected: 'an octal mode such as 0660',
    fallback: () => 0o660,
    fallbackShown: '0660',
  },
  tlsCertificate: {
    environment: 'LEITMOTIF_TLS_CERTIFICATE',
    description: 'a PEM file of the certificate for https, followed by those between it and its root; read again on SIGHUP',
    read: readFilePath,
    expected: 'the path of a file',
    fallback: () => '',
    fallbackShown: 'none: http',
  },
  tlsKey: {
    environment: 'LEITMOTIF_TLS_KEY',
    description: 'a PEM file of the private key of that certificate',
    read: readFilePath,
    expected: 'the path of a file',
    fallback: () => '',
    fallbackShown: 'none',
  },
  rateLimit: {
    environment: 'LEITMOTIF_RATE_LIMIT',
    description:
      'how many requests a user, or an address without a token, may send in a window; 0 for no limit, also of sign-ins, tries of a password and registrations',
    read: wholeNumber(0, 1_000_000),
    expected: 'a whole number from 0 to 1000000',
    fallback: () => 300,
    fallbackShown: '300',
  },
  rateWindowSeconds: {
    environment: 'LEITMOTIF_RATE_WINDOW_SECONDS',
    description: 'the length of that window',
    read: wholeNumber(1, 86_400),
    expected: 'a whole number from 1 to 86400',
    fallback: () => 60,
    fallbackShown: '60',
  },
  responseCacheMegabytes: {
    environment: 'LEITMOTIF_RESPONSE_CACHE_MEGABYTES',
    description: 'how many megabytes of memory finished answers of the catalog may take until it changes; 0 to keep none',
    read: wholeNumber(0, 1_000_000),
    expected: 'a whole number from 0 to 1000000',
    fallback: () => 64,
    fallbackShown: '64',
  },
  deepPagesMegabytes: {
    environment: 'LEITMOTIF_DEEP_PAGES_MEGABYTES',
    description: 'how many megabytes of memory may keep the orders of long lists, so that pages deep in them are found at once; 0 for none',
    read: wholeNumber(0, 65_536),
    expected: 'a whole number from 0 to 65536',
    fallback: () => 64,
    fallbackShown: '64',
  },
  trustedProxies: {
    environment: 'LEITMOTIF_TRUSTED_PROXIES',
    description: 'the proxies whose X-Forwarded headers are believed: addresses and CIDR ranges, with commas between',
    read: (value) => (typeof value === 'string' ? value : undefined),
    expected: 'text',
    fallback: () => '',
    fallbackShown: 'none',
  },
  basePath: {
    environment: 'LEITMOTIF_BASE_PATH',
    description: 'the path below which the whole server is reached, such as /music',
    read: readBasePath,
    expected: 'a path of letters, digits, hyphens, dots, tildes and underscores, such as /music',
    fallback: () => '',
    fallbackShown: 'none',
  },
  publicUrl: {
    environment: 'LEITMOTIF_PUBLIC_URL',
    description: 'the address that clients know the server by, where it is not the one they send; its path is the base path',
    read: readPublicUrl,
    expected: 'an http or https address such as https://films.example/music, without a query',
    fallback: () => '',
    fallbackShown: 'as each request says',
  },
  registration: {
    environment: 'LEITMOTIF_REGISTRATION',
    description: 'who may make an account: everyone, whoever has an invitation, or nobody',
    ...oneOf('open', 'invitation', 'closed'),
    fallback: () => 'closed',
    fallbackShown: 'closed',
  },
  catalogVisibility: {
    environment: 'LEITMOTIF_CATALOG_VISIBILITY',
    description: 'whether the website shows the catalog to everyone, or to those who have signed in',
    ...oneOf('private', 'public'),
    fallback: () => 'private',
    fallbackShown: 'private',
  },
  searchEngines: {
    environment: 'LEITMOTIF_SEARCH_ENGINES',
    description: 'whether search engines may list a catalog that everyone sees',
    ...oneOf('no', 'yes'),
    fallback: () => 'no',
    fallbackShown: 'no',
  },
  editing: {
    environment: 'LEITMOTIF_EDITING',
    description: 'who may change the catalog: editors and administrators, all users, or nobody',
    ...oneOf('editors', 'users', 'off'),
    fallback: () => 'editors',
    fallbackShown: 'editors',
  },
  unreviewedPerUser: {
    environment: 'LEITMOTIF_UNREVIEWED_PER_USER',
    description: 'how many releases that a user without the right to edit adds may wait for review',
    read: wholeNumber(0, 1_000_000),
    expected: 'a whole number from 0 to 1000000',
    fallback: () => 2_000,
    fallbackShown: '2000',
  },
  corsOrigins: {
    environment: 'LEITMOTIF_CORS_ORIGINS',
    description: 'the origins whose pages may use the API in a browser, with commas between; * for all',
    read: readOrigins,
    expected: 'a list of origins such as https://films.example, with commas between, or * alone',
    fallback: () => [],
    fallbackShown: 'none',
  },
  contact: {
    environment: 'LEITMOTIF_CONTACT',
    description: 'an e-mail or web address at which other sites that are asked for data, such as Wikidata, reach you',
    read: readContact,
    expected: 'an e-mail address or a web address',
    fallback: () => '',
    fallbackShown: 'the public URL',
  },
  wikidataEntities: {
    environment: 'LEITMOTIF_WIKIDATA_ENTITIES',
    description: 'the address of the interface that gives the items of Wikidata',
    read: readWebAddress,
    expected: 'an http or https address',
    fallback: () => wikidataAddresses.entities,
    fallbackShown: wikidataAddresses.entities,
  },
  wikidataQuery: {
    environment: 'LEITMOTIF_WIKIDATA_QUERY',
    description: 'the address of the query service of Wikidata',
    read: readWebAddress,
    expected: 'an http or https address',
    fallback: () => wikidataAddresses.query,
    fallbackShown: wikidataAddresses.query,
  },
  coverArtArchive: {
    environment: 'LEITMOTIF_COVER_ART_ARCHIVE',
    description: 'the address at which covers are asked for',
    read: readWebAddress,
    expected: 'an http or https address',
    fallback: () => coverArtArchive,
    fallbackShown: coverArtArchive,
  },
  importQuotaMegabytes: {
    environment: 'LEITMOTIF_IMPORT_QUOTA_MEGABYTES',
    description:
      'how many megabytes the lists of a user may take before further files are refused; 10000 copies with notes of 500 characters take some 15; 0 for no limit',
    read: wholeNumber(0, 1_000_000),
    expected: 'a whole number from 0 to 1000000',
    fallback: () => 32,
    fallbackShown: '32',
  },
  coverMegapixels: {
    environment: 'LEITMOTIF_COVER_MEGAPIXELS',
    description: 'how many million pixels a picture may have to become a cover; reading one takes four bytes of memory for each',
    read: wholeNumber(1, 250),
    expected: 'a whole number from 1 to 250',
    fallback: () => 40,
    fallbackShown: '40',
  },
  backups: {
    environment: 'LEITMOTIF_BACKUPS',
    description: 'the directory of backups, best on another disk than the data',
    read: (value) => {
      const directory = text(value);
      return directory && resolve(pathOf(directory));
    },
    expected: 'a directory',
    fallback: () => '',
    fallbackShown: 'backups in the data directory',
  },
  backupEvery: {
    environment: 'LEITMOTIF_BACKUP_EVERY',
    description: 'how often the server makes a backup, such as 6h, 1d or 1w; off for never',
    read: readInterval,
    show: showInterval,
    expected: 'a number of hours, days or weeks up to 90 days, such as 6h, 1d or 1w, or off',
    fallback: () => 24,
    fallbackShown: '1d',
  },
  backupKeep: {
    environment: 'LEITMOTIF_BACKUP_KEEP',
    description: 'which of these backups stay: the newest of each of the last days, weeks and months that have one, such as 7d,4w,12m',
    read: readKeeping,
    show: showKeeping,
    expected: 'numbers of days, weeks and months with commas between, such as 7d or 7d,4w,12m',
    fallback: () => ({ days: 7, weeks: 0, months: 0 }),
    fallbackShown: '7d',
  },
  ...observationSettings,
};

/** A setting's flag, without the two hyphens before it. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A setting's key in the file. */
export const keyOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function defaultDataDirectory(): string {
  return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'leitmotif');
}
