import { beforeAll, expect, test } from 'bun:test';
import { startServer, type TestServer } from './support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([]);
});

const files = ['', '/page.css', '/start.js', '/swagger-ui.css', '/swagger-ui-bundle.js'].map((name) => `/api/docs${name}`);

test.each(files)('%s is sent as small as its reader takes it', async (path) => {
  const read = async (encodings: string) => {
    const response = await server.request(path, { headers: { 'accept-encoding': encodings } });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const plain = await read('identity');
  expect(plain.response.headers.get('content-encoding')).toBeNull();
  for (const [encoding, decompress] of [
    ['gzip', Bun.gunzipSync],
    ['zstd', Bun.zstdDecompressSync],
  ] as const) {
    const { response, bytes } = await read(`${encoding}, identity;q=0.5`);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(bytes.length).toBeLessThan(plain.bytes.length);
    expect(new Uint8Array(decompress(bytes))).toEqual(plain.bytes);
  }
});

test('the documentation page says how to get a token before anything else', async () => {
  const page = await (await server.request('/api/docs')).text();
  expect(page.indexOf('/api/token')).toBeGreaterThan(-1);
  expect(page.indexOf('leitmotif token create')).toBeGreaterThan(-1);
  expect(page.indexOf('/api/token')).toBeLessThan(page.indexOf('id="documentation"'));
});
