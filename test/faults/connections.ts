import type { Socket } from 'bun';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, type Running } from '../support/executable';
import { processOf } from '../support/process';

/** Limit for other clients, in milliseconds: enough for a slow machine, less than a hang. */
const patience = 5_000;

function connect(server: Running, first = ''): Promise<Socket | undefined> {
  const { hostname, port } = new URL(server.url);
  return Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: () => {}, error: () => {}, open: (socket) => void (first && socket.write(first)) },
  }).catch(() => undefined);
}

const answers = async (server: Running): Promise<string | undefined> =>
  await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(patience), headers: { connection: 'close' } }).then(
    ({ status }) => (status === 200 ? undefined : `another client gets ${status}`),
    (error) => `another client gets no response: ${error}`,
  );

const body = 'POST /api/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n';

/** Kinds of connections that are opened and left. */
const senders: Readonly<Record<string, (server: Running, n: number) => Promise<Socket | undefined>>> = {
  idle: (server) => connect(server),
  'half a header': (server) => connect(server, 'GET / HTTP/1.1\r\nHo'),
  'half a body': (server) => connect(server, `${body}{`),
  'an oversized header': (server) => connect(server, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`),
  'an oversized body': (server) => connect(server, `${body.replace('5000', '99999999999')}${'x'.repeat(100_000)}`),
  'pipelined garbage': (server, n) => connect(server, `GET / HTTP/1.1\r\nHost: a\r\n\r\n${'\0\x01\r\n\r\nGET'.repeat(n % 500)}`),
  'half-closed': async (server) => {
    const socket = await connect(server, 'GET /api HTTP/1.1\r\nHost: a\r\n\r\n');
    socket?.shutdown();
    return socket;
  },
};

/** Faults during and after many connections of each kind. */
export async function manyConnections(count: number, slowSeconds: number): Promise<string[]> {
  using folder = emptyFolder();
  await using server = await serveDemo({ cwd: folder.path, flags: ['--rate-limit', '0'] });
  void new Response(server.log).text();
  for (let n = 0; n < 20; n++) await answers(server);
  const before = processOf(server.pid);
  const faults: string[] = [];
  for (const [name, send] of Object.entries(senders)) {
    const sockets: (Socket | undefined)[] = [];
    for (let n = 0; n < (name === 'idle' ? count : Math.ceil(count / 10)); n++) sockets.push(await send(server, n));
    const failed = sockets.filter((socket) => socket === undefined).length;
    if (failed > 0) faults.push(`${name}: ${failed} of ${sockets.length} could not connect`);
    const fault = (await answers(server)) ?? (name.startsWith('half a') ? await trickle(server, sockets, slowSeconds) : undefined);
    if (fault) faults.push(`${name}, ${sockets.length} times: ${fault}`);
    for (const socket of sockets) socket?.terminate();
  }
  await Bun.sleep(1_500);
  faults.push(...[await answers(server)].filter((fault) => fault !== undefined));
  const after = processOf(server.pid);
  // A connection took about 10 kB; memory that the runtime retains is far less than all of them took.
  if (after.memory > before.memory + 80) faults.push(`memory went from ${before.memory} to ${after.memory} MB`);
  if (after.descriptors > before.descriptors + 10) faults.push(`descriptors went from ${before.descriptors} to ${after.descriptors}`);
  if ((await server.signal('SIGTERM')) !== 0) faults.push('the server did not exit with 0');
  return faults;
}

/** Sends another byte each second. */
async function trickle(server: Running, sockets: readonly (Socket | undefined)[], seconds: number): Promise<string | undefined> {
  for (let second = 0; second < seconds; second++) {
    for (const socket of sockets) socket?.write('x');
    await Bun.sleep(1_000);
    const fault = await answers(server);
    if (fault) return `after ${second} s ${fault}`;
  }
  return undefined;
}
