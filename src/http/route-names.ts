import { Memoirist } from 'memoirist';

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
