// Covers with the executable, which contains the image decoders, and a fake Cover Art Archive.

import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfTests, run, serve } from '../support/executable';
import { jpeg, png } from '../support/pictures';

const cwd = folderOfTests();

const own = '0a000000-0000-4000-8000-000000000001';
const ofGroup = '0a000000-0000-4000-8000-000000000002';
const withoutCover = '0a000000-0000-4000-8000-000000000003';
const withInvalidImage = '0a000000-0000-4000-8000-000000000004';
const all = [own, ofGroup, withoutCover, withInvalidImage];

const mbid = (id: string) => `b${id.slice(1)}`;
const group = 'c0000000-0000-4000-8000-000000000002';

const link = (owner: string, id: string, externalId: string) => ({
  type: owner === 'releases' ? 'ReleaseExternalLink' : 'AlbumExternalLink',
  id: `/api/${owner}/${id}/external-links/${externalId.replace(/^./, 'd')}`,
  attributes: { provider: 'musicbrainz', external_id: externalId, url: `https://musicbrainz.org/x/${externalId}` },
});

const records = [
  { type: 'Album', id: `/api/albums/${group}`, attributes: { title: 'Jaws' } },
  ...all.map((id) => ({
    type: 'Release',
    id: `/api/releases/${id}`,
    attributes: { title: `Jaws ${id.at(-1)}` },
    ...(id === ofGroup && { relationships: { album: { data: { type: 'Album', id: `/api/albums/${group}` } } } }),
  })),
  link('albums', group, group),
  ...all.map((id) => link('releases', id, mbid(id))),
];

beforeAll(async () => {
  writeFileSync(join(cwd, 'records.jsonl'), records.map((record) => JSON.stringify(record)).join('\n'));
  writeFileSync(join(cwd, 'front.png'), png(400, 400));
  writeFileSync(join(cwd, 'front.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(await leitmotif('import', 'ndjson', 'records.jsonl')).toMatchObject({ exitCode: 0 });
  expect(
    await run(['user', 'create', 'anna', '--password-stdin', '--data', 'catalog'], { cwd, stdin: 'correct horse battery\n' }),
  ).toMatchObject({
    exitCode: 0,
  });
  const database = new Database(join(cwd, 'catalog', 'leitmotif.db'));
  database.run(
    `INSERT INTO collection_item (id, user_key, release_key, created_at, updated_at)
     SELECT 'e' || substr(id, 2), (SELECT key FROM user), key, '2026-01-01T00:00:00.000+00:00', '2026-01-01T00:00:00.000+00:00' FROM "release"`,
  );
  database.close();
}, 60_000);

const leitmotif = (...args: readonly string[]) => run([...args, '--data', 'catalog'], { cwd });

test('covers fetch asks for consent, fetches the covers of a collection, and does not repeat missing ones', async () => {
  const asked: { path: string; agent: string }[] = [];
  const picture = new Uint8Array(await jpeg(1_200, 1_200));
  using site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push({ path: pathname, agent: request.headers.get('user-agent') ?? '' });
      if (pathname === '/pictures/1') return new Response(picture);
      if (pathname === `/release/${mbid(own)}/front-1200`) return new Response(null, { status: 307, headers: { location: '/pictures/1' } });
      if (pathname === `/release-group/${group}/front-1200`) return new Response(picture);
      if (pathname === `/release/${mbid(withInvalidImage)}/front-1200`) return new Response('<html>');
      return new Response('none', { status: 404 });
    },
  });
  const fetchAll = (...args: readonly string[]) =>
    leitmotif('covers', 'fetch', '--user', 'anna', '--cover-art-archive', site.url.href, '--contact', 'me@films.example', ...args);
  expect(await leitmotif('covers', 'fetch')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Set --contact') });
  expect(await fetchAll()).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('ids of 4 collected releases to 127.0.0.1'),
  });
  expect((await fetchAll('--dry-run')).stdout).toBe('Would fetch covers of 4 releases.\n');
  expect(asked).toEqual([]);
  const first = await fetchAll('--yes', '--limit', '1');
  expect(first).toMatchObject({ exitCode: 0, stdout: '1 cover fetched, 0 missing. 3 releases left.\n' });
  expect(asked[0]).toEqual({
    path: `/release/${mbid(own)}/front-1200`,
    agent: expect.stringMatching(/^leitmotif\/\S+ \(me@films\.example\)$/),
  });
  const rest = await fetchAll();
  expect(rest.stdout).toBe('1 cover fetched, 1 missing, 1 rejected. Nothing left to fetch.\n');
  expect(rest.stderr).toContain('The image for Jaws 4 was rejected.');
  const before = asked.length;
  expect((await fetchAll()).stdout).toBe('0 covers fetched, 0 missing. Nothing left to fetch.\n');
  expect(asked).toHaveLength(before);
  expect((await fetchAll('--again', '--json')).stdout).toContain('"missing":1,"refused":1');
}, 60_000);

test('cover add sets a cover, which the server returns', async () => {
  expect(await leitmotif('cover', 'add', withoutCover, 'front.svg')).toMatchObject({
    exitCode: expect.any(Number),
    stderr: expect.stringContaining('SVG is not supported'),
  });
  expect(await leitmotif('cover', 'add', 'no-such-release', 'front.png')).toMatchObject({
    stderr: expect.stringContaining('There is no release no-such-release.'),
  });
  expect(await leitmotif('cover', 'add', `https://films.example/releases/${withoutCover}`, 'front.png')).toMatchObject({
    exitCode: 0,
    stdout: 'Set the cover of Jaws 3.\n',
  });
  const { stdout } = await leitmotif('token', 'create', '--user', 'anna', '--name', 'tests');
  const token = stdout.trim().split('\n').at(-1) ?? '';
  await using server = await serve(['--data', 'catalog'], { cwd });
  const picture = await fetch(`${server.url}/api/releases/${withoutCover}/cover?size=320`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(await new Bun.Image(await picture.bytes()).metadata()).toMatchObject({ width: 320, height: 320 });
}, 60_000);
