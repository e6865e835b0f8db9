import { startExecutable, withServers } from '../contestants';
import { type Bench, compared, type Measurement, median, type Part, quartiles, timed, worstOf } from '../measurement';
import { prefixesOf, type SearchedKind, searchFor } from '../prefixes';
import type { Server } from '../processes';
import { sendRequest, writeToCatalog } from '../requests';

/** Repetitions of each request, of which the median counts. */
const tries = 7;

/** Time limit for trying prefixes, those with the most hits first. A note reports how many were tried. */
const secondsForPrefixes = 15;

/** Number of slowest prefixes that are measured again with all repetitions. */
const slowestPrefixes = 3;

interface Row {
  readonly title: string;
  /** Several paths are requested once each, without a warm-up. */
  readonly path: string | readonly string[];
  /** Target in milliseconds, which a catalog of ten times the usual size must meet too. */
  readonly maxMilliseconds: number;
  /** Whether an artist is changed before each request. */
  readonly isAfterWrite?: boolean;
}

/** The slowest requests, in milliseconds and compared with a first page of the same catalog. */
export const slowest: Measurement = {
  name: 'slowest',
  title: 'the slowest requests, compared with a first page',
  unit: 'ms',
  target: { bound: 'at most', amount: 30 },
  measure: (bench) =>
    withServers([() => startExecutable(bench)], async ([server]) => {
      const pages: number[] = [];
      for (let index = 0; index < tries * 4; index++) pages.push(await timed(() => sendRequest(bench, server, '/api/artists')));
      const firstPage = median(pages.slice(tries));
      const notes: string[] = [];
      const parts: Part[] = [];
      for (const kind of ['release', 'artist', 'production'] as const) {
        const { path, note } = await slowestSearch(bench, server, kind);
        notes.push(note);
        parts.push(
          await measureRow(
            bench,
            server,
            { title: decodeURIComponent(path), path, maxMilliseconds: kind === 'artist' ? 15 : 30 },
            firstPage,
          ),
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
    { title: '/api/artists?name=berg', path: '/api/artists?name=berg', maxMilliseconds: 15 },
    { title: '/api/artists?country=DE&order[name]', path: '/api/artists?country=DE&order[name]=asc', maxMilliseconds: 15 },
    { title: '/api/productions?year=1999&order[title]', path: '/api/productions?year=1999&order[title]=asc', maxMilliseconds: 15 },
    {
      title: 'artists by country or date, middle page, first request',
      path: ['country', 'beginDate', 'endDate', 'birthday'].map((order) => inOrder(order, middle)),
      maxMilliseconds: 3,
    },
    { title: `artists by name, page ${middle}`, path: inOrder('name', middle), maxMilliseconds: 3 },
    {
      title: `artists by name, page ${middle}, first after a write`,
      path: inOrder('name', middle),
      maxMilliseconds: 3,
      isAfterWrite: true,
    },
    { title: `artists by name, page ${lastPage}`, path: inOrder('name', lastPage), maxMilliseconds: 3 },
    { title: '/api/tracks, first after a write', path: '/api/tracks', maxMilliseconds: 5, isAfterWrite: true },
    { title: '/api/statistics, first after a write', path: '/api/statistics', maxMilliseconds: 20, isAfterWrite: true },
  ];
}

async function measureRow(bench: Bench, server: Server, row: Row, firstPage: number) {
  const { title, maxMilliseconds } = row;
  const times = await timesOf(bench, server, row);
  const result = compared(
    times,
    times.map(() => firstPage),
  );
  const amounts = quartiles(times).map((ms) => ms.toFixed(1));
  const note = `${title}: median ${result.value.toFixed(1)} ms, quartiles ${amounts.join(' to ')} ms, max ${Math.max(...times).toFixed(1)} ms`;
  return { title, ...result, rounds: { executable: times }, notes: [note], target: { bound: 'at most', amount: maxMilliseconds } as const };
}

async function timesOf(bench: Bench, server: Server, { path, isAfterWrite }: Row): Promise<number[]> {
  const paths = typeof path === 'string' ? new Array<string>(tries + 1).fill(path) : path;
  const times: number[] = [];
  for (const one of paths) {
    if (isAfterWrite) await writeToCatalog(bench, server);
    times.push(await timed(() => sendRequest(bench, server, one)));
  }
  // The first request prepares the statements.
  return typeof path === 'string' ? times.slice(1) : times;
}

/** Finds the slowest one- or two-letter prefix: tries each once, and measures the slowest ones again. */
async function slowestSearch(bench: Bench, server: Server, kind: SearchedKind): Promise<{ path: string; note: string }> {
  const prefixes = [...prefixesOf(bench, kind, 1), ...prefixesOf(bench, kind, 2)];
  const paths = prefixes.map((prefix) => searchFor(kind, prefix));
  const tried = new Map<string, number>();
  const until = performance.now() + secondsForPrefixes * 1_000;
  for (const path of paths) {
    if (performance.now() > until) break;
    tried.set(path, await timed(() => sendRequest(bench, server, path)));
  }
  const candidates = [...tried].toSorted(([, one], [, other]) => other - one).slice(0, slowestPrefixes);
  const again: [string, number][] = [];
  for (const [path] of candidates) {
    const times: number[] = [];
    for (let index = 0; index < tries; index++) times.push(await timed(() => sendRequest(bench, server, path)));
    again.push([path, median(times)]);
  }
  const [worst] = again.toSorted(([, one], [, other]) => other - one);
  const path = worst?.[0] ?? `/api/${kind}s?q=de`;
  const hits = prefixes[paths.indexOf(path)]?.hits ?? 0;
  return {
    path,
    note: `tried ${tried.size} of ${paths.length} one- and two-letter ${kind} prefixes; the slowest has ${hits.toLocaleString('en-US')} hits`,
  };
}
