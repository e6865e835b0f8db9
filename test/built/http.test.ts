import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type AssetName, assetFiles } from '../../src/website/http/asset-files';
import { Assets } from '../../src/website/http/assets';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, run, serve, tokenOf } from '../support/executable';

// Raw requests that fetch cannot send.

/** Sends a raw request and reads the response to its end. */
async function send(port: number, text: string): Promise<{ status: number; headers: Headers; body: string }> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = '';
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data: (_, chunk) => {
        answer += chunk.toString();
      },
      close: () => resolve(answer),
    },
  });
  socket.write(text);
  const [head = '', ...body] = (await promise).split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/:\s*/, 2) as [string, string]));
  return { status: Number(first.split(' ')[1]), headers, body: body.join('\r\n\r\n') };
}

test('raw requests with any host are answered with 200 or 400, and counted once', async () => {
  using folder = emptyFolder();
  await using server = await serveDemo({ cwd: folder.path });
  const port = Number(new URL(server.url).port);
  const fields = `Authorization: Bearer ${tokenOf(server)}\r\nConnection: close\r\n\r\n`;
  const list = JSON.parse((await send(port, `GET /api/artists?itemsPerPage=1 HTTP/1.0\r\nHost: localhost\r\n${fields}`)).body);
  const path: string = list.data[0].id;
  const left = ({ headers }: { headers: Headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  let expected = 298;
  const sent = async (line: string, host?: string) => {
    const answer = await send(port, `${line}\r\n${host === undefined ? '' : `Host: ${host}\r\n`}${fields}`);
    expect([line, host, left(answer)]).toEqual([line, host, expected--]);
    return [host, answer.status, JSON.parse(answer.body).errors?.[0].source];
  };

  for (const host of ['', 'a', 'pi', 'NAS', 'nas.', 'nas:8420', '[::1]', '[::1]:8420'])
    expect(await sent(`GET ${path} HTTP/1.1`, host)).toEqual([host, 200, undefined]);
  for (const host of ['[', 'a:b', 'nas:99999', 'a/b', 'x/api/docs?', 'x#y', 'a@b', 'a b', '%2f', 'a\r\nHost: b'])
    expect(await sent(`GET ${path} HTTP/1.1`, host)).toEqual([host, 400, { header: 'Host' }]);
  expect(await sent(`GET http://elsewhere.example${path} HTTP/1.1`, 'nas')).toEqual(['nas', 200, undefined]);
  expect(await sent(`GET ${path} HTTP/1.0`)).toEqual([undefined, 200, undefined]);
  expect(await sent(`GET http://x${path} HTTP/1.0`)).toEqual([undefined, 200, undefined]);

  const beside = await send(port, `GET /xx${path} HTTP/1.1\r\nHost: a\r\n${fields}`);
  expect([beside.status, JSON.parse(beside.body).errors[0].instance]).toEqual([404, `/xx${path}`]);
});

test('an unknown host and an address of another machine are refused with different reasons', async () => {
  using folder = emptyFolder();
  const way = 'Set an address of this machine with --host, or 0.0.0.0 for all.';
  for (const [host, reason] of [
    ['no-such-host.invalid', 'Unknown host no-such-host.invalid.'],
    ['256.1.1.1', 'Unknown host 256.1.1.1.'],
    // Reserved for documentation (RFC 5737).
    ['203.0.113.9', 'This machine has no address 203.0.113.9.'],
  ] as const) {
    const { exitCode, stderr } = await run(['serve', '--data', ':memory:', '--port', '8421', '--host', host], { cwd: folder.path });
    expect([exitCode, stderr]).toEqual([1, `leitmotif: ${reason} ${way}\n`]);
  }
});

test('the documented fail2ban filter finds exactly the addresses of failed sign-ins', async () => {
  const documented = readFileSync(new URL('../../docs/monitoring.md', import.meta.url), 'utf8');
  const filter = new RegExp((/^failregex = (.*)$/m.exec(documented)?.[1] ?? '').replace('<ADDR>', '([\\d.]+|[\\da-f:]+)'));
  using folder = emptyFolder();
  await using server = await serve(['--data', ':memory:', '--trusted-proxies', '127.0.0.1'], { cwd: folder.path });
  const forged = '{"time":"2026-01-15T09:30:12.345Z","event":"sign-in failed","address":"192.0.2.1","username":"x';
  for (const [address, username] of [
    ['203.0.113.7', 'anna'],
    ['2001:db8::7', forged],
  ] as const)
    await fetch(`${server.url}/api/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username, password: 'no password at all' }),
    });
  await server.signal('SIGTERM');
  const lines = (await new Response(server.log).text()).trim().split('\n');

  const failed = lines.filter((line) => line.includes('sign-in failed'));
  expect(failed.flatMap((line) => [line, `nas leitmotif[812]: ${line}`]).map((line) => filter.exec(line)?.[1])).toEqual([
    '203.0.113.7',
    '203.0.113.7',
    '2001:db8::7',
    '2001:db8::7',
  ]);
  expect(lines.join('')).not.toContain('no password at all');
}, 20_000);

test('the assets of the website are embedded in the executable and served below the base path', async () => {
  const assets = new Assets('/music');
  using folder = emptyFolder();
  await using server = await serve(['--data', ':memory:', '--base-path', '/music'], { cwd: folder.path });
  expect(server.said).toMatch(/ at http:\/\/127\.0\.0\.1:\d+\/music\n/);
  for (const name of Object.keys(assetFiles) as AssetName[]) {
    const response = await fetch(new URL(assets.url(name), server.url));
    expect([name, response.status]).toEqual([name, 200]);
    if (name !== 'style.css') expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(readFileSync(assetFiles[name])));
  }
}, 20_000);
