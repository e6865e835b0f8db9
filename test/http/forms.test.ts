import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createApp } from '../../src/app/app';
import { readSettings } from '../../src/config';
import type { DomainError } from '../../src/errors';
import { Cookies, formToken, newFormSecret, requireFormToken } from '../../src/http/cookies';
import { PublicAddress } from '../../src/http/public-address';
import { pageHeaders, readerPageHeaders } from '../../src/website/http/render';
import { requireSameOrigin } from '../../src/website/http/site';
import { seededStore } from '../support/server';

// Protection of forms against cross-site requests, and the attributes of cookies.

const addressAt = (publicUrl: string, basePath = ''): PublicAddress =>
  new PublicAddress({ settings: readSettings({ publicUrl, basePath }, {}), peerAddress: () => '192.0.2.1' });

const films = addressAt('https://films.example');
const pi = addressAt('');

const request = (headers: Record<string, string>): Request =>
  new Request('http://pi:8420/settings', { method: 'POST', headers: { host: 'pi:8420', ...headers } });

const isAccepted = (headers: Record<string, string>, address: PublicAddress): boolean => {
  try {
    requireSameOrigin(request(headers), address, () => {});
    return true;
  } catch (error) {
    expect((error as DomainError).kind).toBe('forbidden');
    return false;
  }
};

describe('a form', () => {
  test.each([
    ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin', origin: 'https://films.example' }],
    ['Sec-Fetch-Site: same-origin, whatever its Origin', { 'sec-fetch-site': 'same-origin', origin: 'http://inner' }],
    ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }],
    ['the own Origin', { origin: 'https://films.example' }],
    ['a Referer on the own origin', { referer: 'https://films.example/settings?x=https://evil.example' }],
  ])('with %s is accepted', (_, headers) => {
    expect(isAccepted(headers, films)).toBe(true);
  });

  test.each([
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site', origin: 'https://films.example' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site', referer: 'https://films.example/' }],
    ['two values of Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['an empty Sec-Fetch-Site', { 'sec-fetch-site': '', origin: 'https://films.example' }],
    ['another origin', { origin: 'https://evil.example', referer: 'https://films.example/' }],
    ['another scheme', { origin: 'http://films.example' }],
    ['another port', { origin: 'https://films.example:8443' }],
    ['a host that only begins with the own host', { origin: 'https://films.example.evil.example' }],
    ['an Origin with a path', { origin: 'https://films.example/' }],
    ['Origin: null', { origin: 'null', referer: 'https://films.example/' }],
    ['a Referer on another origin', { referer: 'https://evil.example/https://films.example/' }],
    ['the own host as user name of a Referer', { referer: 'https://films.example@evil.example/' }],
    ['a Referer that is not a URL', { referer: 'films.example' }],
    ['none of these headers', {}],
  ])('with %s is refused', (_, headers) => {
    expect(isAccepted(headers, films)).toBe(false);
  });

  test('is checked against the Host header if no public URL is set', () => {
    expect(isAccepted({ origin: 'http://pi:8420' }, pi)).toBe(true);
    expect(isAccepted({ origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }, pi)).toBe(false);
  });
});

test('refused forms are logged once, with the origin of the form and that of the server', async () => {
  const logged: unknown[] = [];
  const app = createApp({
    store: await seededStore(),
    settings: readSettings({}, {}),
    log: (event, { origin, expected } = {}, level) => level === 'warn' && logged.push([event, origin, expected]),
    peerAddress: () => '192.0.2.1',
  });
  const send = (origin: string) =>
    app.fetch(
      new Request('http://films.example/sign-in', {
        method: 'POST',
        headers: { host: 'films.example', origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'username=anna',
      }),
    );
  await new Promise(setImmediate);
  logged.length = 0;
  const answers = [await send('http://films.example:8443'), await send('http://evil.example')];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(logged).toEqual([['form of another origin refused', 'http://films.example:8443', 'http://films.example']]);
});

describe('a cookie', () => {
  test('at the root of an HTTPS host has the __Host- prefix', () => {
    expect(new Cookies(films).set(request({}), 'session', 'abc', 60)).toBe(
      '__Host-leitmotif-session=abc; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax',
    );
  });

  test('below a base path, or without HTTPS, has no prefix and that path', () => {
    const below = new Cookies(addressAt('https://films.example/music', '/music')).set(request({}), 'session', 'abc');
    expect(below).toBe('leitmotif-session=abc; Path=/music; Secure; HttpOnly; SameSite=Lax');
    expect(new Cookies(pi).set(request({}), 'session', 'abc')).toBe('leitmotif-session=abc; Path=/; HttpOnly; SameSite=Lax');
  });

  test('is cleared under the same name and path', () => {
    expect(new Cookies(films).clear(request({}), 'session')).toBe(
      '__Host-leitmotif-session=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
    );
  });

  test('without the prefix is not read where the prefix is expected', () => {
    expect(new Cookies(films).read(request({ cookie: 'leitmotif-session=planted' }), 'session')).toBeUndefined();
    expect(new Cookies(pi).read(request({ cookie: 'leitmotif-session=1; leitmotif-session=2' }), 'session')).toBe('1');
    expect(new Cookies(pi).read(request({}), 'session')).toBeUndefined();
  });

  test('with any value is read back unchanged and keeps its attributes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
        (value) => {
          const written = new Cookies(films).set(request({}), 'theme', value);
          expect(written).toMatch(/^[\x21-\x3a\x3c-\x7e]+; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
          expect(written.split('; ').slice(1)).toEqual(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']);
          const [pair = ''] = written.split('; ');
          expect(new Cookies(films).read(request({ cookie: `a=b; ${pair}; c=d` }), 'theme')).toBe(value);
        },
      ),
    );
  });

  test('is read without an error from any header', () => {
    const unit = fc.constantFrom(...'leitmotif-theme=;, "%\\\tz\u00ff');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (cookie) => {
        const found = new Cookies(pi).read(request({ cookie: `${cookie}; leitmotif-other=1` }), 'theme');
        expect(found === undefined || typeof found === 'string').toBe(true);
      }),
    );
  });
});

describe('a form token', () => {
  const isGood = (secret: string | undefined, token: unknown): boolean => {
    try {
      requireFormToken(secret, token);
      return true;
    } catch (error) {
      expect((error as DomainError).detail).toContain('send them again');
      return false;
    }
  };

  test('is valid for its own session, repeatedly, and differs each time', () => {
    const secret = newFormSecret();
    const tokens = Array.from({ length: 50 }, () => formToken(secret));
    expect(new Set(tokens).size).toBe(50);
    for (const token of tokens)
      expect([isGood(secret, token), isGood(newFormSecret(), token), token.includes(secret)]).toEqual([true, false, false]);
  });

  test('expires', async () => {
    const secret = newFormSecret();
    const token = formToken(secret, 0.001);
    await Bun.sleep(5);
    expect(isGood(secret, token)).toBe(false);
  });

  test.each([undefined, null, '', 'x', 5, {}, ['a'], '\0', 'ä'.repeat(40), 'A'.repeat(100_000)])('is invalid if it is %p', (token) => {
    expect(isGood(newFormSecret(), token)).toBe(false);
  });

  test('is invalid without a session', () => {
    for (const secret of [undefined, '']) expect(isGood(secret, formToken('x'))).toBe(false);
  });

  test('is invalid with any character changed', () => {
    const secret = newFormSecret();
    const token = formToken(secret);
    // The last base64 character has unused bits.
    fc.assert(
      fc.property(fc.nat({ max: token.length - 2 }), fc.constantFrom(...'AZaz09-_'), (at, sign) => {
        const changed = token.slice(0, at) + sign + token.slice(at + 1);
        expect(isGood(secret, changed)).toBe(changed === token);
      }),
    );
  });
});

test('the content security policy allows only the own origin, and WebAssembly only on the scan page', () => {
  const policyOf = (headers: Readonly<Record<string, string>>) => headers['content-security-policy'] ?? '';
  expect(policyOf(pageHeaders)).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; worker-src 'self'; manifest-src 'self'",
  );
  expect(policyOf(readerPageHeaders).replace(" 'wasm-unsafe-eval'", '')).toBe(policyOf(pageHeaders));
  expect(policyOf(readerPageHeaders)).not.toContain("'unsafe-");
  expect(pageHeaders['referrer-policy']).toBe('same-origin');
});
