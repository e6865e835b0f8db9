import { SetupError } from '../errors';
import { maximumRequestBytes, withTimedUploads } from './body';
import type { Certificate } from './certificate';

const way = 'Name an address of this machine with --host, or 0.0.0.0 for all of them.';

/**
 * Looks a name up in the way that listening does, which says of an unknown one that the port is taken.
 * @throws {SetupError} where nobody knows it
 */
export async function requireKnownHost(host: string): Promise<void> {
  // Looking up costs a start some tens of milliseconds, also for an address, which has to be looked up nowhere.
  if (isAddress(host)) return;
  const found = await Bun.dns.lookup(host, { backend: 'system' }).catch(() => []);
  if (found.length === 0) throw new SetupError(`The host ${host} is unknown. ${way}`);
}

const isAddress = (host: string): boolean =>
  host.includes(':') || (/^\d+(?:\.\d+){3}$/.test(host) && host.split('.').every((part) => Number(part) <= 255));

/** Whether nobody but this machine reaches what listens on a host. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host);

/**
 * Listens for a moment, before anything is made that only a server needs.
 * @throws {SetupError} saying why it cannot be listened on
 */
export async function requireFreePort(at: { readonly host: string; readonly port: number }): Promise<void> {
  await listen(() => new Response(null, { status: 503 }), at).stop(true);
}

/** Where and how to listen. */
interface Address {
  readonly host: string;
  readonly port: number;
  /** For https. Such a server lets another of this process listen beside it, which has the next certificate. */
  readonly tls?: Certificate | undefined;
}

/**
 * Listens, without Elysia's own way to do so, which makes routes of Bun's as well: starting is a tenth faster without them.
 * @param flag with which the port is named
 * @throws {SetupError} saying why it cannot be listened on
 */
export function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port, tls }: Address,
  flag = '--port',
): Bun.Server<undefined> {
  const common = { hostname: host, port, fetch: withTimedUploads(fetch), development: false, maxRequestBodySize: maximumRequestBytes };
  try {
    return tls ? Bun.serve({ ...common, reusePort: true, tls: { ...tls } }) : Bun.serve({ ...common, reusePort: false });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'EADDRINUSE')
      throw new SetupError(`Port ${port} of ${host} is taken. Name another with ${flag}, or 0 for any that is free.`);
    if (code === 'EADDRNOTAVAIL') throw new SetupError(`This machine has no address ${host}. ${way}`);
    throw new SetupError(`${host}:${port} cannot be listened on: ${message}.`);
  }
}
