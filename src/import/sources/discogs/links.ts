import { prose } from '../shared/text';

/** The attributes of an external link. */
export interface Link {
  readonly provider: string;
  readonly external_id: string;
  readonly url: string;
}

/** The link that an address is; `undefined` where it is no address of the web, or one of Discogs. */
export function linkOf(text: string): Link | undefined {
  const given = prose(text, 2_001);
  const address = /^https?:\/\//i.test(given) ? given : /^[\w-]+(\.[\w-]+)+(\/|$)/.test(given) ? `http://${given}` : undefined;
  if (address === undefined || address.length > 2_000 || /\s/.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return undefined;
  const host = url.hostname.replace(/^(www|m)\./, '');
  if (/(^|\.)discogs\.com$/.test(host)) return undefined;
  const named = providers.find(([pattern]) => pattern.test(host));
  const external_id = named?.[2](url) || `${host}${url.pathname}${url.search}`.replace(/\/$/, '');
  if (external_id.length > 255) return undefined;
  return { provider: named?.[1] ?? 'website', external_id, url: address.replace(/^http/i, 'http') };
}

const lastPart = (url: URL): string => url.pathname.split('/').filter(Boolean).at(-1) ?? '';
const path = (url: URL): string => url.pathname.replace(/^\/+|\/+$/g, '');
const matching =
  (pattern: RegExp) =>
  (url: URL): string =>
    pattern.exec(url.pathname)?.[0] ?? '';

/** By host: the provider, and its own id of the artist as it stands in the address. */
const providers: readonly (readonly [RegExp, string, (url: URL) => string])[] = [
  [/(^|\.)imdb\.com$/, 'imdb', matching(/(?:nm|co|tt)\d+/)],
  [/(^|\.)wikidata\.org$/, 'wikidata', matching(/Q\d+/)],
  [/(^|\.)musicbrainz\.org$/, 'musicbrainz', matching(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/)],
  [/(^|\.)wikipedia\.org$/, 'wikipedia', (url) => `${url.hostname.replace(/^www\./, '').split('.')[0]}:${lastPart(url)}`],
  [/^vgmdb\.net$/, 'vgmdb', matching(/\d+/)],
  [/^viaf\.org$/, 'viaf', matching(/\d+/)],
  [/(^|\.)facebook\.com$/, 'facebook', path],
  [/^(twitter|x)\.com$/, 'twitter', path],
  [/(^|\.)instagram\.com$/, 'instagram', path],
  [/(^|\.)youtube\.com$/, 'youtube', path],
  [/(^|\.)soundcloud\.com$/, 'soundcloud', path],
  [/(^|\.)myspace\.com$/, 'myspace', path],
  [/(^|\.)mixcloud\.com$/, 'mixcloud', path],
  [/(^|\.)vimeo\.com$/, 'vimeo', path],
  [/(^|\.)linkedin\.com$/, 'linkedin', path],
  [/(^|\.)allmusic\.com$/, 'allmusic', matching(/mn\d+/)],
  [/^(last\.fm|lastfm\.\w+)$/, 'last_fm', lastPart],
  [/^open\.spotify\.com$/, 'spotify', lastPart],
  [/^(music|itunes)\.apple\.com$/, 'apple_music', lastPart],
  [/(^|\.)bandcamp\.com$/, 'bandcamp', (url) => url.hostname.split('.')[0] ?? ''],
];
