import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deleteUser, getUser } from '../../src/accounts/users/users';
import { createBackup } from '../../src/backups/create-backup';
import { verifyBackup } from '../../src/backups/verification';
import { Covers } from '../../src/covers/covers';
import { coverFilesOf } from '../../src/covers/files';
import { importRecords, seedVocabularies } from '../../src/import/seed';
import { emptyFolder } from '../support/executable';
import { addItem, mergedRecord, openWorld, release, releaseRecord, type World } from '../support/owned-items';
import { jpeg, png, pngBomb, turnedJpeg } from '../support/pictures';
import { liveOf, numbered, serverOf } from '../support/server';
import { noting, type Prepared, tablesScanned } from '../support/statement-plans';
import { createStore } from '../support/store-on-disk';
import { unknownUuid } from '../support/uuids';

let world: World;
let item = '';
beforeAll(async () => {
  world = await openWorld('collection');
});
beforeEach(async () => {
  await world.clear();
  world.server.store.writer.run('DELETE FROM item_photo');
  item = (await world.make(1)).id;
});
afterAll(() => world.server.store.close());

/** A different picture for each number. */
const shade = (number: number) => png(8 + number, 8);

const upload = (bytes: Uint8Array, { query = '', type = 'image/png', to = item, on = world.server, token = '' } = {}): Promise<Response> =>
  on.request(`${to}/photos${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token || on.token}`, 'content-type': type },
    body: bytes as Uint8Array<ArrayBuffer>,
  });

const add = async (bytes: Uint8Array, sent: Parameters<typeof upload>[1] = {}): Promise<string> => {
  const response = await upload(bytes, sent);
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { data: { id: string } }).data.id;
};

const captions = async (of = item): Promise<string[]> =>
  (await world.server.read(`${of}/photos`)).data.map(({ attributes }: { attributes: { caption: string } }) => attributes.caption);

const patch = (id: string, attributes: object) => world.send('PATCH', id, { data: { type: 'ItemPhoto', id, attributes } });

const codeOf = async (response: Response): Promise<readonly [number, string | undefined, unknown]> => {
  const { errors } = (await response.json()) as { errors?: { code: string; meta?: { params?: object } }[] };
  return [response.status, errors?.[0]?.code, errors?.[0]?.meta?.params];
};

const rows = (): number => world.server.store.reader.get<{ n: number }>('SELECT count(*) AS n FROM item_photo')?.n ?? 0;

describe('photos of a copy', () => {
  test('become WebP files without metadata, upright, which only their owner reads', async () => {
    const response = await upload(await turnedJpeg(1_200, 600), { type: 'image/jpeg', query: '?caption=%20Obi%20' });
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: { id: string; attributes: object } };
    expect(response.headers.get('location')).toBe(data.id);
    expect(data.attributes).toMatchObject({ caption: 'Obi', position: 1, width: 480, height: 960 });
    expect((await world.server.read(data.id)).data).toEqual(data);
    for (const [size, width] of [
      [96, 48],
      [320, 160],
      [960, 480],
    ]) {
      const file = await world.server.request(`${data.id}/file?size=${size}`);
      expect([file.headers.get('cache-control'), file.headers.get('content-type')]).toEqual(['private, no-cache', 'image/webp']);
      const bytes = Buffer.from(await file.bytes());
      expect((await new Bun.Image(bytes).metadata()).width).toBe(width as number);
      expect(bytes.includes('EXIF')).toBe(false);
      const known = { headers: { 'if-none-match': file.headers.get('etag') ?? '' } };
      expect((await world.server.request(`${data.id}/file?size=${size}`, known)).status).toBe(304);
    }
    world.server.store.writer.run("UPDATE user SET role = 'admin' WHERE username = 'stranger'");
    for (const path of [`${item}/photos`, data.id, `${data.id}/file`, `/api/users/${world.userId}/photos`]) {
      const { status } = await world.server.request(path, { headers: { authorization: `Bearer ${world.strangerToken}` } });
      expect([path, status]).toEqual([path, 404]);
    }
    expect((await upload(shade(1), { token: world.strangerToken })).status).toBe(404);
    // Nor through their own copies.
    const foreign = data.id.replace(world.userId, world.strangerId);
    expect((await world.server.request(`${foreign}/file`, { headers: { authorization: `Bearer ${world.strangerToken}` } })).status).toBe(
      404,
    );
  });

  test.each<readonly [string, () => Uint8Array | Promise<Uint8Array>, number, string]>([
    ['text', () => Buffer.from('no picture'), 422, 'picture_unknown'],
    ['HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 422, 'picture_is_heic'],
    ['a bomb', pngBomb, 413, 'many_pixels'],
    ['12 MB', () => Buffer.alloc(12_000_000, 1), 413, 'body_too_large'],
    ['half a JPEG', async () => (await jpeg(300, 200)).subarray(0, 700), 422, 'damaged_picture'],
  ])('are refused of %s, and nothing is stored', async (_, bytes, status, code) => {
    expect((await codeOf(await upload(await bytes()))).slice(0, 2)).toEqual([status, code]);
    expect(rows()).toBe(0);
  });

  test('have other limits: types, captions, and 20 different ones a copy, also if many come at once', async () => {
    expect((await upload(shade(1), { type: 'image/heic' })).status).toBe(415);
    for (const query of ['?caption=', `?caption=${'x'.repeat(101)}`, '?titel=x'])
      expect((await upload(shade(1), { query })).status).toBe(400);
    expect((await upload(shade(1), { to: item.replace(/[^/]+$/, unknownUuid) })).status).toBe(404);
    const id = await add(shade(1));
    expect((await codeOf(await upload(shade(1)))).slice(0, 2)).toEqual([409, 'photo_exists']);
    expect((await patch(id, { caption: 'x'.repeat(101), position: 21 })).status).toBe(422);
    for (let number = 2; number < 18; number++) await add(shade(number));
    const statuses = await Promise.all([30, 30, 40, 50, 60, 70].map(async (number) => (await upload(shade(number))).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    expect(await codeOf(await upload(shade(80)))).toEqual([409, 'many_photos', { max: 20 }]);
  });

  test('have an order and captions', async () => {
    const [a, b, c] = [
      await add(shade(1), { query: '?caption=a' }),
      await add(shade(2), { query: '?caption=b' }),
      await add(shade(3), { query: '?caption=c' }),
    ];
    for (const [id, position, order] of [
      [c, 1, 'cab'],
      [c, 20, 'abc'],
      [a, 2, 'bac'],
      [b, 1, 'bac'],
      [b, 3, 'acb'],
    ] as const) {
      expect((await patch(id, { position })).status).toBe(200);
      expect((await captions()).join('')).toBe(order);
    }
    expect((await (await patch(a, { caption: null })).json()) as object).toMatchObject({
      data: { attributes: { caption: null, position: 1 } },
    });
  });

  test('are removed, and restored to their place', async () => {
    const ids = [];
    for (const caption of ['a', 'b', 'c']) ids.push(await add(shade(ids.length), { query: `?caption=${caption}` }));
    const [, b = ''] = ids;
    expect((await world.send('DELETE', b)).status).toBe(204);
    expect(await captions()).toEqual(['a', 'c']);
    expect([(await world.server.request(b)).status, (await world.server.request(`${b}/file`)).status]).toEqual([404, 404]);
    expect((await world.send('DELETE', b)).status).toBe(404);
    expect((await patch(b, {})).status).toBe(200);
    expect(await captions()).toEqual(['a', 'b', 'c']);
    await world.send('DELETE', b);
    await add(shade(1), { query: '?caption=again' });
    expect((await codeOf(await patch(b, {}))).slice(0, 2)).toEqual([409, 'photo_exists']);
  });
});

describe('photos stay with their copy', () => {
  test('that is removed and added again, or whose release is merged', async () => {
    await add(shade(1), { query: '?caption=a' });
    await world.send('DELETE', await add(shade(2)));
    const { data } = await world.server.read(item);
    await world.send('DELETE', item);
    expect((await world.server.request(`${item}/photos`)).status).toBe(404);
    const again = await world.send('POST', world.list, { data: { type: 'CollectionItem', attributes: data.attributes } });
    const { id } = ((await again.json()) as { data: { id: string } }).data;
    expect([id, await captions(id)]).toEqual([item, ['a']]);
    await world.importLines([mergedRecord(1, 2)]);
    expect((await world.server.read(id)).data.attributes.release.id).toBe(release(2).slice('/api/releases/'.length));
    expect(await captions(id)).toEqual(['a']);
    // Nobody takes over those of others.
    await world.send('DELETE', id);
    const uuid = id.slice(id.lastIndexOf('/') + 1);
    const stolen = { type: 'CollectionItem', attributes: { _id: uuid, release: { id: release(2) } } };
    const other = await world.send('POST', `/api/users/${world.strangerId}/collection`, { data: stolen }, { token: world.strangerToken });
    const theirs = ((await other.json()) as { data: { id: string } }).data.id;
    expect(theirs).not.toEndWith(uuid);
    const list = await world.server.request(`${theirs}/photos`, { headers: { authorization: `Bearer ${world.strangerToken}` } });
    expect(((await list.json()) as { data: unknown[] }).data).toEqual([]);
  });

  test('that an import added, which is changed by them', async () => {
    const row = 'release_title\r\nVertigo\r\n';
    await world.send('POST', `${world.list}/import`, row, { headers: { 'content-type': 'text/csv' } });
    const imported = (await world.server.read(`${world.list}?order[createdAt]=desc`)).data[0].id;
    await add(shade(1), { to: imported });
    const [{ id }] = (await world.server.read(`${world.list}/imports`)).data;
    const undone = await world.send('DELETE', `${world.list}/imports/${id.slice(id.lastIndexOf('/') + 1)}`);
    expect(JSON.stringify(await undone.json())).toContain('"reason":"changed"');
    expect((await world.server.read(`${imported}/photos`)).data).toHaveLength(1);
  });
});

test('a quota bounds what the files of a user take on the disk, for which removed photos make room', async () => {
  const store = world.server.store;
  const server = await serverOf(store, { photoQuotaMegabytes: 0.03 }, undefined, 'other');
  const send = (number: number) =>
    server.request(`${item}/photos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.server.token}`, 'content-type': 'image/png' },
      body: new Uint8Array(shade(number)),
    });
  const first = (await (await send(1)).json()) as { data: { id: string } };
  expect((await send(2)).status).toBe(201);
  expect(await codeOf(await send(3))).toEqual([409, 'photo_quota', { max: 0.03 }]);
  await world.send('DELETE', first.data.id);
  expect((await send(3)).status).toBe(201);
  expect((await patch(first.data.id, {})).status).toBe(404);
});

test('files are in backups and exports, are deleted a day after their photo, with their account, and if they are left half-written', async () => {
  using folder = emptyFolder();
  const data = join(folder.path, 'data');
  const store = createStore(data);
  await seedVocabularies(store);
  await importRecords(store, numbered([releaseRecord(1, 'Psycho')]));
  const server = await serverOf(store, { data });
  item = (await addItem(server, 'collection', release(1))).id;
  const [kept, gone] = [await add(shade(1), { on: server }), await add(shade(2), { on: server })];
  const files = () => readdirSync(join(data, 'covers'), { recursive: true }).filter((name) => String(name).endsWith('.webp')).length;
  const covers = new Covers(store, coverFilesOf(store, data), 1_000_000);
  await covers.tidy();
  expect(files()).toBe(6);

  const task = {
    database: join(data, 'leitmotif.db'),
    covers: join(data, 'covers'),
    folder: join(folder.path, 'backups'),
    reason: 'asked',
  } as const;
  for (const extent of ['all', 'users'] as const) {
    const backup = createBackup({ ...task, extent });
    expect([extent, backup.covers, backup.rows.item_photo]).toEqual([extent, 6, 2]);
    expect(verifyBackup(backup).findings).toEqual([]);
  }
  const archive = join(folder.path, 'photos.tar');
  await Bun.write(archive, await (await server.request('/api/users/me/photos')).bytes());
  const listed = Bun.spawnSync(['tar', '-xvf', archive, '-C', folder.path]);
  const named = ((await (await server.request('/api/users/me/data')).json()) as { photos: { file: string }[] }).photos.map(
    ({ file }) => file,
  );
  expect([listed.exitCode, listed.stdout.toString().trim().split('\n')]).toEqual([0, named]);
  expect((await new Bun.Image(await Bun.file(join(folder.path, named[0] ?? '')).bytes()).metadata()).format).toBe('webp');

  await server.request(gone, { method: 'DELETE' });
  await covers.tidy();
  expect(files()).toBe(6);
  store.writer.run("UPDATE item_photo SET removed_at = '2020-01-01' WHERE removed_at IS NOT NULL");
  await covers.tidy();
  expect([files(), (await server.request(`${kept}/file`)).status]).toEqual([3, 200]);
  await deleteUser(store, getUser(store, 'tester'), liveOf(store));
  await covers.tidy();
  expect(files()).toBe(0);
  store.close();
});

test('photos are read by their indexes', async () => {
  // Statements are prepared once.
  const own = await openWorld('collection');
  const { store } = own.server;
  item = (await own.make(1)).id;
  const statements: Prepared[] = [];
  let purpose = 'photos';
  noting(store, statements, () => purpose);
  const id = await add(shade(1), { on: own.server });
  await own.server.read(`${item}/photos`);
  await own.server.request(`${id}/file`);
  await own.send('PATCH', id, { data: { type: 'ItemPhoto', id, attributes: { caption: 'x', position: 2 } } });
  await own.send('DELETE', id);
  await new Covers(store, coverFilesOf(store, ''), 1).sweep();
  purpose = '';
  const ofPhotos = statements.filter(({ sql }) => sql.includes('item_photo'));
  expect(ofPhotos.length).toBeGreaterThan(8);
  expect(ofPhotos.flatMap(({ sql }) => tablesScanned(store.reader, sql).map((table) => [table, sql]))).toEqual([]);
});
