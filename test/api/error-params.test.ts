import { expect, test } from 'bun:test';
import { listParams } from '../../src/messages/message';
import { artist } from '../support/numbered-artists';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

/** A request for each error, by its code. */
const refusals: Readonly<Record<string, readonly [path: string, method: string, body?: string, type?: string]>> = {
  method_not_allowed: ['/api/search', 'DELETE'],
  unknown_include: ['/api/artists?include=wives', 'GET'],
  unknown_field: ['/api/artists?fields[Artist]=wives', 'GET'],
  unknown_facet: ['/api/releases?facets=wives', 'GET'],
  unknown_order: ['/api/artists?sort=wives', 'GET'],
  no_vocabulary: ['/api/vocabularies/wives', 'GET'],
  ambiguous_slug: ['/api/resolve?slug=twin', 'GET'],
  required: ['/api/token', 'POST', '{}', 'application/json'],
  unsupported_media_type: ['/api/users/me/tokens', 'POST', 'a', 'text/plain'],
  invalid_word: ['/api/artists?order[name]=up', 'GET'],
};

/** Params of all example errors in the OpenAPI document. */
function paramsIn(node: unknown): object[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'code' in node && typeof node.code === 'string' && 'meta' in node ? [(node.meta as { params: object }).params] : [];
  return [...own, ...Object.values(node).flatMap(paramsIn)];
}

const lists: readonly string[] = listParams;

function expectLists(code: string, params: object): void {
  for (const [name, value] of Object.entries(params)) {
    expect([code, name, Array.isArray(value)]).toEqual([code, name, lists.includes(name)]);
    if (!lists.includes(name))
      expect([code, name, value]).not.toEqual([code, name, expect.stringMatching(/^[\w/.+-]+(?:(?:,| or) [\w/.+-]+)+$/)]);
  }
}

test('params of an error are lists where there may be several values, and nowhere else', async () => {
  const records = [artist(1, { name: 'Twin' }), { type: 'Label', id: `/api/labels/${uuid(2)}`, attributes: { name: 'Twin' } }];
  const server = await startServer(records);
  for (const [code, [path, method, body, type]] of Object.entries(refusals)) {
    const response = await server.request(path, { method, headers: type ? { 'content-type': type } : {}, ...(body && { body }) });
    const { errors: [error] = [], error: plain } = await response.json();
    expect([code, plain ?? error?.code]).toEqual([code, code]);
    expectLists(code, error?.meta.params ?? {});
  }
  const { paths, components } = await (await server.request('/api/openapi.json')).json();
  const examples = [paths, components].flatMap(paramsIn);
  expect(examples.length).toBeGreaterThan(100);
  for (const params of examples) expectLists('an example', params);
});
