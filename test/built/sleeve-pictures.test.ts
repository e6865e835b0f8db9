import { expect, test } from 'bun:test';
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, type Running, tokenOf } from '../support/executable';

// Generated sleeve pictures for link previews, without a token.

const flags = ['--catalog-visibility', 'public'];

async function picturesOf(server: Running): Promise<string[]> {
  const headers = { authorization: `Bearer ${tokenOf(server)}` };
  const list = (await (await fetch(`${server.url}/api/releases?itemsPerPage=60&fields[Release]=_id`, { headers })).json()) as {
    data: { attributes: { _id: string } }[];
  };
  return list.data.map(({ attributes }) => `${server.url}/sleeves/${attributes._id}.png`);
}

test('drawing pictures over eight connections does not block other requests', async () => {
  using folder = emptyFolder();
  await using server = await serveDemo({ cwd: folder.path, flags: [...flags, '--rate-limit', '0'] });
  const pictures = (await picturesOf(server)).slice(0, 16);
  const headers = { authorization: `Bearer ${tokenOf(server)}` };
  const read = async () => {
    const sent = performance.now();
    await (await fetch(`${server.url}/api/artists?itemsPerPage=1`, { headers })).arrayBuffer();
    return performance.now() - sent;
  };
  for (let index = 0; index < 20; index++) await read();
  let left = pictures.length;
  const connections = Array.from({ length: 8 }, async () => {
    for (let picture = pictures.pop(); picture !== undefined; picture = pictures.pop()) {
      const { status, headers } = await fetch(picture);
      if (status === 503) {
        // On a busy machine the drawing thread gets little time: it has a low priority.
        pictures.push(picture);
        await Bun.sleep(Number(headers.get('retry-after')) * 1_000);
        continue;
      }
      expect(headers.get('content-type')).toBe('image/png');
      left--;
    }
  });
  const waits: number[] = [];
  const reading = (async () => {
    for (; left > 0; await Bun.sleep(10)) waits.push(await read());
  })();
  await Promise.all([...connections, reading]);
  expect(waits.length).toBeGreaterThan(30);
  expect(waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.9)]).toBeLessThan(100);
}, 180_000);

test('pictures beyond the queue limit are refused with 503 and Retry-After', async () => {
  using folder = emptyFolder();
  await using server = await serveDemo({ cwd: folder.path, flags: [...flags, '--rate-limit', '0'] });
  const answers = await Promise.all((await picturesOf(server)).slice(0, 30).map((picture) => fetch(picture)));
  const drawn = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  expect(drawn.length + refused.length).toBe(30);
  expect(drawn.length).toBeGreaterThanOrEqual(1);
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['2']));
});

test('drawing a picture costs ten requests of the rate limit, and a stored one a single request', async () => {
  using folder = emptyFolder();
  const picture = { drawn: '', other: '' };
  const stored = join(folder.path, 'data', 'sleeves');
  {
    await using server = await serveDemo({ cwd: folder.path, flags: [...flags, '--rate-limit', '18'] });
    const [drawn = '', other = ''] = (await picturesOf(server)).map((address) => new URL(address).pathname);
    Object.assign(picture, { drawn, other });
    // A busy machine starts the worker late. Waiting for a picture that is drawn costs as much as a stored one.
    while ((await fetch(server.url + drawn)).status === 503);
    const statuses = [];
    for (const path of [drawn, drawn, other, drawn]) statuses.push((await fetch(server.url + path)).status);
    expect(statuses).toEqual([200, 200, 429, 200]);
    expect(readdirSync(stored)).toHaveLength(1);
  }
  const [file = ''] = readdirSync(stored);
  // A file truncated by a crash is drawn again.
  truncateSync(join(stored, file), 1_000);
  await using server = await serveDemo({ cwd: folder.path, flags: [...flags, '--rate-limit', '18'] });
  let again = await fetch(server.url + picture.drawn);
  while (again.status === 503) again = await fetch(server.url + picture.drawn);
  const { width, height } = await new Bun.Image(new Uint8Array(await again.arrayBuffer())).metadata();
  expect([again.status, width, height]).toEqual([200, 1200, 630]);
});
