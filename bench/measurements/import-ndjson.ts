import { Database } from 'bun:sqlite';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/database/open';
import { withoutFeed } from '../../src/store/database/revision-cache';
import { runCommand } from '../commands';
import type { Bench, Measurement } from '../measurement';
import { generatedRecords, type Sizes, sizesAt } from '../records';

/** About 150,000 records: enough to show both startup cost and growth with the catalog. */
const fullScale = 0.1;

/** Import of an export into an empty catalog, compared with bare inserts of the same rows, with triggers and indexes. */
export const importNdjson: Measurement = {
  name: 'import-ndjson',
  title: 'import of an export into an empty catalog',
  unit: 'ms',
  target: { bound: 'at most', ratio: 2.86 },
  isSizeIndependent: true,
  async measure(bench) {
    const { first, bare, rows, records } = await times(bench);
    return {
      value: first.milliseconds,
      floor: bare,
      ratio: first.milliseconds / bare,
      figures: { rowsPerSecond: (rows / first.milliseconds) * 1000, floorRowsPerSecond: (rows / bare) * 1000 },
      notes: [
        `${records} records as ${rows} rows: ${rate(rows, first.milliseconds)}, bare inserts ${rate(rows, bare)}`,
        `peak memory ${megabytes(first)} MB`,
      ],
    };
  },
};

/** Repeated import of the same export, which changes nothing, compared with the first import. */
export const importUnchanged: Measurement = {
  name: 'import-unchanged',
  title: 'repeated import of the export',
  unit: 'ms',
  target: { bound: 'at most', ratio: 0.33 },
  isSizeIndependent: true,
  async measure(bench) {
    const { first, again, records } = await times(bench);
    return {
      value: again.milliseconds,
      floor: first.milliseconds,
      ratio: again.milliseconds / first.milliseconds,
      notes: [
        `${Math.round((records / again.milliseconds) * 1000)} records/s, first import ${Math.round((records / first.milliseconds) * 1000)} records/s`,
        `peak memory ${megabytes(again)} MB`,
      ],
    };
  },
};

interface Times {
  readonly first: Import;
  readonly again: Import;
  /** Milliseconds of the bare inserts. */
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

/** Memoized: both measurements use the same imports. */
function times(bench: Bench): Promise<Times> {
  measured ??= measure(bench);
  return measured;
}

async function measure(bench: Bench): Promise<Times> {
  const [original, copy] = [join(bench.temporary, 'original'), join(bench.temporary, 'copy')];
  const records = join(bench.temporary, 'records.jsonl');
  await writeRecords(records, sizesAt(fullScale * bench.pace.share));
  await runImport(bench, records, original);
  const file = join(bench.temporary, 'export.jsonl');
  await leitmotif(bench, ['export', file, '--data', original]);
  const first = await runImport(bench, file, copy);
  const again = await runImport(bench, file, copy);
  return { first, again, records: first.records, ...(await insertBare(original, join(bench.temporary, 'bare'))) };
}

async function writeRecords(file: string, sizes: Sizes): Promise<void> {
  const output = createWriteStream(file);
  for await (const { value } of generatedRecords(sizes)) {
    if (!output.write(`${JSON.stringify(value)}\n`)) await new Promise((resolve) => output.once('drain', resolve));
  }
  await new Promise((resolve) => output.end(resolve));
}

async function runImport(bench: Bench, file: string, data: string): Promise<Import> {
  const { output, peakBytes } = await leitmotif(bench, ['import', 'ndjson', file, '--data', data, '--json']);
  const { seconds, records } = JSON.parse(output.trim().split('\n').at(-1) as string) as { seconds: number; records: number };
  return { milliseconds: seconds * 1000, records, peakBytes };
}

const leitmotif = ({ executable }: Bench, args: readonly string[]) => runCommand([executable, ...args]);

/** Tables that an import writes to, including its provenance; referenced tables come first. Triggers fill the other tables. */
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
  ...['import_source', 'record_type', 'field_set', 'imported_record'],
];

const rowsAtOnce = 10_000;

/** Copies all rows of a catalog into an empty one with prepared statements. `bare` is the time of the inserts and commits. */
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

/** All columns but generated ones. */
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
