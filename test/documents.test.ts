import { beforeAll, expect, test } from 'bun:test';
import type { Resource } from '../src/api/schema/resource';
import { type CatalogRoute, catalogRoutes, resourceOf } from './support/catalog-routes';
import { type Check, jsonApiCheck } from './support/json-schema';
import { demoServer, type TestServer } from './support/server';

// Documents against the schema that JSON:API publishes.

let server: TestServer;
const check: Check = jsonApiCheck();

beforeAll(async () => {
  server = await demoServer();
});

const routes = catalogRoutes.map((route) => [route.template, route] as const);

/** Everything that include can ask of a kind, to its full depth. */
function includes(resource: Resource): string[] {
  return Object.entries(resource.relationships).flatMap(([name, { target }]) => [
    name,
    ...Object.keys(resourceOf(target).relationships).map((further) => `${name}.${further}`),
  ]);
}

/** The kind of the records that a route answers with. */
const shownBy = ({ resource, target }: CatalogRoute): Resource => target ?? resource;

test.each(routes)('%s is a document of JSON:API', async (_, { path }) => {
  expect(check(await server.read(path))).toEqual([]);
  expect(check(await server.read(`${path}?shoes=42`))).toEqual([]);
});

const including = routes.filter(([, route]) => includes(shownBy(route)).length > 0);

test.each(including)('%s is one with everything it can include', async (_, route) => {
  for (const include of [...includes(shownBy(route)), includes(shownBy(route)).join(',')]) {
    const document = await server.read(`${route.path}?include=${include}`);
    expect(document.included).toBeArray();
    expect({ include, faults: check(document) }).toEqual({ include, faults: [] });
  }
});

test.each(routes)('%s is one when it is shown in part, or empty', async (_, route) => {
  const { type } = shownBy(route);
  expect(check(await server.read(`${route.path}?fields[${type}]=_id`))).toEqual([]);
  expect(check(await server.read(`${route.path}?fields[${type}]=`))).toEqual([]);
  if (route.kind !== 'single') expect(check(await server.read(`${route.path}?page=9999`))).toEqual([]);
});

test.each(routes)('%s answers errors that are documents of JSON:API, but for what the contract adds', async (_, { path, kind }) => {
  const parent = path.slice(0, path.lastIndexOf('/'));
  const refusals: [number, string, Parameters<TestServer['request']>[1]?][] = [
    [400, `${path}?include=shoes`],
    [400, `${path}?fields[Artist]=shoes`],
    [401, path, { headers: { authorization: '' } }],
    [404, kind === 'single' ? `${parent}/x` : `${path}/x`],
    [405, path, { method: 'PUT' }],
    [406, path, { headers: { accept: 'text/html' } }],
  ];
  for (const [status, address, options] of refusals) {
    const response = await server.request(address, options);
    expect({ address, status: response.status }).toEqual({ address, status });
    const document = (await response.json()) as { errors: Record<string, unknown>[] };
    for (const error of document.errors)
      expect(error).toMatchObject({ status, type: `/errors/${status}`, instance: address.split('?')[0] });
    expect(document.errors).toHaveLength(1);
    expect({ address, faults: check({ ...document, errors: document.errors.map(asJsonApiHasIt) }) }).toEqual({ address, faults: [] });
  }
});

/** JSON:API writes a status as text, and knows neither `type` nor `instance`. */
const asJsonApiHasIt = ({ type, instance, status, ...error }: Record<string, unknown>): object => ({ ...error, status: String(status) });

test('the schema refuses what is no document of JSON:API', async () => {
  const document = await server.read('/api/artists?include=groups');
  const [artist] = document.data;
  expect(check({ ...document, data: { ...artist, id: 7 } })).not.toEqual([]);
  expect(check({ ...document, data: [{ ...artist, attributes: { type: 'person' } }] })).not.toEqual([]);
  expect(check({ ...document, links: { self: 7 } })).not.toEqual([]);
  expect(check({ ...document, errors: [] })).not.toEqual([]);
  expect(check({ errors: [{ status: 404 }] })).not.toEqual([]);
});
