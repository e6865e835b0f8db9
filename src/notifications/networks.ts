import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { networksOf } from '../http/client-address';

/** Addresses that are not public (IANA special-purpose registries). */
const specialNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];

/** Of IPv6, only these are public; the others are of this machine, of a local network, or contain an IPv4 address. */
const isPublicIpv6 = networksOf(['2000::/3']);

/** An IPv4 address written as IPv6 is the IPv4 address. */
function plainForm(address: string): string {
  const [, high = '', low = ''] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(URL.parse(`http://[${address}]`)?.hostname ?? '') ?? [];
  if (low === '') return address;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}

/** Why a webhook may not be sent to its address. */
export class ForbiddenTarget extends Error {}

/**
 * The address to connect to. All addresses of a name must be allowed, and the connection is made to the one that was checked: a
 * name may resolve to another address the next time.
 * @param allowed networks of this machine and the local network
 * @throws {ForbiddenTarget}
 */
export async function checkedAddress({ hostname, protocol }: URL, allowed: readonly string[]): Promise<string> {
  const host = hostOf(hostname);
  const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
  const addresses = found.map(plainForm);
  requireAllowed(addresses, protocol, allowed);
  const [address] = addresses.toSorted((a, b) => isIP(a) - isIP(b));
  if (address === undefined) throw new ForbiddenTarget('The name has no address.');
  return address;
}

/** Whether an address without a name may never be sent to. Names are looked up for each message. */
export function isForbidden({ hostname, protocol }: URL, allowed: readonly string[]): boolean {
  const host = hostOf(hostname);
  try {
    if (isIP(host)) requireAllowed([plainForm(host)], protocol, allowed);
    return false;
  } catch {
    return true;
  }
}

const hostOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

function requireAllowed(addresses: readonly string[], protocol: string, allowed: readonly string[]): void {
  // Read each time, since networks change.
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.flatMap(({ cidr }) => cidr ?? []));
  const [isAllowed, isLocal] = [networksOf(allowed), networksOf([...specialNetworks, ...own])];
  const isPublic = (address: string) => !isLocal(address) && (isIP(address) === 4 || isPublicIpv6(address));
  if (!addresses.every((address) => isAllowed(address) || isPublic(address)))
    throw new ForbiddenTarget('This address is in the local network. The setting webhook_networks can allow it.');
  if (protocol === 'http:' && !addresses.every(isAllowed))
    throw new ForbiddenTarget('Only https is allowed outside of the networks of webhook_networks.');
}
