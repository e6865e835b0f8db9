import { isInProcess } from './in-process';
import { withOrigin, withUrl } from './well-formed';

type Handler = (request: Request) => Response | Promise<Response>;

/** What watches a process asks its port, and knows nothing of the path that a proxy has for it. */
const watchedPaths: ReadonlySet<string> = new Set(['/health', '/healthz', '/readyz']);

/**
 * Serves everything below a path: what lies there is routed as if the path were the root, and answered with a `Location`
 * that leads back below it. Others are refused, but for the health of the server, which stands at the root as well.
 * Within, every path is one from the root, those of redirects included.
 */
export function withBasePath(basePath: string, refuse: (request: Request, path: string) => Response): (handle: Handler) => Handler {
  const below = (response: Response): Response => {
    const location = response.headers.get('location');
    if (location === null || !/^\/(?!\/)/.test(location)) return response;
    response.headers.set('location', basePath + location);
    return response;
  };
  return (handle) => (asked) => {
    if (isInProcess(asked)) return handle(asked);
    const request = asked.url.startsWith('http') ? asked : withOrigin(asked);
    const { origin, path, query } = partsOf(request.url);
    const within = pathBelow(basePath, path) ?? (watchedPaths.has(path) ? path : undefined);
    if (within === undefined) return refuse(request, path);
    const answer = handle(withUrl(request, origin + within + query));
    return answer instanceof Promise ? answer.then(below) : below(answer);
  };
}

/** What a path is from another one on, which begins with a slash; `undefined` where it does not lie below that. */
export function pathBelow(basePath: string, path: string): string | undefined {
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

/** A URL as it was sent, in three pieces: nothing in it is written anew. */
function partsOf(url: string): { origin: string; path: string; query: string } {
  const [address = '', ...query] = url.split('?');
  const slash = address.indexOf('/', address.indexOf('//') + 2);
  const end = slash < 0 ? address.length : slash;
  return { origin: address.slice(0, end), path: address.slice(end) || '/', query: query.length > 0 ? `?${query.join('?')}` : '' };
}
