import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { SetupError } from '../errors';
import { maximumRequestBytes, withTimedUploads } from './body';

/** @throws {SetupError} where something else than a socket that nobody listens on is at a path */
export async function requireFreeSocket(path: string): Promise<void> {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return;
  if (!there.isSocket()) throw new SetupError(`${path} is there, and is no socket. Name another path with --socket.`);
  if (await isListenedOn(path))
    throw new SetupError(`Another program listens on ${path}. Stop it first, or name another path with --socket.`);
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
    throw new SetupError(`${path} cannot be listened on: ${(error as Error).message}.`);
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
