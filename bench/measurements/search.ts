import { Database } from 'bun:sqlite';
import { readSearchText } from '../../src/store/database/full-text';
import { startExecutable } from '../contestants';
import { type Bench, BenchError, compared, type Measurement, median, timed } from '../measurement';
import { sendRequest } from '../requests';

/** Number of different searches, so that none is repeated in a row. */
const searches = 300;
const rounds = 3;

/**
 * A search across all types over HTTP, with the records found, compared with one ranked query of the artist index. The search
 * texts are two words of artists' names.
 */
export const search: Measurement = {
  name: 'search',
  title: 'a two-word search across types, compared with one FTS5 query',
  unit: 'ms',
  target: { bound: 'at most', ratio: 10 },
  async measure(bench) {
    const database = openDatabase(bench);
    const server = await startExecutable(bench);
    try {
      const texts = twoWords(database);
      const query = database.prepare(
        'SELECT rowid FROM artist_search WHERE artist_search MATCH ? ORDER BY bm25(artist_search, 10, 5) LIMIT 30',
      );
      const times = { search: [] as number[], query: [] as number[] };
      // Round 0 is the warm-up.
      for (let round = 0; round <= rounds; round++) {
        for (const words of texts) {
          const searched = await timed(() => sendRequest(bench, server, `/api/search?q=${encodeURIComponent(words)}`));
          const queried = await timed(async () => void query.all(readSearchText(words).match as string));
          if (round === 0) continue;
          times.search.push(searched);
          times.query.push(queried);
        }
      }
      const means = (all: readonly number[]) =>
        Array.from({ length: rounds }, (_, round) => mean(all.slice(round * texts.length, (round + 1) * texts.length)));
      return { ...compared(means(times.search), means(times.query)), notes: [notesOf(times.search, times.query)] };
    } finally {
      await server.stop();
      database.close();
    }
  },
};

/** Opens the catalog with the executable's pragmas. */
function openDatabase({ catalog }: Bench): Database {
  const database = new Database(catalog.file, { readonly: true });
  for (const pragma of catalog.pragmas) database.run(`PRAGMA ${pragma}`);
  return database;
}

/** The first two words of artists' names, in the random order of their UUIDs. */
function twoWords(database: Database): string[] {
  const names = database
    .prepare<{ name: string }, [number]>("SELECT name FROM artist WHERE name LIKE '% %' ORDER BY id LIMIT ?")
    .all(searches)
    .map(({ name }) => name.split(' ').slice(0, 2).join(' '));
  if (names.length === 0) throw new BenchError('No artist in the catalog has a name of two words.');
  return names;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const notesOf = (searched: readonly number[], queried: readonly number[]): string =>
  `means are compared; medians ${median(searched).toFixed(2)} ms and ${median(queried).toFixed(2)} ms (ratio ${(median(searched) / median(queried)).toFixed(1)})`;
