import { invalid, notFound } from '../errors';
import { message } from '../messages/message';
import { HttpError } from './errors';

/** What stands in `Host`: a name or an IPv4 address, or an IPv6 address in brackets; and a port (RFC 9110, section 7.2). */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::\d*)?$/i;

/**
 * A request as the router can read it. Bun leaves scheme and host out of the URL where `Host` is missing, as HTTP/1.0
 * allows, is empty, or is of no use; without them no path is found.
 */
export const withOrigin = (request: Request): Request =>
  withUrl(request, `http://localhost${request.url.startsWith('/') ? request.url : '/'}`);

/** The same request under another URL. One made anew would have no connection any more, and so no address that it came from. */
export const withUrl = (request: Request, url: string): Request =>
  Object.defineProperty(request, 'url', { value: url, configurable: true });

/** Throws for a request that no route has to look at: with a bad `Host`, a path that is no text, or a body that is coded. */
export function wellFormedCheck(): (request: Request, path: string) => void {
  // Nearly all requests come under one name, which is looked at once.
  let knownHost: string | null = null;
  return (request, path) => {
    const host = request.headers.get('host');
    if (host !== knownHost) {
      requireHost(host);
      knownHost = host;
    }
    if (path.includes('%')) requireDecodable(path);
    if (request.method !== 'GET') requirePlainBody(request);
  };
}

/** Whether a text may stand in `Host`. */
export const isHost = (text: string): boolean => hostPattern.test(text) && URL.canParse(`http://${text}`);

function requireHost(host: string | null): void {
  if (host === null || host === '' || isHost(host)) return;
  throw invalid(
    'invalid_host_header',
    {},
    {
      header: 'Host',
    },
  );
}

/** There is nothing at a path whose escapes are not those of UTF-8, whatever it is made of otherwise. */
function requireDecodable(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw notFound('no_address_not_utf8', { path: path.slice(0, 200) });
  }
}

/** A few kilobytes that are compressed can stand for gigabytes: bodies are taken as they are (RFC 9110, section 15.5.16). */
function requirePlainBody(request: Request): void {
  const coding = request.headers.get('content-encoding');
  if (coding === null || /^(?:identity)?$/i.test(coding.trim())) return;
  throw new HttpError(415, message('content_encoding'), { header: 'Content-Encoding' }, { 'accept-encoding': 'identity' });
}
