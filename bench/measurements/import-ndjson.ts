import { Database } from 'bun:sqlite';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { withoutFeed } from '../../src/import/run/batch';
import { openStore } from '../../src/store/database/open';
import { runCommand } from '../commands';
import type { Bench, Measurement } from '../measurement';
import { generatedRecords, type Sizes, sizesAt } from '../records';

/** Some 150,000 records: what is slow at the beginning, or grows with the catalog, shows either way. */
const wholeScale = 0.1;

/** How long an export takes to become a catalog, beside inserting the same rows into the same tables, triggers and all. */
export const importNdjson: Measurement = {
  name: 'import-ndjson',
  title: 'an export into an empty catalog',
  unit: 'ms',
  target: { bound: 'at most', ratio: 2.86 },
  isOfAnySize: true,
  async measure(bench) {
    const { first, bare, rows, records } = await times(bench);
    return {
      value: first.milliseconds,
      floor: bare,
      ratio: first.milliseconds / bare,
      figures: { rowsPerSecond: (rows / first.milliseconds) * 1000, floorRowsPerSecond: (rows / bare) * 1000 },
      notes: [
        `${records} records as ${rows} rows: ${rate(rows, first.milliseconds)}, inserted bare ${rate(rows, bare)}`,
        `at most ${megabytes(first)} MB of memory`,
      ],
    };
  },
};

/** The same export again, which changes nothing, beside the first time. */
export const importUnchanged: Measurement = {
  name: 'import-unchanged',
  title: 'the same export again',
  unit: 'ms',
  target: { bound: 'at most', ratio: 0.33 },
  isOfAnySize: true,
  async measure(bench) {
    const { first, again, records } = await times(bench);
    return {
      value: again.milliseconds,
      floor: first.milliseconds,
      ratio: again.milliseconds / first.milliseconds,
      notes: [
        `${Math.round((records / again.milliseconds) * 1000)} records/s; the first time ${Math.round((records / first.milliseconds) * 1000)}`,
        `at most ${megabytes(again)} MB of memory`,
      ],
    };
  },
};

interface Times {
  readonly first: Import;
  readonly again: Import;
  /** Milliseconds of the inserts alone. */
  readonly bare: number;
  readonly rows: number;
  readonly records: number;
}

interface Import {
  readonly milliseconds: number;
  readonly peakBytes: number;
  readonly records: number;
}

let measured: Promise<Times> | undefined;

/** Both measurements are of the same imports. */
function times(bench: Bench): Promise<Times> {
  measured ??= measure(bench);
  return measured;
}

async function measure(bench: Bench): Promise<Times> {
  const [original, copy] = [join(bench.temporary, 'original'), join(bench.temporary, 'copy')];
  const records = join(bench.temporary, 'records.jsonl');
  await writeRecords(records, sizesAt(wholeScale * bench.pace.share));
  await importing(bench, records, original);
  const file = join(bench.temporary, 'export.jsonl');
  await leitmotif(bench, ['export', file, '--data', original]);
  const first = await importing(bench, file, copy);
  const again = await importing(bench, file, copy);
  return { first, again, records: first.records, ...(await insertBare(original, join(bench.temporary, 'bare'))) };
}

async function writeRecords(file: string, sizes: Sizes): Promise<void> {
  const output = createWriteStream(file);
  for await (const { value } of generatedRecords(sizes)) {
    if (!output.write(`${JSON.stringify(value)}\n`)) await new Promise((resolve) => output.once('drain', resolve));
  }
  await new Promise((resolve) => output.end(resolve));
}

async function importing(bench: Bench, file: string, data: string): Promise<Import> {
  const { told, peakBytes } = await leitmotif(bench, ['import', 'ndjson', file, '--data', data, '--json']);
  const { seconds, records } = JSON.parse(told.trim().split('\n').at(-1) as string) as { seconds: number; records: number };
  return { milliseconds: seconds * 1000, records, peakBytes };
}

const leitmotif = ({ executable }: Bench, words: readonly string[]) => runCommand([executable, ...words]);

/** The tables that records become rows of, with what is remembered of them; those that others point to first; triggers fill the others. */
const tables = [
  ...['artist_role', 'artist_role_alias', 'packaging_type', 'label', 'label_series', 'organization'],
  ...['artist', 'artist_alias', 'artist_group_member', 'artist_external_link', 'production', 'production_external_link'],
  ...['production_credit', 'production_recording', 'production_recording_credit', 'production_recording_organization'],
  ...['portrayal', 'portrayal_aspect', 'release', 'release_credit', 'release_label', 'release_external_link', 'production_entry'],
  ...[
    'release_format',
    'release_recording',
    'release_recording_credit',
    'release_track',
    'release_track_credit',
    'release_track_production',
  ],
  ...['import_source', 'record_type', 'said_fields', 'imported_record'],
];

const rowsAtOnce = 10_000;

/** Inserts all rows of a catalog into an empty one with prepared statements, and times the inserts and their commits. */
async function insertBare(from: string, to: string): Promise<{ bare: number; rows: number }> {
  const original = new Database(join(from, 'leitmotif.db'), { readonly: true });
  const store = openStore(to, { mayCreate: true });
  let [bare, rows] = [0, 0];
  try {
    for (const table of tables) {
      const columns = columnsOf(original, table);
      const insert = store.writer.prepare(`INSERT INTO "${table}" (${columns}) VALUES (${columns.map(() => '?')})`);
      for (const page of pagesOf(original, table, columns)) {
        const startedAt = performance.now();
        await store.write(() =>
          withoutFeed(store, () => {
            for (const row of page) insert.run(...row);
          }),
        );
        bare += performance.now() - startedAt;
        rows += page.length;
      }
      insert.finalize();
    }
    return { bare, rows };
  } finally {
    original.close();
    store.close();
  }
}

type Row = (string | number | null)[];

/** Those that are written; others follow from them. */
const columnsOf = (database: Database, table: string) =>
  database.query(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0 ORDER BY cid`).values().flat();

function* pagesOf(database: Database, table: string, columns: readonly unknown[]): Generator<Row[]> {
  for (let offset = 0; ; offset += rowsAtOnce) {
    const page = database.query(`SELECT ${columns} FROM "${table}" LIMIT ${rowsAtOnce} OFFSET ${offset}`).values() as Row[];
    if (page.length > 0) yield page;
    if (page.length < rowsAtOnce) return;
  }
}

const rate = (rows: number, milliseconds: number): string => `${Math.round((rows / milliseconds) * 1000)} rows/s`;

const megabytes = ({ peakBytes }: Import): number => Math.round(peakBytes / 1_000_000);
