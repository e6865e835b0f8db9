import { chmodSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Settings } from '../config';
import { SetupError } from '../errors';
import { maximumRequestBytes, withTimedUploads } from './body';

const way = 'Set an address of this machine with --host, or 0.0.0.0 for all.';

/**
 * Looks a name up in the way that listening does, which says of an unknown one that the port is taken.
 * @throws {SetupError} where nobody knows it
 */
export async function requireKnownHost(host: string): Promise<void> {
  // Looking up costs a start some tens of milliseconds, also for an address, which has to be looked up nowhere.
  if (isAddress(host)) return;
  const found = await Bun.dns.lookup(host, { backend: 'system' }).catch(() => []);
  if (found.length === 0) throw new SetupError(`Unknown host ${host}. ${way}`);
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
      throw new SetupError(`Port ${port} of ${host} is already in use. Set another with ${flag}, or 0 for any free port.`);
    if (code === 'EADDRNOTAVAIL') throw new SetupError(`This machine has no address ${host}. ${way}`);
    throw new SetupError(`Cannot listen on ${host}:${port}: ${message}.`);
  }
}

/** @throws {SetupError} where something else than a socket that nobody listens on is at a path */
export async function requireFreeSocket(path: string): Promise<void> {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return;
  if (!there.isSocket()) throw new SetupError(`${path} exists and is not a socket. Set another path with --socket.`);
  if (await isListenedOn(path))
    throw new SetupError(`Another program listens on ${path}. Stop it first, or set another path with --socket.`);
}

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * Listens on a unix socket. One that a server left behind that was killed is taken over; one that somebody listens on is not.
 * @throws {SetupError} saying why it cannot be listened on
 */
export async function listenOnSocket(fetch: Fetch, path: string, mode: number): Promise<Bun.Server<undefined>> {
  await requireFreeSocket(path);
  rmSync(path, { force: true });
  // Nobody else may connect before the mode is what it is to be.
  const umask = process.umask(0o177);
  try {
    const server = Bun.serve({ unix: path, fetch: withTimedUploads(fetch), development: false, maxRequestBodySize: maximumRequestBytes });
    chmodSync(path, mode);
    return server;
  } catch (error) {
    throw new SetupError(`Cannot listen on ${path}: ${(error as Error).message}.`);
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

/** A certificate with its private key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * The certificate that the settings name, `undefined` where they name none.
 * @throws {SetupError} where a file cannot be read, is none of that kind, or the two do not belong together
 */
export function readCertificate({ tlsCertificate, tlsKey }: Settings): Certificate | undefined {
  if (tlsCertificate === '') return undefined;
  const certificate = { cert: contentsOf(tlsCertificate), key: contentsOf(tlsKey) };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new SetupError(`${tlsCertificate} and ${tlsKey} are not a certificate and its key in PEM (${reasonOf(error)}).`);
  }
  return certificate;
}

function contentsOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SetupError(`${path} cannot be read (${(error as { code?: string }).code}).`);
  }
}

/** The last part of what the library says: KEY_VALUES_MISMATCH, say. */
const reasonOf = (error: unknown): string => (error as Error).message.split(':').at(-1) ?? '';
