import { mailAddress } from './notifications';
import { optionalText, trimmed, wholeNumber } from './setting';

const wikidataAddresses = { entities: 'https://www.wikidata.org/w/api.php', query: 'https://query.wikidata.org/sparql' } as const;

const coverArtArchive = 'https://coverartarchive.org/';

const musicbrainz = 'https://musicbrainz.org/';

const discogs = 'https://api.discogs.com/';

/** MusicBrainz allows one request a second for each address, Discogs sixty a minute for each token. */
const gapMilliseconds = 1_000;

/** The gap between requests to a site: never less than it allows, unless the address is that of a mirror. */
export const gapOf = (address: string, gap: number): number =>
  [musicbrainz, discogs].some((site) => URL.parse(site)?.host === URL.parse(address)?.host) ? Math.max(gap, gapMilliseconds) : gap;

/** Sites that have releases, in the order in which they are asked. */
export const releaseSources = ['musicbrainz', 'discogs'] as const;

export type ReleaseSource = (typeof releaseSources)[number];

/** Sites from which records can be updated, in the order of precedence. */
export const updateSources = [...releaseSources, 'wikidata'] as const;

export type UpdateSource = (typeof updateSources)[number];

export const sourceNames: Readonly<Record<UpdateSource, string>> = { musicbrainz: 'MusicBrainz', discogs: 'Discogs', wikidata: 'Wikidata' };

/** A release at another site. */
export interface OnlineOrigin {
  readonly source: ReleaseSource;
  readonly id: string;
}

/** Sites that the server may ask. */
export const onlineSources = ['musicbrainz', 'cover_art_archive', 'discogs', 'wikidata'] as const;

export type OnlineSource = (typeof onlineSources)[number];

/** Names with commas, or a TOML list; "off" for none. Covers are found by the ids of MusicBrainz. */
function readOnlineSources(value: unknown): readonly OnlineSource[] | undefined {
  const written: unknown = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value;
  if (!Array.isArray(written)) return undefined;
  const names = written.filter((name) => name !== '');
  if (names.length === 1 && names[0] === 'off') return [];
  const found = onlineSources.filter((source) => names.includes(source));
  const isCoverless = !found.includes('cover_art_archive') || found.includes('musicbrainz');
  return found.length === new Set(names).size && isCoverless ? found : undefined;
}

const showOnlineSources = (sources: readonly OnlineSource[]): string => sources.join(',') || 'off';

/** Without credentials, query and fragment. */
export function readWebAddress(value: unknown): string | undefined {
  const url = typeof value === 'string' && /^https?:\/\//i.test(value.trim()) ? URL.parse(value.trim()) : null;
  return url && url.href === url.origin + url.pathname ? url.href : undefined;
}

/** An e-mail or web address for a header, empty if unset. */
function readContact(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const url = /^https?:\/\/[!'*-~]+$/i.test(text) && text.length <= 255 && URL.canParse(text);
  return text === '' || url || (mailAddress.test(text) && /^[!-~]+$/.test(text)) ? text : undefined;
}

const webAddress = (fallback: string) => ({ read: readWebAddress, expected: 'an http or https address', fallback: () => fallback });

/** Settings of other sites that the server or its commands ask. */
export const siteSettings = {
  contact: {
    description: 'e-mail or web address sent as your contact to other sites, such as Wikidata',
    ...optionalText(readContact, 'an e-mail address or a web address'),
    fallbackShown: 'the public URL',
  },
  onlineSources: {
    description:
      'sites asked about discs that are not in the catalog, separated by commas: musicbrainz, cover_art_archive, discogs, wikidata; off for none',
    read: readOnlineSources,
    show: showOnlineSources,
    expected: 'off, or a list of musicbrainz, cover_art_archive (with musicbrainz), discogs and wikidata',
    fallback: () => [],
  },
  musicbrainzUrl: {
    description: 'address of the MusicBrainz web service',
    ...webAddress(musicbrainz),
  },
  musicbrainzGapMs: {
    description: 'milliseconds between two requests to MusicBrainz; less than 1000 only for a mirror',
    ...wholeNumber(0, 60_000, gapMilliseconds),
  },
  discogsUrl: {
    description: 'address of the Discogs API',
    ...webAddress(discogs),
  },
  discogsGapMs: {
    description: 'milliseconds between two requests to Discogs; less than 1000 only for another address',
    ...wholeNumber(0, 60_000, gapMilliseconds),
  },
  discogsToken: {
    description: 'personal access token for the Discogs API',
    ...optionalText(trimmed(/^[\w-]{0,100}$/), 'a personal access token of up to 100 letters and digits'),
    isSecret: true,
  },
  wikidataEntities: {
    description: 'address of the Wikidata item API',
    ...webAddress(wikidataAddresses.entities),
  },
  wikidataQuery: {
    description: 'address of the Wikidata query service',
    ...webAddress(wikidataAddresses.query),
  },
  coverArtArchive: {
    description: 'address of the cover archive',
    ...webAddress(coverArtArchive),
  },
  releasesUrl: {
    description: 'address that "leitmotif version --check" asks: the latest release as JSON, as forges describe it',
    ...webAddress(''),
    fallbackShown: 'none',
  },
};
