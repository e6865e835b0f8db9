import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { catalogRoutes, listPath } from '../support/catalog-routes';
import { demoRecords, demoReference } from '../support/demo-records';
import { type Check, jsonApiCheck } from '../support/json-schema';
import { nonEmpty } from '../support/non-empty';
import { demoServer, startServer, type TestServer } from '../support/server';
import { unknownUuid } from '../support/uuids';
import { documentedApi, routes, shownBy } from './openapi-document';

// Some tests validate every record of the demo.
setDefaultTimeout(60_000);

type Api = Awaited<ReturnType<typeof documentedApi>>;

let server: TestServer;
let limited = '';
let spent: TestServer;
let checkOf: Api['checkOf'];
let operationOf: Api['operationOf'];
let at: Api['at'];
const checkJsonApi: Check = jsonApiCheck();

beforeAll(async () => {
  server = await demoServer();
  limited = await issueApiToken(server.store, 'tester', 'limited', { scopes: ['collection:write'] });
  spent = await startServer([], { rateLimit: 1 });
  ({ checkOf, operationOf, at } = await documentedApi());
});

describe('responses', () => {
  /** Validates a response against the document for its path and status. */
  async function expectDocumented(template: string, response: Response): Promise<void> {
    const status = String(response.status);
    const responses = operationOf(template).responses;
    expect({ template, status, isDocumented: status in responses }).toEqual({ template, status, isDocumented: true });
    const found = at(['paths', template, 'get', 'responses', status]);
    const { content = {}, headers = {} } = found.value as { content?: object; headers?: object };
    for (const name of Object.keys(headers))
      expect({ status, name, isThere: response.headers.has(name) }).toEqual({ status, name, isThere: true });
    const body = await response.text();
    if (Object.keys(content).length === 0) return expect(body).toBe('');
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    expect(Object.keys(content)).toEqual([type]);
    const answer = JSON.parse(body);
    const faults = checkOf([...found.path, 'content', type, 'schema'])(answer);
    expect({ template, status, faults }).toEqual({ template, status, faults: [] });
    if (type !== 'application/vnd.api+json') return;
    const asJsonApi = 'errors' in answer ? { ...answer, errors: answer.errors.map(withoutAdditions) } : answer;
    expect({ template, status, faults: checkJsonApi(asJsonApi) }).toEqual({ template, status, faults: [] });
  }

  /** JSON:API has the status as a string, and neither `type` nor `instance`. */
  const withoutAdditions = ({ type, instance, status, ...error }: Record<string, unknown>): object => ({
    ...error,
    status: String(status),
  });

  test.each(routes)('match their schema on every page: %s', async (template, route) => {
    const { path, kind } = route;
    const { meta } = await server.read(path);
    const pages = kind === 'single' ? 1 : Math.ceil((meta?.totalItems ?? 0) / 100);
    expect(pages).toBeGreaterThan(0);
    for (let page = 1; page <= pages; page++) {
      const response = await server.request(kind === 'single' ? path : `${path}?itemsPerPage=100&page=${page}`);
      expect(response.status).toBe(200);
      await expectDocumented(template, response);
    }
    await expectDocumented(template, await server.request(`${path}?shoes=42`));
    if (kind !== 'single') await expectDocumented(template, await server.request(`${path}?page=9999`));
    for (const fields of ['', '_id'])
      await expectDocumented(template, await server.request(`${path}?fields[${shownBy(route).type}]=${fields}`));
  });

  test.each(routes.filter(([, route]) => Object.keys(shownBy(route).relationships).length > 0))(
    'match their schema with included records: %s',
    async (template, route) => {
      const { resource, path } = route;
      const all = route.target ?? resource;
      await expectDocumented(template, await server.request(`${path}?include=${Object.keys(all.relationships).join(',')}`));
      for (const [name, { target }] of Object.entries(all.relationships)) {
        const further = Object.keys(catalogRoutes.find((other) => other.resource.type === target)?.resource.relationships ?? {});
        const include = [name, ...further.map((next) => `${name}.${next}`)].join(',');
        const response = await server.request(`${path}?include=${include}`);
        expect({ include, status: response.status }).toEqual({ include, status: 200 });
        await expectDocumented(template, response);
      }
      await expectDocumented(template, await server.request(`${path}?include=`));
      await expectDocumented(template, await server.request(`${path}?fields[${all.type}]=${Object.keys(all.relationships)[0]}`));
    },
  );

  test.each(routes)('match the document for 304 and every error: %s', async (template, { path, kind }) => {
    const ofNothing = kind === 'single' ? path.replace(/[^/]+$/, unknownUuid) : path.replace(/[0-9a-f-]{36}/, unknownUuid);
    const etag = (await server.request(path)).headers.get('etag') ?? '';
    const requests: Record<string, [string, Record<string, string>?]> = {
      200: [path],
      304: [path, { 'if-none-match': etag }],
      400: [`${path}?include=shoes`],
      401: [path, { authorization: '' }],
      403: [path, { authorization: `Bearer ${limited}` }],
      404: [ofNothing],
      406: [path, { accept: 'text/html' }],
    };
    const statuses = Object.keys(operationOf(template).responses).filter((status) => status !== '301');
    expect(statuses).toEqual(expect.arrayContaining(['200', '304', '400', '401', '403', '406', '429']));
    for (const status of statuses) {
      const [address, headers = {}] = requests[status] ?? [path];
      // Uses up the limit, which may have recovered since the last route.
      if (status === '429') await spent.request('/api');
      const response = await (status === '429' ? spent : server).request(address, { headers });
      expect({ address, status: response.status }).toEqual({ address, status: Number(status) });
      await expectDocumented(template, response);
    }
  });

  test.each(routes)('include a 404 only for paths with parameters: %s', (template) => {
    expect('404' in operationOf(template).responses).toBe(template.includes('{'));
  });

  test.each(mergedAddresses())('match the document for a 301: %s at %s', async (template, path) => {
    const response = await server.request(path);
    expect(response.status).toBe(301);
    await expectDocumented(template, response);
  });

  test.each(['/api', '/health', '/healthz', '/readyz'])('match the document without a token: %s', async (path) => {
    await expectDocumented(path, await server.request(path, { headers: { authorization: '' } }));
  });

  test('with wrong types, attributes, relationships or values fail their schemas', async () => {
    const check = (name: string): Check => checkOf(['components', 'schemas', name]);
    for (const { resource, kind } of nonEmpty(catalogRoutes)) {
      if (kind !== 'list') continue;
      const list = await server.read(listPath(resource));
      const [row] = list.data;
      expect(check(`${resource.type}List`)(list)).toEqual([]);
      expect(check(`${resource.type}List`)({ ...list, meta: undefined })).not.toEqual([]);
      expect(check(resource.type)({ ...row, type: 'Shoe' })).not.toEqual([]);
      expect(check(resource.type)({ ...row, attributes: { ...row.attributes, shoes: 42 } })).not.toEqual([]);
      expect(check(resource.type)({ ...row, relationships: { shoes: { data: null } } })).not.toEqual([]);
      for (const name of Object.keys(resource.attributes.properties)) {
        expect({ name, fits: check(resource.type)({ ...row, attributes: { [name]: { shoes: 42 } } }).length === 0 }).toEqual({
          name,
          fits: false,
        });
      }
    }
    expect(check('Errors')({ errors: [{ status: '404' }] })).not.toEqual([]);
  });
});

test('malformed documents fail the schema of JSON:API', async () => {
  const answer = await server.read('/api/artists?include=groups');
  const [artist] = answer.data;
  expect(checkJsonApi({ ...answer, data: { ...artist, id: 7 } })).not.toEqual([]);
  expect(checkJsonApi({ ...answer, data: [{ ...artist, attributes: { type: 'person' } }] })).not.toEqual([]);
  expect(checkJsonApi({ ...answer, links: { self: 7 } })).not.toEqual([]);
  expect(checkJsonApi({ ...answer, errors: [] })).not.toEqual([]);
  expect(checkJsonApi({ errors: [{ status: 404 }] })).not.toEqual([]);
});

/** Paths to or through a merged record of the demo, each with the template of its route. */
function mergedAddresses(): [template: string, path: string][] {
  const merged = demoRecords('MergedRecord').map((record) => ({ before: record.id, now: demoReference(record, 'resource') }));
  return catalogRoutes.flatMap(({ template, resource, kind, relationship }) =>
    merged.flatMap(({ before, now }): [string, string][] => {
      const collection = now.slice(0, now.lastIndexOf('/'));
      // The first id is that of the merged record, further ids belong to a nested record.
      const [start, ...further] = template.split(/\{\w+\}/);
      if (start !== `${collection}/`) return [];
      if (further.length === 1) return [[template, `${start}${before}${further[0]}`]];
      const record = demoRecords(resource.type).find(({ id }) => id.startsWith(`${now}/`));
      if (!record) return [];
      const path = record.id.replace(now, `${collection}/${before}`);
      const addresses = { list: path.replace(/\/[^/]+$/, ''), single: path, related: `${path}/${relationship}` };
      return [[template, addresses[kind]]];
    }),
  );
}
