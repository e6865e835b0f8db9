import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readBasePath, readFilePath, readMode, readOrigins, readPublicUrl, showMode } from './addresses';
import { type RetentionPolicy, readInterval, readKeeping, showInterval, showKeeping } from './backup-schedule';
import { type ObservationSettings, observationSettings } from './observation';
import { pathOf } from './paths';
import { oneOf, type Setting, text, wholeNumber } from './setting';
import { type SiteSettings, siteSettings } from './sites';

/** Data directory for a catalog in memory. */
export const inMemory = ':memory:';

export interface Settings extends ObservationSettings, SiteSettings {
  /** Directory of the database, or `:memory:`. */
  readonly data: string;
  /** Whether the data directory may be on a network file system, which can corrupt databases. */
  readonly dataOnNetwork: 'refuse' | 'allow';
  /** Address to listen on. */
  readonly host: string;
  /** TCP port; 0 for any free one. */
  readonly port: number;
  /** Path of a unix socket to listen on instead of TCP. */
  readonly socket: string;
  readonly socketMode: number;
  /** PEM files of the certificate chain and key; empty for HTTP. */
  readonly tlsCertificate: string;
  readonly tlsKey: string;
  /** Requests per principal and window; 0 disables all rate limits. */
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  /** Memory of the response cache in MiB; 0 to disable. */
  readonly responseCacheMegabytes: number;
  /** Memory for keys of long lists in MiB; 0 to disable. */
  readonly deepPagesMegabytes: number;
  /** Addresses and CIDR ranges of proxies whose forwarding headers are trusted. */
  readonly trustedProxies: string;
  /** Path prefix of the server, without trailing slash; empty for the root. */
  readonly basePath: string;
  /** Public address including the base path; empty to use each request's. */
  readonly publicUrl: string;
  /** Who may register: everyone, people with an invitation, or no one. Administrators can always create accounts. */
  readonly registration: 'open' | 'invitation' | 'closed';
  /** Whether the website shows the catalog without sign-in. */
  readonly catalogVisibility: 'private' | 'public';
  /** Whether search engines may index public pages. */
  readonly searchEngines: 'no' | 'yes';
  /** Who may edit the catalog: editors and administrators, all users, or no one. */
  readonly editing: 'editors' | 'users' | 'off';
  /** Releases of a user that may await review: a large collection, not a flood. */
  readonly unreviewedPerUser: number;
  /** CORS origins; `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Quota of a user's lists for imports, in MB (10⁶ bytes); 0 for none. */
  readonly importQuotaMegabytes: number;
  /** Folder whose files administrators may import on the website; empty for `imports` in the data directory. */
  readonly importFolder: string;
  /** Maximum size of a file uploaded for an import, in MB (10⁶ bytes); 0 for no uploads. */
  readonly importUploadMegabytes: number;
  /** Maximum size of an image, in megapixels. */
  readonly coverMegapixels: number;
  /** Backup directory; empty for `backups` in the data directory. */
  readonly backups: string;
  /** Hours between scheduled backups; 0 for none. */
  readonly backupEvery: number;
  readonly backupKeep: RetentionPolicy;
}

/** Settings with their origin, such as `--registration`; the others are defaults. */
export interface ConfiguredSettings extends Settings {
  readonly givenBy?: Readonly<Partial<Record<keyof Settings, string>>>;
}

/** All settings. The name gives the option (with hyphens) and the key in the file (with underscores). */
export const settings: { readonly [K in keyof Settings]: Setting<Settings[K]> } = {
  data: {
    environment: 'LEITMOTIF_DATA',
    description: 'data directory, created if missing; :memory: keeps everything in memory',
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
    description: 'allow the data directory on a network file system, which can corrupt the database',
    ...oneOf('refuse', 'allow'),
    fallback: () => 'refuse',
    fallbackShown: 'refuse',
  },
  host: {
    environment: 'LEITMOTIF_HOST',
    description: 'address to listen on; 0.0.0.0 for all networks of this machine',
    read: text,
    expected: 'a host name or an IP address',
    fallback: () => '127.0.0.1',
    fallbackShown: '127.0.0.1',
  },
  port: {
    environment: 'LEITMOTIF_PORT',
    description: 'TCP port to listen on; 0 for any free port',
    read: wholeNumber(0, 65_535),
    expected: 'a whole number from 0 to 65535',
    fallback: () => 8420,
    fallbackShown: '8420',
  },
  socket: {
    environment: 'LEITMOTIF_SOCKET',
    description: 'unix socket to listen on instead of an address and port',
    read: readFilePath,
    expected: 'the path of a file',
    fallback: () => '',
    fallbackShown: 'none',
  },
  socketMode: {
    environment: 'LEITMOTIF_SOCKET_MODE',
    description: 'file mode of the unix socket; whoever can write to it can connect and is trusted like a proxy',
    read: readMode,
    show: showMode,
    expected: 'an octal mode such as 0660',
    fallback: () => 0o660,
    fallbackShown: '0660',
  },
  tlsCertificate: {
    environment: 'LEITMOTIF_TLS_CERTIFICATE',
    description: 'PEM file with the HTTPS certificate and its intermediates; reloaded on SIGHUP',
    read: readFilePath,
    expected: 'the path of a file',
    fallback: () => '',
    fallbackShown: 'none: http',
  },
  tlsKey: {
    environment: 'LEITMOTIF_TLS_KEY',
    description: 'PEM file with the private key of the certificate',
    read: readFilePath,
    expected: 'the path of a file',
    fallback: () => '',
    fallbackShown: 'none',
  },
  rateLimit: {
    environment: 'LEITMOTIF_RATE_LIMIT',
    description:
      'requests per window for each user, or address without a token; 0 disables all limits, including those on sign-ins, password attempts and registrations',
    read: wholeNumber(0, 1_000_000),
    expected: 'a whole number from 0 to 1000000',
    fallback: () => 300,
    fallbackShown: '300',
  },
  rateWindowSeconds: {
    environment: 'LEITMOTIF_RATE_WINDOW_SECONDS',
    description: 'length of the rate limit window in seconds',
    read: wholeNumber(1, 86_400),
    expected: 'a whole number from 1 to 86400',
    fallback: () => 60,
    fallbackShown: '60',
  },
  responseCacheMegabytes: {
    environment: 'LEITMOTIF_RESPONSE_CACHE_MEGABYTES',
    description: 'memory in MB for the response cache; 0 to disable it',
    read: wholeNumber(0, 1_000_000),
    expected: 'a whole number from 0 to 1000000',
    fallback: () => 64,
    fallbackShown: '64',
  },
  deepPagesMegabytes: {
    environment: 'LEITMOTIF_DEEP_PAGES_MEGABYTES',
    description: 'memory in MB for key lists that speed up deep pages; 0 to disable them',
    read: wholeNumber(0, 65_536),
    expected: 'a whole number from 0 to 65536',
    fallback: () => 64,
    fallbackShown: '64',
  },
  trustedProxies: {
    environment: 'LEITMOTIF_TRUSTED_PROXIES',
    description: 'proxies whose X-Forwarded headers are trusted: addresses and CIDR ranges, separated by commas',
    read: (value) => (typeof value === 'string' ? value : undefined),
    expected: 'text',
    fallback: () => '',
    fallbackShown: 'none',
  },
  basePath: {
    environment: 'LEITMOTIF_BASE_PATH',
    description: 'path prefix of the whole server, such as /music',
    read: readBasePath,
    expected: 'a path of letters, digits, hyphens, dots, tildes and underscores, such as /music',
    fallback: () => '',
    fallbackShown: 'none',
  },
  publicUrl: {
    environment: 'LEITMOTIF_PUBLIC_URL',
    description: 'public address of the server, if it differs from the one in requests; its path is the base path',
    read: readPublicUrl,
    expected: 'an http or https address such as https://films.example/music, without a query',
    fallback: () => '',
    fallbackShown: 'from each request',
  },
  registration: {
    environment: 'LEITMOTIF_REGISTRATION',
    description: 'who can register: everyone, people with an invitation, or nobody',
    ...oneOf('open', 'invitation', 'closed'),
    fallback: () => 'closed',
    fallbackShown: 'closed',
  },
  catalogVisibility: {
    environment: 'LEITMOTIF_CATALOG_VISIBILITY',
    description: 'who can see the catalog on the website: everyone or signed-in users',
    ...oneOf('private', 'public'),
    fallback: () => 'private',
    fallbackShown: 'private',
  },
  searchEngines: {
    environment: 'LEITMOTIF_SEARCH_ENGINES',
    description: 'whether search engines may index a public catalog',
    ...oneOf('no', 'yes'),
    fallback: () => 'no',
    fallbackShown: 'no',
  },
  editing: {
    environment: 'LEITMOTIF_EDITING',
    description: 'who can edit the catalog: editors and administrators, all users, or nobody',
    ...oneOf('editors', 'users', 'off'),
    fallback: () => 'editors',
    fallbackShown: 'editors',
  },
  unreviewedPerUser: {
    environment: 'LEITMOTIF_UNREVIEWED_PER_USER',
    description: 'how many releases of a user without edit rights may wait for review',
    read: wholeNumber(0, 1_000_000),
    expected: 'a whole number from 0 to 1000000',
    fallback: () => 2_000,
    fallbackShown: '2000',
  },
  corsOrigins: {
    environment: 'LEITMOTIF_CORS_ORIGINS',
    description: 'origins allowed to use the API from a browser (CORS), separated by commas; * for all',
    read: readOrigins,
    expected: 'a list of origins such as https://films.example, separated by commas, or * alone',
    fallback: () => [],
    fallbackShown: 'none',
  },
  importQuotaMegabytes: {
    environment: 'LEITMOTIF_IMPORT_QUOTA_MEGABYTES',
    description:
      'quota in MB for the lists of a user, above which file imports are refused; 10000 copies with notes of 500 characters take about 15; 0 for no limit',
    read: wholeNumber(0, 1_000_000),
    expected: 'a whole number from 0 to 1000000',
    fallback: () => 32,
    fallbackShown: '32',
  },
  importFolder: {
    environment: 'LEITMOTIF_IMPORT_FOLDER',
    description: 'folder whose files administrators can import on the website, and where uploads go',
    read: readDirectory,
    expected: 'a directory',
    fallback: () => '',
    fallbackShown: 'imports in the data directory',
  },
  importUploadMegabytes: {
    environment: 'LEITMOTIF_IMPORT_UPLOAD_MEGABYTES',
    description:
      'maximum MB of a file uploaded for an import, so that it cannot fill the disk; the largest dump of Discogs has about 12000; 0 for no uploads',
    read: wholeNumber(0, 1_000_000),
    expected: 'a whole number from 0 to 1000000',
    fallback: () => 16_000,
    fallbackShown: '16000',
  },
  coverMegapixels: {
    environment: 'LEITMOTIF_COVER_MEGAPIXELS',
    description: 'maximum megapixels of a cover image; decoding takes four bytes of memory per pixel',
    read: wholeNumber(1, 250),
    expected: 'a whole number from 1 to 250',
    fallback: () => 40,
    fallbackShown: '40',
  },
  backups: {
    environment: 'LEITMOTIF_BACKUPS',
    description: 'backup directory, ideally on another disk than the data',
    read: readDirectory,
    expected: 'a directory',
    fallback: () => '',
    fallbackShown: 'backups in the data directory',
  },
  backupEvery: {
    environment: 'LEITMOTIF_BACKUP_EVERY',
    description: 'interval between automatic backups, such as 6h, 1d or 1w; off to disable them',
    read: readInterval,
    show: showInterval,
    expected: 'a number of hours, days or weeks up to 90 days, such as 6h, 1d or 1w, or off',
    fallback: () => 24,
    fallbackShown: '1d',
  },
  backupKeep: {
    environment: 'LEITMOTIF_BACKUP_KEEP',
    description: 'retention: the newest backup of each of the last days, weeks and months, such as 7d,4w,12m',
    read: readKeeping,
    show: showKeeping,
    expected: 'numbers of days, weeks and months separated by commas, such as 7d or 7d,4w,12m',
    fallback: () => ({ days: 7, weeks: 0, months: 0 }),
    fallbackShown: '7d',
  },
  ...siteSettings,
  ...observationSettings,
};

/** Without the leading hyphens. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const fileKeyOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function readDirectory(value: unknown): string | undefined {
  const directory = text(value);
  return directory && resolve(pathOf(directory));
}

function defaultDataDirectory(): string {
  return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'leitmotif');
}
