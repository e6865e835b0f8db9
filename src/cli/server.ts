import { createApp } from '../app';
import type { Settings } from '../config';
import { openStore, type Store } from '../database/open';
import { lockForServer } from '../database/server-lock';
import { SetupError } from '../errors';
import { maximumFileBytes } from '../http/body';
import { hasNoVocabularies } from '../import/seed-state';
import { serverVersion } from '../version';

/** How long running requests may take to end once the server is told to stop. */
const stopWithinMilliseconds = 5_000;

/** Serves until it is told to stop. */
export async function serve(settings: Settings, withDemo: boolean): Promise<void> {
  const store = openStore(settings.data);
  const lock = takeLock(store, settings.data);
  try {
    const toldToStop = stopSignal();
    const demoToken = await prepareCatalog(store, withDemo);
    const server = await start(store, settings);
    const url = server.url.origin;
    say(`Leitmotif ${serverVersion} serves ${store.path} at ${url}`);
    say(`Its documentation: ${url}/api/docs`);
    if (demoToken) say(`Try: curl -H 'Authorization: Bearer ${demoToken}' '${url}/api/artists?q=herrmann'`);
    await toldToStop;
    await Promise.race([server.stop(), Bun.sleep(stopWithinMilliseconds)]);
    say('Leitmotif has stopped.');
  } finally {
    lock.release();
    store.close();
  }
}

/** Proxies are read only where there are any: the library for it is loaded with all of node:net. */
async function start(store: Store, settings: Settings): Promise<Bun.Server<undefined>> {
  const isTrustedProxy =
    settings.trustedProxies === '' ? undefined : (await import('../http/trusted-proxies')).trustedProxies(settings.trustedProxies);
  const peerAddress = (request: Request) => server.requestIP(request)?.address ?? '';
  const server = listen(createApp({ store, settings, log, peerAddress }, isTrustedProxy), settings);
  return server;
}

function takeLock(store: Store, directory: string): ReturnType<typeof lockForServer> {
  try {
    return lockForServer(directory);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Vocabularies are in every catalog; the demo only where it was asked for and nothing else is there. */
async function prepareCatalog(store: Store, withDemo: boolean): Promise<string | undefined> {
  if (!withDemo && !hasNoVocabularies(store)) return undefined;
  const { seedVocabularies } = await import('../import/seed');
  if (hasNoVocabularies(store)) await seedVocabularies(store);
  if (!withDemo) return undefined;
  const { prepareDemo } = await import('./demo');
  return prepareDemo(store, say);
}

/** Without Elysia's own way to listen, which makes routes of Bun's as well: starting is a tenth faster without them. */
function listen(app: ReturnType<typeof createApp>, { host, port }: Settings): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      fetch: app.fetch,
      reusePort: false,
      development: false,
      maxRequestBodySize: maximumFileBytes,
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new SetupError(
      code === 'EADDRINUSE'
        ? `Port ${port} of ${host} is taken. Name another with --port, or 0 for any that is free.`
        : `${host}:${port} cannot be listened on: ${message}.`,
    );
  }
}

/** Comes with Ctrl-C or a service manager's signal; a second one does not wait for what still runs. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(130);
        asked = true;
        resolve();
      });
    }
  });
}

// Not process.stdout, which takes a tenth of the start to come up.
const say = (line: string): void => console.log(line);

/** The log: JSON lines on standard error. */
function log(event: string, details: Readonly<Record<string, unknown>> = {}): void {
  console.error(JSON.stringify({ time: new Date().toISOString(), event, ...details }));
}
