import { anyOrigin } from '../config';

/** Headers that other origins may read (https://fetch.spec.whatwg.org/#http-cors-protocol). */
const exposedHeaders = 'RateLimit, RateLimit-Policy, Retry-After, ETag, Location, X-Request-Id';

const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Accept, Authorization, Content-Type, If-Match, If-None-Match, Prefer',
  // Browsers cap this at one day.
  'access-control-max-age': '86400',
};

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * CORS for the API only. Credentials are not allowed; scripts send tokens in a header. Preflights are answered before rate
 * limiting.
 */
export function withCors(origins: readonly string[]): (handle: Handler) => Handler {
  const isOpen = origins.includes(anyOrigin);
  const finish = (response: Response, allowed: string | undefined): Response => {
    const { headers } = response;
    // Keeps caches from serving one origin's response to another.
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
