import { beforeAll, describe, expect, test } from 'bun:test';
import { startServer, type TestServer } from '../support/server';

const release = '00000000-0000-4000-8000-000000000001';
const records = [{ type: 'Release', id: `/api/releases/${release}`, attributes: { title: 'Psycho' } }];
const mediaType = { 'content-type': 'application/vnd.api+json' };

let server: TestServer;
let own: string;
beforeAll(async () => {
  server = await startServer(records);
  own = (await server.read('/api/users/me')).data.id;
});

const item = (type: string, attributes: object = {}, id?: string) =>
  JSON.stringify({ data: { type, ...(id !== undefined && { id }), attributes: { release: { id: release }, ...attributes } } });

describe('the user id "me"', () => {
  test.each([
    ['collection', 'CollectionItem'],
    ['wishlist', 'WishlistItem'],
  ])('works in every route of the %s, and documents carry the real id', async (list, type) => {
    const path = `/api/users/me/${list}`;
    const made = await server.request(path, { method: 'POST', headers: mediaType, body: item(type) });
    const { data } = (await made.json()) as { data: { id: string; links: { self: string }; attributes: { _id: string } } };
    const one = `${path}/${data.attributes._id}`;

    expect([made.status, made.headers.get('location')]).toEqual([201, `${own}/${list}/${data.attributes._id}`]);
    expect([data.id, data.links.self]).toEqual([`${own}/${list}/${data.attributes._id}`, data.id]);
    expect(await server.read(path)).toEqual(await server.read(`${own}/${list}`));
    expect((await server.read(path)).links?.self).toBe(`${own}/${list}?page=1`);
    expect(await server.read(one)).toEqual(await server.read(data.id));

    const read = await server.request(one);
    const changed = await server.request(one, {
      method: 'PATCH',
      headers: { ...mediaType, 'if-match': read.headers.get('etag') ?? '' },
      body: item(type, { notes: 'Mine' }, data.id),
    });
    expect([changed.status, ((await changed.json()) as { data: { id: string } }).data.id]).toEqual([200, data.id]);

    const sentBack = await server.request(one, { method: 'PATCH', headers: mediaType, body: item(type, { notes: 'Ours' }, one) });
    expect([sentBack.status, ((await sentBack.json()) as { data: { id: string } }).data.id]).toEqual([200, data.id]);
    const other = `/api/users/me/${list}/${crypto.randomUUID()}`;
    expect((await server.request(one, { method: 'PATCH', headers: mediaType, body: item(type, {}, other) })).status).toBe(409);

    const exported = await server.request(`${path}/export?format=json`);
    expect(((await exported.json()) as { items: object[] }).items).toHaveLength(1);
    expect((await server.read(`${path}/import/unmatched`)).links?.self).toBe(`${own}/${list}/import/unmatched?page=1`);
    const imported = await server.request(`${path}/import?dryRun=true`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: `release_id\n${release}\n`,
    });
    expect(imported.status).toBe(200);
    expect((await server.request(one, { method: 'DELETE' })).status).toBe(204);
    expect((await server.request(data.id)).status).toBe(404);
  });

  test('works as the id in the document of PATCH /api/users/me', async () => {
    const change = (id: string) => JSON.stringify({ data: { type: 'User', id, attributes: { email: 'me@example.org' } } });
    const send = (id: string) => server.request('/api/users/me', { method: 'PATCH', headers: mediaType, body: change(id) });
    for (const id of ['me', '/api/users/me']) expect((await send(id)).status).toBe(200);
    for (const id of ['you', '/api/users/you']) expect((await send(id)).status).toBe(409);
  });

  test('works in the statistics of the collection', async () => {
    expect((await server.read('/api/users/me/collection/statistics')).data.id).toBe(`${own}/collection/statistics`);
  });

  test('has no other spelling', async () => {
    for (const word of ['Me', 'ME', 'self', 'mex', 'tester'])
      expect((await server.request(`/api/users/${word}/collection`)).status).toBe(404);
  });

  test('does not hide a misspelled dryRun, which is refused before anything is written, strict or not', async () => {
    const send = (headers: Record<string, string>) =>
      server.request('/api/users/me/wishlist/import?dryrun=true', {
        method: 'POST',
        headers: { 'content-type': 'text/csv', ...headers },
        body: `release_id\n${release}\n`,
      });
    const [plain, strict] = [await send({}), await send({ prefer: 'handling=strict' })];

    expect([plain.status, plain.headers.get('preference-applied')]).toEqual([400, null]);
    expect([strict.status, strict.headers.get('preference-applied')]).toEqual([400, 'handling=strict']);
    expect((await server.read('/api/users/me/wishlist')).meta?.totalItems).toBe(0);
  });
});

describe('the token endpoints', () => {
  test.each(['application/json', 'application/vnd.api+json', 'application/json; charset=utf-8'])(
    'accept a plain object as %s and answer in JSON',
    async (type) => {
      const headers = { authorization: '', 'content-type': type };
      const body = JSON.stringify({ username: 'tester', password: 'correct horse battery' });
      const signedIn = await server.request('/api/token', { method: 'POST', headers, body });
      const pair = (await signedIn.json()) as { access_token: string; refresh_token: string };
      const sent = { method: 'POST', headers, body: JSON.stringify({ refresh_token: pair.refresh_token }) };
      const renewed = await server.request('/api/token/refresh', sent);
      const { refresh_token } = (await renewed.json()) as { refresh_token: string };
      const ended = await server.request('/api/token/invalidate', {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${pair.access_token}` },
        body: JSON.stringify({ refresh_token }),
      });

      for (const response of [signedIn, renewed, ended])
        expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'application/json']);
    },
  );
});
