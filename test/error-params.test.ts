import { expect, test } from 'bun:test';
import { listParams } from '../src/messages/message';
import { artist } from './support/numbered-artists';
import { startServer } from './support/server';
import { uuid } from './support/uuids';

/** A request for each error, by its code. */
const refusals: Readonly<Record<string, readonly [path: string, method: string, body?: string, type?: string]>> = {
  method_not_allowed: ['/api/search', 'DELETE'],
  unknown_include: ['/api/artists?include=wives', 'GET'],
  unknown_field: ['/api/artists?fields[Artist]=wives', 'GET'],
  unknown_facet: ['/api/releases?facets=wives', 'GET'],
  unknown_order: ['/api/artists?sort=wives', 'GET'],
  no_vocabulary: ['/api/vocabularies/wives', 'GET'],
  ambiguous_slug: ['/api/resolve?slug=twin', 'GET'],
  missing_members: ['/api/token', 'POST', '{}', 'application/json'],
  unsupported_media_type: ['/api/users/me/tokens', 'POST', 'a', 'text/plain'],
  invalid_word: ['/api/artists?order[name]=up', 'GET'],
};

test('params of an error are lists where there may be several values, and nowhere else', async () => {
  const records = [artist(1, { name: 'Twin' }), { type: 'Label', id: `/api/labels/${uuid(2)}`, attributes: { name: 'Twin' } }];
  const server = await startServer(records);
  for (const [code, [path, method, body, type]] of Object.entries(refusals)) {
    const response = await server.request(path, { method, headers: type ? { 'content-type': type } : {}, ...(body && { body }) });
    const { errors: [error] = [], error: plain } = await response.json();
    expect([code, plain ?? error?.code]).toEqual([code, code]);
    if (!error) continue;
    const params = Object.entries(error.meta.params);
    expect(params.filter(([, value]) => Array.isArray(value)).map(([name]) => name)).toEqual(
      params.map(([name]) => name).filter((name) => (listParams as readonly string[]).includes(name)),
    );
    expect(params.filter(([, value]) => /, | or /.test(String(value)) && !Array.isArray(value))).toEqual([]);
  }
});
