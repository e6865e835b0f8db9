import { principalFinder } from '../../src/accounts/principal';
import { createApp } from '../../src/app/app';
import { readSettings } from '../../src/config';
import type { Context } from '../../src/context';
import { PublicAddress } from '../../src/http/public-address';
import { openStore, type Store } from '../../src/store/database/open';
import type { Server } from '../../src/website/http/server';
import { createSite } from '../../src/website/http/site';
import { type Bench, compared, inRounds, type Measurement, type Part, type Result, timed, worstOf } from '../measurement';

const host = 'http://localhost:8420';

/** Each is asked so often in a round, a page and its reads by turns. */
const timesInRound = 20;

/** What a page is made with: its parts are measured in this process, since a page's reads go over no network. */
interface Workshop {
  readonly page: (path: string) => Promise<Response>;
  /** A read as a client sends it, its document written as text. */
  readonly read: (path: string) => Promise<Response>;
  /** The reads that a page makes, in their order. */
  readonly readsOf: (path: string) => Promise<readonly string[]>;
}

/** How much longer a page takes than the reads of the API that it is made of. */
export const pages: Measurement = {
  name: 'pages',
  title: 'a page of the website, beside its reads of the API',
  unit: 'ms',
  target: { bound: 'at most', ratio: 2 },
  isOfAnySize: true,
  async measure(bench) {
    const store = openStore(bench.catalog.directory, {});
    try {
      const workshop = workshopOf(store, bench.catalog.token);
      const parts: Part[] = [];
      for (const [title, path] of pathsOf(store)) parts.push({ title, ...(await besideReads(workshop, path, bench)) });
      return { ...worstOf(parts, 'at most'), parts };
    } finally {
      store.close();
    }
  },
};

function workshopOf(store: Store, token: string): Workshop {
  const settings = { ...readSettings({}, {}), rateLimit: 0, responseCacheMegabytes: 0 };
  const context: Context = { store, settings, log: () => {}, peerAddress: () => '127.0.0.1' };
  const app = createApp(context);
  const asked: string[] = [];
  const server: Server = {
    context,
    handle: (request) => {
      asked.push(request.url.slice(request.url.indexOf('/api')));
      return app.handle(request);
    },
    refuse: () => new Response(null, { status: 404 }),
    describe: async () => ({}),
    findPrincipal: principalFinder(store),
    addressOf: () => '127.0.0.1',
    publicAddress: new PublicAddress(context),
    guestToken: () => undefined,
    isIndexed: () => false,
  };
  const site = createSite(server);
  const page = (path: string) => site(new Request(host + path, { headers: { accept: 'text/html', cookie: `leitmotif-session=${token}` } }));
  return {
    page,
    read: (path) => app.handle(new Request(host + path, { headers: { authorization: `Bearer ${token}` } })),
    readsOf: async (path) => {
      asked.length = 0;
      const response = await page(path);
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
      return [...asked];
    },
  };
}

async function besideReads({ page, read, readsOf }: Workshop, path: string, { pace }: Bench): Promise<Result> {
  const reads = await readsOf(path);
  const times = { page: [] as number[], reads: [] as number[] };
  const bytes = (await (await page(path)).bytes()).byteLength;
  for (let round = 0; round < pace.rounds * timesInRound; round++) {
    times.page.push(await timed(async () => void (await (await page(path)).text())));
    times.reads.push(
      await timed(async () => {
        for (const one of reads) await (await read(one)).text();
      }),
    );
  }
  return {
    ...compared(inRounds(times.page, pace.rounds), inRounds(times.reads, pace.rounds)),
    notes: [`${path}: ${reads.length} reads, ${Math.round(bytes / 1024)} KB`],
  };
}

/** Pages of this catalog: of each kind one that has much on it. */
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
