import { Database } from 'bun:sqlite';
import { readSearchText } from '../../src/store/database/full-text';
import { startExecutable } from '../contestants';
import { type Bench, BenchError, compared, type Measurement, median, timed } from '../measurement';
import { ask } from '../requests';

/** Different searches, so that none is answered twice in a row. */
const searches = 300;
const rounds = 3;

/**
 * What a search across kinds costs, answered with its records over HTTP, beside one ranked query of the index with the
 * most records, in the same run. What is searched for are two words of names that this index has.
 */
export const search: Measurement = {
  name: 'search',
  title: 'a search across kinds for two words, beside one FTS5 query',
  unit: 'ms',
  target: { bound: 'at most', ratio: 10 },
  async measure(bench) {
    const database = openAsTheExecutable(bench);
    const server = await startExecutable(bench);
    try {
      const typed = twoWords(database);
      const query = database.prepare(
        'SELECT rowid FROM artist_search WHERE artist_search MATCH ? ORDER BY bm25(artist_search, 10, 5) LIMIT 30',
      );
      const times = { search: [] as number[], query: [] as number[] };
      // The first round warms both up.
      for (let round = 0; round <= rounds; round++) {
        for (const words of typed) {
          const searched = await timed(() => ask(bench, server, `/api/search?q=${encodeURIComponent(words)}`));
          const queried = await timed(async () => void query.all(readSearchText(words).match as string));
          if (round === 0) continue;
          times.search.push(searched);
          times.query.push(queried);
        }
      }
      const means = (all: readonly number[]) =>
        Array.from({ length: rounds }, (_, round) => mean(all.slice(round * typed.length, (round + 1) * typed.length)));
      return { ...compared(means(times.search), means(times.query)), notes: [notesOf(times.search, times.query)] };
    } finally {
      await server.stop();
      database.close();
    }
  },
};

function openAsTheExecutable({ catalog }: Bench): Database {
  const database = new Database(catalog.file, { readonly: true });
  for (const pragma of catalog.pragmas) database.run(`PRAGMA ${pragma}`);
  return database;
}

/** The first two words of names from all over the catalog. */
function twoWords(database: Database): string[] {
  const names = database
    .prepare<{ name: string }, [number]>("SELECT name FROM artist WHERE name LIKE '% %' ORDER BY id LIMIT ?")
    .all(searches)
    .map(({ name }) => name.split(' ').slice(0, 2).join(' '));
  if (names.length === 0) throw new BenchError('No artist of the catalog has a name of two words.');
  return names;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const notesOf = (searched: readonly number[], queried: readonly number[]): string =>
  `means; the medians are ${median(searched).toFixed(2)} ms and ${median(queried).toFixed(2)} ms, ${(median(searched) / median(queried)).toFixed(1)} to one`;
