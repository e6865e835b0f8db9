import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, executable, run, tokenOf } from '../support/executable';

// A server whose connections take all file descriptors.

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

/** Sends a request on an open connection, and returns the head of the response. */
async function ask(socket: Socket, request: string, fields: readonly string[] = [], body = ''): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = '';
  const read = (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    if (isWhole(answer)) resolve(answer.slice(0, answer.indexOf('\r\n\r\n')));
  };
  socket.on('data', read).once('close', () => resolve('closed'));
  const length = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  socket.write(`${[`${request} HTTP/1.1`, 'Host: a', ...fields, ...length].join('\r\n')}\r\n\r\n${body}`);
  const head = await promise;
  socket.off('data', read);
  return head;
}

/** Whether a response has arrived completely, with a length or in chunks. */
function isWhole(answer: string): boolean {
  const head = /^content-length: (\d+)(?:\r\n.+)*\r\n\r\n/im.exec(answer);
  return head ? answer.length >= head.index + head[0].length + Number(head[1]) : answer.endsWith('\r\n0\r\n\r\n');
}

const statusOf = (head: string): string => head.slice(9, 12);

test('a server with 1,300 half-open connections and 1,024 descriptors still answers open connections, writes included', async () => {
  using folder = emptyFolder();
  const program = join(folder.path, 'limited');
  writeFileSync(program, `#!/bin/bash\nulimit -n 1024\nexec ${executable} "$@"\n`, { mode: 0o755 });
  await using server = await serveDemo({ cwd: folder.path, program, flags: ['--rate-limit', '0', '--catalog-visibility', 'public'] });
  const log = new Response(server.log).text();
  const port = Number(new URL(server.url).port);
  const fields = [`Authorization: Bearer ${tokenOf(server)}`];
  const list = await fetch(`${server.url}/api/releases?itemsPerPage=1`, { headers: { authorization: `Bearer ${tokenOf(server)}` } });
  const release = ((await list.json()) as { data: [{ id: string; attributes: { _id: string } }] }).data[0];
  const connected = await opened(port);
  // A connection is accepted once something was sent.
  expect(statusOf(await ask(connected, 'GET /healthz'))).toBe('200');

  const sockets = await Promise.all(Array.from({ length: 1_300 }, () => opened(port)));
  for (const socket of sockets) socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHo');
  await Bun.sleep(500);
  // Facets and pictures need workers.
  expect(statusOf(await ask(connected, 'GET /api/releases?facets=decade,label', fields))).toBe('200');
  const picture = await ask(connected, `GET /sleeves/${release.attributes._id}.png`);
  expect([statusOf(picture), /retry-after: \d/i.test(picture)]).toEqual(['503', true]);
  const written = await run(['user', 'create', 'anna', '--admin', '--password-stdin', '--data', 'data'], {
    cwd: folder.path,
    stdin: 'correct horse battery\n',
  });
  expect(written.exitCode).toBe(0);
  const credentials = '{"username":"anna","password":"correct horse battery"}';
  expect(statusOf(await ask(connected, 'POST /api/token', [], credentials))).toBe('200');
  // Longer than the interval in which the server checks its database.
  await Bun.sleep(2_500);
  expect(statusOf(await ask(connected, 'GET /readyz'))).toMatch(/200|503/);
  for (const page of ['/', '/releases', '/search?q=vertigo', '/docs'])
    expect([page, statusOf(await ask(connected, `GET ${page}`))]).toEqual([page, '200']);

  for (const socket of sockets) socket.destroy();
  const hasRecovered = async () => {
    const statuses = ['/readyz', `/sleeves/${release.attributes._id}.png`].map(async (path) => (await fetch(server.url + path)).status);
    return (await Promise.all(statuses)).every((status) => status === 200);
  };
  while (!(await hasRecovered())) await Bun.sleep(100);
  connected.destroy();
  expect(await server.signal('SIGTERM')).toBe(0);
  expect((await log).match(/"event":"few file descriptors left"/g)).toHaveLength(1);
}, 60_000);
