import { isInProcess } from './in-process';
import { withOrigin, withUrl } from './well-formed';

type Handler = (request: Request) => Response | Promise<Response>;

/** Health checks ask the port directly and do not know the path that a proxy adds. */
const watchedPaths: ReadonlySet<string> = new Set(['/health', '/healthz', '/readyz']);

/**
 * Serves everything below a path: requests are routed as if it were the root, and `Location` headers get the prefix back. Other
 * paths are refused, except health checks. Within the app, all paths are relative to the root.
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

/** Rest of a path below a prefix, starting with a slash; `undefined` if it is elsewhere. */
export function pathBelow(basePath: string, path: string): string | undefined {
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

/** Splits a URL into three parts without normalizing it. */
function partsOf(url: string): { origin: string; path: string; query: string } {
  const [address = '', ...query] = url.split('?');
  const slash = address.indexOf('/', address.indexOf('//') + 2);
  const end = slash < 0 ? address.length : slash;
  return { origin: address.slice(0, end), path: address.slice(end) || '/', query: query.length > 0 ? `?${query.join('?')}` : '' };
}
