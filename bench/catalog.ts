import { existsSync } from 'node:fs';
import { issueApiToken, revokeApiTokens } from '../src/accounts/tokens';
import { createUser, findUser } from '../src/accounts/users';
import { databasePath, openStore, type Store } from '../src/database/open';
import { importRecords } from '../src/import/run/import-records';
import { seedVocabularies } from '../src/import/seed';
import { type KindOfReads, readsOfCatalog } from './floor-plan';
import { BenchError } from './measurement';
import { generatedRecords, type Sizes } from './records';

/** A catalog to measure on. */
export interface Catalog {
  /** Its data directory. */
  readonly directory: string;
  readonly file: string;
  /** How the executable sets the connection that it reads with: what decides between memory and system calls. */
  readonly pragmas: readonly string[];
  /** Good for reading it. */
  readonly token: string;
  /** The UUIDs of its artists, in their order. */
  readonly artistIds: readonly string[];
  /** The barcodes of its releases. */
  readonly barcodes: readonly string[];
  /** What is read of each of its kinds. */
  readonly reads: readonly KindOfReads[];
}

/** Whose token reads the catalog. The user is made last and so also says that the catalog is whole. */
const benchUser = 'bench';

/** Fills a directory with a generated catalog through the importer, or takes the one that it holds from an earlier run. */
export async function prepareCatalog(directory: string, sizes: Sizes): Promise<Catalog> {
  const isThere = existsSync(databasePath(directory));
  const store = openStore(directory, { mayCreate: true });
  try {
    if (isThere) requireOurs(store, directory, sizes);
    else await generate(store, sizes);
    await revokeApiTokens(store, benchUser, benchUser);
    const token = await issueApiToken(store, benchUser, benchUser);
    return {
      directory,
      file: store.path,
      pragmas: pragmasOf(store),
      token,
      artistIds: column(store, 'SELECT id FROM artist ORDER BY id'),
      barcodes: column(store, 'SELECT barcode FROM "release" WHERE barcode IS NOT NULL ORDER BY id'),
      reads: readsOfCatalog(store),
    };
  } finally {
    store.close();
  }
}

/** Only a catalog made here is measured on: the benchmark makes a user and tokens in it. */
function requireOurs(store: Store, directory: string, sizes: Sizes): void {
  if (!findUser(store, benchUser))
    throw new BenchError(`${directory} has a catalog that the benchmark did not make, or not to its end. Name another directory.`);
  for (const [name, wanted] of Object.entries(sizes)) {
    const found = Number(column(store, counts[name as keyof Sizes])[0]);
    if (found !== wanted) throw new BenchError(`The catalog in ${directory} has ${found} ${name}, not ${wanted}. Name another directory.`);
  }
}

const counts: Readonly<Record<keyof Sizes, string>> = {
  artists: 'SELECT count(*) FROM artist',
  productions: 'SELECT count(*) FROM production',
  releases: 'SELECT count(*) FROM "release"',
  tracks: 'SELECT count(*) FROM release_track WHERE parent_key IS NULL',
};

async function generate(store: Store, sizes: Sizes): Promise<void> {
  const started = performance.now();
  await seedVocabularies(store);
  const { added } = await importRecords(store, generatedRecords(sizes));
  await createUser(store, benchUser, crypto.randomUUID());
  store.writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
  const seconds = (performance.now() - started) / 1_000;
  console.log(`Generated ${added} records in ${seconds.toFixed(1)} s (${Math.round(added / seconds)} a second).`);
}

const column = ({ reader }: Store, sql: string): string[] =>
  reader
    .prepare(sql)
    .values()
    .map(([value]) => String(value));

const pragmasOf = ({ reader }: Store): string[] =>
  ['mmap_size', 'cache_size'].map((name) => `${name} = ${Object.values(reader.prepare(`PRAGMA ${name}`).get() as object)[0]}`);
