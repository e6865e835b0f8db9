import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readSettings } from '../../src/config';
import { trustedProxies } from '../../src/http/client-address';
import { PublicAddress } from '../../src/http/public-address';
import { startServer } from '../support/server';

// Where the server is for whoever asks, as far as that can be believed.

const client = '203.0.113.9';
const proxy = '10.0.0.1';

function addressOf(peer: string, settings: { publicUrl?: string; basePath?: string; proxies?: string } = {}): PublicAddress {
  const { proxies = '10.0.0.0/8', ...flags } = settings;
  return new PublicAddress({ settings: readSettings(flags, {}), peerAddress: () => peer }, trustedProxies(proxies));
}

const request = (headers: Record<string, string>): Request =>
  new Request('http://leitmotif.test/api', { headers: { host: 'leitmotif.test:8420', ...headers } });

const forged = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', forwarded: 'proto=https;host=evil.example' };

test('without proxies it is the host that the client asked for', () => {
  const address = addressOf(client, { proxies: '' });
  expect(address.originOf(request({}))).toBe('http://leitmotif.test:8420');
  expect(address.originOf(request({ host: 'PI:80' }))).toBe('http://pi');
  expect(address.originOf(request({ host: '[::1]:8420' }))).toBe('http://[::1]:8420');
  expect(address.isSecure(request({}))).toBe(false);
});

test('what is forwarded by whom nobody trusts is not believed', () => {
  expect(addressOf(client).originOf(request(forged))).toBe('http://leitmotif.test:8420');
  expect(addressOf(client).isSecure(request(forged))).toBe(false);
  expect(addressOf(proxy, { proxies: '' }).originOf(request(forged))).toBe('http://leitmotif.test:8420');
});

describe('a trusted proxy', () => {
  test.each([
    ['the scheme alone', { 'x-forwarded-proto': 'https' }, 'https://leitmotif.test:8420'],
    ['the scheme in capitals', { 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'Films.Example' }, 'https://films.example'],
    ['the port of the scheme', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'films.example:443' }, 'https://films.example'],
    ['Forwarded', { forwarded: 'for=203.0.113.9;proto=https;host="films.example:8443"' }, 'https://films.example:8443'],
    ['Forwarded with an IPv6 client', { forwarded: 'for="[2001:db8::1]:99";Proto=https;host=films.example' }, 'https://films.example'],
  ])('may say %s', (_, headers, origin) => {
    expect(addressOf(proxy).originOf(request(headers))).toBe(origin);
  });

  test('says of another one before it what that was asked', () => {
    const headers = {
      'x-forwarded-for': `1.2.3.4, ${client}, 10.0.0.2`,
      'x-forwarded-proto': 'gopher, https, http',
      'x-forwarded-host': 'evil.example, films.example, inner.example',
    };
    expect(addressOf(proxy).originOf(request(headers))).toBe('https://films.example');
    const forwarded = `for=1.2.3.4;host=evil.example, for=${client};proto=https;host=films.example, for=10.0.0.2;proto=http;host=inner`;
    expect(addressOf(proxy).originOf(request({ forwarded }))).toBe('https://films.example');
  });

  test('that adds to what a client sent is believed, and not the client', () => {
    const headers = {
      'x-forwarded-for': `10.9.9.9, ${client}`,
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'evil.example, a.example',
    };
    expect(addressOf(proxy).originOf(request(headers))).toBe('http://a.example');
  });

  test('that writes X-Forwarded headers passes on Forwarded as the client sent it', () => {
    const headers = { 'x-forwarded-for': client, forwarded: 'proto=https;host=evil.example' };
    expect(addressOf(proxy).originOf(request(headers))).toBe('http://leitmotif.test:8420');
  });

  test.each(['', ' ', 'a b', 'evil.example/path', 'a@b', 'films.example:99999', '"><script>', '..:x', 'a,', '%00'])(
    'that says a host like %p is asked for its own',
    (host) => {
      expect(addressOf(proxy).originOf(request({ 'x-forwarded-host': host }))).toBe('http://leitmotif.test:8420');
    },
  );
});

test('a public address that is set wins over every header', () => {
  const address = addressOf(proxy, { publicUrl: 'https://films.example/music', basePath: '/music' });
  expect(address.originOf(request({ ...forged, host: 'other.example' }))).toBe('https://films.example');
  expect(address.urlOf(request({}), '/artists/wendy-carlos')).toBe('https://films.example/music/artists/wendy-carlos');
  expect(address.isSecure(request({}))).toBe(true);
});

test('whatever is forwarded, an origin is a scheme, a host and a port', () => {
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

test('pages are found by the public address, whatever host a proxy asks for', async () => {
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
