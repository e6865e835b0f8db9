import { expect, test } from 'bun:test';
import { addressGroup, clientAddress, plainAddress, trustedProxies } from '../../src/http/client-address';

const isTrusted = trustedProxies('10.0.0.0/8, 192.0.2.7, 2001:db8::/32,,');

test.each<[string, string | null, string]>([
  ['203.0.113.1', '198.51.100.1', '203.0.113.1'],
  ['::ffff:203.0.113.1', null, '203.0.113.1'],
  ['10.0.0.1', null, '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '203.0.113.1, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '203.0.113.1, 192.0.2.7', '203.0.113.1'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, unknown, 10.0.0.2', '10.0.0.2'],
  ['10.0.0.1', 'fade', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['10.0.0.1', '[2001:DB7::1]:4711', '2001:DB7::1'],
  ['2001:db8::1', '2001:db7::1', '2001:db7::1'],
])('behind the peer %p, which forwards for %p, is the client %p', (peer, forwardedFor, client) => {
  expect(clientAddress(peer, forwardedFor, isTrusted)).toBe(client);
});

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::2:3:4:5:6:7', '0:0:2:3::/64'],
])('the budget of %p is that of %p', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test('an address may have a port, brackets and the prefix of IPv4', () => {
  const written = ['192.0.2.1', '192.0.2.1:80', '[::1]:80', '[::1]', '::1', '::FFFF:192.0.2.1', '[::ffff:192.0.2.1]:80', 'x:80'];
  expect(written.map(plainAddress)).toEqual(['192.0.2.1', '192.0.2.1', '::1', '::1', '::1', '192.0.2.1', '192.0.2.1', 'x:80']);
});

test('a proxy is trusted by its address or network, and an address of neither family is not', () => {
  const all = ['10.255.0.1', '192.0.2.7', '2001:db8:ffff::1', '11.0.0.1', '192.0.2.8', '2001:db9::1', 'x', ''];
  expect(all.map(isTrusted)).toEqual([true, true, true, false, false, false, false, false]);
  expect(['192.0.2.7', '::1'].map(trustedProxies(''))).toEqual([false, false]);
  expect(['192.0.2.7', '::1'].map(trustedProxies('0.0.0.0/0'))).toEqual([true, false]);
  expect(['::1', '::2'].map(trustedProxies('::1/128, 192.0.2.7/32'))).toEqual([true, false]);
});

test.each([
  'x',
  '10.0.0.0/33',
  '10.0.0.0/129',
  '::/129',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10.0.0.0/x',
  '10.0.0.0/0008',
  '10.0.0',
])('%p is no proxy', (list) => {
  expect(() => trustedProxies(`192.0.2.7,${list}`)).toThrow(
    `trusted_proxies must be addresses or CIDR ranges such as 10.0.0.0/8, and not "${list}".`,
  );
});
