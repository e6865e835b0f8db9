import { beforeAll, describe, expect, test } from 'bun:test';
import type { Resource } from '../../src/api/schema/resource';
import { type CatalogRoute, catalogRoutes, listPath } from '../support/catalog-routes';
import { demoRecordNamed } from '../support/demo-records';
import type { ListedRow } from '../support/filter-rules';
import { nonEmpty } from '../support/non-empty';
import { demoServer, type TestServer } from '../support/server';
import { unknownUuid } from '../support/uuids';
import { expectCompound, pages, refused, refusedFor, rowsOf } from './demo-reads';

// Related lists, and HTTP semantics of every route of the catalog.

const jsonApi = 'application/vnd.api+json';

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

const alwaysLinked = new Set([
  '/api/releases/{releaseId}/recordings/{id}/tracks',
  '/api/albums/{id}/releases',
  '/api/franchises/{id}/productions',
]);

describe('a related list', () => {
  const related = catalogRoutes.filter(({ kind }) => kind === 'related');

  test.each(related.map((route) => [route.template, route] as const))('equals the linkage of its owner, in order: %s', async (_, route) => {
    const owner = (await server.read(route.path.slice(0, route.path.lastIndexOf('/')))).data;
    const expected = owner.relationships[route.relationship as string].data;
    const rows = await rowsOf(route.path);
    expect(rows.map(({ type, id }) => ({ type, id }))).toEqual(expected);
    expect(rows.length).toBeGreaterThan(0);
    const paged = (await pages(`${route.path}?itemsPerPage=1`)).flatMap(({ data }): ListedRow[] => data);
    expect(paged).toEqual(rows);
    const { meta, links } = await server.read(route.path);
    expect(meta).toEqual({ totalItems: rows.length, itemsPerPage: 30, currentPage: 1 });
    expect(links).toMatchObject({ self: `${route.path}?page=1` });
  });

  test.each(related.map((route) => [route.template, route] as const))(
    'is empty without linked records, and answers 404 for an unknown owner: %s',
    async (_, route) => {
      const name = route.relationship as string;
      const address = route.path.slice(route.path.lastIndexOf('/') + 1);
      const { data } = await server.read(`${listPath(route.resource)}?include=${name}&itemsPerPage=100`);
      const alone = data.find((row: ListedRow) => row.relationships?.[name].data.length === 0);
      expect(alone === undefined).toBe(alwaysLinked.has(route.template));
      if (alone) {
        const { data: nothing, meta } = await server.read(`${alone.id}/${address}`);
        expect(nothing).toEqual([]);
        expect(meta?.totalItems).toBe(0);
      }
      await refused(`${listPath(route.resource)}/${unknownUuid}/${address}`, 404);
      await refused(`${listPath(route.resource)}/x/${address}`, 404);
    },
  );

  test.each(related.map((route) => [route.template, route] as const))('supports include, fieldsets and pages: %s', async (_, route) => {
    const target = route.target as Resource;
    for (const name of Object.keys(target.relationships)) expectCompound(await server.read(`${route.path}?include=${name}`));
    const { data } = await server.read(`${route.path}?fields[${target.type}]=_id`);
    for (const row of nonEmpty(data)) expect(Object.keys(row.attributes)).toEqual(['_id']);
    await refusedFor(`${route.path}?include=shoes`, 'include');
    await refusedFor(`${route.path}?page=0`, 'page');
  });
});

describe('every route', () => {
  const routes = catalogRoutes.map((route) => [route.template, route.path] as const);

  test.each(routes)('answers HEAD with the headers of GET and no body: %s', async (_, path) => {
    const [get, head] = [await server.request(path), await server.request(path, { method: 'HEAD' })];
    const ofOneRequest = new Set(['x-request-id', 'ratelimit']);
    const headersOf = (response: Response) => Object.fromEntries([...response.headers].filter(([name]) => !ofOneRequest.has(name)));
    const body = await get.text();
    expect(body).not.toBe('');
    expect(head.status).toBe(get.status);
    // The server adds the length of a sent body.
    expect(headersOf(head)).toEqual({ ...headersOf(get), 'content-length': String(Buffer.byteLength(body)) });
    expect(await head.text()).toBe('');
  });

  test.each(routes)('has the content type of JSON:API and varies by Accept and Authorization: %s', async (_, path) => {
    const { headers } = await server.request(path);
    expect(headers.get('content-type')).toBe(jsonApi);
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding, Authorization');
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  /** Lists and records are writable, related lists and the list of all tracks are not. */
  const methodsOf = ({ kind, resource }: CatalogRoute): string[] => {
    if (kind === 'single') return ['DELETE', 'GET', 'HEAD', 'PATCH'];
    return kind === 'list' && resource.path !== '/api/tracks' ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
  };

  test.each(catalogRoutes.map((route) => [route.template, route] as const))(
    'answers 405 with Allow for other methods: %s',
    async (_, route) => {
      const { path } = route;
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter((one) => !methodsOf(route).includes(one))) {
        const response = await server.request(path, {
          method,
          headers: { 'content-type': jsonApi },
          ...(method.startsWith('P') && { body: '{}' }),
        });
        expect({ method, status: response.status }).toEqual({ method, status: 405 });
        expect(response.headers.get('allow')?.split(', ').sort()).toEqual(methodsOf(route));
        expect(await response.json()).toMatchObject({
          errors: [{ status: 405, title: 'Method Not Allowed', type: '/errors/405', instance: path }],
        });
      }
    },
  );

  test.each(routes)('answers 401 without a valid token: %s', async (_, path) => {
    const attempts: [Record<string, string>, string, hasToken: boolean][] = [
      [{ authorization: '' }, path, false],
      [{ authorization: '' }, `${path}?access_token=${server.token}`, false],
      [{ authorization: `Bearer ${server.token}x` }, path, true],
    ];
    for (const [headers, address, hasToken] of attempts) {
      const response = await server.request(address, { headers });
      expect({ headers, status: response.status }).toEqual({ headers, status: 401 });
      const challenge = response.headers.get('www-authenticate');
      expect(challenge).toStartWith('Bearer');
      expect(challenge?.includes('error="invalid_token"')).toBe(hasToken);
      expect(await response.json()).toMatchObject({
        errors: [{ status: 401, title: 'Unauthorized', source: { header: 'Authorization' } }],
      });
    }
  });

  test.each(routes)('has a strong ETag and answers 304 to it: %s', async (_, path) => {
    const response = await server.request(path);
    const etag = response.headers.get('etag') as string;
    expect(etag).toMatch(/^"[^"]+"$/);
    const unchanged = await server.request(path, { headers: { 'if-none-match': etag } });
    expect(unchanged.status).toBe(304);
    expect(await unchanged.text()).toBe('');
    expect(unchanged.headers.get('etag')).toBe(etag);
    expect(unchanged.headers.get('vary')).toBe(response.headers.get('vary'));
    expect((await server.request(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const other = await server.request(`${path}?include=`);
    expect(other.headers.get('etag')).not.toBe(etag);
  });

  test.each(routes)('answers application/json, and 406 to text/html: %s', async (_, path) => {
    const json = await server.request(path, { headers: { accept: 'application/json' } });
    expect([json.status, json.headers.get('content-type')]).toEqual([200, jsonApi]);
    const html = await server.request(path, { headers: { accept: 'text/html' } });
    expect(html.status).toBe(406);
    expect(await html.json()).toMatchObject({ errors: [{ status: 406, title: 'Not Acceptable', source: { header: 'Accept' } }] });
  });
});

describe.each(['/api/artists', demoRecordNamed('Artist', 'The Beatles').id])('a request for %s', (path) => {
  const statusOf = async (headers: Record<string, string>) => (await server.request(path, { headers })).status;

  test.each(['bearer', 'BEARER'])('may have its authorization scheme in any case: %s', async (scheme) => {
    expect(await statusOf({ authorization: `${scheme} ${server.token}` })).toBe(200);
  });

  test.each([
    ['a weak tag', (etag: string) => `W/${etag}`],
    ['a list of tags', (etag: string) => `"other", ${etag}`],
    ['any tag', () => '*'],
  ] as const)('with %s in If-None-Match is answered with 304', async (_, form) => {
    const etag = (await server.request(path)).headers.get('etag') as string;
    expect(await statusOf({ 'if-none-match': form(etag) })).toBe(304);
  });

  test.each([
    '*/*',
    'application/*',
    'application/json',
    jsonApi,
    `${jsonApi};profile="https://example.com/profile"`,
    `${jsonApi};ext="https://example.com/ext"`,
    `${jsonApi};q=0.5`,
    `text/html, ${jsonApi}`,
    `${jsonApi};charset=utf-8, ${jsonApi}`,
    'text/html, */*;q=0.1',
    'APPLICATION/JSON',
    '',
  ])('whose Accept header allows JSON:API is answered with 200: %p', async (accept) => {
    const response = await server.request(path, { headers: { accept } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, jsonApi]);
  });

  test.each([
    'text/html',
    'application/xml',
    'json',
    'image/png, text/html;q=0.8',
    'text/*',
    `${jsonApi};charset=utf-8`,
    `${jsonApi};version=1, ${jsonApi};charset=utf-8`,
    `${jsonApi};q=0`,
    `${jsonApi};charset=utf-8, text/html`,
    `${jsonApi};charset=utf-8, */*`,
  ])('whose Accept header excludes JSON:API is answered with 406: %p', async (accept) => {
    expect(await statusOf({ accept })).toBe(406);
  });
});
