import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { readNamedFile, type Settings } from '../config';
import { SetupError, systemReason } from '../errors';
import { withPatience } from './body';

/** Any: handlers count the bytes that they read, up to limits of their own. */
const largestUploadBytes = Number.MAX_SAFE_INTEGER;

const way = 'Set an address of this machine with --host, or 0.0.0.0 for all.';

/**
 * Resolves a host name first, since listening would report an unknown name as a port in use.
 * @throws {SetupError} if it cannot be resolved
 */
export async function requireKnownHost(host: string): Promise<void> {
  // A look-up would add tens of milliseconds to startup, even for an address.
  if (isAddress(host)) return;
  const found = await Bun.dns.lookup(host, { backend: 'system' }).catch(() => []);
  if (found.length === 0) throw new SetupError(`Unknown host ${host}. ${way}`);
}

const isAddress = (host: string): boolean =>
  host.includes(':') || (/^\d+(?:\.\d+){3}$/.test(host) && host.split('.').every((part) => Number(part) <= 255));

/** Networks of containers, virtual machines and tunnels, where a phone at home is not. */
const virtualInterface = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|bridge|cni|flannel|podman|lxc|tun|utun|tap|wg|zt|tailscale)/;

/** Their addresses work only with a zone, or on a network without a router. */
const linkLocal = /^(?:169\.254\.|fe[89ab])/i;

/**
 * Origins at which clients reach a server. For one that listens on all networks, these are the addresses of the machine, the most
 * likely first and the loopback last.
 */
export function reachableOrigins({ protocol, hostname, port, origin }: URL): readonly [string, ...string[]] {
  const hasIpv6 = hostname === '[::]';
  if (!hasIpv6 && hostname !== '0.0.0.0') return [origin];
  const networks = Object.entries(networkInterfaces()).toSorted(
    ([a], [b]) => Number(virtualInterface.test(a)) - Number(virtualInterface.test(b)),
  );
  const addresses = networks
    .flatMap(([, all = []]) => all.toSorted((a, b) => a.family.localeCompare(b.family)))
    .filter(({ internal, family, address }) => !internal && (hasIpv6 || family === 'IPv4') && !linkLocal.test(address))
    .map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address));
  const [first, ...others] = [...addresses, '127.0.0.1'].map((host) => new URL(`${protocol}//${host}:${port}`).origin);
  return [first ?? origin, ...others];
}

/**
 * Checks that the port is free before other setup work.
 * @throws {SetupError} with the reason if it cannot be bound
 */
export async function requireFreePort(at: { readonly host: string; readonly port: number }): Promise<void> {
  await listen(() => new Response(null, { status: 503 }), at).stop(true);
}

interface Address {
  readonly host: string;
  readonly port: number;
  /** For https. Allows a second listener in the process with a renewed certificate. */
  readonly tls?: Certificate | undefined;
}

/**
 * Starts listening, bypassing Elysia, which would also create native routes and slow startup by a tenth.
 * @param flag that sets the port, for messages
 * @throws {SetupError} with the reason if it cannot be bound
 */
export function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port, tls }: Address,
  flag = '--port',
): Bun.Server<undefined> {
  const common = { hostname: host, port, fetch: withPatience(fetch), development: false, maxRequestBodySize: largestUploadBytes };
  try {
    return tls ? Bun.serve({ ...common, reusePort: true, tls: { ...tls } }) : Bun.serve({ ...common, reusePort: false });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'EADDRINUSE')
      throw new SetupError(`Port ${port} of ${host} is already in use. Set another with ${flag}, or 0 for any free port.`);
    if (code === 'EADDRNOTAVAIL') throw new SetupError(`This machine has no address ${host}. ${way}`);
    throw new SetupError(`Cannot listen on ${host}:${port}: ${message}.`);
  }
}

/** @throws {SetupError} unless the path is free or holds a stale socket */
export async function requireFreeSocket(path: string): Promise<void> {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return;
  if (!there.isSocket()) throw new SetupError(`${path} exists and is not a socket. Set another path with --socket.`);
  if (await isListenedOn(path))
    throw new SetupError(`Another program listens on ${path}. Stop it first, or set another path with --socket.`);
}

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * Listens on a unix socket. A stale socket of a killed server is replaced; an active one is not.
 * @throws {SetupError} with the reason if it cannot be bound
 */
export async function listenOnSocket(fetch: Fetch, path: string, mode: number): Promise<Bun.Server<undefined>> {
  await requireFreeSocket(path);
  rmSync(path, { force: true });
  // Prevents connections before the mode is set.
  const umask = process.umask(0o177);
  try {
    const server = Bun.serve({ unix: path, fetch: withPatience(fetch), development: false, maxRequestBodySize: largestUploadBytes });
    chmodSync(path, mode);
    return server;
  } catch (error) {
    throw new SetupError(`Cannot listen on ${path}: ${systemReason(error)}.`);
  } finally {
    process.umask(umask);
  }
}

const isListenedOn = (path: string): Promise<boolean> =>
  Bun.connect({ unix: path, socket: { data() {} } }).then(
    (socket) => {
      socket.end();
      return true;
    },
    () => false,
  );

/** Certificate and private key in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Certificate from the settings; `undefined` without one.
 * @throws {SetupError} if a file is unreadable or invalid, or the key does not match
 */
export function readCertificate({ tlsCertificate, tlsKey }: Settings): Certificate | undefined {
  if (tlsCertificate === '') return undefined;
  const certificate = { cert: readNamedFile(tlsCertificate).toString(), key: readNamedFile(tlsKey).toString() };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new SetupError(`${tlsCertificate} and ${tlsKey} are not a certificate and its key in PEM (${reasonOf(error)}).`);
  }
  return certificate;
}

/** Last part of the TLS library's message, such as KEY_VALUES_MISMATCH. */
const reasonOf = (error: unknown): string => (error as Error).message.split(':').at(-1) ?? '';
