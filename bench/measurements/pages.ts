import { principalFinder } from '../../src/accounts/principal';
import { LiveSettings } from '../../src/accounts/settings/live-settings';
import { readerFinder } from '../../src/accounts/users/users';
import { createApp } from '../../src/app/app';
import { serverMetaOf } from '../../src/app/routes';
import { readSettings } from '../../src/config';
import type { Context } from '../../src/context';
import { PublicAddress } from '../../src/http/public-address';
import { openStore, type Store } from '../../src/store/database/open';
import type { Server } from '../../src/website/http/server';
import { createSite } from '../../src/website/http/site';
import { type Bench, compared, type Measurement, mediansOfRounds, type Part, type Result, timed, worstOf } from '../measurement';

const host = 'http://localhost:8420';

/** Requests per round, alternating between a page and its reads. */
const requestsPerRound = 20;

/** The website and its API in this process, since a page reads the API without a network. */
interface InProcessSite {
  readonly page: (path: string) => Promise<Response>;
  /** An API read. */
  readonly read: (path: string) => Promise<Response>;
  /** Paths that a page reads, in order. */
  readonly readsOf: (path: string) => Promise<readonly string[]>;
}

/** Website pages, compared with the API reads that they are built from. */
export const pages: Measurement = {
  name: 'pages',
  title: 'a website page, compared with its API reads',
  unit: 'ms',
  target: { bound: 'at most', ratio: 2 },
  isSizeIndependent: true,
  async measure(bench) {
    const store = openStore(bench.catalog.directory, {});
    try {
      const site = openSite(store, bench.catalog.token);
      const parts: Part[] = [];
      for (const [title, path] of pathsOf(store)) parts.push({ title, ...(await compareWithReads(site, path, bench)) });
      return { ...worstOf(parts, 'at most'), parts };
    } finally {
      store.close();
    }
  },
};

function openSite(store: Store, token: string): InProcessSite {
  const settings = { ...readSettings({}, {}), rateLimit: 0, responseCacheMegabytes: 0 };
  const context: Context = { store, settings, log: () => {}, peerAddress: () => '127.0.0.1' };
  const app = createApp(context);
  const reads: string[] = [];
  const server: Server = {
    context,
    handle: (request) => {
      reads.push(request.url.slice(request.url.indexOf('/api')));
      return app.handle(request);
    },
    refuse: () => new Response(null, { status: 404 }),
    describe: async () => ({}),
    findPrincipal: principalFinder(store),
    addressOf: () => '127.0.0.1',
    publicAddress: new PublicAddress(context),
    guestToken: () => undefined,
    feedToken: () => undefined,
    isIndexed: () => false,
    findReader: readerFinder(store),
    beginProxySession: async () => undefined,
    meta: () => serverMetaOf(store, new LiveSettings(context)),
  };
  const site = createSite(server);
  const page = (path: string) => site(new Request(host + path, { headers: { accept: 'text/html', cookie: `leitmotif-session=${token}` } }));
  return {
    page,
    read: (path) => app.handle(new Request(host + path, { headers: { authorization: `Bearer ${token}` } })),
    readsOf: async (path) => {
      reads.length = 0;
      const response = await page(path);
      if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`);
      return [...reads];
    },
  };
}

async function compareWithReads({ page, read, readsOf }: InProcessSite, path: string, { pace }: Bench): Promise<Result> {
  const reads = await readsOf(path);
  const times = { page: [] as number[], reads: [] as number[] };
  const bytes = (await (await page(path)).bytes()).byteLength;
  for (let round = 0; round < pace.rounds * requestsPerRound; round++) {
    times.page.push(await timed(async () => void (await (await page(path)).text())));
    times.reads.push(
      await timed(async () => {
        for (const one of reads) await (await read(one)).text();
      }),
    );
  }
  return {
    ...compared(mediansOfRounds(times.page, pace.rounds), mediansOfRounds(times.reads, pace.rounds)),
    notes: [`${path}: ${reads.length} reads, ${Math.round(bytes / 1024)} KB`],
  };
}

/** The measured pages. Single records are the sixth of their kind, which in generated catalogs has many references. */
function pathsOf({ reader }: Store): readonly (readonly [string, string])[] {
  const slugOf = (table: string): string =>
    (reader.prepare(`SELECT slug FROM ${table} ORDER BY key LIMIT 1 OFFSET 5`).get() as { slug: string }).slug;
  return [
    ['home', '/'],
    ['releases', '/releases'],
    ['releases of a decade', '/releases?decade=1970'],
    ['productions', '/productions'],
    ['artists', '/artists'],
    ['labels', '/labels'],
    ['a release', `/releases/${slugOf('"release"')}`],
    ['a production', `/productions/${slugOf('production')}`],
    ['an artist', `/artists/${slugOf('artist')}`],
    ['a label', `/labels/${slugOf('label')}`],
    ['a search', '/search?q=star'],
    ['statistics', '/statistics'],
  ];
}
