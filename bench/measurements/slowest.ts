import { startExecutable, withServers } from '../contestants';
import { type Bench, compared, type Measurement, median, type Part, quartiles, timed, worstOf } from '../measurement';
import { prefixesOf, type Searched, searchFor } from '../prefixes';
import type { Server } from '../processes';
import { ask, writeToCatalog } from '../requests';

/** What is measured again of each: the median counts. */
const tries = 7;

/** After this many seconds the rest of the prefixes, those with fewer hits, is left out, and that is said. */
const secondsForPrefixes = 15;

/** How often a prefix is asked at first, to find the slowest; the slowest are then asked as often as all else. */
const slowestPrefixes = 3;

interface Row {
  readonly title: string;
  /** Several are asked once each, and the first of them counts too. */
  readonly path: string | readonly string[];
  /** Milliseconds that it may take on a catalog ten times as large as the usual one. */
  readonly most: number;
  /** Whether an artist is changed before each. */
  readonly isAfterWrite?: boolean;
}

/** What takes longest of all that may be asked, as milliseconds, and beside a first page of the same catalog. */
export const slowest: Measurement = {
  name: 'slowest',
  title: 'the slowest requests, beside a first page',
  unit: 'ms',
  target: { bound: 'at most', amount: 30 },
  measure: (bench) =>
    withServers([() => startExecutable(bench)], async ([server]) => {
      const pages: number[] = [];
      for (let index = 0; index < tries * 4; index++) pages.push(await timed(() => ask(bench, server, '/api/artists')));
      const firstPage = median(pages.slice(tries));
      const notes: string[] = [];
      const parts: Part[] = [];
      for (const kind of ['release', 'artist', 'production'] as const) {
        const { path, note } = await slowestSearch(bench, server, kind);
        notes.push(note);
        parts.push(
          await measureRow(bench, server, { title: decodeURIComponent(path), path, most: kind === 'artist' ? 15 : 30 }, firstPage),
        );
      }
      for (const row of rowsOf(bench)) parts.push(await measureRow(bench, server, row, firstPage));
      return { ...worstOf(parts, 'at most'), parts, notes, figures: { firstPage } };
    }),
};

function rowsOf({ catalog }: Bench): Row[] {
  const lastPage = Math.ceil(catalog.artistIds.length / 30);
  const middle = Math.ceil(lastPage / 2);
  const inOrder = (order: string, page: number) => `/api/artists?order[${order}]=asc&page=${page}`;
  return [
    { title: '/api/artists?name=berg', path: '/api/artists?name=berg', most: 15 },
    { title: '/api/artists?country=DE&order[name]', path: '/api/artists?country=DE&order[name]=asc', most: 15 },
    { title: '/api/productions?year=1999&order[title]', path: '/api/productions?year=1999&order[title]=asc', most: 15 },
    {
      title: 'artists by country or date, the first page deep in each',
      path: ['country', 'beginDate', 'endDate', 'birthday'].map((order) => inOrder(order, middle)),
      most: 3,
    },
    { title: `artists by name, page ${middle}`, path: inOrder('name', middle), most: 3 },
    { title: `artists by name, page ${middle}, first after a write`, path: inOrder('name', middle), most: 3, isAfterWrite: true },
    { title: `artists by name, page ${lastPage}`, path: inOrder('name', lastPage), most: 3 },
    { title: '/api/tracks, first after a write', path: '/api/tracks', most: 5, isAfterWrite: true },
    { title: '/api/statistics, first after a write', path: '/api/statistics', most: 20, isAfterWrite: true },
  ];
}

async function measureRow(bench: Bench, server: Server, row: Row, firstPage: number) {
  const { title, most } = row;
  const times = await timesOf(bench, server, row);
  const result = compared(
    times,
    times.map(() => firstPage),
  );
  const amounts = quartiles(times).map((ms) => ms.toFixed(1));
  const note = `${title}: ${result.value.toFixed(1)} ms, half of them from ${amounts.join(' to ')} ms, at most ${Math.max(...times).toFixed(1)} ms`;
  return { title, ...result, rounds: { executable: times }, notes: [note], target: { bound: 'at most', amount: most } as const };
}

async function timesOf(bench: Bench, server: Server, { path, isAfterWrite }: Row): Promise<number[]> {
  const paths = typeof path === 'string' ? new Array<string>(tries + 1).fill(path) : path;
  const times: number[] = [];
  for (const one of paths) {
    if (isAfterWrite) await writeToCatalog(bench, server);
    times.push(await timed(() => ask(bench, server, one)));
  }
  // The first compiles the query.
  return typeof path === 'string' ? times.slice(1) : times;
}

/** Asks for every letter and all two letters that words begin with, each once, and the slowest of them again. */
async function slowestSearch(bench: Bench, server: Server, kind: Searched): Promise<{ path: string; note: string }> {
  const prefixes = [...prefixesOf(bench, kind, 1), ...prefixesOf(bench, kind, 2)];
  const paths = prefixes.map((prefix) => searchFor(kind, prefix));
  const seen = new Map<string, number>();
  const until = performance.now() + secondsForPrefixes * 1_000;
  for (const path of paths) {
    if (performance.now() > until) break;
    seen.set(path, await timed(() => ask(bench, server, path)));
  }
  const candidates = [...seen].toSorted(([, one], [, other]) => other - one).slice(0, slowestPrefixes);
  const again: [string, number][] = [];
  for (const [path] of candidates) {
    const times: number[] = [];
    for (let index = 0; index < tries; index++) times.push(await timed(() => ask(bench, server, path)));
    again.push([path, median(times)]);
  }
  const [worst] = again.toSorted(([, one], [, other]) => other - one);
  const path = worst?.[0] ?? `/api/${kind}s?q=de`;
  const hits = prefixes[paths.indexOf(path)]?.hits ?? 0;
  return {
    path,
    note: `${seen.size} of ${paths.length} beginnings of ${kind}s, of a letter or two, tried; the slowest has ${hits.toLocaleString('en-US')} hits`,
  };
}
