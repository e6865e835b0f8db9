import { beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { nonEmpty } from '../support/non-empty';
import { addItem, release, releaseRecord } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { unknownUuid } from '../support/uuids';

let server: TestServer;
let owner: { id: string; token: string };
let stranger: { id: string; token: string };
let item = '';
let wish = '';
let routes: Awaited<ReturnType<TestServer['app']['everyRoute']>>;

const jsonApi = { 'content-type': 'application/vnd.api+json' };

async function makeUser(name: string): Promise<{ id: string; token: string }> {
  const { id } = await createUser(server.store, name, `${name} has a long password`);
  return { id, token: await issueApiToken(server.store, name, 'tests') };
}

const add = async (kind: 'collection' | 'wishlist'): Promise<string> =>
  (await addItem(server, kind, release(1), { notes: 'a secret of the owner' }, owner.token)).attributes._id;

/** All rows of the tables with users' data. */
const everything = (): string =>
  JSON.stringify(
    ['user', 'collection_item', 'wishlist_item', 'loan', 'token'].map((table) =>
      server.store.reader.query(`SELECT * FROM ${table} ORDER BY key`).all(),
    ),
  );

/** Every route below a user, with the owner's ids. */
function routesOfOwner(): [method: string, path: string][] {
  return routes
    .filter(({ path }) => path.startsWith('/api/users/:'))
    .map(({ method, path }) => [method, path.replace(/:\w+/, owner.id).replace(/:\w+/, path.includes('wishlist') ? wish : item)]);
}

const overwriting = '{"data":{"type":"CollectionItem","attributes":{"notes":"overwritten"}}}';

const ask = (method: string, path: string, authorization: string, body = overwriting) =>
  server.request(path, {
    method,
    headers: { ...jsonApi, authorization },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
  });

beforeAll(async () => {
  server = await startServer([releaseRecord(1, 'Psycho')]);
  owner = await makeUser('owner');
  stranger = await makeUser('stranger');
  routes = await server.app.everyRoute();
  item = await add('collection');
  wish = await add('wishlist');
});

test('the routes of users include both lists and their items', () => {
  const paths = routesOfOwner().map(([method, path]) => `${method} ${path}`);
  for (const kind of ['collection', 'wishlist']) {
    expect(paths).toContain(`GET /api/users/${owner.id}/${kind}`);
    expect(paths).toContain(`POST /api/users/${owner.id}/${kind}`);
    expect(paths.some((path) => path.startsWith(`DELETE /api/users/${owner.id}/${kind}/`))).toBe(true);
  }
});

describe('another user', () => {
  test.each([
    ['a valid request', '', overwriting],
    ['invalid parameters and no JSON', '?status=sold&include=shoes&page=0', '{'],
  ])('gets the same 404 on every route of the owner as for an unknown user, for %s', async (_, query, body) => {
    const before = everything();
    for (const [method, path] of nonEmpty(routesOfOwner())) {
      const response = await ask(method, path + query, `Bearer ${stranger.token}`, body);
      const unknown = await ask(method, path.replace(owner.id, unknownUuid) + query, `Bearer ${stranger.token}`, body);
      expect([method, path, response.status]).toEqual([method, path, 404]);
      const plain = async (answer: Response, id: string) => (await answer.text()).replaceAll(id, '').replace(/"id":"[^"]*"/g, '');
      expect(await plain(response, owner.id)).toBe(await plain(unknown, unknownUuid));
    }
    expect(everything()).toBe(before);
  });

  test('finds none of the owner’s items in their own lists', async () => {
    for (const path of [
      `/api/users/${stranger.id}/collection`,
      `/api/users/${stranger.id}/wishlist`,
      `/api/users/${stranger.id}/collection?q=secret`,
    ]) {
      const response = await server.request(path, { headers: { authorization: `Bearer ${stranger.token}` } });
      expect([path, response.status, ((await response.json()) as { meta: { totalItems: number } }).meta.totalItems]).toEqual([
        path,
        200,
        0,
      ]);
    }
    for (const path of [`/api/users/${stranger.id}/collection/${item}`, `/api/users/${stranger.id}/wishlist/${wish}`]) {
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect([path, method, (await ask(method, path, `Bearer ${stranger.token}`)).status]).toEqual([path, method, 404]);
    }
  });
});

describe('an invalid token', () => {
  test('gets 401 with a challenge on every route of users and changes nothing', async () => {
    const revoked = await issueApiToken(server.store, 'owner', 'revoked');
    const expired = await issueApiToken(server.store, 'owner', 'expired');
    server.store.writer.run("UPDATE token SET revoked_at = created_at WHERE name = 'revoked'");
    server.store.writer.run("UPDATE token SET expires_at = '2020-01-01T00:00:00.000+00:00' WHERE name = 'expired'");
    const before = everything();
    const own: [string, string][] = routes
      .filter(({ path }) => path.startsWith('/api/users/me'))
      .map(({ method, path }) => [method, path.replace(/:\w+/, item)]);
    expect(own.length).toBeGreaterThan(3);
    for (const [name, authorization] of [
      ['none', ''],
      ['malformed', 'Bearer lm_pat_malformed'],
      ['altered', `Bearer ${owner.token.slice(0, -1)}${owner.token.endsWith('0') ? '1' : '0'}`],
      ['expired', `Bearer ${expired}`],
      ['revoked', `Bearer ${revoked}`],
      ['basic', `Basic ${btoa('owner:owner has a long password')}`],
    ] as const) {
      for (const [method, path] of [...routesOfOwner(), ...own]) {
        const response = await ask(method, path, authorization);
        expect({
          name,
          method,
          path,
          status: response.status,
          challenge: response.headers.get('www-authenticate')?.startsWith('Bearer'),
        }).toEqual({ name, method, path, status: 401, challenge: true });
      }
    }
    expect(everything()).toBe(before);
    expect(JSON.stringify(server.logged)).not.toContain('lm_pat_');
  });

  test('without the scope gets 403 on every route of lists, whatever other scopes it has, and changes nothing', async () => {
    const scopes = ['catalog:read', 'collection:read', 'collection:write', 'wishlist:read', 'wishlist:write'] as const;
    const without = new Map<string, string>();
    for (const scope of scopes)
      without.set(scope, await issueApiToken(server.store, 'owner', scope, { scopes: scopes.filter((other) => other !== scope) }));
    const before = everything();
    for (const [method, path] of nonEmpty(routesOfOwner().filter(([, path]) => /collection|wishlist|loans|shares/.test(path)))) {
      const reads = method === 'GET' || path.endsWith('/look-ups');
      const scope = `${/wishlist|shares/.test(path) ? 'wishlist' : 'collection'}:${reads ? 'read' : 'write'}`;
      expect([method, path, (await ask(method, path, `Bearer ${without.get(scope)}`)).status]).toEqual([method, path, 403]);
    }
    expect(everything()).toBe(before);
  });
});
