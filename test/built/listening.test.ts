import { expect, test } from 'bun:test';
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { makeCertificate } from '../support/certificates';
import { Datagrams } from '../support/datagrams';
import { folderOfTests, run, start as startCommand } from '../support/executable';

// HTTPS, Unix sockets, health checks and service managers.

const folder = folderOfTests();

interface Started extends AsyncDisposable {
  /** The printed address, without the path. */
  readonly shown: string;
  /** Waits for the next log line with an event. */
  logged(event: string): Promise<string>;
  kill(signal: 'SIGHUP' | 'SIGTERM' | 'SIGKILL'): void;
  readonly exited: Promise<number>;
}

async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const child = startCommand(['serve', '--data', ':memory:', ...args], { cwd: folder, env });
  let said = '';
  for await (const chunk of child.stdout) {
    said += new TextDecoder().decode(chunk);
    if (said.includes('/api-reference\n')) break;
  }
  const shown = / at (\S+)\n/.exec(said)?.[1];
  if (shown === undefined) throw new Error(await new Response(child.stderr).text());
  const dispose = async () => {
    child.kill('SIGKILL');
    await child.exited;
  };
  const lines = linesOf(child.stderr);
  const logged = async (event: string) => {
    for (let next = await lines.next(); !next.done; next = await lines.next())
      if (next.value.includes(`"event":"${event}"`)) return next.value;
    throw new Error(`The log ended without "${event}".`);
  };
  return { shown, logged, kill: (signal) => child.kill(signal), exited: child.exited, [Symbol.asyncDispose]: dispose };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + new TextDecoder().decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** The common name in the certificate of a server. */
const certificateAt = (origin: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.end();
    });
    socket.on('error', reject);
  });

test('SIGHUP reloads the TLS certificate, and keeps the previous one if the files do not match', async () => {
  const [cert, key] = [join(folder, 'site.pem'), join(folder, 'site.key')];
  const write = (name: string) => {
    const made = makeCertificate(name);
    writeFileSync(cert, made.cert);
    writeFileSync(key, made.key);
  };
  write('first');
  await using server = await start(['--port', '0', '--tls-certificate', 'site.pem', '--tls-key', 'site.key']);
  expect(server.shown).toStartWith('https://127.0.0.1:');
  expect(await certificateAt(server.shown)).toBe('first');

  write('second');
  server.kill('SIGHUP');
  expect(await server.logged('certificate read again')).toContain(cert);
  expect(await certificateAt(server.shown)).toBe('second');

  writeFileSync(key, makeCertificate('third').key);
  server.kill('SIGHUP');
  expect(await server.logged('certificate not read again')).toContain('KEY_VALUES_MISMATCH');
  expect(await certificateAt(server.shown)).toBe('second');

  const page = await fetch(`${server.shown}/set-up`, { tls: { rejectUnauthorized: false } });
  expect(page.headers.get('set-cookie')).toMatch(/^__Host-.*; Secure;/);
  const port = new URL(server.shown).port;
  const taken = await run(['serve', '--data', ':memory:', '--port', port, '--tls-certificate', 'site.pem', '--tls-key', 'site.pem'], {
    cwd: folder,
  });
  expect([taken.exitCode, taken.stderr]).toEqual([
    1,
    `leitmotif: Port ${port} of 127.0.0.1 is already in use. Set another with --port, or 0 for any free port.\n`,
  ]);

  const unsaid = await run(['healthcheck', '--port', port], { cwd: folder });
  expect([unsaid.exitCode, unsaid.stderr]).toEqual([1, expect.stringContaining('set its --tls-certificate and --tls-key too.')]);
  const well = await run(['healthcheck', '--port', port, '--tls-certificate', 'site.pem', '--tls-key', 'site.key'], { cwd: folder });
  expect(well).toEqual({ exitCode: 0, stdout: `https://127.0.0.1:${port}/health is healthy.\n`, stderr: '' });
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});

test.if(process.platform === 'linux')(
  'SIGHUP still reloads the TLS certificate after the server has loaded its deferred modules',
  async () => {
    const [cert, key] = [join(folder, 'later.pem'), join(folder, 'later.key')];
    const write = (name: string) => {
      const made = makeCertificate(name);
      writeFileSync(cert, made.cert);
      writeFileSync(key, made.key);
    };
    write('first');
    // The third notification comes a second after the server has looked for pending requests and loaded the rest.
    using datagrams = new Datagrams(join(folder, 'later'));
    const watched = { NOTIFY_SOCKET: datagrams.path, WATCHDOG_USEC: '3000000' };
    await using server = await start(['--port', '0', '--tls-certificate', cert, '--tls-key', key], watched);
    const states = await Promise.all([datagrams.next(), datagrams.next(), datagrams.next(), datagrams.next()]);
    // On a busy machine, the watchdog may be first.
    expect(states.toSorted()).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1']);
    for (const name of ['second', 'third']) {
      write(name);
      server.kill('SIGHUP');
      expect(await server.logged('certificate read again')).toContain(cert);
      expect(await certificateAt(server.shown)).toBe(name);
    }
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
);

test('a server finishes requests of its earlier certificate, though SIGHUP arrives while it stops', async () => {
  const file = join(folder, 'stopping.pem');
  const write = () => {
    const { cert, key } = makeCertificate('stopping');
    writeFileSync(file, cert + key);
  };
  write();
  await using server = await start(['--port', '0', '--tls-certificate', file, '--tls-key', file]);
  const { port } = new URL(server.shown);
  const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false });
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString();
    });
    socket.on('close', () => resolve(text));
  });
  const request = [
    'POST /api/token HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 2',
    'Expect: 100-continue',
  ];
  socket.write(`${request.join('\r\n')}\r\n\r\n{`);
  // Its request is being read.
  await new Promise((resolve) => socket.once('data', resolve));
  write();
  server.kill('SIGHUP');
  await server.logged('certificate read again');
  server.kill('SIGTERM');
  const isListening = () =>
    certificateAt(server.shown).then(
      () => true,
      () => false,
    );
  while (await isListening());
  server.kill('SIGHUP');
  socket.write('}');
  expect(await server.exited).toBe(0);
  expect(await answer).toContain('HTTP/1.1 400');
});

test('a Unix socket has the configured mode, replaces a stale one, and is deleted on shutdown', async () => {
  const path = join(folder, 'leitmotif.sock');
  await using killed = await start(['--socket', path]);
  expect(killed.shown).toBe(`unix:${path}`);
  expect(statSync(path).mode & 0o777).toBe(0o660);
  const beside = await run(['serve', '--data', ':memory:', '--socket', path], { cwd: folder });
  expect([beside.exitCode, beside.stderr]).toEqual([
    1,
    `leitmotif: Another program listens on ${path}. Stop it first, or set another path with --socket.\n`,
  ]);
  await killed[Symbol.asyncDispose]();
  expect(existsSync(path)).toBeTrue();
  const failing = await run(['healthcheck', '--socket', path], { cwd: folder });
  expect([failing.exitCode, failing.stderr]).toEqual([1, expect.stringMatching(/^leitmotif: unix:\S+ does not respond \(\w+\)\.\n$/)]);

  await using server = await start(['--socket-mode', '0600'], { LEITMOTIF_SOCKET: path });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await run(['healthcheck'], { cwd: folder, env: { LEITMOTIF_SOCKET: path } })).stdout).toBe(`unix:${path} is healthy.\n`);
  // Clients of the socket are trusted like proxies.
  const headers = { host: 'films.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
  const page = await fetch('http://films.example/set-up', { unix: path, headers });
  expect(page.headers.get('set-cookie')).toMatch(/^__Host-.*; Secure;/);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(existsSync(path)).toBeFalse();
});

test('a file at the path of the socket is not replaced', async () => {
  const path = join(folder, 'notes.txt');
  writeFileSync(path, 'mine');
  const { exitCode, stderr } = await run(['serve', '--data', ':memory:', '--socket', path], { cwd: folder });
  expect([exitCode, stderr]).toEqual([1, `leitmotif: ${path} exists and is not a socket. Set another path with --socket.\n`]);
  expect(await Bun.file(path).text()).toBe('mine');
});

test('invalid certificates are refused with one line', async () => {
  const { cert } = makeCertificate('one');
  const junk = join(folder, 'junk.pem');
  writeFileSync(junk, cert);
  chmodSync(junk, 0o600);
  const serveWith = (...flags: string[]) => run(['serve', '--data', ':memory:', '--port', '0', ...flags], { cwd: folder });
  expect((await serveWith('--tls-certificate', junk, '--tls-key', junk)).stderr).toMatch(
    /^leitmotif: \S+ and \S+ are not a certificate and its key in PEM \(NO_START_LINE\)\.\n$/,
  );
  expect((await serveWith('--tls-certificate', junk, '--tls-key', '/nowhere.key')).stderr).toBe(
    'leitmotif: There is no file /nowhere.key.\n',
  );
  expect((await serveWith('--tls-certificate', junk)).stderr).toBe(
    'leitmotif: tls_certificate is set, but tls_key is not. HTTPS needs both.\n',
  );
});

test('healthcheck fails without a server and refuses port 0', async () => {
  const unused = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const port = String(unused.port);
  await unused.stop(true);
  const nobody = await run(['healthcheck', '--host', '0.0.0.0', '--port', port], { cwd: folder });
  expect([nobody.exitCode, nobody.stderr]).toEqual([1, expect.stringContaining(`http://127.0.0.1:${port}/health does not respond`)]);
  for (const host of ['::', '::0', '[::]'])
    expect((await run(['healthcheck', '--host', host, '--port', port], { cwd: folder })).stderr).toContain(`http://[::1]:${port}/health`);
  expect((await run(['healthcheck', '--port', '0'], { cwd: folder })).exitCode).toBe(2);
});

test('healthcheck reports the status and detail of an unhealthy server', async () => {
  const errors = [{ detail: 'The database is gone from its place.' }];
  using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json({ errors }, { status: 503 }) });
  const { exitCode, stderr } = await run(['healthcheck', '--port', String(other.port)], { cwd: folder });
  expect([exitCode, stderr]).toEqual([
    1,
    `leitmotif: http://127.0.0.1:${other.port}/health responded with 503: The database is gone from its place.\n`,
  ]);
});

test.if(process.platform === 'linux')('the server notifies a service manager when it is ready and when it stops', async () => {
  using datagrams = new Datagrams(join(folder, 'notify'));
  await using server = await start(['--port', '0'], { NOTIFY_SOCKET: datagrams.path });
  expect(await datagrams.next()).toBe('READY=1');
  // There is no certificate to reload.
  server.kill('SIGHUP');
  expect((await fetch(`${server.shown}/health`)).status).toBe(200);
  server.kill('SIGTERM');
  expect(await datagrams.next()).toBe('STOPPING=1');
  expect(await server.exited).toBe(0);
});

test.if(process.platform === 'linux')('the server sends watchdog notifications to a service manager', async () => {
  using datagrams = new Datagrams(join(folder, 'watched'));
  const watched = { NOTIFY_SOCKET: datagrams.path, WATCHDOG_USEC: '300000' };
  await using server = await start(['--port', '0'], watched);
  const states = [await datagrams.next(), await datagrams.next(), await datagrams.next()];
  expect(states.toSorted()).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1']);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});
