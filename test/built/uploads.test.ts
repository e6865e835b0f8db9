import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { Site, tokenFor } from '../support/site';

// Uploads that come slowly, or are larger than what they are for.

let site: Site;
let token: string;
beforeAll(async () => {
  site = await Site.start({ prepare: async () => {} });
  await site.addAdministrator();
  token = await tokenFor(site, site.administrator);
}, 30_000);
afterAll(() => site?.[Symbol.asyncDispose]());

/** Sends a file in pieces, and gives the answer: its status, and after how many seconds the server closed the connection. */
function upload(pieces: readonly string[], everyMilliseconds: number): Promise<{ answer: string; seconds: number }> {
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
    `POST /api/users/me/collection/import HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Type: text/csv\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const left = [...pieces];
  timer = setInterval(() => void (left.length > 0 && socket.write(left.shift() ?? '')), everyMilliseconds);
  return promise;
}

test('an upload of 8 kB a second is taken, however long it lasts', async () => {
  const row = `${'x'.repeat(90)},0123456789\n`;
  const pieces = ['notes,barcode\n', ...Array.from({ length: 16 }, () => row.repeat(80))];
  const { answer, seconds } = await upload(pieces, 1_000);
  expect(answer).toStartWith('HTTP/1.1 200');
  expect(seconds).toBeGreaterThan(14);
}, 40_000);

test('an upload that stops is answered with 408 in a sentence', async () => {
  const { answer, seconds } = await upload(['barcode\n', ...Array.from({ length: 100 }, () => '1')], 1_000);
  expect(answer).toStartWith('HTTP/1.1 408');
  expect(answer).toContain('Send at least 40960 bytes every 20 seconds');
  expect(seconds).toBeLessThan(30);
}, 50_000);
