import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { folderOfTests, run, runOnTerminal, serve } from '../support/executable';
import { drawnBlocks, readQrCode } from '../support/qr-code';

// The addresses that a server prints.

const cwd = folderOfTests();

const ownAddresses = (family: 'IPv4' | 'IPv6'): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all = []) => all)
    .filter((own) => own.family === family && !own.internal && !/^(?:169\.254|fe[89ab])/.test(own.address))
    .map(({ address }) => (family === 'IPv6' ? `[${address}]` : address));

/** Hosts of the printed addresses, in order. */
const printed = (said: string): string[] => [...said.matchAll(/ at http:\/\/(\S+):\d+$/gm)].map(([, host = '']) => host);

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ family }) => family === 'IPv6'));

test.each([
  ['0.0.0.0', ownAddresses('IPv4')] as const,
  ...(hasIpv6 ? [['::', [...ownAddresses('IPv4'), ...ownAddresses('IPv6')]] as const] : []),
])('a server on %s prints the addresses of the machine, and its links lead to one of them', async (host, expected) => {
  const server = await serve(['--data', ':memory:', '--host', host, '--metrics-listen', `${host.replace('::', '[::]')}:0`], { cwd });
  const { value } = await server.log.getReader().read();
  await server.signal('SIGINT');
  const hosts = printed(server.said);
  expect(hosts.toSorted()).toEqual([...expected, '127.0.0.1'].toSorted());
  expect(hosts.at(-1)).toBe('127.0.0.1');
  const { url } = JSON.parse(new TextDecoder().decode(value));
  const links: unknown[] = [url, /API reference: (\S+)/.exec(server.said)?.[1], /Metrics for Prometheus: (\S+)/.exec(server.said)?.[1]];
  expect(links.map((link) => new URL(String(link)).hostname)).toEqual(Array(3).fill(hosts[0]));
  expect(server.said).not.toContain('0.0.0.0');
});

/** Output of a server on a terminal until it has printed its API reference. */
const shownOnTerminal = async (...flags: readonly string[]): Promise<string> =>
  (
    await runOnTerminal(['serve', '--port', '0', '--data', ':memory:', ...flags], { cwd, cols: 100 }, (shown, _, interrupt) => {
      if (shown.includes('No users yet')) interrupt();
    })
  ).shown;

/** Lines of a QR code, in white on black. */
const codeIn = (shown: string): string[] =>
  shown
    .split('\n')
    .filter((line) => line.startsWith('\u001b[97;40m'))
    .map((line) => Bun.stripANSI(line));

test.if(ownAddresses('IPv4').length > 0)('a terminal shows a QR code of the address that other devices can open', async () => {
  const shown = await shownOnTerminal('--host', '0.0.0.0', '--base-path', '/music');
  expect(await readQrCode(drawnBlocks(codeIn(shown)))).toBe(/ at (\S+)/.exec(shown)?.[1] ?? 'none');
});

test('a terminal shows a QR code of the public address', async () => {
  const shown = await shownOnTerminal('--public-url', 'https://films.example');
  expect(shown).toContain('Public address: https://films.example\n');
  expect(await readQrCode(drawnBlocks(codeIn(shown)))).toBe('https://films.example');
});

test('a server that listens only on its own machine shows no QR code', async () => {
  expect(codeIn(await shownOnTerminal('--host', '127.0.0.1'))).toEqual([]);
});

test('the commands of docs/phone.md make a certificate that is trusted with its authority only', async () => {
  const chapter = readFileSync(new URL('../../docs/phone.md', import.meta.url), 'utf8');
  const [, code = ''] = /^## Your own authority\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(chapter) ?? [];
  const [openssl = '', served = ''] = code.replace('192.168.1.20', '127.0.0.1').split(/^leitmotif serve /m);
  const { exitCode, stderr } = Bun.spawnSync(['sh', '-ec', openssl], { cwd });
  expect([exitCode, stderr.toString().includes('error')]).toEqual([0, false]);
  await using server = await serve(['--data', ':memory:', ...served.trim().replace('8443', '0').split(' ')], { cwd });
  const url = `https://127.0.0.1:${new URL(server.url).port}/health`;
  const ca = readFileSync(join(cwd, 'home-ca.crt'), 'utf8');
  expect((await fetch(url, { tls: { ca } })).status).toBe(200);
  expect((await fetch(url, { tls: { ca, serverName: 'pi.local' }, headers: { host: 'pi.local' } })).status).toBe(200);
  expect(await fetch(url, { tls: { ca, serverName: 'other.local' } }).catch((error: { code: string }) => error.code)).toBe(
    'ERR_TLS_CERT_ALTNAME_INVALID',
  );
  expect(await fetch(url).catch((error: { code: string }) => error.code)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

test('a server whose backup folder cannot be created doesn’t start, and says why', async () => {
  const file = join(cwd, 'file');
  writeFileSync(file, '');
  for (const folder of [join(file, 'backups'), file]) {
    const { exitCode, stdout, stderr } = await run(['serve', '--data', 'own', '--port', '0', '--backups', folder], { cwd });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      new RegExp(`^leitmotif: Backups cannot be written to ${folder}: [a-z ]+\\. Set another folder with --backups\\.\\n$`),
    );
  }
});
