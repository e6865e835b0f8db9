import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { copyDemo } from '../support/demo-catalog';
import { eventsOf, folderOfTests, type Running, run, serve } from '../support/executable';

// Metrics, logs and shutdown of a server.

const metricsToken = 'a-token-that-is-long-enough';

const cwd = folderOfTests();

const memory = ['--data', ':memory:'];

const metricsUrlOf = (server: Running): string => /http:\/\/\S+\/metrics/.exec(server.said)?.[0] ?? '';

describe('metrics', () => {
  test.concurrent('are served only at their own address if one is set', async () => {
    await using server = await serve([...memory, '--metrics-listen', '0', '--log-requests', 'yes'], { cwd });
    const url = metricsUrlOf(server);
    await fetch(`${server.url}/health`);
    const text = await (await fetch(url)).text();
    expect(text).toContain('leitmotif_http_requests_total{method="GET",route="/health",status="200"} 1\n');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.]+$/m);
    expect((await fetch(new URL('/api', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  test.concurrent('require a token read from a file, at either address', async () => {
    writeFileSync(join(cwd, 'token'), `${metricsToken}\n`);
    const env = { LEITMOTIF_METRICS_TOKEN_FILE: join(cwd, 'token') };
    await using apart = await serve([...memory, '--metrics-listen', '127.0.0.1:0'], { cwd, env });
    await using within = await serve(memory, { cwd, env });
    for (const url of [metricsUrlOf(apart), `${within.url}/metrics`]) {
      const statuses = ['', `Bearer ${metricsToken}`].map(
        async (authorization) => (await fetch(url, { headers: { authorization } })).status,
      );
      expect(await Promise.all(statuses)).toEqual([401, 200]);
    }
  });
});

describe('the log', () => {
  test.concurrent('has the events of the configured level, and requests if enabled', async () => {
    const ask = async (...flags: string[]) => {
      await using server = await serve([...memory, ...flags], { cwd });
      await fetch(`${server.url}/api/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'anna\n{"event":"forged"}', password: 'no password at all' }),
      });
      expect(await server.signal('SIGTERM')).toBe(0);
      return (await eventsOf(server)).map(({ event, level }) => `${level}: ${String(event).split(':')[0]}`);
    };
    expect(await ask()).toEqual(['warn: there are no users', 'warn: sign-in failed']);
    expect(await ask('--log-level', 'error')).toEqual([]);
    expect(await ask('--log-requests', 'yes')).toEqual(['warn: there are no users', 'warn: sign-in failed', 'info: request']);
  }, 30_000);

  test.concurrent('names slow statements without their parameters', async () => {
    await copyDemo(join(cwd, 'slow'));
    const made = await run(['token', 'create', '--user', 'demo', '--name', 'test', '--data', 'slow'], { cwd });
    await using server = await serve(['--data', 'slow', '--slow-ms', '1'], { cwd });
    for (const word of ['geheimnis', 'a', 'e', 'o'])
      await fetch(`${server.url}/api/search?q=${word}`, { headers: { authorization: `Bearer ${made.stdout.trim()}` } });
    await server.signal('SIGTERM');
    const slow = (await eventsOf(server)).filter(({ event }) => event === 'slow statement');
    expect(slow.every(({ name, milliseconds, level }) => typeof name === 'string' && Number(milliseconds) >= 1 && level === 'warn')).toBe(
      true,
    );
    expect(JSON.stringify(slow)).not.toContain('geheimnis');
  }, 30_000);
});

describe('a server that receives SIGTERM', () => {
  /** Sends half of a request, and waits until the server has begun to handle it. */
  async function sendSlowly(server: Running): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const answer = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text));
    });
    const head = [
      'POST /api/token HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 62',
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n{"username":"anna",`);
    while (!(await (await fetch(metricsUrlOf(server))).text()).includes('leitmotif_http_requests_in_progress 1')) await Bun.sleep(10);
    return { socket, answer };
  }

  test.concurrent('finishes running requests, refuses new connections, and exits with 0', async () => {
    await using server = await serve([...memory, '--metrics-listen', '0'], { cwd });
    const { socket, answer } = await sendSlowly(server);
    const ended = server.signal('SIGTERM');
    const isAccepting = () =>
      fetch(`${server.url}/health`, { keepalive: false }).then(
        () => true,
        () => false,
      );
    while (await isAccepting()) await Bun.sleep(20);
    socket.write('"password":"0123456789012345678901234567890"}');
    expect(await answer).toStartWith('HTTP/1.1 4');
    expect(await ended).toBe(0);
  }, 30_000);

  test.concurrent('aborts requests after the configured time, logs them, and exits with 0', async () => {
    await using server = await serve([...memory, '--metrics-listen', '0', '--shutdown-seconds', '1'], { cwd });
    const { answer } = await sendSlowly(server);
    expect(await server.signal('SIGTERM')).toBe(0);
    expect(await answer).toBe('');
    expect((await eventsOf(server)).at(-1)).toMatchObject({ event: 'requests aborted', after_seconds: 1 });
  }, 30_000);

  test.concurrent('exits immediately at a second SIGTERM', async () => {
    await using server = await serve([...memory, '--metrics-listen', '0', '--shutdown-seconds', '3600'], { cwd });
    await sendSlowly(server);
    const ended = server.signal('SIGTERM');
    await Bun.sleep(300);
    void server.signal('SIGTERM');
    expect(await ended).toBe(143);
  }, 30_000);
});
