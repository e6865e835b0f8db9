// The settings of where a server is reached: the path it stands below, and the address that clients know it by.

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
