/** A server for the tests of other projects: `const server = await createTestServer();`. */

import { issueApiToken } from './accounts/tokens';
import { createUser } from './accounts/users';
import { type App, createApp } from './app/app';
import { settings as everySetting, type Settings } from './config';
import { maximumRequestBytes } from './http/body';
import { importRecords, seedDemo, seedVocabularies } from './import/seed';
import { copyInMemory, inMemory, openStore, type Store } from './store/database/open';

export type { App };

export interface TestServerOptions {
  /** Further records, after those of the demo (docs/records.md). */
  readonly records?: readonly object[];
  /** What differs from the usual settings; requests are not limited unless a limit is given. */
  readonly settings?: Partial<Omit<Settings, 'data' | 'host' | 'port'>>;
}

export interface TestServer extends AsyncDisposable {
  /** Where it listens, such as `http://127.0.0.1:49152`; without a slash at the end. */
  readonly url: string;
  /** An access token of its user, who may do everything. */
  readonly token: string;
  readonly app: App;
  /** Requests a path over the port, with the token unless `authorization` is given. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly stop: () => Promise<void>;
}

/** Serves the demo catalog from memory on a free port of the loopback. Every call gives another catalog. */
export async function createTestServer({ records = [], settings = {} }: TestServerOptions = {}): Promise<TestServer> {
  demo ??= demoStore();
  const store = copyInMemory(await demo);
  await importRecords(store, numbered(records));
  await createUser(store, 'tester', crypto.randomUUID(), 'admin');
  const token = await issueApiToken(store, 'tester', 'tests');
  const app = createApp({
    store,
    settings: { ...usualSettings(), rateLimit: 0, ...settings },
    log: (event, details) => console.error(event, details),
    peerAddress: (request) => server.requestIP(request)?.address ?? '',
  });
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => app.handle(request),
    development: false,
    maxRequestBodySize: maximumRequestBytes,
  });
  const url = server.url.origin + (settings.basePath ?? '');
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await server.stop(true);
    store.close();
  };
  return {
    url,
    token,
    app,
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
      return fetch(url + path, { ...init, headers });
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Made once, and copied for every server. */
let demo: Promise<Store> | undefined;

async function demoStore(): Promise<Store> {
  const store = openStore(inMemory);
  await seedVocabularies(store);
  await seedDemo(store);
  return store;
}

/** Neither the environment nor a file of this machine counts. */
const usualSettings = (): Settings =>
  Object.fromEntries(Object.entries(everySetting).map(([name, { fallback }]) => [name, fallback()])) as unknown as Settings;

async function* numbered(records: readonly object[]) {
  for (const [index, value] of records.entries()) yield { file: 'records of the test', line: index + 1, value };
}
