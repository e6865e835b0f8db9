import { Memoirist } from 'memoirist';
import { outermost } from './in-process';
import { withOrigin } from './well-formed';

type Handler = (request: Request) => Response | Promise<Response>;

/** A request from outside that was answered: `seconds` are those until the answer began. */
export interface Answered {
  readonly request: Request;
  readonly response: Response;
  readonly path: string;
  readonly seconds: number;
}

export interface Observer {
  readonly begun: () => void;
  readonly answered: (answered: Answered) => void;
  /** Waits until all of it is told. */
  readonly told: () => Promise<unknown>;
}

/**
 * Tells of every request that came from outside, and of its answer, once that begins. Those that the server makes of itself for a
 * page are a part of the page's.
 */
export const withObserver =
  ({ begun, answered }: Pick<Observer, 'begun' | 'answered'>) =>
  (handle: Handler): Handler =>
  async (asked) => {
    if (outermost(asked) !== asked) return handle(asked);
    const request = asked.url.startsWith('http') ? asked : withOrigin(asked);
    const start = performance.now();
    begun();
    const response = await handle(request);
    // What is in front of the router takes the base path away from the URL, which is why it is looked at now.
    answered({ request, response, path: pathOf(request.url), seconds: (performance.now() - start) / 1000 });
    return response;
  };

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}

/** A route as the router has it. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** What a request is told by that fits no route: what a stranger asked for is no name, or there would be as many as they like. */
const noRoute = 'none';

/**
 * Finds the template of the route that a request goes to, such as `/api/artists/:id`: by the router's own trees, one for each of
 * several lists of routes, since a place in a path may have another name in the next.
 */
export function routeNames(...lists: readonly (readonly Route[])[]): (method: string, path: string) => string {
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
