import { BlockList, isIP } from 'node:net';
import { badUsage } from '../errors';
import type { IsTrusted } from './client-address';

/**
 * Parses a comma-separated list of addresses and CIDR ranges.
 * @throws {DomainError} badUsage for anything else
 */
export function trustedProxies(list: string): IsTrusted {
  const proxies = new BlockList();
  for (const entry of list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''))
    addEntry(proxies, entry);
  return (address) => {
    const family = isIP(address);
    return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

function addEntry(proxies: BlockList, entry: string): void {
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  const longest = family === 6 ? 128 : 32;
  const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (family === 0 || length < 0 || length > longest || more.length > 0)
    throw badUsage(`trusted_proxies must be addresses or CIDR ranges such as 10.0.0.0/8, and not "${entry}".`);
  proxies.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
}
