import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readSettings } from '../../src/config';
import { trustedProxies } from '../../src/http/client-address';
import { PublicAddress } from '../../src/http/public-address';
import { startServer } from '../support/server';

// The origin of the server as clients see it, behind trusted and untrusted proxies.

const client = '203.0.113.9';
const proxy = '10.0.0.1';

function addressOf(peer: string, settings: { publicUrl?: string; basePath?: string; proxies?: string } = {}): PublicAddress {
  const { proxies = '10.0.0.0/8', ...flags } = settings;
  return new PublicAddress({ settings: readSettings(flags, {}), peerAddress: () => peer }, trustedProxies(proxies));
}

const request = (headers: Record<string, string>): Request =>
  new Request('http://leitmotif.test/api', { headers: { host: 'leitmotif.test:8420', ...headers } });

const forged = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', forwarded: 'proto=https;host=evil.example' };

test('without proxies the origin is taken from the Host header', () => {
  const address = addressOf(client, { proxies: '' });
  expect(address.originOf(request({}))).toBe('http://leitmotif.test:8420');
  expect(address.originOf(request({ host: 'PI:80' }))).toBe('http://pi');
  expect(address.originOf(request({ host: '[::1]:8420' }))).toBe('http://[::1]:8420');
  expect(address.isSecure(request({}))).toBe(false);
});

test('forwarded headers of an untrusted peer are ignored', () => {
  expect(addressOf(client).originOf(request(forged))).toBe('http://leitmotif.test:8420');
  expect(addressOf(client).isSecure(request(forged))).toBe(false);
  expect(addressOf(proxy, { proxies: '' }).originOf(request(forged))).toBe('http://leitmotif.test:8420');
});

describe('a trusted proxy', () => {
  test.each([
    ['only the scheme', { 'x-forwarded-proto': 'https' }, 'https://leitmotif.test:8420'],
    ['scheme and host in capitals', { 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'Films.Example' }, 'https://films.example'],
    ['the default port', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'films.example:443' }, 'https://films.example'],
    ['Forwarded', { forwarded: 'for=203.0.113.9;proto=https;host="films.example:8443"' }, 'https://films.example:8443'],
    ['Forwarded with an IPv6 client', { forwarded: 'for="[2001:db8::1]:99";Proto=https;host=films.example' }, 'https://films.example'],
  ])('may send %s', (_, headers, origin) => {
    expect(addressOf(proxy).originOf(request(headers))).toBe(origin);
  });

  test('passes on the values of the trusted proxy before it', () => {
    const headers = {
      'x-forwarded-for': `1.2.3.4, ${client}, 10.0.0.2`,
      'x-forwarded-proto': 'gopher, https, http',
      'x-forwarded-host': 'evil.example, films.example, inner.example',
    };
    expect(addressOf(proxy).originOf(request(headers))).toBe('https://films.example');
    const forwarded = `for=1.2.3.4;host=evil.example, for=${client};proto=https;host=films.example, for=10.0.0.2;proto=http;host=inner`;
    expect(addressOf(proxy).originOf(request({ forwarded }))).toBe('https://films.example');
  });

  test('that appends to the hosts of a client overrides them', () => {
    const headers = {
      'x-forwarded-for': `10.9.9.9, ${client}`,
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'evil.example, a.example',
    };
    expect(addressOf(proxy).originOf(request(headers))).toBe('https://a.example');
  });

  test.each([
    [{ 'x-forwarded-proto': 'https,http' }],
    [{ 'x-forwarded-proto': 'HTTPS, http, http', 'x-forwarded-for': client }],
    [{ 'x-forwarded-proto': 'https,http', 'x-forwarded-for': `${client}, 192.0.2.7` }],
  ])('behind other proxies passes on the scheme of the first: %p', (headers) => {
    expect(addressOf(proxy).isSecure(request(headers))).toBe(true);
    expect(addressOf(client).isSecure(request(headers))).toBe(false);
  });

  test('that sets X-Forwarded headers makes a Forwarded header of the client ignored', () => {
    const headers = { 'x-forwarded-for': client, forwarded: 'proto=https;host=evil.example' };
    expect(addressOf(proxy).originOf(request(headers))).toBe('http://leitmotif.test:8420');
  });

  test.each(['', ' ', 'a b', 'evil.example/path', 'a@b', 'films.example:99999', '"><script>', '..:x', 'a,', '%00'])(
    'that sends the invalid host %p is ignored',
    (host) => {
      expect(addressOf(proxy).originOf(request({ 'x-forwarded-host': host }))).toBe('http://leitmotif.test:8420');
    },
  );
});

test.each(['x@', '"x"y', ';'])('a Forwarded header of 16 kB of blanks before %p costs little', (end) => {
  const startedAt = performance.now();
  expect(addressOf(proxy).originOf(request({ forwarded: `host=${' '.repeat(16_000)}${end}` }))).toBe('http://leitmotif.test:8420');
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('a configured public URL overrides every header', () => {
  const address = addressOf(proxy, { publicUrl: 'https://films.example/music', basePath: '/music' });
  expect(address.originOf(request({ ...forged, host: 'other.example' }))).toBe('https://films.example');
  expect(address.urlOf(request({}), '/artists/wendy-carlos')).toBe('https://films.example/music/artists/wendy-carlos');
  expect(address.isSecure(request({}))).toBe(true);
});

test('the origin always consists of scheme, host and port, whatever is forwarded', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abc.:/@,;="[]%\\ \t0129-'), maxLength: 30 });
  fc.assert(
    fc.property(text, text, text, text, fc.boolean(), (clients, scheme, host, forwarded, isOld) => {
      const headers: Record<string, string> = isOld
        ? { 'x-forwarded-for': clients, 'x-forwarded-proto': scheme, 'x-forwarded-host': host }
        : { forwarded };
      const origin = addressOf(proxy).originOf(request(headers));
      expect(new URL(origin).origin).toBe(origin);
      expect(origin).toMatch(/^https?:\/\/[^/@?#\s]+$/);
    }),
  );
});

test('the API resolves page addresses by the public URL', async () => {
  const wendy = {
    type: 'Artist',
    id: '/api/artists/0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b',
    attributes: { name: 'Wendy Carlos', _type: 'person' },
  };
  const server = await startServer([wendy], { publicUrl: 'https://films.example' });
  const statusOf = async (url: string) => (await server.request(`/api/resolve?url=${encodeURIComponent(url)}`)).status;
  expect(await statusOf('https://films.example/artists/wendy-carlos')).toBe(200);
  expect(await statusOf('https://other.example/artists/wendy-carlos')).toBe(404);
});

test.each([
  ['yes', 'https://films.example', 'max-age=31536000'],
  ['yes', 'http://films.example', null],
  ['no', 'https://films.example', null],
] as const)('with hsts = %p at %s, pages, the API and errors have Strict-Transport-Security %p', async (hsts, publicUrl, expected) => {
  const server = await startServer([], { hsts, publicUrl, rateLimit: 5 });
  for (const path of ['/sign-in', '/api', '/api/artists', '/nowhere', '/api/nowhere', '/health', '/api', '/api', '/api']) {
    const { headers } = await server.request(path);
    expect([path, headers.get('strict-transport-security')]).toEqual([path, expected]);
  }
});
