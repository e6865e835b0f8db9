import { Memoirist } from 'memoirist';
import { outermost } from './in-process';
import { withOrigin } from './well-formed';

type Handler = (request: Request) => Response | Promise<Response>;

/** An external request with its response; `seconds` until the response started. */
export interface Answered {
  readonly request: Request;
  readonly response: Response;
  readonly path: string;
  readonly seconds: number;
}

export interface Observer {
  readonly begun: () => void;
  readonly answered: (answered: Answered) => void;
  /** Resolves once all requests are reported. */
  readonly told: () => Promise<unknown>;
}

/** Reports every external request when its response starts. Internal requests count as part of the page's own. */
export const withObserver =
  ({ begun, answered }: Pick<Observer, 'begun' | 'answered'>) =>
  (handle: Handler): Handler =>
  async (asked) => {
    if (outermost(asked) !== asked) return handle(asked);
    const request = asked.url.startsWith('http') ? asked : withOrigin(asked);
    const start = performance.now();
    begun();
    const response = await handle(request);
    // Read now, because middleware strips the base path from the URL.
    answered({ request, response, path: pathOf(request.url), seconds: (performance.now() - start) / 1000 });
    return response;
  };

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}

/** NamedRoute as the router stores it. */
export interface NamedRoute {
  readonly method: string;
  readonly path: string;
}

/** Label for unmatched paths: using the path itself would let clients create unlimited labels. */
const noRoute = 'none';

/**
 * Finds the route template of a request, such as `/api/artists/:id`, with one router tree per route list, since parameters at
 * the same position may differ in name.
 */
export function routeNames(...lists: readonly (readonly NamedRoute[])[]): (method: string, path: string) => string {
  const trees = lists.map((routes) => {
    const tree = new Memoirist<string>();
    for (const { method, path } of routes) tree.add(method, path, path);
    return tree;
  });
  const find = (method: string, path: string) => trees.map((tree) => tree.find(method, path)?.store).find((name) => name !== undefined);
  return (method, path) => {
    const asked = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    return find(method === 'HEAD' ? 'GET' : method, asked) ?? noRoute;
  };
}
