import { existsSync, statSync } from 'node:fs';
import type { UserRole } from '../src/accounts/principal';
import { issueApiToken, revokeApiTokens } from '../src/accounts/tokens';
import { createUser, findUser } from '../src/accounts/users';
import { deleteUser } from '../src/accounts/users/users';
import { importRecords, seedVocabularies } from '../src/import/seed';
import { databasePath, openStore, type Store } from '../src/store/database/open';
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
  /** Good for reading it, and for nothing else. */
  readonly token: string;
  /** Of somebody who may change what it has: their reads say more, and take longer. */
  readonly editorToken: string;
  /** Somebody whose collection is empty. */
  readonly collector: { readonly id: string; readonly token: string };
  /** Of the file. */
  readonly bytes: number;
  /** How often it has each record, where it was made by copying the rows of a smaller one; otherwise 1. */
  readonly copies: number;
  /** The UUIDs of its artists, in their order. */
  readonly artistIds: readonly string[];
  /** The barcodes of its releases. */
  readonly barcodes: readonly string[];
  /** What is read of each of its kinds. */
  readonly reads: readonly KindOfReads[];
}

/** Whose token reads the catalog. The user is made last and so also says that the catalog is whole. */
const benchUser = 'bench';

/** Who write to it. They are made anew each time, and what they have goes with them. */
const collectorName = 'bench-collector';
const editorName = 'bench-editor';

/** Fills a directory with a generated catalog through the importer, or takes the one that it holds from an earlier run. */
export async function prepareCatalog(directory: string, sizes: Sizes): Promise<Catalog> {
  const isThere = existsSync(databasePath(directory));
  const store = openStore(directory, { mayCreate: true });
  try {
    if (isThere) requireOurs(store, directory, sizes);
    else await generate(store, sizes);
    await revokeApiTokens(store, benchUser, benchUser);
    const token = await issueApiToken(store, benchUser, benchUser);
    const collector = await makeAnew(store, collectorName);
    const editor = await makeAnew(store, editorName, 'editor');
    store.writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
    return {
      directory,
      file: store.path,
      pragmas: pragmasOf(store),
      token,
      editorToken: editor.token,
      collector,
      bytes: statSync(store.path).size,
      copies: Number(column(store, copies)[0]),
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
  artists: countOf('Artist'),
  productions: countOf('Production'),
  releases: countOf('Release'),
  tracks: countOf('ReleaseTrack'),
};

/** The catalog keeps its counts: ten million rows are not read to know how many they are. */
function countOf(type: string): string {
  return `SELECT records FROM record_count WHERE resource_type = '${type}'`;
}

/**
 * How often the catalog has the same artists: 1 unless a large one was made by copying the rows of a smaller. Of twenty that
 * are generated, none has the name, the date and the country of another.
 */
const copies = `SELECT coalesce(min(times), 1) FROM (
  SELECT count(*) AS times FROM (SELECT key, name, begin_date, country FROM artist WHERE begin_date IS NOT NULL ORDER BY key LIMIT 20) AS some
  JOIN artist AS other ON other.name = some.name AND other.begin_date = some.begin_date AND other.country IS some.country
  GROUP BY some.key)`;

async function makeAnew(store: Store, name: string, role: UserRole = 'user'): Promise<{ id: string; token: string }> {
  const before = findUser(store, name);
  if (before) await deleteUser(store, before.key);
  const { id } = await createUser(store, name, crypto.randomUUID(), role);
  return { id, token: await issueApiToken(store, name, name) };
}

/** Of a catalog on the disk, for each million of tracks; as much again is needed while it is made. */
const gigabytesOfMillion = 1;

async function generate(store: Store, sizes: Sizes): Promise<void> {
  const started = performance.now();
  const gigabytes = Math.max(0.1, (sizes.tracks / 1_000_000) * gigabytesOfMillion).toFixed(1);
  console.log(`Generating a catalog of ${sizes.tracks.toLocaleString('en-US')} tracks: some ${gigabytes} GB in ${store.path}`);
  await seedVocabularies(store);
  const { added } = await importRecords(store, withProgress(generatedRecords(sizes), started));
  await createUser(store, benchUser, crypto.randomUUID());
  const seconds = (performance.now() - started) / 1_000;
  console.log(`Generated ${added} records in ${seconds.toFixed(1)} s (${Math.round(added / seconds)} a second).`);
}

const millisecondsBetweenLines = 30_000;

/** Says every half a minute how far it is. */
async function* withProgress<R>(records: AsyncIterable<R>, started: number): AsyncGenerator<R> {
  let [count, said] = [0, started];
  for await (const record of records) {
    yield record;
    count++;
    if (count % 1_000 !== 0 || performance.now() - said < millisecondsBetweenLines) continue;
    said = performance.now();
    const seconds = (said - started) / 1_000;
    console.log(`  ${count.toLocaleString('en-US')} records, ${Math.round(count / seconds)} a second`);
  }
}

const column = ({ reader }: Store, sql: string): string[] =>
  reader
    .prepare(sql)
    .values()
    .map(([value]) => String(value));

const pragmasOf = ({ reader }: Store): string[] =>
  ['mmap_size', 'cache_size'].map((name) => `${name} = ${Object.values(reader.prepare(`PRAGMA ${name}`).get() as object)[0]}`);
