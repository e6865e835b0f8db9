import { LiveSettings } from '../../src/accounts/settings/live-settings';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { createApp, type Shared, sharedOf } from '../../src/app/app';
import { type ConfiguredSettings, readSettings } from '../../src/config';
import type { Context } from '../../src/context';
import { trustedProxies } from '../../src/http/client-address';
import { HourlyTally } from '../../src/http/middleware';
import { importRecords, seedDemo, seedVocabularies } from '../../src/import/seed';
import type { Kinds } from '../../src/kinds';
import { copyInMemory, inMemory, openStore, type Store } from '../../src/store/database/open';

/** A server in this process with its own in-memory database. */
export interface TestServer {
  readonly store: Store;
  readonly app: ReturnType<typeof createApp>;
  readonly notifications: Shared['notifications'];
  readonly token: string;
  readonly logged: { readonly event: string; readonly details: Readonly<Record<string, unknown>> | undefined }[];
  readonly tally: HourlyTally;
  /** Sends a request with the token; `headers` can replace it, or remove it with an empty text. */
  readonly request: (
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  ) => Promise<Response>;
  readonly read: (path: string) => Promise<Document>;
}

export interface Document {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every kind.
  readonly data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly included?: any[];
  readonly links?: Record<string, string>;
  readonly meta?: { totalItems: number; itemsPerPage: number; currentPage: number; ignoredParameters?: string[] };
}

/** Settings of a store without any. */
export const liveOf = (store: Store): LiveSettings => new LiveSettings({ store, settings: readSettings({}, {}) });

/** A server with the vocabularies and the imported `records`. */
export async function startServer(records: readonly object[] = [], settings: Partial<ConfiguredSettings> = {}): Promise<TestServer> {
  const store = await seededStore();
  if (records.length > 0) await importRecords(store, numbered(records));
  return serverOf(store, settings);
}

/** An empty in-memory database, migrated once per process and copied for each test. */
export function emptyStore(): Store {
  empty ??= openStore(inMemory);
  return copyInMemory(empty);
}

/** An in-memory database with the vocabularies, imported once per process and copied for each test. */
export async function seededStore(): Promise<Store> {
  seeded ??= (async () => {
    const store = emptyStore();
    await seedVocabularies(store);
    return store;
  })();
  return copyInMemory(await seeded);
}

let empty: Store | undefined;
let seeded: Promise<Store> | undefined;

/** A server with the demo catalog, created once per process. Tests must not change it. */
export function demoServer(): Promise<TestServer> {
  demo ??= demoStore().then((store) => serverOf(store));
  return demo;
}

/** An in-memory database with the demo catalog, imported once per process and copied for each test. */
export async function demoStore(): Promise<Store> {
  seededDemo ??= (async () => {
    const store = await seededStore();
    await seedDemo(store);
    return store;
  })();
  return copyInMemory(await seededDemo);
}

let seededDemo: Promise<Store> | undefined;

let demo: Promise<TestServer> | undefined;

/** A server on a database, with a high rate limit unless the settings have one. */
export async function serverOf(
  store: Store,
  settings: Partial<ConfiguredSettings> = {},
  kinds?: Kinds,
  username = 'tester',
): Promise<TestServer> {
  await createUser(store, username, 'correct horse battery');
  const token = await issueApiToken(store, username, 'tests');
  const logged: { event: string; details: Readonly<Record<string, unknown>> | undefined }[] = [];
  const { meterOf } = settings.metricsToken ? await import('../../src/operations/meter') : {};
  const tally = new HourlyTally();
  const context: Context = {
    store,
    meter: meterOf?.({ store }),
    settings: { ...readSettings({}, {}), rateLimit: 1_000_000, ...settings },
    log: (event, details) => logged.push({ event, details }),
    peerAddress: () => '192.0.2.1',
    tally,
  };
  return serverWith(context, { token, logged, tally, kinds });
}

/** A server on a context, whose requests have the token unless it is empty. */
export function serverWith(
  context: Context,
  { token, logged, tally, kinds }: Pick<TestServer, 'token' | 'logged' | 'tally'> & { readonly kinds?: Kinds | undefined },
): TestServer {
  const shared = sharedOf(context);
  const app = createApp(context, trustedProxies(context.settings.trustedProxies ?? ''), kinds, shared);
  const request: TestServer['request'] = (path, { method = 'GET', headers = {}, body } = {}) => {
    const sent = new Headers({ authorization: token && `Bearer ${token}`, ...headers });
    if (sent.get('authorization') === '') sent.delete('authorization');
    return app.handle(new Request(`http://localhost${path}`, { method, headers: sent, body }));
  };
  const read: TestServer['read'] = async (path) => {
    const response = await request(path);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json() as Promise<Document>;
  };
  return { store: context.store, app, notifications: shared.notifications, token, logged, tally, request, read };
}

/** Records as read from lines of a file. */
export async function* numbered(records: readonly unknown[], file = 'records of the test') {
  for (const [index, value] of records.entries()) yield { file, line: index + 1, value };
}
