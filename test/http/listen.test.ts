import { describe, expect, mock, spyOn, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import os, { type NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';
import { isLoopback, readSettings } from '../../src/config';
import {
  listen,
  listenOnSocket,
  reachableOrigins,
  readCertificate,
  requireFreePort,
  requireFreeSocket,
  requireKnownHost,
} from '../../src/http/listen';
import { makeCertificate } from '../support/certificates';
import { folderOfTests } from '../support/executable';

let interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> | undefined;
const { networkInterfaces } = os;
mock.module('node:os', () => ({ ...os, networkInterfaces: () => interfaces ?? networkInterfaces() }));

const folder = folderOfTests();
const host = '127.0.0.1';
const answer = () => new Response('here');

test('an address needs no look-up, and an unknown host is refused', async () => {
  const lookup = spyOn(Bun.dns, 'lookup').mockResolvedValue([]);
  try {
    for (const address of ['127.0.0.1', '255.0.0.255', '::1', 'fe80::1']) await requireKnownHost(address);
    expect(lookup).not.toHaveBeenCalled();
    for (const name of ['nowhere.invalid', '256.0.0.1', '1.2.3', '1.2.3.4.5'])
      await expect(requireKnownHost(name)).rejects.toThrow(`Unknown host ${name}. Set an address of this machine with --host`);
    lookup.mockRejectedValue(new Error('ENOTFOUND'));
    await expect(requireKnownHost('nowhere.invalid')).rejects.toThrow('Unknown host nowhere.invalid.');
    lookup.mockResolvedValue([{ address: host, family: 4, ttl: 0 }]);
    await requireKnownHost('films.example');
  } finally {
    lookup.mockRestore();
  }
});

test('a host of this machine only is the loopback', () => {
  for (const local of ['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])
    expect([local, isLoopback(local)]).toEqual([local, true]);
  for (const other of ['0.0.0.0', '192.0.2.1', '::', 'localhost.example', '10.127.0.0.1'])
    expect([other, isLoopback(other)]).toEqual([other, false]);
});

describe('the addresses of a server', () => {
  const ipv4 = (address: string, internal = false) => ({ address, family: 'IPv4' as const, internal, netmask: '', mac: '', cidr: null });
  const ipv6 = (address: string, internal = false) => ({ ...ipv4(address, internal), family: 'IPv6' as const, scopeid: 0 });
  const at = (url: string) => {
    interfaces = {
      lo: [ipv4('127.0.0.1', true), ipv6('::1', true)],
      docker0: [ipv4('172.17.0.1')],
      eth0: [ipv6('2001:db8::1'), ipv6('fe80::1'), ipv4('192.0.2.1'), ipv4('169.254.0.1')],
    };
    try {
      return reachableOrigins(new URL(url));
    } finally {
      interfaces = undefined;
    }
  };

  test('is the only one that it listens on', () => {
    expect(at('http://192.0.2.1:8420/x')).toEqual(['http://192.0.2.1:8420']);
    expect(at('http://[::1]:8420')).toEqual(['http://[::1]:8420']);
  });

  test('are those of all networks, virtual ones later and the loopback last', () => {
    expect(at('http://0.0.0.0:8420')).toEqual(['http://192.0.2.1:8420', 'http://172.17.0.1:8420', 'http://127.0.0.1:8420']);
    expect(at('https://[::]:8420')).toEqual([
      'https://192.0.2.1:8420',
      'https://[2001:db8::1]:8420',
      'https://172.17.0.1:8420',
      'https://127.0.0.1:8420',
    ]);
  });
});

test('a port in use and an address of another machine are refused', async () => {
  await using server = listen(answer, { host, port: 0 });
  const port = server.port as number;
  expect(await (await fetch(server.url)).text()).toBe('here');
  expect(() => listen(answer, { host, port })).toThrow(`Port ${port} of ${host} is already in use. Set another with --port, or 0`);
  expect(() => listen(answer, { host, port }, '--metrics-port')).toThrow('Set another with --metrics-port');
  await expect(requireFreePort({ host, port })).rejects.toThrow(`Port ${port} of ${host} is already in use.`);
  expect(() => listen(answer, { host: '203.0.113.254', port: 0 })).toThrow('This machine has no address 203.0.113.254.');
  expect(() => listen(answer, { host: 'no host', port: 0 })).toThrow('Cannot listen on no host:0:');
  await server.stop(true);
  await requireFreePort({ host, port });
  await listen(answer, { host, port }).stop(true);
});

test('a Unix socket has its mode, replaces a stale one, and never a file or a socket in use', async () => {
  const path = join(folder, 'socket');
  await requireFreeSocket(path);
  const umask = process.umask();
  const server = await listenOnSocket(answer, path, 0o660);
  expect([statSync(path).mode & 0o777, process.umask()]).toEqual([0o660, umask]);
  expect(await (await fetch('http://films.example/', { unix: path })).text()).toBe('here');
  const inUse = `Another program listens on ${path}. Stop it first, or set another path with --socket.`;
  await expect(requireFreeSocket(path)).rejects.toThrow(inUse);
  await expect(listenOnSocket(answer, path, 0o660)).rejects.toThrow(inUse);
  await server.stop(true);

  const killed = Bun.spawnSync([
    process.execPath,
    '-e',
    `Bun.listen({ unix: ${JSON.stringify(path)}, socket: { data() {} } }); process.kill(process.pid, 'SIGKILL')`,
  ]);
  expect([killed.signalCode, statSync(path).isSocket()]).toEqual(['SIGKILL', true]);
  const next = await listenOnSocket(answer, path, 0o600);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await next.stop(true);

  const file = join(folder, 'file');
  writeFileSync(file, 'text');
  await expect(requireFreeSocket(file)).rejects.toThrow(`${file} exists and is not a socket.`);
  const missing = join(folder, 'missing', 'socket');
  await expect(listenOnSocket(answer, missing, 0o600)).rejects.toThrow(`Cannot listen on ${missing}: `);
  expect(process.umask()).toBe(umask);
});

test('a certificate is read with its key, and refused with another', () => {
  const fileOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const [one, other] = [makeCertificate('one'), makeCertificate('other')];
  const [certificate, key, otherKey] = [fileOf('cert.pem', one.cert), fileOf('key.pem', one.key), fileOf('other.pem', other.key)];
  const read = (tlsCertificate: string, tlsKey: string) => readCertificate({ ...readSettings({}, {}), tlsCertificate, tlsKey });
  expect(read('', '')).toBeUndefined();
  expect(read(certificate, key)).toEqual(one);
  expect(() => read(certificate, otherKey)).toThrow(/are not a certificate and its key in PEM \(KEY_VALUES_MISMATCH\)/);
});
