import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readSettings } from '../../src/config';
import type { DomainError } from '../../src/errors';
import { Cookies, formToken, newFormSecret, requireFormToken } from '../../src/http/cookies';
import { PublicAddress } from '../../src/http/public-address';
import { pageHeaders, readerPageHeaders } from '../../src/website/http/render';
import { requireSameOrigin } from '../../src/website/http/site';

// What keeps forms of other sites out, and cookies in.

const addressAt = (publicUrl: string, basePath = ''): PublicAddress =>
  new PublicAddress({ settings: readSettings({ publicUrl, basePath }, {}), peerAddress: () => '192.0.2.1' });

const films = addressAt('https://films.example');
const pi = addressAt('');

const request = (headers: Record<string, string>): Request =>
  new Request('http://pi:8420/settings', { method: 'POST', headers: { host: 'pi:8420', ...headers } });

const isLetThrough = (headers: Record<string, string>, address: PublicAddress): boolean => {
  try {
    requireSameOrigin(request(headers), address);
    return true;
  } catch (error) {
    expect((error as DomainError).kind).toBe('forbidden');
    return false;
  }
};

describe('a form', () => {
  test.each([
    ['by its browser', { 'sec-fetch-site': 'same-origin', origin: 'https://films.example' }],
    ['by its browser, whatever a proxy makes of the rest', { 'sec-fetch-site': 'same-origin', origin: 'http://inner' }],
    ['by a person alone', { 'sec-fetch-site': 'none' }],
    ['by its origin', { origin: 'https://films.example' }],
    ['by where it came from', { referer: 'https://films.example/settings?x=https://evil.example' }],
  ])('of this server is known %s', (_, headers) => {
    expect(isLetThrough(headers, films)).toBe(true);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://films.example' }],
    ['another host of the site', { 'sec-fetch-site': 'same-site', referer: 'https://films.example/' }],
    ['a site that a browser calls two things', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['an unknown relation', { 'sec-fetch-site': '', origin: 'https://films.example' }],
    ['another origin', { origin: 'https://evil.example', referer: 'https://films.example/' }],
    ['another scheme', { origin: 'http://films.example' }],
    ['another port', { origin: 'https://films.example:8443' }],
    ['a longer host', { origin: 'https://films.example.evil.example' }],
    ['an origin with more to it', { origin: 'https://films.example/' }],
    ['an origin that is kept secret', { origin: 'null', referer: 'https://films.example/' }],
    ['an address of another', { referer: 'https://evil.example/https://films.example/' }],
    ['an address with a name in it', { referer: 'https://films.example@evil.example/' }],
    ['no address', { referer: 'films.example' }],
    ['nobody knows where', {}],
  ])('of %s is refused', (_, headers) => {
    expect(isLetThrough(headers, films)).toBe(false);
  });

  test('is compared with the host that was asked for, where no address is set', () => {
    expect(isLetThrough({ origin: 'http://pi:8420' }, pi)).toBe(true);
    expect(isLetThrough({ origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }, pi)).toBe(false);
  });
});

describe('a cookie', () => {
  const path = (written: string) => written.split('; ').slice(1);

  test('at the root of an https host is that host alone', () => {
    expect(new Cookies(films).set(request({}), 'session', 'abc', 60)).toBe(
      '__Host-leitmotif-session=abc; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax',
    );
  });

  test('below a path, or without https, has a plain name and that path', () => {
    const below = new Cookies(addressAt('https://films.example/music', '/music')).set(request({}), 'session', 'abc');
    expect(below).toBe('leitmotif-session=abc; Path=/music; Secure; HttpOnly; SameSite=Lax');
    expect(new Cookies(pi).set(request({}), 'session', 'abc')).toBe('leitmotif-session=abc; Path=/; HttpOnly; SameSite=Lax');
  });

  test('is taken away under the same name and path', () => {
    expect(new Cookies(films).clear(request({}), 'session')).toBe(
      '__Host-leitmotif-session=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
    );
  });

  test('without the prefix is not taken for one with it', () => {
    expect(new Cookies(films).read(request({ cookie: 'leitmotif-session=planted' }), 'session')).toBeUndefined();
    expect(new Cookies(pi).read(request({ cookie: 'leitmotif-session=1; leitmotif-session=2' }), 'session')).toBe('1');
    expect(new Cookies(pi).read(request({}), 'session')).toBeUndefined();
  });

  test('comes back as it was set, and sets nothing else, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
        (value) => {
          const written = new Cookies(films).set(request({}), 'theme', value);
          expect(written).toMatch(/^[\x21-\x3a\x3c-\x7e]+; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
          expect(path(written)).toEqual(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']);
          const [pair = ''] = written.split('; ');
          expect(new Cookies(films).read(request({ cookie: `a=b; ${pair}; c=d` }), 'theme')).toBe(value);
        },
      ),
    );
  });

  test('is read from whatever a client sends', () => {
    const unit = fc.constantFrom(...'leitmotif-theme=;, "%\\\tz\u00ff');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (cookie) => {
        const found = new Cookies(pi).read(request({ cookie: `${cookie}; leitmotif-other=1` }), 'theme');
        expect(found === undefined || typeof found === 'string').toBe(true);
      }),
    );
  });
});

describe('the token of a form', () => {
  const isGood = (secret: string | undefined, token: unknown): boolean => {
    try {
      requireFormToken(secret, token);
      return true;
    } catch (error) {
      expect((error as DomainError).detail).toContain('send them again');
      return false;
    }
  };

  test('is good for its own session, however often, and never written twice alike', () => {
    const secret = newFormSecret();
    const tokens = Array.from({ length: 50 }, () => formToken(secret));
    expect(new Set(tokens).size).toBe(50);
    for (const token of tokens)
      expect([isGood(secret, token), isGood(newFormSecret(), token), token.includes(secret)]).toEqual([true, false, false]);
  });

  test('ends after its time', async () => {
    const secret = newFormSecret();
    const token = formToken(secret, 0.001);
    await Bun.sleep(5);
    expect(isGood(secret, token)).toBe(false);
  });

  test.each([undefined, null, '', 'x', 5, {}, ['a'], '\0', 'ä'.repeat(40), 'A'.repeat(100_000)])('is not %p', (token) => {
    expect(isGood(newFormSecret(), token)).toBe(false);
  });

  test('is nothing without a session', () => {
    for (const secret of [undefined, '']) expect(isGood(secret, formToken('x'))).toBe(false);
  });

  test('is not good any more with any sign of it changed', () => {
    const secret = newFormSecret();
    const token = formToken(secret);
    // The last sign of base64 has bits that stand for nothing.
    fc.assert(
      fc.property(fc.nat({ max: token.length - 2 }), fc.constantFrom(...'AZaz09-_'), (at, sign) => {
        const changed = token.slice(0, at) + sign + token.slice(at + 1);
        expect(isGood(secret, changed)).toBe(changed === token);
      }),
    );
  });
});

test('pages load nothing from elsewhere, and only the reader of barcodes compiles WebAssembly', () => {
  const policyOf = (headers: Readonly<Record<string, string>>) => headers['content-security-policy'] ?? '';
  expect(policyOf(pageHeaders)).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; worker-src 'self'; manifest-src 'self'",
  );
  expect(policyOf(readerPageHeaders).replace(" 'wasm-unsafe-eval'", '')).toBe(policyOf(pageHeaders));
  expect(policyOf(readerPageHeaders)).not.toContain("'unsafe-");
  expect(pageHeaders['referrer-policy']).toBe('same-origin');
});
