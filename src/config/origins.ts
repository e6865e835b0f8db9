// The setting of the origins whose scripts may use the API.

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
