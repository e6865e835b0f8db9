import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Site, tokenFor } from '../support/site';

// Slow uploads.

let site: Site;
/** One for each test, since a user may import one file at a time. */
let tokens: readonly string[];
beforeAll(async () => {
  site = await Site.start();
  const bea = { username: 'bea', password: 'correct horse battery' };
  await site.addUser(bea);
  await site.addAdministrator();
  tokens = [await tokenFor(site, bea), await tokenFor(site, site.administrator)];
}, 30_000);
afterAll(() => site?.[Symbol.asyncDispose]());

/** Sends a file in pieces, one a second; returns the response and the seconds until the connection was closed. */
function upload(request: string, token: string | undefined, pieces: readonly string[]): Promise<{ answer: string; seconds: number }> {
  const { promise, resolve } = Promise.withResolvers<{ answer: string; seconds: number }>();
  const { hostname, port } = new URL(site.url);
  const started = performance.now();
  let answer = '';
  let timer: Timer | undefined;
  const socket = connect(Number(port), hostname);
  socket.on('data', (chunk) => {
    answer += chunk;
    if (answer.startsWith('HTTP/1.1 200')) socket.end();
  });
  socket.on('close', () => {
    clearInterval(timer);
    resolve({ answer, seconds: (performance.now() - started) / 1000 });
  });
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  socket.write(
    `${request} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${request.startsWith('PUT') ? 'application/octet-stream' : 'text/csv'}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const left = [...pieces];
  timer = setInterval(() => void (left.length > 0 && socket.write(left.shift() ?? '')), 1_000);
  return promise;
}

const collectionImport = 'POST /api/users/me/collection/import';

const tooSlow = Array.from({ length: 100 }, () => '1');

test.concurrent('a steady upload of 8 kB a second is accepted', async () => {
  const row = `${'x'.repeat(90)},0123456789\n`;
  const pieces = ['notes,barcode\n', ...Array.from({ length: 16 }, () => row.repeat(80))];
  const { answer, seconds } = await upload(collectionImport, tokens[0], pieces);
  expect(answer).toStartWith('HTTP/1.1 200');
  expect(seconds).toBeGreaterThan(14);
}, 60_000);

test.concurrent('a stalled upload is refused with 408', async () => {
  const { answer } = await upload(collectionImport, tokens[1], ['barcode\n', ...tooSlow]);
  expect(answer).toStartWith('HTTP/1.1 408');
  expect(answer).toContain('Send at least 40960 bytes every 20 seconds');
}, 60_000);

test.concurrent('a stalled upload of an import file is refused with 408 and leaves no file', async () => {
  const uploading = upload('PUT /api/import-files/stalled.jsonl', tokens[1], ['{"type"', ...tooSlow]);
  const imports = join(site.path, 'data', 'imports');
  while (!existsSync(imports) || readdirSync(imports).length === 0) await Bun.sleep(50);
  expect((await uploading).answer).toMatch(/^HTTP\/1\.1 408[\s\S]*body_too_slow/);
  expect(readdirSync(imports)).toEqual([]);
}, 60_000);
