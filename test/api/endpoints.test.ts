import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { declaredRoutes } from '../../src/api/openapi/routes';
import type { RouteDeclaration } from '../../src/api/route';
import { all, filmRecords } from '../import/wikidata-items';
import { fakeSite } from '../import/wikidata-site';
import { folderOfTests } from '../support/executable';
import { openApiChecks } from '../support/json-schema';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { nonEmpty } from '../support/non-empty';
import { type OpenIdProvider, startProvider } from '../support/openid-provider';
import { startServer, type TestServer } from '../support/server';
import { unknownUuid } from '../support/uuids';
import { bearer, password, type RequestOptions, releaseUuid, validRequestsFor } from './endpoint-requests';

// Compares the answers of endpoints with their declarations: each endpoint gets the example of its declaration, and requests
// that violate each common rule.

const folder = folderOfTests();
const online = musicbrainzSite([edition(1), edition(2)]);
const items = fakeSite(all);
afterAll(() => {
  online[Symbol.dispose]();
  items[Symbol.dispose]();
  provider.stop();
});

let provider: OpenIdProvider;
let server: TestServer;
/** The administrator of the examples, who signs in and is deleted. */
let anna: { readonly id: string; readonly token: string };
let limited = '';
let spent: TestServer;
let document: Document;
let checkOf: ReturnType<typeof openApiChecks>;
let validRequests: ReturnType<typeof validRequestsFor>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Described>> }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Described>> };
}

interface Described {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, object>>;
}

beforeAll(async () => {
  const psycho = { type: 'Release', id: `/api/releases/${releaseUuid}`, attributes: { title: 'Psycho' } };
  server = await startServer([psycho, ...filmRecords()], {
    registration: 'open',
    onlineSources: ['musicbrainz', 'cover_art_archive', 'wikidata'],
    wikidataEntities: items.entities,
    wikidataQuery: items.query,
    musicbrainzUrl: online.url,
    coverArtArchive: online.url,
  });
  const { id } = await createUser(server.store, 'ANNA', password, 'admin');
  anna = { id, token: await issueApiToken(server.store, 'anna', 'tests') };
  limited = await issueApiToken(server.store, 'anna', 'limited', { scopes: ['catalog:read'] });
  spent = await startServer([], { rateLimit: 1 });
  await spent.request('/api', { headers: { authorization: '' } });
  routes = await server.app.everyRoute();
  document = (await (await server.request('/api/openapi.json')).json()) as Document;
  checkOf = openApiChecks(document);
  provider = await startProvider();
  validRequests = validRequestsFor({ server, anna, folder, provider });
});

/** Sends the example request of an endpoint and validates the response against the OpenAPI document. */
async function ask(endpoint: RouteDeclaration, sent: RequestOptions = {}): Promise<Response> {
  const response = await send(endpoint, endpoint.method, sent);
  await expectDeclared(endpoint, response);
  return response;
}

function send(
  endpoint: RouteDeclaration,
  method: string,
  { params = {}, headers = {}, body, query = '', to = server }: RequestOptions = {},
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? (name === 'userId' ? 'me' : unknownUuid));
  const [[mediaType, media] = []] = Object.entries(endpoint.body?.content ?? {});
  const content = body ?? media?.example;
  return to.request(path + query, {
    method: method.toUpperCase(),
    headers: { ...bearer(anna.token), ...(mediaType !== undefined && { 'content-type': mediaType }), ...headers },
    ...(content !== undefined && { body: bodyOf(content) }),
  });
}

const bodyOf = (content: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof content === 'string' || content instanceof Uint8Array ? (content as string) : JSON.stringify(content);

async function expectDeclared({ operationId, path, method }: RouteDeclaration, response: Response): Promise<void> {
  const template = path.replace(/:(\w+)/g, '{$1}');
  const { status } = response;
  const declared = document.paths[template]?.[method]?.responses[status];
  expect({ operationId, status, isDeclared: declared !== undefined }).toEqual({ operationId, status, isDeclared: true });
  const name = declared?.$ref?.split('/').at(-1);
  const place = name === undefined ? ['paths', template, method, 'responses', String(status)] : ['components', 'responses', name];
  const answer = name === undefined ? declared : document.components.responses[name];
  for (const header of Object.keys(answer?.headers ?? {}))
    expect({ operationId, status, header, isThere: response.headers.has(header) }).toEqual({ operationId, status, header, isThere: true });
  const text = await response.clone().text();
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (!answer?.content) return expect({ operationId, status, text }).toEqual({ operationId, status, text: '' });
  const body = /[/+]json$/.test(mediaType) ? JSON.parse(text) : text;
  expect({ operationId, status, mediaType, isDeclared: mediaType in answer.content }).toMatchObject({ isDeclared: true });
  const faults = checkOf([...place, 'content', mediaType, 'schema'])(body);
  expect({ operationId, status, faults, body: faults.length > 0 ? body : '' }).toEqual({ operationId, status, faults: [], body: '' });
}

let routes: Awaited<ReturnType<TestServer['app']['everyRoute']>>;

/** The endpoints of all routes; `deleteMe`, which deletes the user, comes last. */
function endpoints(): RouteDeclaration[] {
  const all = declaredRoutes({ routes });
  return [...all.filter(({ operationId }) => operationId !== 'deleteMe'), ...all.filter(({ operationId }) => operationId === 'deleteMe')];
}

describe('endpoints', () => {
  test('have routes with their method and path', () => {
    const carried = routes.flatMap(({ method, path, hooks }) => {
      const endpoint = hooks?.detail?.route?.();
      return endpoint ? [{ method, path, endpoint }] : [];
    });
    expect(carried.length).toBeGreaterThan(20);
    const shape = (path: string) => path.replace(/:\w+/g, ':');
    for (const { method, path, endpoint } of carried)
      expect([endpoint.method.toUpperCase(), shape(endpoint.path)]).toEqual([method, shape(path)]);
  });

  test('declare every path parameter', () => {
    for (const { path, pathParameters = {} } of nonEmpty(endpoints()))
      expect([path, Object.keys(pathParameters)]).toEqual([path, [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)]);
  });

  const has = (status: number) => (endpoint: RouteDeclaration) => status in endpoint.answers;
  const readsOne = ({ method, path }: RouteDeclaration) => method === 'get' && path.endsWith(':id');

  const needsOnlyRead = ({ description = '' }: RouteDeclaration) => description.includes('scope catalog:read');
  const takesJson = ({ body }: RouteDeclaration) => Object.keys(body?.content ?? {}).some((type) => !/^image\/|octet-stream$/.test(type));

  const refusals: [request: string, status: number, isRefusedBy: (endpoint: RouteDeclaration) => boolean, sent: () => RequestOptions][] = [
    ['without a token', 401, ({ isPublic }) => !isPublic, () => ({ headers: { authorization: '' } })],
    [
      'with a token of another scope',
      403,
      (endpoint) => has(403)(endpoint) && !endpoint.isPublic && !needsOnlyRead(endpoint),
      () => ({ headers: bearer(limited) }),
    ],
    [
      'from a user who is not an administrator',
      403,
      ({ tags, path }) => tags.includes('Administration') && !path.startsWith('/api/users/'),
      () => ({ headers: bearer(server.token) }),
    ],
    [
      'for another user',
      404,
      ({ tags, path }) => tags.includes('Administration') && path.startsWith('/api/users/'),
      () => ({ headers: bearer(server.token) }),
    ],
    ['for an unknown record', 404, ({ path }) => path.endsWith(':id'), () => ({})],
    ['for the list of another user', 404, ({ path }) => path.includes(':userId'), () => ({ params: { userId: unknownUuid } })],
    [
      'that does not accept JSON:API',
      406,
      (endpoint) => has(406)(endpoint) && !readsOne(endpoint),
      () => ({ headers: { accept: 'text/html' } }),
    ],
    ['with a truncated body', 400, takesJson, () => ({ body: '{' })],
    ['for page 0', 400, ({ query = {} }) => 'page' in query, () => ({ query: '?page=0' })],
    ['for an unknown format', 400, ({ query = {} }) => 'format' in query, () => ({ query: '?format=pdf' })],
    ['with another media type', 415, has(415), () => ({ headers: { 'content-type': 'text/plain' } })],
    ['over the rate limit', 429, ({ path }) => path.startsWith('/api'), () => ({ to: spent, headers: { authorization: '' } })],
  ];

  test.each(refusals)('refuse as declared a request %s', async (_, status, isRefusedBy, sent) => {
    const refusing = endpoints().filter(isRefusedBy);
    expect(refusing).not.toEqual([]);
    for (const endpoint of refusing) {
      const response = await ask(endpoint, sent());
      expect([endpoint.operationId, response.status]).toEqual([endpoint.operationId, status]);
    }
  });

  test('refuse other methods with an Allow header', async () => {
    for (const { path } of nonEmpty(routes.filter(({ path }) => path.startsWith('/api/')))) {
      const address = path.replace(/:\w+/g, unknownUuid);
      const fitting = routes.filter((other) => new RegExp(`^${other.path.replace(/:\w+/g, '[^/]+')}$`).test(address));
      // Of several matching routes, the one with the fewest parameters answers.
      const parametersIn = (one: string) => one.split(':').length;
      const fewest = Math.min(...fitting.map((other) => parametersIn(other.path)));
      const carrying = fitting.filter((other) => parametersIn(other.path) === fewest);
      const methods = new Set(carrying.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
      const response = await server.request(address, { method: 'PROPFIND', headers: bearer(anna.token) });
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, [...methods].sort().join(', ')]);
    }
  });

  test('with a 304 answer have an ETag, answer If-None-Match with 304, and answer HEAD', async () => {
    // The memory use in the state of the server differs each time.
    for (const endpoint of nonEmpty(endpoints().filter((one) => has(304)(one) && one.operationId !== 'server'))) {
      const sent = await validRequests[endpoint.operationId]?.();
      const etag = (await ask(endpoint, sent)).headers.get('etag') ?? '';
      const again = await ask(endpoint, { ...sent, headers: { ...sent?.headers, 'if-none-match': etag } });
      const head = await send(endpoint, 'head', sent);
      const { operationId } = endpoint;
      expect([operationId, again.status, head.status, head.headers.get('etag'), await head.text()]).toEqual([
        operationId,
        304,
        200,
        etag,
        '',
      ]);
    }
  });

  test('answer valid requests as declared', async () => {
    for (const endpoint of nonEmpty(endpoints())) {
      const response = await ask(endpoint, await validRequests[endpoint.operationId]?.());
      expect([endpoint.operationId, response.ok]).toEqual([endpoint.operationId, true]);
    }
  });
});
