import { startExecutable, withServers } from '../contestants';
import { type Bench, compared, type Measurement, median, quartiles, type Result, timed } from '../measurement';
import { searchFor, twoLetterPrefixes } from '../prefixes';
import type { Server } from '../processes';
import { ask, worstOf, writeToCatalog } from '../requests';

/** What is measured again of each: the median counts. */
const tries = 7;

/** After this many seconds the rest of the prefixes, those with fewer hits, is left out, and that is said. */
const secondsForPrefixes = 25;

/** How often a prefix is asked at first, to find the slowest; the slowest are then asked as often as all else. */
const slowestPrefixes = 3;

interface Row {
  readonly title: string;
  readonly path: string;
  /** Milliseconds that it may take on a catalog ten times as large as the usual one. */
  readonly most: number;
  /** Whether something is written to the catalog before each. */
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
      const parts: (Result & { title: string })[] = [];
      for (const kind of ['release', 'artist'] as const) {
        const { path, note } = await slowestSearch(bench, server, kind);
        notes.push(note);
        parts.push(
          await measureRow(bench, server, { title: decodeURIComponent(path), path, most: kind === 'release' ? 30 : 15 }, firstPage),
        );
      }
      for (const row of rowsOf(bench)) parts.push(await measureRow(bench, server, row, firstPage));
      const { value, floor, ratio, spread } = worstOf(parts);
      return { value, floor, ratio, spread, parts, notes, figures: { firstPage } };
    }),
};

function rowsOf({ catalog }: Bench): Row[] {
  const lastPage = Math.ceil(catalog.artistIds.length / 30);
  return [
    { title: '/api/artists?name=berg', path: '/api/artists?name=berg', most: 15 },
    { title: '/api/artists?country=DE&order[name]', path: '/api/artists?country=DE&order[name]=asc', most: 15 },
    { title: '/api/productions?year=1999&order[title]', path: '/api/productions?year=1999&order[title]=asc', most: 15 },
    { title: `artists by name, page ${lastPage}`, path: `/api/artists?order[name]=asc&page=${lastPage}`, most: 3 },
    { title: '/api/tracks, first after a write', path: '/api/tracks', most: 5, isAfterWrite: true },
    { title: '/api/statistics, first after a write', path: '/api/statistics', most: 20, isAfterWrite: true },
  ];
}

async function measureRow(bench: Bench, server: Server, { title, path, most, isAfterWrite }: Row, firstPage: number) {
  const times: number[] = [];
  // The first is left out where nothing is written: it compiles the query.
  for (let index = 0; index <= tries; index++) {
    if (isAfterWrite) await writeToCatalog(bench, server);
    times.push(await timed(() => ask(bench, server, path)));
  }
  const result = compared(
    times.slice(1),
    times.slice(1).map(() => firstPage),
  );
  const notes = [
    `${title}: ${result.value.toFixed(1)} ms, half of them from ${quartiles(times.slice(1))
      .map((ms) => ms.toFixed(1))
      .join(' to ')} ms`,
  ];
  return { title, ...result, rounds: { executable: times.slice(1) }, notes, target: { bound: 'at most', amount: most } as const };
}

/** Asks for all two letters that words begin with, each once, and the slowest of them again. */
async function slowestSearch(bench: Bench, server: Server, kind: 'artist' | 'release'): Promise<{ path: string; note: string }> {
  const prefixes = twoLetterPrefixes(bench, kind);
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
    note: `${seen.size} of ${paths.length} two-letter beginnings of ${kind}s tried; the slowest has ${hits.toLocaleString('en-US')} hits`,
  };
}
