import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readBasePath, readFilePath, readMode, readOrigins, readPublicUrl, showMode } from './addresses';
import { copySettings } from './backup-copies';
import { readInterval, readKeeping, showInterval, showKeeping } from './backup-schedule';
import { notificationSettings } from './notifications';
import { observationSettings } from './observation';
import { pathOf } from './paths';
import { oneOf, optionalText, type Setting, text, wholeNumber } from './setting';
import { signInSettings, signInWords } from './sign-in';
import { siteSettings } from './sites';

/** Data directory for a catalog in memory. */
export const inMemory = ':memory:';

const filePath = optionalText(readFilePath, 'the path of a file');

const directory = optionalText((value) => {
  const path = text(value);
  return path && resolve(pathOf(path));
}, 'a directory');

/** Words of the settings that decide who may do what. */
export const accessWords = {
  registration: ['open', 'invitation', 'closed'],
  catalogVisibility: ['private', 'public'],
  searchEngines: ['no', 'yes'],
  editing: ['editors', 'users', 'off'],
  secondFactor: ['optional', 'administrators'],
  ...signInWords,
} as const;

/** All settings. The name gives the option (with hyphens), the key in the file (with underscores) and the variable. */
const definitions = {
  data: {
    description: 'data directory, created if missing; :memory: keeps everything in memory',
    read: (value: unknown) => (value === inMemory ? inMemory : directory.read(value)),
    expected: 'a directory, or :memory:',
    fallback: defaultDataDirectory,
    fallbackShown: '~/.local/share/leitmotif',
  },
  dataOnNetwork: {
    description: 'allow the data directory on a network file system, which can corrupt the database',
    ...oneOf(['refuse', 'allow'], 'refuse'),
  },
  host: {
    description: 'address to listen on; 0.0.0.0 for all networks of this machine',
    read: text,
    expected: 'a host name or an IP address',
    fallback: () => '127.0.0.1',
  },
  port: {
    description: 'TCP port to listen on; 0 for any free port',
    ...wholeNumber(0, 65_535, 8420),
  },
  socket: {
    description: 'unix socket to listen on instead of an address and port',
    ...filePath,
  },
  socketMode: {
    description: 'file mode of the unix socket; anyone who can write to it can connect and is trusted like a proxy',
    read: readMode,
    show: showMode,
    expected: 'an octal mode such as 0660',
    fallback: () => 0o660,
  },
  tlsCertificate: {
    description: 'PEM file with the HTTPS certificate and its intermediates; reloaded on SIGHUP',
    ...filePath,
    fallbackShown: 'none: http',
  },
  tlsKey: {
    description: 'PEM file with the private key of the certificate',
    ...filePath,
  },
  hsts: {
    description: 'whether browsers that came over HTTPS may use only HTTPS for a year (HSTS), on every port of the host',
    ...oneOf(['no', 'yes'], 'no'),
  },
  rateLimit: {
    description:
      'requests per window for each user, or address without a token; 0 disables all limits, including those on sign-ins, password attempts and registrations',
    ...wholeNumber(0, 1_000_000, 300),
  },
  rateWindowSeconds: {
    description: 'length of the rate limit window in seconds',
    ...wholeNumber(1, 86_400, 60),
  },
  /** In MiB. */
  responseCacheMegabytes: {
    description: 'memory in MB for the response cache; 0 to disable it',
    ...wholeNumber(0, 1_000_000, 64),
  },
  /** In MiB. */
  deepPagesMegabytes: {
    description: 'memory in MB for key lists that speed up deep pages; 0 to disable them',
    ...wholeNumber(0, 65_536, 64),
  },
  trustedProxies: {
    description: 'proxies whose X-Forwarded headers are trusted: addresses and CIDR ranges, separated by commas',
    ...optionalText((value) => (typeof value === 'string' ? value : undefined), 'text'),
  },
  basePath: {
    description: 'path prefix of the whole server, such as /music',
    ...optionalText(readBasePath, 'a path of letters, digits, hyphens, dots, tildes and underscores, such as /music'),
  },
  publicUrl: {
    description: 'public address of the server, if it differs from the one in requests; its path is the base path',
    ...optionalText(readPublicUrl, 'an http or https address such as https://films.example/music, without a query'),
    fallbackShown: 'from each request',
  },
  /** Administrators can always create accounts. */
  registration: {
    description: 'who can register: everyone, people with an invitation, or nobody',
    ...oneOf(accessWords.registration, 'closed'),
  },
  catalogVisibility: {
    description: 'who can see the catalog on the website: everyone or signed-in users',
    ...oneOf(accessWords.catalogVisibility, 'private'),
  },
  searchEngines: {
    description: 'whether search engines may index a public catalog',
    ...oneOf(accessWords.searchEngines, 'no'),
  },
  editing: {
    description: 'who can edit the catalog: editors and administrators, all users, or nobody',
    ...oneOf(accessWords.editing, 'editors'),
  },
  secondFactor: {
    description: 'who needs an authenticator app, without which administrators may not administrate: nobody, or administrators',
    ...oneOf(accessWords.secondFactor, 'optional'),
  },
  ...signInSettings,
  /** As many as a large collection has, not a flood. */
  unreviewedPerUser: {
    description: 'how many releases of a user without edit rights may wait for review',
    ...wholeNumber(0, 1_000_000, 2_000),
  },
  corsOrigins: {
    description: 'origins allowed to use the API from a browser (CORS), separated by commas; * for all',
    read: readOrigins,
    expected: 'a list of origins such as https://films.example, separated by commas, or * alone',
    fallback: () => [],
  },
  /** In MB (10⁶ bytes). */
  importQuotaMegabytes: {
    description:
      'quota in MB for the lists of a user, above which file imports are refused; 10000 copies with notes of 500 characters take about 15; 0 for no limit',
    ...wholeNumber(0, 1_000_000, 32),
  },
  importFolder: {
    description: 'folder whose files administrators can import on the website, and where uploads go',
    ...directory,
    fallbackShown: 'imports in the data directory',
  },
  /** In MB (10⁶ bytes). */
  importUploadMegabytes: {
    description:
      'maximum MB of a file uploaded for an import, so that it cannot fill the disk; the largest dump of Discogs has about 12000; 0 for no uploads',
    ...wholeNumber(0, 1_000_000, 16_000),
  },
  coverMegapixels: {
    description: 'maximum megapixels of a cover image; decoding takes four bytes of memory per pixel',
    ...wholeNumber(1, 250, 40),
  },
  /** In MB (10⁶ bytes). */
  photoQuotaMegabytes: {
    description: "quota in MB for the photos of a user's copies; a photo takes about 0.2; 0 for no photos",
    ...wholeNumber(0, 1_000_000, 500),
  },
  backups: {
    description: 'backup directory, ideally on another disk than the data',
    ...directory,
    fallbackShown: 'backups in the data directory',
  },
  /** In hours; 0 for none. */
  backupEvery: {
    description: 'interval between automatic backups, such as 6h, 1d or 1w; off to disable them',
    read: readInterval,
    show: showInterval,
    expected: 'a number of hours, days or weeks up to 90 days, such as 6h, 1d or 1w, or off',
    fallback: () => 24,
  },
  backupKeep: {
    description: 'retention: the newest backup of each of the last days, weeks and months, such as 7d,4w,12m',
    read: readKeeping,
    show: showKeeping,
    expected: 'numbers of days, weeks and months separated by commas, such as 7d or 7d,4w,12m',
    fallback: () => ({ days: 7, weeks: 0, months: 0 }),
  },
  ...copySettings,
  ...notificationSettings,
  ...siteSettings,
  ...observationSettings,
};

/** What each setting reads. */
export type Settings = { readonly [K in keyof typeof definitions]: Exclude<ReturnType<(typeof definitions)[K]['read']>, undefined> };

export const settings: { readonly [K in keyof Settings]: Setting<Settings[K]> } = definitions;

/** Settings with their origin, such as `--registration`; the others are defaults. */
export interface ConfiguredSettings extends Settings {
  readonly givenBy?: Readonly<Partial<Record<keyof Settings, string>>>;
}

/** Without the leading hyphens. */
export const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const fileKeyOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** In the environment. */
export const variableOf = (name: string): string => `LEITMOTIF_${fileKeyOf(name).toUpperCase()}`;

function defaultDataDirectory(): string {
  return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'leitmotif');
}
