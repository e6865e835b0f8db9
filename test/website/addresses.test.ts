import { expect, test } from 'bun:test';
import { Addresses, absolute, addressWithQuery, withFlash } from '../../src/website/http/addresses';

const to = new Addresses('/music');

test.each<[string | null | undefined, string | undefined]>([
  ['/music', '/music/'],
  ['/music/', '/music/'],
  ['/music/artists/a?page=2#b', '/music/artists/a?page=2#b'],
  ['/music/./a/../b', '/music/b'],
  ['/music/settings?x=//y', '/music/settings?x=//y'],
  [`/music/${'a'.repeat(1_993)}`, `/music/${'a'.repeat(1_993)}`],
  [`/music/${'a'.repeat(1_994)}`, undefined],
  ['/', undefined],
  ['/musicals', undefined],
  ['/music/../films', undefined],
  ['/music//evil.example', undefined],
  ['/music/.//evil.example', undefined],
  ['/music/x/..//evil.example', undefined],
  ['/music/%2e%2e/music//evil.example', undefined],
  ['/x/../music//evil.example', undefined],
  ['/music/x/%2E%2E///evil.example', undefined],
  ['/music///evil.example', undefined],
  ['/music/..//evil.example', undefined],
  ['//evil.example/music', undefined],
  ['https://evil.example/music', undefined],
  ['music', undefined],
  ['/music\\evil', undefined],
  ['/music/\n', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('a page returns to %p as %p', (written, page) => {
  expect(to.returnPath(written)).toBe(page as string);
});

test('at the root of a host, no page returns to another host', () => {
  const { returnPath } = new Addresses('');
  expect([returnPath('/a'), returnPath('/./a')]).toEqual(['/a', '/a']);
  const elsewhere = String.raw`https://evil.example/ //evil.example /\evil.example javascript:alert(1) \/evil.example /.//evil.example a
    /..//evil.example /a/..//evil.example /%2e%2e//evil.example /.%2e//evil.example`;
  for (const address of [...elsewhere.split(/\s+/), '/\tevil']) expect([address, returnPath(address)]).toEqual([address, undefined]);
});

test('addresses have their parameters, without empty ones', () => {
  expect(to.artists({ role: ['composer', 2], page: 0, empty: '', missing: undefined, is: false })).toBe(
    '/music/artists?role=composer&role=2&page=0&is=false',
  );
  expect([to.artist({ slug: 'a b' }), to.artist({ slug: null }), to.album({ slug: 'a' }, { q: 'x' }, 'tracks')]).toEqual([
    '/music/artists/a%20b',
    '/music/artists/',
    '/music/albums/a?q=x#tracks',
  ]);
  expect([to.same('/a', {}), to.same('/a', { page: 2 }, 'b'), to.importRun('7'), to.importRun('7', 'cancel')]).toEqual([
    '/music/a',
    '/music/a?page=2#b',
    '/music/administration/imports/7',
    '/music/administration/imports/7/cancel',
  ]);
  expect(absolute({ origin: 'https://films.example/music', to }, '/music/artists')).toBe('https://films.example/music/artists');
});

test('parameters come before an anchor, and after others', () => {
  expect([addressWithQuery('/a', {}), addressWithQuery('/a#b', {}), addressWithQuery('/a', { x: 1 })]).toEqual(['/a', '/a#b', '/a?x=1']);
  expect([addressWithQuery('/a?y=2', { x: 1 }), addressWithQuery('/a?y=2#b', { x: 1 })]).toEqual(['/a?y=2&x=1', '/a?y=2&x=1#b']);
  expect(withFlash('/a#b', 'record-deleted')).toBe('/a?notice=record-deleted#b');
});
