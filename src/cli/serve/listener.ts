import type { Settings } from '../../config';
import type { Context } from '../../context';
import { DomainError } from '../../errors';
import { listen, reachableOrigins } from '../../http/listen';
import { withUrl } from '../../http/request';

/** A server's socket: HTTP, HTTPS or unix. */
export interface Listener {
  /** Such as `http://127.0.0.1:8420` or `unix:/run/leitmotif/socket`. */
  readonly address: string;
  /** Origins at which clients reach it; links use the first. */
  origins(): readonly [string, ...string[]];
  peerAddress(request: Request): string;
  pendingRequests(): number;
  /** Stops accepting requests and waits for running ones, unless they are to be aborted. */
  stop(how?: { readonly atOnce: boolean }): Promise<void>;
}

type Fetch = (request: Request) => Response | Promise<Response>;
type Log = Context['log'];

/** Clients of the socket are on this machine, in the place of a proxy. */
export const socketPeer = '127.0.0.1';

/** @throws {SetupError} if it cannot listen */
export async function openListener(fetch: Fetch, settings: Settings, log: Log): Promise<Listener> {
  if (settings.socket !== '') return onSocket(fetch, settings);
  return settings.tlsCertificate === '' ? onPort(fetch, settings) : await withCertificate(fetch, settings, log);
}

async function onSocket(fetch: Fetch, { socket, socketMode }: Settings): Promise<Listener> {
  const { listenOnSocket } = await import('../../http/listen');
  const server = await listenOnSocket(fetch, socket, socketMode);
  return { address: `unix:${socket}`, origins: () => ['http://localhost'], peerAddress: () => socketPeer, ...endOf(() => [server]) };
}

function onPort(fetch: Fetch, settings: Settings): Listener {
  const server = listen(fetch, settings);
  const origins = () => reachableOrigins(server.url);
  return { address: origins()[0], origins, peerAddress: (request) => addressOf(server, request), ...endOf(() => [server]) };
}

/** Bun cannot replace a certificate, so a second server listens on the same port and the first one ends after its requests. */
async function withCertificate(fetchAsHttp: Fetch, settings: Settings, log: Log): Promise<Listener> {
  const { readCertificate } = await import('../../http/listen');
  const fetch: Fetch = (request) => fetchAsHttp(asHttp(request));
  let tls = readCertificate(settings);
  let server = listen(fetch, { ...settings, tls });
  /** Servers with earlier certificates that still answer requests. */
  const ending = new Set<Bun.Server<undefined>>();
  const { port = settings.port } = server;
  const origins = () => reachableOrigins(server.url);
  const renew = (): void => {
    try {
      const next = readCertificate(settings);
      // Restarting needlessly would abort connections being opened.
      if (next?.cert === tls?.cert && next?.key === tls?.key) {
        log('certificate unchanged', { path: settings.tlsCertificate });
        return;
      }
      const before = server;
      server = listen(fetch, { host: settings.host, port, tls: next });
      tls = next;
      ending.add(before);
      void before.stop().then(() => ending.delete(before));
      log('certificate read again', { path: settings.tlsCertificate });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log('certificate not read again', { path: settings.tlsCertificate, error: error.detail }, 'warn');
    }
  };
  process.on('SIGHUP', renew);
  const { pendingRequests, stop } = endOf(() => [server, ...ending]);
  return {
    address: origins()[0],
    origins,
    peerAddress: (request) => addressOf(server, request),
    pendingRequests,
    stop(how) {
      process.off('SIGHUP', renew);
      return stop(how);
    },
  };
}

/** The router needs `http://` addresses; the settings say that clients use HTTPS. */
const asHttp = (request: Request): Request =>
  request.url.startsWith('https:') ? withUrl(request, `http:${request.url.slice('https:'.length)}`) : request;

/** @param servers the current ones */
const endOf = (servers: () => readonly Bun.Server<undefined>[]): Pick<Listener, 'pendingRequests' | 'stop'> => ({
  pendingRequests: () => servers().reduce((sum, { pendingRequests }) => sum + pendingRequests, 0),
  async stop({ atOnce } = { atOnce: false }) {
    await Promise.all(servers().map((server) => server.stop(atOnce)));
  },
});

const addressOf = (server: Bun.Server<undefined>, request: Request): string => server.requestIP(request)?.address ?? '';
