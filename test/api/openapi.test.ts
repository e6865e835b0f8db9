import { beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogRoutes } from '../support/catalog-routes';
import { demoServer, type TestServer } from '../support/server';
import { unknownUuid } from '../support/uuids';
import { documentedApi, type Parameter, routes, shownBy } from './openapi-document';

type Api = Awaited<ReturnType<typeof documentedApi>>;

let server: TestServer;
let document: Api['document'];
let checkOf: Api['checkOf'];
let operationOf: Api['operationOf'];
beforeAll(async () => {
  server = await demoServer();
  ({ document, checkOf, operationOf } = await documentedApi());
});

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

  test('has open responses, closed request bodies, and words as enum', () => {
    let closed = 0;
    const walk = (node: unknown, isRequest: boolean, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, properties, additionalProperties, anyOf } = node as Record<string, unknown>;
      if (type === 'object' && typeof properties === 'object') {
        expect([path, additionalProperties === false]).toEqual([path, isRequest && additionalProperties !== true]);
        if (isRequest) closed++;
      }
      expect([path, (Array.isArray(anyOf) ? anyOf : []).filter((one) => 'const' in one)]).toEqual([path, []]);
      for (const [name, member] of Object.entries(node))
        if (!name.startsWith('example'))
          walk(member, isRequest || name === 'requestBody' || /^(?:Written|IncludedRecords)/.test(name), `${path}/${name}`);
    };
    walk(document, false, '');
    expect(closed).toBeGreaterThan(100);
  });

  test('has an example of every successful response to a write, and no reserved word as an operation id', () => {
    const reserved = /^(?:import|export|delete|default|new|class|package|return|in|from|is|pass|with)$/;
    let writes = 0;
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { operationId, responses }] of Object.entries(operations)) {
        expect(operationId).not.toMatch(reserved);
        if (method === 'get') continue;
        for (const [status, response] of Object.entries(responses)) {
          const { content = {} } = response as { content?: Record<string, { example?: unknown }> };
          if (!status.startsWith('2')) continue;
          writes++;
          for (const { example } of Object.values(content)) expect([path, method, example]).toEqual([path, method, expect.anything()]);
        }
      }
    expect(writes).toBeGreaterThan(100);
  });

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
    return (items ?? schema.additionalProperties ?? schema).description === 'UUID or IRI' ? unknownUuid : 'a';
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
    expect(namesOf(`${collection}/export`, 'get')).toEqual(['userId', 'format', 'bom', 'columns']);
    expect(namesOf(`${collection}/import`, 'post')).toEqual([
      'userId',
      'dryRun',
      'alsoOwned',
      'unreadable',
      'unmatched',
      'choices',
      'takeOffWishlist',
      'fileName',
      'rowsShown',
      'encoding',
      'separator',
      'sheet',
      'dayFirst',
      'columns',
      'statuses',
      'Idempotency-Key',
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
      'names',
      ...(shown.releaseKeys ? ['holdings'] : []),
      ...(shown.hasCompleteness ? ['completeness'] : []),
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
