import { beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type AssetName, assetFiles } from '../../src/website/http/asset-files';
import { Assets } from '../../src/website/http/assets';
import { startServer, type TestServer } from '../support/server';

const names = Object.keys(assetFiles) as AssetName[];
const assets = new Assets();
const folder = join(import.meta.dir, '../../src/website/client');
const drawings = join(import.meta.dir, '../../docs/performance');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});

const read = async (path: string, encodings?: string) => {
  const headers: Record<string, string> = { authorization: '', ...(encodings !== undefined && { 'accept-encoding': encodings }) };
  const response = await server.request(path, { headers });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
};

test('the assets are the files of the client folder, the barcode reader and the charts of the documentation', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.ts') && !entry.parentPath.endsWith('/style'),
  );
  const ofPackages = ['barcode-reader.js', 'barcode-reader.wasm'];
  const charts = readdirSync(drawings).map((name) => `performance-${name}`);
  expect([...files.map(({ name }) => name.replace('.gen.', '.')), ...ofPackages, ...charts].toSorted()).toEqual([...names].toSorted());
});

describe.each(names)('%s', (name) => {
  test('is public and immutable under a content hash', async () => {
    const { response, bytes } = await read(assets.url(name));
    expect(assets.url(name)).toMatch(/^\/assets\/[\w-]+\.[a-z0-9]{8,13}\.\w+$/);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers.get('ratelimit')).toBeNull();
    if (name !== 'style.css') expect(bytes).toEqual(new Uint8Array(readFileSync(assetFiles[name])));
  });

  test('is compressed unless its format already is', async () => {
    const plain = await read(assets.url(name));
    for (const [encoding, decode] of [
      ['zstd', Bun.zstdDecompressSync],
      ['br', brotliDecompressSync],
      ['gzip', Bun.gunzipSync],
    ] as const) {
      const { response, bytes } = await read(assets.url(name), encoding);
      const isPacked = /\.(?:woff2|png)$/.test(name);
      expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual(
        isPacked ? [null, null] : [encoding, 'Accept-Encoding'],
      );
      if (!isPacked) expect([bytes.length < plain.bytes.length, new Uint8Array(decode(bytes))]).toEqual([true, plain.bytes]);
    }
  });
});

test.each([
  ['style.css', 'text/css; charset=utf-8'],
  ['enhance.js', 'text/javascript; charset=utf-8'],
  ['logo.svg', 'image/svg+xml'],
  ['newsreader.woff2', 'font/woff2'],
  ['OFL-Newsreader.txt', 'text/plain; charset=utf-8'],
] as const)('%s has the type %s', async (name, type) => {
  expect((await read(assets.url(name))).response.headers.get('content-type')).toBe(type);
});

test.each([undefined, '/music'])('every URL in the style sheet works below the base path %p', async (basePath) => {
  const own = await startServer([], { basePath: basePath ?? '' });
  const url = new Assets(basePath).url('style.css');
  expect(url).toStartWith(`${basePath ?? ''}/assets/`);
  const style = await (await own.request(url)).text();
  const named = [...style.matchAll(/url\(([^)]*)\)/g)].map(([, address]) => new URL(address as string, `http://x${url}`).pathname);
  expect(named.length).toBe(4);
  for (const path of named) {
    const response = await own.request(path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'font/woff2']);
  }
});

test.each([
  '/assets/style.css',
  '/assets/style.0000000000000.css',
  '/assets/',
  '/assets/..%2fapp.ts',
  '/assets/__proto__.x.css',
  '/assets/constructor.abc.js',
  '/assets/toString.a.toString',
  '/assets/fonts/newsreader.woff2',
])('%s answers 404', async (path) => {
  expect((await read(path)).response.status).toBe(404);
});
