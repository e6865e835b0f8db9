import { resolve } from 'node:path';
import { pathOf } from './paths';

// Settings with addresses: listening, public address, CORS and other sites.

/** Unreserved characters (RFC 3986, section 2.3), which no client rewrites. */
const segmentPattern = /^(?!\.{1,2}$)[\w.~-]+$/;

/** Without trailing slash, empty for the root. */
export function readBasePath(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const path = value.trim().replace(/(?<!\/)\/+$/, '');
  if (path === '') return path;
  const [before, ...segments] = path.split('/');
  return before === '' && segments.every((segment) => segmentPattern.test(segment)) ? path : undefined;
}

/** As browsers write it, without trailing slash, empty if unset. */
export function readPublicUrl(value: unknown): string | undefined {
  if (value === '') return '';
  const url = typeof value === 'string' && /^https?:\/\//i.test(value.trim()) ? URL.parse(value.trim()) : null;
  if (!url || url.href !== url.origin + url.pathname) return undefined;
  const path = readBasePath(url.pathname);
  return path === undefined ? undefined : url.origin + path;
}

/** An absolute path, empty if unset. */
export function readFilePath(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value === '' ? '' : resolve(pathOf(value));
}

/** Without other prefixes: chmod reads 660 like 0660. */
const octal = /^0?[0-7]{3}$/;

/** Reads "0660", and numbers whose digits are octal, since TOML writes 0o660. */
export function readMode(value: unknown): number | undefined {
  if (typeof value === 'string' && octal.test(value)) return Number.parseInt(value, 8);
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 0o777 ? value : undefined;
}

export const showMode = (mode: number): string => `0${mode.toString(8).padStart(3, '0')}`;

export const anyOrigin = '*';

const originPattern = /^[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** As browsers send it: lowercase, without the default port. */
function readOrigin(written: string): string | undefined {
  const text = written.trim().toLowerCase().replace(/\/$/, '');
  if (text === anyOrigin) return text;
  const url = originPattern.test(text) ? URL.parse(text) : null;
  if (!url) return undefined;
  return /^https?:$/.test(url.protocol) ? url.origin : text;
}

/** Text with commas, or a TOML list. */
export function readOrigins(value: unknown): readonly string[] | undefined {
  const written = typeof value === 'string' ? value.split(',').filter((part) => part.trim() !== '') : value;
  if (!Array.isArray(written)) return undefined;
  const origins = written.map((origin: unknown) => (typeof origin === 'string' ? readOrigin(origin) : undefined));
  if (origins.includes(anyOrigin) && origins.length > 1) return undefined;
  return origins.every((origin) => origin !== undefined) ? [...new Set(origins)] : undefined;
}

/** Whether a host is reachable from this machine only. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/i.test(host);
