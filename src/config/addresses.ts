import { resolve } from 'node:path';
import { pathOf } from './paths';

// Settings that are addresses: where the server is reached, what it listens on, whose scripts may use the API, and other sites.

/** What can stand in a path without being written in another way by some client: unreserved signs (RFC 3986, section 2.3). */
const segmentPattern = /^(?!\.{1,2}$)[\w.~-]+$/;

/** A path without a slash at its end, empty for the root; `undefined` for what is none. */
export function readBasePath(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const path = value.trim().replace(/\/+$/, '');
  if (path === '') return path;
  const [before, ...segments] = path.split('/');
  return before === '' && segments.every((segment) => segmentPattern.test(segment)) ? path : undefined;
}

/** The address of a server as browsers write it, without a slash at its end, empty for none; `undefined` for what is no address. */
export function readPublicUrl(value: unknown): string | undefined {
  if (value === '') return '';
  const url = typeof value === 'string' && /^https?:\/\//i.test(value.trim()) ? URL.parse(value.trim()) : null;
  if (!url || url.href !== url.origin + url.pathname) return undefined;
  const path = readBasePath(url.pathname);
  return path === undefined ? undefined : url.origin + path;
}

/** The path of a file as an absolute one, empty for none; `undefined` for what is none. */
export function readFilePath(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value === '' ? '' : resolve(pathOf(value));
}

/** Only digits and no other prefix: 660 without its zero means the same to chmod. */
const octal = /^0?[0-7]{3}$/;

/** The mode of a file from text or a number whose digits are octal: TOML writes 0o660, and many write "0660". */
export function readMode(value: unknown): number | undefined {
  if (typeof value === 'string' && octal.test(value)) return Number.parseInt(value, 8);
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 0o777 ? value : undefined;
}

export const showMode = (mode: number): string => `0${mode.toString(8).padStart(3, '0')}`;

/** Any origin may use the API. */
export const anyOrigin = '*';

const originPattern = /^[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** An origin as browsers send it, in lower case and without the port that its scheme has anyway; `undefined` for what is none. */
function readOrigin(written: string): string | undefined {
  const text = written.trim().toLowerCase().replace(/\/$/, '');
  if (text === anyOrigin) return text;
  const url = originPattern.test(text) ? URL.parse(text) : null;
  if (!url) return undefined;
  return /^https?:$/.test(url.protocol) ? url.origin : text;
}

/** A list of origins, as text with commas or as a list of the file of settings; `undefined` for what is none. */
export function readOrigins(value: unknown): readonly string[] | undefined {
  const written = typeof value === 'string' ? value.split(',').filter((part) => part.trim() !== '') : value;
  if (!Array.isArray(written)) return undefined;
  const origins = written.map((one: unknown) => (typeof one === 'string' ? readOrigin(one) : undefined));
  if (origins.includes(anyOrigin) && origins.length > 1) return undefined;
  return origins.every((one) => one !== undefined) ? [...new Set(origins)] : undefined;
}

export const wikidataAddresses = { entities: 'https://www.wikidata.org/w/api.php', query: 'https://query.wikidata.org/sparql' } as const;

export const coverArtArchive = 'https://coverartarchive.org/';

/** An address of the web without a name, a password, a query or a fragment; `undefined` for what is none. */
export function readWebAddress(value: unknown): string | undefined {
  const url = typeof value === 'string' && /^https?:\/\//i.test(value.trim()) ? URL.parse(value.trim()) : null;
  return url && url.href === url.origin + url.pathname ? url.href : undefined;
}

/** A contact stands in a header: letters of ASCII alone, and neither brackets nor line feeds. */
const email = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}$/;

/** An e-mail or web address, empty for none; `undefined` for what is neither. */
export function readContact(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const url = /^https?:\/\/[!'*-~]+$/i.test(text) && text.length <= 255 && URL.canParse(text);
  return text === '' || email.test(text) || url ? text : undefined;
}
