import { existsSync } from 'node:fs';
import { issueApiToken, revokeApiTokens } from '../src/accounts/tokens';
import { createUser, findUser } from '../src/accounts/users';
import { databasePath, openStore, type Store } from '../src/database/open';
import { importRecords } from '../src/import/import';
import { seedVocabularies } from '../src/import/seed';
import { BenchError } from './measurement';
import { generatedRecords } from './records';

/** A catalog to measure on. */
export interface Catalog {
  /** Its data directory. */
  readonly directory: string;
  readonly file: string;
  /** How the executable sets the connection that it reads with: what decides between memory and system calls. */
  readonly pragmas: readonly string[];
  /** Good for reading it. */
  readonly token: string;
  /** The UUIDs of its artists, in the order of the list. */
  readonly artistIds: readonly string[];
}

/** Whose token reads the catalog. The user is made last and so also says that the catalog is whole. */
const benchUser = 'bench';

/** Fills a directory with a catalog of generated artists through the importer, or takes the one that it holds from an earlier run. */
export async function prepareCatalog(directory: string, artists: number): Promise<Catalog> {
  const isThere = existsSync(databasePath(directory));
  const store = openStore(directory);
  try {
    if (isThere) requireOurs(store, directory, artists);
    else await generate(store, artists);
    revokeApiTokens(store, benchUser, benchUser);
    const token = issueApiToken(store, benchUser, benchUser);
    return { directory, file: store.path, pragmas: pragmasOf(store), token, artistIds: artistIdsOf(store) };
  } finally {
    store.close();
  }
}

/** Only a catalog made here is measured on: the benchmark makes a user and tokens in it. */
function requireOurs(store: Store, directory: string, artists: number): void {
  if (!findUser(store, benchUser))
    throw new BenchError(`${directory} has a catalog that the benchmark did not make, or not to its end. Name another directory.`);
  const found = artistIdsOf(store).length;
  if (found !== artists) throw new BenchError(`The catalog in ${directory} has ${found} artists, not ${artists}. Name another directory.`);
}

async function generate(store: Store, artists: number): Promise<void> {
  const started = performance.now();
  await seedVocabularies(store);
  const { added } = await importRecords(store, generatedRecords(artists));
  await createUser(store, benchUser, crypto.randomUUID());
  store.writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
  const seconds = (performance.now() - started) / 1_000;
  console.log(`Generated ${added} records in ${seconds.toFixed(1)} s (${Math.round(added / seconds)} a second).`);
}

const artistIdsOf = ({ reader }: Store): string[] =>
  (reader.prepare('SELECT id FROM artist ORDER BY id').all() as { id: string }[]).map(({ id }) => id);

const pragmasOf = ({ reader }: Store): string[] =>
  ['mmap_size', 'cache_size'].map((name) => `${name} = ${Object.values(reader.prepare(`PRAGMA ${name}`).get() as object)[0]}`);
