import type { Settings } from '../config';
import { hasCatalog, inMemory } from '../database/open';
import type { IsTrusted } from '../http/client-address';
import { requireFreePort, requireKnownHost } from '../http/listen';
import { socketPeer } from './listener';

/** Read only where there are any: the library for them is loaded with all of node:net. */
export async function readProxies({ trustedProxies, socket }: Settings): Promise<IsTrusted | undefined> {
  if (trustedProxies === '' && socket === '') return undefined;
  const isListed = (await import('../http/trusted-proxies')).trustedProxies(trustedProxies);
  return socket === '' ? isListed : (address) => address === socketPeer || isListed(address);
}

/**
 * Throws what keeps a server from being reached before anything is made, or looked for. Beside a server with a certificate
 * another one could listen, so it is looked for first.
 */
export async function requireWayIn(settings: Settings): Promise<void> {
  if (settings.socket !== '') return (await import('../http/unix-socket')).requireFreeSocket(settings.socket);
  await requireKnownHost(settings.host);
  const isNew = settings.data !== inMemory && !hasCatalog(settings.data);
  if (isNew || settings.tlsCertificate !== '') await requireFreePort(settings);
}
