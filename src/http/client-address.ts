import { BlockList, isIP } from 'node:net';
import { badUsage } from '../errors';

/** Whether an address is a trusted proxy. */
export type IsTrusted = (address: string) => boolean;

/**
 * Client address of a request. Behind trusted proxies, the rightmost untrusted address of `X-Forwarded-For`: entries further
 * left are written by the client.
 */
export function clientAddress(peer: string, forwardedFor: string | null, isTrusted: IsTrusted): string {
  if (forwardedFor === null || !isTrusted(plainAddress(peer))) return plainAddress(peer);
  let client = plainAddress(peer);
  for (const hop of forwardedFor.split(',').reverse()) {
    const address = plainAddress(hop.trim());
    if (!isAddress(address)) break;
    client = address;
    if (!isTrusted(address)) break;
  }
  return client;
}

/** Rate-limit key of an address: itself, or for IPv6 its /64, which belongs to one subscriber. */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::') as [string, string?];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

/** Strips port, brackets and the IPv4-mapped prefix. */
export function plainAddress(written: string): string {
  const address = /^\[([^\]]+)\]/.exec(written)?.[1] ?? written;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address);
}

const isAddress = (text: string): boolean => /^[\d.]+$/.test(text) || (/^[\da-f:.]+$/i.test(text) && text.includes(':'));

/** @throws {DomainError} badUsage, for anything but addresses and CIDR ranges, separated by commas */
export const trustedProxies = (list: string): IsTrusted =>
  networksOf(
    list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

/** Whether an address is one of these or in one of these ranges. */
export function networksOf(networks: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits, ...more] = network.split('/');
    const longest = isIP(address) === 6 ? 128 : 32;
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (isIP(address) === 0 || length < 0 || length > longest || more.length > 0)
      throw badUsage(`trusted_proxies must be addresses or CIDR ranges such as 10.0.0.0/8, and not "${network}".`);
    list.addSubnet(address, length, familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
