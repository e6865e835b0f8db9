import { beforeAll, describe, expect, test } from 'bun:test';
import type { Resource } from '../../src/api/schema/resource';
import { catalogRoutes, listPath } from '../support/catalog-routes';
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
    const { headers } = await server.request(path);
    const etag = headers.get('etag') as string;
    const unchanged = await server.request(path, { headers: { 'if-none-match': form(etag) } });
    expect([unchanged.status, unchanged.headers.get('etag'), unchanged.headers.get('vary')]).toEqual([304, etag, headers.get('vary')]);
  });

  test('with the tag of another address in If-None-Match is answered with 200', async () => {
    const etag = (await server.request(`${path}?include=`)).headers.get('etag') as string;
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(await statusOf({ 'if-none-match': etag })).toBe(200);
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
    const response = await server.request(path, { headers: { accept } });
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({ errors: [{ status: 406, title: 'Not Acceptable', source: { header: 'Accept' } }] });
  });
});
