import { anyOrigin } from '../config';

/** What scripts of other origins may read of an answer, beside what every one may (https://fetch.spec.whatwg.org/#http-cors-protocol). */
const exposedHeaders = 'RateLimit, RateLimit-Policy, Retry-After, ETag, Location, X-Request-Id';

const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Accept, Authorization, Content-Type, If-Match, If-None-Match, Prefer',
  // A day is as long as any browser keeps one.
  'access-control-max-age': '86400',
};

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Lets scripts of other origins use the API, and nothing beside it. Credentials are not allowed for: tokens are sent in a header
 * of the script's own. Preflights are answered before anything counts them.
 */
export function withCors(origins: readonly string[]): (handle: Handler) => Handler {
  const isOpen = origins.includes(anyOrigin);
  const finish = (response: Response, allowed: string | undefined): Response => {
    const { headers } = response;
    // What a cache has for one origin is not for another.
    if (!isOpen) headers.append('vary', 'Origin');
    if (allowed === undefined) return response;
    headers.set('access-control-allow-origin', allowed);
    headers.set('access-control-expose-headers', exposedHeaders);
    return response;
  };
  return (handle) => (request) => {
    if (!isOfApi(request.url)) return handle(request);
    const origin = request.headers.get('origin');
    const allowed = origin === null ? undefined : isOpen ? anyOrigin : origins.find((one) => one === origin);
    if (allowed !== undefined && request.method === 'OPTIONS' && request.headers.has('access-control-request-method'))
      return finish(new Response(null, { status: 204, headers: preflightHeaders }), allowed);
    const answer = handle(request);
    return answer instanceof Promise ? answer.then((response) => finish(response, allowed)) : finish(answer, allowed);
  };
}

function isOfApi(url: string): boolean {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  return /^\/api(?:[/?#]|$)/.test(path);
}
