import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
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

/** Sends a file in pieces; returns the response and the seconds until the connection was closed. */
function upload(
  token: string | undefined,
  pieces: readonly string[],
  everyMilliseconds: number,
): Promise<{ answer: string; seconds: number }> {
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

test.concurrent('a steady upload of 8 kB a second is accepted', async () => {
  const row = `${'x'.repeat(90)},0123456789\n`;
  const pieces = ['notes,barcode\n', ...Array.from({ length: 16 }, () => row.repeat(80))];
  const { answer, seconds } = await upload(tokens[0], pieces, 1_000);
  expect(answer).toStartWith('HTTP/1.1 200');
  expect(seconds).toBeGreaterThan(14);
}, 60_000);

test.concurrent('a stalled upload is refused with 408', async () => {
  const { answer } = await upload(tokens[1], ['barcode\n', ...Array.from({ length: 100 }, () => '1')], 1_000);
  expect(answer).toStartWith('HTTP/1.1 408');
  expect(answer).toContain('Send at least 40960 bytes every 20 seconds');
}, 60_000);
