import { describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import type { Settings } from '../../src/config';
import { Covers } from '../../src/covers/covers';
import { coverFilesOf } from '../../src/covers/files';
import { importRecords, seedVocabularies } from '../../src/import/seed';
import { jpeg, png, pngBomb } from '../support/pictures';
import { numbered, seededStore, serverOf, type TestServer } from '../support/server';
import { createStore } from '../support/store-on-disk';

const ids = ['0a000000-0000-4000-8000-000000000001', '0a000000-0000-4000-8000-000000000002'] as const;

const [id, other] = ids;

const album = { type: 'Album', id: '/api/albums/0a000000-0000-4000-8000-00000000000a', attributes: { title: 'Jaws' } };

const releases = ids.map((one) => ({
  type: 'Release',
  id: `/api/releases/${one}`,
  attributes: { title: 'Jaws' },
  relationships: { album: { data: { type: 'Album', id: album.id } } },
}));

async function edited(settings: Partial<Settings> = {}, store = seededStore()) {
  const opened = await store;
  await importRecords(opened, numbered([album, ...releases]));
  const server = await serverOf(opened, settings);
  await createUser(opened, 'edith', 'correct horse battery', 'editor');
  const token = await issueApiToken(opened, 'edith', 'tests');
  return { server, token, send: sender(server, token) };
}

const sender =
  ({ app }: TestServer, token: string) =>
  (method: string, path: string, body?: Uint8Array, headers: Record<string, string> = {}) =>
    app.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'image/png' }), ...headers },
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      }),
    );

const coverOf = async ({ read }: TestServer, id: string) => (await read(`/api/releases/${id}`)).data.attributes.cover;

const detailOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { errors: { detail: string }[] }).errors[0]?.detail,
];

describe('the cover of a release', () => {
  test('is uploaded by an editor, shown by the release and its album in three sizes, and deleted', async () => {
    const { server, send } = await edited();
    expect(await coverOf(server, id)).toBeNull();
    const put = await send('PUT', `/api/releases/${id}/cover`, png(1_000, 500));
    expect(put.status).toBe(200);
    const cover = await coverOf(server, id);
    expect(((await put.json()) as { data: unknown }).data).toEqual({ type: 'Cover', id: `/api/releases/${id}/cover`, attributes: cover });
    expect([cover.width, cover.height]).toEqual([960, 480]);
    const picture = await server.request(cover.url320);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect(picture.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(await new Bun.Image(await picture.bytes()).metadata()).toEqual({ width: 320, height: 160, format: 'webp' });
    const etag = picture.headers.get('etag') ?? '';
    expect((await server.request(`/api/releases/${id}/cover?size=320`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await server.read(album.id)).data.attributes.cover).toEqual(cover);
    expect((await send('DELETE', `/api/releases/${id}/cover`)).status).toBe(204);
    expect(await coverOf(server, id)).toBeNull();
    expect(await detailOf(await send('DELETE', `/api/releases/${id}/cover`))).toEqual([404, `The release ${id} has no cover.`]);
  });

  test('has a new URL after a change, to which the old one redirects', async () => {
    const { server, send } = await edited();
    await send('PUT', `/api/releases/${id}/cover`, png(50, 50));
    const before = await coverOf(server, id);
    await send('PUT', `/api/releases/${id}/cover`, png(50, 50, { shade: 200 }));
    const after = await coverOf(server, id);
    expect(after.url96).not.toBe(before.url96);
    const answer = await server.request(before.url96);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, after.url96]);
  });

  test('is a change of the release in the feed, unless the same picture is uploaded again', async () => {
    const { server, send } = await edited();
    const changes = async () => {
      const text = await (await server.request('/api/changes')).text();
      return text.split(`/api/releases/${id}`).length;
    };
    const before = await changes();
    await send('PUT', `/api/releases/${id}/cover`, png(50, 50));
    const after = await changes();
    expect(after).toBeGreaterThan(before);
    await send('PUT', `/api/releases/${id}/cover`, png(50, 50));
    expect(await changes()).toBe(after);
  });

  test('moves to the target of a merge that has none', async () => {
    const { server, send } = await edited();
    await send('PUT', `/api/releases/${id}/cover`, png(50, 50));
    const { store } = server;
    store.writer.run(`INSERT INTO merged_record (resource_type, id, merged_into_id, created_at) VALUES ('Release', ?, ?, '2026-01-01')`, [
      id,
      other,
    ]);
    store.writer.run(`DELETE FROM "release" WHERE id = ?`, [id]);
    expect((await coverOf(server, other)).url96).toStartWith(`/api/releases/${other}/cover`);
    const answer = await server.request(`/api/releases/${id}/cover?size=96`);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `/api/releases/${other}/cover?size=96`]);
  });
});

describe('a change of a cover', () => {
  const path = `/api/releases/${id}/cover`;

  async function revisionsOf(server: TestServer) {
    const { data } = await server.read(`/api/releases/${id}/revisions`);
    return data as { id: string; attributes: { before: object; after: object; reverts: number | null } }[];
  }
  const hashIn = async (server: TestServer) => /hash=(\w+)/.exec((await coverOf(server, id))?.url96 ?? '')?.[1];

  test('is a revision of its release, unless the same picture is uploaded again', async () => {
    const { server, send } = await edited();
    await send('PUT', path, png(50, 40));
    const first = await hashIn(server);
    await send('PUT', path, png(50, 40));
    await send('PUT', path, png(50, 40, { shade: 200 }));
    const second = await hashIn(server);
    await send('DELETE', path);
    const named = (hash: unknown) => ({ attributes: { cover: { hash, width: 50, height: 40, source: 'upload' } }, relationships: {} });
    const none = { attributes: { cover: null }, relationships: {} };
    expect((await revisionsOf(server)).map(({ attributes: { before, after } }) => [before, after])).toEqual([
      [named(second), none],
      [named(first), named(second)],
      [none, named(first)],
    ]);
  });

  test('can be reverted, and so can the revert, unless there is a newer change', async () => {
    const { server, send } = await edited();
    const revert = async (revision = '') => detailOrStatus(await send('POST', `${revision}/revert`));
    await send('PUT', path, png(50, 50));
    const [put] = await revisionsOf(server);
    const first = await hashIn(server);
    await send('PUT', path, png(50, 50, { shade: 200 }));
    const [replaced] = await revisionsOf(server);
    const second = await hashIn(server);
    expect(await revert(put?.id)).toEqual([409, 'Revision 2 is newer and would be lost. Undo that one first.']);
    expect(await revert(replaced?.id)).toEqual([201]);
    expect(await hashIn(server)).toBe(first);
    expect((await server.request((await coverOf(server, id)).url960)).status).toBe(200);
    const [back] = await revisionsOf(server);
    expect(back?.attributes.reverts).toBe(2);
    expect(await revert(back?.id)).toEqual([201]);
    expect(await hashIn(server)).toBe(second);
    await send('DELETE', path);
    expect(await revert((await revisionsOf(server))[0]?.id)).toEqual([201]);
    expect(await hashIn(server)).toBe(second);
  });

  test('cannot be reverted once the files of the picture are deleted', async () => {
    const { server, send } = await edited();
    await send('PUT', path, png(50, 50));
    await send('DELETE', path);
    server.store.writer.run("UPDATE unnamed_cover SET kept_until = '2020-01-01T00:00:00.000+00:00'");
    await send('PUT', `/api/releases/${other}/cover`, png(50, 50, { shade: 9 }));
    const [removed] = await revisionsOf(server);
    expect(await detailOrStatus(await send('POST', `${removed?.id}/revert`))).toEqual([
      409,
      'The picture is gone: replaced and removed pictures are stored for 30 days.',
    ]);
  });

  test('can only be reverted for the newest thousand removed pictures', async () => {
    const { server, send } = await edited();
    await send('PUT', path, png(50, 50));
    await send('DELETE', path);
    server.store.writer.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO unnamed_cover (hash, kept_until) SELECT printf('%040x', i), '2999-01-01T00:00:00.000+00:00' FROM n`,
    );
    await send('PUT', `/api/releases/${other}/cover`, png(50, 50, { shade: 9 }));
    const [removed] = await revisionsOf(server);
    expect((await send('POST', `${removed?.id}/revert`)).status).toBe(409);
  });

  test('by a download from another site is no revision', async () => {
    const { server } = await edited();
    const covers = new Covers(server.store, coverFilesOf(server.store, ''), 1_000_000);
    await covers.put(id, await covers.cut(png(50, 50)), { source: 'https://archive.test/1' });
    expect(await hashIn(server)).toBeDefined();
    expect(await revisionsOf(server)).toEqual([]);
  });
});

const detailOrStatus = async (response: Response) => (response.ok ? [response.status] : detailOf(response));

describe('the permissions of covers', () => {
  test('require the role editor, the scope catalog:write and a valid token', async () => {
    const { server, token } = await edited();
    const put = (bearer: string) => sender(server, bearer)('PUT', `/api/releases/${id}/cover`, png(5, 5));
    expect(await detailOf(await put(server.token))).toEqual([403, 'This is for editors. An administrator can make you one.']);
    const narrow = await issueApiToken(server.store, 'edith', 'narrow', { scopes: ['catalog:read'] });
    expect(await detailOf(await put(narrow))).toEqual([403, 'The token lacks the scope catalog:write.']);
    expect((await put('nonsense')).status).toBe(401);
    expect((await put(token)).status).toBe(200);
    expect((await server.request(`/api/releases/${id}/cover`, { headers: { authorization: '' } })).status).toBe(401);
  });

  test('allow guests to read the covers of a public catalog', async () => {
    const { server, send } = await edited({ catalogVisibility: 'public' });
    await send('PUT', `/api/releases/${id}/cover`, png(5, 5));
    const answer = await server.request(`/api/releases/${id}/cover`, { headers: { authorization: '' } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
  });
});

describe('an invalid cover', () => {
  test('is refused by media type, size, number of pixels and content', async () => {
    const { send } = await edited();
    const path = `/api/releases/${id}/cover`;
    const put = async (bytes: Uint8Array, headers?: Record<string, string>) => (await send('PUT', path, bytes, headers)).status;
    expect(await put(png(5, 5), { 'content-type': 'image/svg+xml' })).toBe(415);
    expect(await put(new Uint8Array(10 * 1_048_576 + 1))).toBe(413);
    expect(await put(pngBomb())).toBe(413);
    expect(await put(Buffer.from('<svg/>'))).toBe(422);
    // A JPEG declared as PNG is accepted.
    expect(await put(await jpeg(5, 5))).toBe(200);
    expect((await send('PUT', '/api/releases/no-release/cover', png(5, 5))).status).toBe(404);
    expect((await send('GET', `/api/releases/${other}/cover?size=96`)).status).toBe(404);
    expect(await detailOf(await send('GET', `${path}?size=97`))).toEqual([400, expect.stringContaining('one of 96, 320, 960')]);
  });
});

describe('the files of covers', () => {
  test('are private to the user of the process, shared by releases with the same picture, and deleted with the last', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leitmotif-covers-'));
    const store = createStore(folder);
    try {
      await seedVocabularies(store);
      const { server, send } = await edited({ data: folder }, Promise.resolve(store));
      const files = () => readdirSync(join(folder, 'covers'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
      for (const release of [id, other]) await send('PUT', `/api/releases/${release}/cover`, png(50, 50));
      expect(files()).toHaveLength(3);
      for (const { parentPath, name } of files()) expect(statSync(join(parentPath, name)).mode & 0o777).toBe(0o600);
      await send('DELETE', `/api/releases/${id}/cover`);
      expect(files()).toHaveLength(3);
      expect((await server.request((await coverOf(server, other)).url960)).status).toBe(200);
      await send('PUT', `/api/releases/${other}/cover`, png(50, 50, { shade: 1 }));
      expect(files()).toHaveLength(6);
      await send('DELETE', `/api/releases/${other}/cover`);
      expect(files()).toHaveLength(6);
      store.writer.run("UPDATE unnamed_cover SET kept_until = '2020-01-01T00:00:00.000+00:00'");
      await new Covers(store, coverFilesOf(store, folder), 1_000_000).tidy();
      expect(files()).toEqual([]);
    } finally {
      store.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a revert', () => {
  const revertNewest = async (server: TestServer, send: ReturnType<typeof sender>) => {
    const newest = (await server.read('/api/revisions?itemsPerPage=1')).data[0].id;
    return (await send('POST', `${newest}/revert`)).status;
  };

  test('restores a deleted release with its cover', async () => {
    const { server, send } = await edited();
    await send('PUT', `/api/releases/${id}/cover`, png(40, 40));
    const cover = await coverOf(server, id);
    const tag = (await send('GET', `/api/releases/${id}`)).headers.get('etag') ?? '';
    expect((await send('DELETE', `/api/releases/${id}`, undefined, { 'if-match': tag })).status).toBe(204);
    expect(await revertNewest(server, send)).toBe(201);
    expect(await coverOf(server, id)).toEqual(cover);
  });

  test('of a merge restores both covers, which can then be replaced', async () => {
    const { server, send } = await edited();
    await send('PUT', `/api/releases/${id}/cover`, png(40, 40));
    await send('PUT', `/api/releases/${other}/cover`, png(50, 50));
    const covers = [await coverOf(server, id), await coverOf(server, other)];
    const body = Buffer.from(JSON.stringify({ data: { type: 'Release', id: other } }));
    const merged = await send('POST', `/api/releases/${id}/merge`, body, { 'content-type': 'application/vnd.api+json' });
    expect(merged.status).toBe(200);
    expect(await revertNewest(server, send)).toBe(201);
    expect([await coverOf(server, id), await coverOf(server, other)]).toEqual(covers);
    expect((await send('PUT', `/api/releases/${id}/cover`, png(60, 60))).status).toBe(200);
    expect((await send('PUT', `/api/releases/${other}/cover`, png(60, 60))).status).toBe(200);
  });
});
