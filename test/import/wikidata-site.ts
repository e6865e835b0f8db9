// A Wikidata site on the loopback interface.
import { type Fake, fake } from './mirror-fakes';

interface Item {
  readonly id: string;
  readonly claims: Readonly<Record<string, readonly object[]>>;
}

export interface FakeSite extends Disposable {
  readonly entities: string;
  readonly query: string;
  readonly requests: Fake['requests'];
  /** The requested item IDs by request. */
  readonly asked: () => string[][];
}

/** A response in place of the normal one, if any; `times` counts requests of both endpoints. */
export type Instead = (url: URL, times: number) => Response | Promise<Response> | undefined;

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json', ...init.headers } });

export const busy = (seconds: number) => new Response('Too many requests', { status: 429, headers: { 'retry-after': String(seconds) } });
export const lagging = (seconds: number) =>
  json({ error: { code: 'maxlag', info: 'Waiting for a replica', lag: 7 } }, { headers: { 'retry-after': String(seconds) } });

export function fakeSite(items: readonly Item[], instead: Instead = () => undefined): FakeSite {
  const server = fake((path) => {
    const url = new URL(path, 'http://site');
    return instead(url, server.requests.length) ?? siteResponse(items, url);
  });
  const asked = () =>
    server.requests.flatMap(({ path }) => {
      const ids = new URL(path, 'http://site').searchParams.get('ids');
      return ids === null ? [] : [ids.split('|')];
    });
  return {
    entities: `${server.url}/w/api.php`,
    query: `${server.url}/sparql`,
    requests: server.requests,
    asked,
    [Symbol.dispose]: () => server[Symbol.dispose](),
  };
}

/** The response of the site, if the URL is one of its endpoints. */
export function siteResponse(items: readonly Item[], url: URL): Response | undefined {
  if (url.pathname === '/sparql') return json({ results: { bindings: found(items, url.searchParams.get('query') ?? '') } });
  const ids = url.searchParams.get('ids')?.split('|') ?? [];
  const entities = ids.map((id) => [id, items.find((item) => item.id === id) ?? { id, missing: '' }]);
  return url.pathname === '/w/api.php' ? json({ entities: Object.fromEntries(entities), success: 1 }) : undefined;
}

/** Items with one of the values of a query in a property, or in a property of an item that they refer to. */
function found(items: readonly Item[], query: string) {
  const path = [...query.matchAll(/wdt:(P\d+)/g)].map(([, property]) => property as string);
  let ids = [...query.matchAll(/"([^"]+)"/g)].map(([, value]) => value as string);
  for (const property of path.toReversed())
    ids = items.filter(({ claims }) => ids.some((id) => JSON.stringify(claims[property] ?? []).includes(`"${id}"`))).map(({ id }) => id);
  return ids.map((id) => ({ item: { type: 'uri', value: `http://www.wikidata.org/entity/${id}` } }));
}
