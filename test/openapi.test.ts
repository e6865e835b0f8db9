import { beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueApiToken } from '../src/accounts/tokens';
import type { Resource } from '../src/api/schema/resource';
import { type CatalogRoute, catalogRoutes, listPath } from './support/catalog-routes';
import { demoRecords, demoReference } from './support/demo-records';
import { type Check, jsonApiCheck, openApiChecks } from './support/json-schema';
import { demoServer, startServer, type TestServer } from './support/server';

// Validates the OpenAPI document against its standard, and responses against the document and the schema of JSON:API.

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly style?: string;
  readonly example?: unknown;
}

interface Schema {
  readonly additionalProperties?: Schema;
  readonly type?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly anyOf?: readonly { readonly const?: unknown }[];
  readonly enum?: readonly unknown[];
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, object>>;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

let server: TestServer;
let limited = '';
let spent: TestServer;
let document: OpenApi;
let checkOf: ReturnType<typeof openApiChecks>;
const checkJsonApi: Check = jsonApiCheck();

beforeAll(async () => {
  server = await demoServer();
  limited = await issueApiToken(server.store, 'tester', 'limited', { scopes: ['collection:write'] });
  spent = await startServer([], { rateLimit: 1 });
  document = (await (await server.request('/api/openapi.json', { headers: { authorization: '' } })).json()) as OpenApi;
  checkOf = openApiChecks(document);
});

/** Resolves a path in the document and follows references; returns the value with its final path. */
function at(path: readonly string[]): { value: unknown; path: readonly string[] } {
  let value: unknown = document;
  let place: readonly string[] = [];
  for (const segment of path) {
    value = (value as Record<string, unknown>)?.[segment];
    place = [...place, segment];
    const reference = (value as { $ref?: string } | undefined)?.$ref;
    if (reference) ({ value, path: place } = at(reference.slice(2).split('/')));
  }
  return { value, path: place };
}

const operationOf = (template: string): Operation => {
  const operation = document.paths[template]?.get;
  if (!operation) throw new Error(`${template} is not documented.`);
  return operation;
};

const routes = catalogRoutes.map((route) => [route.template, route] as const);
const shownBy = ({ resource, target }: CatalogRoute): Resource => target ?? resource;
const unknownUuid = '00000000-0000-4000-8000-000000000000';

describe('the OpenAPI document', () => {
  test('passes the recommended rules of Redocly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
    try {
      await Bun.write(join(folder, 'openapi.json'), JSON.stringify(document, null, 2));
      // The API has /api/artists/roles beside /api/artists/{id}: literal segments take precedence. A test below checks all
      // examples in a fraction of the time.
      const off = ['no-ambiguous-paths', 'no-invalid-media-type-examples', 'no-invalid-schema-examples'];
      await Bun.write(join(folder, 'redocly.yaml'), `extends: [recommended]\nrules:\n${off.map((rule) => `  ${rule}: off\n`).join('')}`);
      const cli = Bun.fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
      const child = Bun.spawn([process.execPath, cli, 'lint', 'openapi.json', '--config', 'redocly.yaml', '--format', 'json'], {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        stdout: 'pipe',
        stderr: 'pipe',
      });
      const { totals, problems } = (await new Response(child.stdout).json()) as Lint;
      expect(
        problems.filter((problem) => !isAnsweredToAll(problem)).map(({ message, location }) => [message, location[0]?.pointer]),
      ).toEqual([]);
      expect(totals.errors).toBe(0);
      expect(await child.exited).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);

  test('gives every operation a unique id', () => {
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(ids.filter((id) => !id)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('describes every tag, and uses it', () => {
    const used = Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...new Set(used)].sort());
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  });

  // Client generators name types after components, and some create no type for a part of one.
  test('refers only to whole components', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference as string);
    expect(references.length).toBeGreaterThan(catalogRoutes.length);
    expect(references.filter((reference) => !/^#\/components\/\w+\/[\w-]+$/.test(reference))).toEqual([]);
  });

  // The documentation page sends an example beside a schema as if it had been typed, but only shows examples within.
  test('has parameter examples only within schemas', () => {
    const ofOperations = Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ parameters = [] }) => parameters));
    const all = [...ofOperations, ...Object.values(document.components.parameters ?? {})];
    expect(all.length).toBeGreaterThan(catalogRoutes.length);
    expect(all.filter((parameter) => 'example' in parameter)).toEqual([]);
  });

  test('has examples that match their schemas', () => {
    const found: { path: string[]; example: unknown }[] = [];
    const walk = (node: unknown, path: string[]): void => {
      if (typeof node !== 'object' || node === null) return;
      const { example, examples, schema, $ref } = node as Record<string, unknown>;
      if (example !== undefined && schema) found.push({ path: [...path, 'schema'], example });
      if (Array.isArray(examples) && !$ref) found.push(...examples.map((one) => ({ path, example: one })));
      for (const [name, child] of Object.entries(node))
        if (!['example', 'examples', 'default'].includes(name)) walk(child, [...path, name]);
    };
    walk(document, []);
    expect(found.length).toBeGreaterThan(catalogRoutes.length);
    for (const { path, example } of found) expect({ path, faults: checkOf(path)(example) }).toEqual({ path, faults: [] });
  }, 60_000);

  test('has defaults that match their schemas', () => {
    let count = 0;
    const walk = (node: unknown, path: string[]): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('default' in node && 'type' in node) {
        count++;
        expect({ path, faults: checkOf(path)(node.default) }).toEqual({ path, faults: [] });
      }
      for (const [name, child] of Object.entries(node)) if (!['example', 'examples'].includes(name)) walk(child, [...path, name]);
    };
    walk(document, []);
    expect(count).toBeGreaterThan(0);
  });
});

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer: string }[];
}

interface Lint {
  readonly totals: { readonly errors: number };
  readonly problems: readonly Problem[];
}

/** Name and health endpoints answer every request, so that they declare no 4xx response. */
const isAnsweredToAll = ({ ruleId, location }: Problem): boolean =>
  ruleId === 'operation-4xx-response' &&
  ['health', 'healthz', 'readyz', 'api'].map((path) => `#/paths/~1${path}/get/responses`).includes(location[0]?.pointer ?? '');

describe('documented routes', () => {
  const shape = (path: string): string => path.replace(/:\w+|\{\w+\}/g, '{}');

  test('are exactly the routes of the app under /api', async () => {
    const answered = (await server.app.everyRoute())
      .filter(({ path }) => path.startsWith('/api') && !path.startsWith('/api/docs') && path !== '/api/openapi.json')
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, path }) => `${method} ${shape(path)}`);
    const documented = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api'))
      .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${shape(path)}`));
    expect(documented.sort()).toEqual(answered.sort());
  });

  test('include the routes of all declarations', () => {
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(catalogRoutes.map(({ template }) => template)));
  });

  test.each(routes)('declare their path parameters: %s', (template) => {
    const inPath = (operationOf(template).parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath).toEqual([...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string));
  });
});

describe('query parameters', () => {
  function valueFor({ name, schema, example }: Parameter): string {
    if (name.startsWith('fields[')) return '_id';
    const { examples, items, anyOf, minimum } = schema;
    const values = [
      example,
      examples?.[0],
      schema.default,
      items?.examples?.[0],
      anyOf?.[0]?.const,
      items?.anyOf?.[0]?.const,
      schema.enum?.[0],
      minimum,
    ];
    const found = values.find((value) => value !== undefined);
    if (found !== undefined) return String(found);
    return (items ?? schema.additionalProperties ?? schema).format === 'uuid' ? unknownUuid : 'a';
  }

  const inQuery = (template: string): Parameter[] =>
    (operationOf(template).parameters ?? []).filter((parameter) => parameter.in === 'query');

  test.each(routes)('have an effect where they are documented: %s', async (template, { path }) => {
    for (const parameter of inQuery(template)) {
      const written = parameter.style === 'deepObject' ? `${parameter.name}[composer]` : parameter.name;
      const response = await server.request(`${path}?${encodeURIComponent(written)}=${encodeURIComponent(valueFor(parameter))}`);
      const { meta } = (await response.json()) as { meta?: { ignoredParameters?: string[] } };
      expect({ name: parameter.name, status: response.status, ignored: meta?.ignoredParameters }).toEqual({
        name: parameter.name,
        status: 200,
        ignored: undefined,
      });
    }
    expect(inQuery(template).length).toBeGreaterThan(0);
  });

  test('of collection imports and exports are documented after userId', () => {
    const namesOf = (template: string, method: string) => document.paths[template]?.[method]?.parameters?.map(({ name }) => name);
    const collection = '/api/users/{userId}/collection';
    expect(namesOf(`${collection}/export`, 'get')).toEqual(['userId', 'format']);
    expect(namesOf(`${collection}/import`, 'post')).toEqual([
      'userId',
      'dryRun',
      'alsoOwned',
      'unreadable',
      'unmatched',
      'choices',
      'takeOffWishlist',
      'rowsShown',
    ]);
    expect(namesOf(`${collection}/import/unmatched`, 'get')).toEqual(['userId', 'page', 'itemsPerPage']);
  });

  test.each(routes)('are all documented once: %s', (template, route) => {
    const shown = shownBy(route);
    const { filters, facets, lookups, orders } = route.resource;
    const paging = ['page', 'itemsPerPage'];
    const presentation = [
      ...(Object.keys(shown.relationships).length > 0 ? ['include'] : []),
      `fields[${shown.type}]`,
      ...(shown.keptAs ? ['holdings'] : []),
    ];
    const narrowing = [
      ...Object.entries(filters).flatMap(([name, { many, keyedBy }]) => (many && !keyedBy ? [name, `${name}[]`] : [name])),
      ...Object.keys(lookups).flatMap((name) => [name, `${name}[]`]),
    ];
    const ordering = [...Object.keys(orders).map((name) => `order[${name}]`), ...(Object.keys(orders).length > 0 ? ['sort'] : [])];
    const expected = {
      list: [...narrowing, ...(facets.length > 0 ? ['facets', 'facetValues', 'facetQuery'] : []), ...ordering, ...paging, ...presentation],
      single: presentation,
      related: [...paging, ...presentation],
    }[route.kind];
    expect(
      inQuery(template)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(expected.sort());
  });
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
    const asked: Record<string, [string, Record<string, string>?]> = {
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
      const [address, headers = {}] = asked[status] ?? [path];
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
    for (const { resource, kind } of catalogRoutes) {
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
