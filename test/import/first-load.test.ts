import { beforeAll, describe, expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalog } from '../../src/catalog';
import { feedState } from '../../src/export/sequence';
import { isReconciled } from '../../src/import/reconcile/reconcile';
import { Checkpoint } from '../../src/import/run/checkpoint';
import { countedOfAllRows } from '../../src/import/run/first-load';
import { runImport } from '../../src/import/run/run';
import type { RunOptions } from '../../src/import/run/run-options';
import { discogs } from '../../src/import/sources/discogs';
import { ndjsonSource } from '../../src/import/sources/ndjson';
import { wrongCounts } from '../../src/kinds/triggers';
import { beginFirstLoad, finishFirstLoad, isFirstLoadUnfinished } from '../../src/store/database/first-load';
import type { Store } from '../../src/store/database/store';
import { folderOfTests } from '../support/executable';
import { exportText, linesOf } from '../support/exports';
import { expectTrueSearch } from '../support/search-truth';
import { demoServer, emptyStore } from '../support/server';
import { fixture, fixtureText } from './discogs-fakes';

const folder = folderOfTests();
/** The demo as an export, its records alone, and the first of these in an order in which some come before what they point to. */
let files: { readonly exported: string; readonly records: string; readonly reversed: string };
let exported: string;
beforeAll(async () => {
  const at = (name: string) => join(folder, `${name}.jsonl`);
  files = { exported: at('export'), records: at('records'), reversed: at('reversed') };
  const { store } = await demoServer();
  exported = exportText(store);
  writeFileSync(files.exported, exported);
  const records = exported.trim().split('\n').slice(1);
  writeFileSync(files.records, `${records.join('\n')}\n`);
  writeFileSync(files.reversed, `${records.slice(0, 300).toReversed().join('\n')}\n`);
});

async function fill(store: Store, file: string, options: Partial<RunOptions> = {}) {
  const source = ndjsonSource([file]);
  const exportSequence = () => source.exportSequence;
  return runImport(store, source, { maxRejects: 0, firstLoadBytes: 0, exportSequence, ...options });
}

const schemaOf = ({ writer }: Store): unknown[][] =>
  writer.query("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name").values();

const shown = ({ writer }: Store): unknown[][] => writer.query('SELECT id, display_name FROM artist ORDER BY id').values();

/** What sources said, in the words of those that do not depend on the order in which it came. */
const memoryOf = ({ writer }: Store): unknown[][] =>
  writer
    .query(
      `SELECT s.name, t.name, hex(r.id), content_hash, hex(f.name_hashes), hex(value_hashes), authorities, gone_at FROM imported_record AS r
       JOIN import_source AS s ON s.key = r.source_key JOIN record_type AS t ON t.key = r.type_key JOIN said_fields AS f ON f.key = r.fields_key
       ORDER BY s.name, t.name, r.id`,
    )
    .values();

/** The catalog is as one that was filled row by row, and lacks nothing. */
function expectWhole(store: Store, other: Store): void {
  expect(schemaOf(store)).toEqual(schemaOf(emptyStore()));
  expect(shown(store)).toEqual(shown(other));
  expectTrueSearch(store);
  expect(wrongCounts(store.writer, catalog.all)).toEqual([]);
  expect(store.writer.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
}

/** The store, whose writes fail after so many: as if the program were ended there. */
function endingAfter(store: Store, writes: number): Store {
  let left = writes;
  const write: Store['write'] = async (work) => {
    if (left-- === 0) throw new Error('ended');
    return store.write(work);
  };
  return Object.create(store, { write: { value: write } });
}

describe('an empty catalog that is filled before its indexes are made', () => {
  test('becomes what an export was, to the byte, and its feed goes on from there', async () => {
    const [{ store: demo }, store] = [await demoServer(), emptyStore()];
    await fill(store, files.exported);
    expectWhole(store, demo);
    expect(exportText(store)).toBe(exported);
    expect(feedState(store.writer)).toEqual({ sequence: feedState(demo.writer).sequence, oldestSince: feedState(demo.writer).sequence });
  });

  test('remembers what the export said, so that the same again changes nothing', async () => {
    const [store, other] = [emptyStore(), emptyStore()];
    const { records } = await fill(store, files.exported);
    await fill(other, files.exported, { firstLoadBytes: Number.MAX_SAFE_INTEGER });
    expect(memoryOf(store)).toEqual(memoryOf(other));
    expect(memoryOf(store).length).toBeGreaterThan(100);
    expect(isReconciled(store)).toBe(true);
    const again = await fill(store, files.exported);
    expect([again.added, again.changed, again.kept, again.records]).toEqual([0, 0, 0, records]);
  });

  test('knows what it was given a moment ago: a record that comes twice, and one that is parted from another', async () => {
    const [store, other] = [emptyStore(), emptyStore()];
    const file = join(folder, 'twice.jsonl');
    const [header = '', ...lines] = exported.trim().split('\n');
    const labels = lines.filter((line) => line.startsWith('{"type":"Label"'));
    const [label = ''] = labels;
    const { id } = JSON.parse(label) as { id: string };
    const parted = {
      type: 'MergedRecord',
      id: id.slice(-36),
      attributes: { resource_type: 'Label' },
      relationships: { resource: { data: null } },
    };
    const { attributes, ...rest } = JSON.parse(header) as { attributes: object };
    const head = JSON.stringify({ ...rest, attributes: { ...attributes, counts: { Label: labels.length + 1, MergedRecord: 1 } } });
    const renamed = label.replace(/"name":"[^"]*"/, '"name":"Another Name"');
    writeFileSync(file, `${[head, ...labels, renamed, JSON.stringify(parted)].join('\n')}\n`);
    await fill(store, file);
    await fill(other, file, { firstLoadBytes: Number.MAX_SAFE_INTEGER });
    expect(exportText(store)).toContain('"name":"Another Name"');
    expectWhole(store, other);
    expect(memoryOf(store)).toEqual(memoryOf(other));
  });

  test('is as one that was filled row by row, also where records come before what they point to', async () => {
    const [store, other] = [emptyStore(), emptyStore()];
    const [first, second] = [
      await fill(store, files.reversed),
      await fill(other, files.reversed, { firstLoadBytes: Number.MAX_SAFE_INTEGER }),
    ];
    expect([first.added, first.waiting, first.types]).toEqual([second.added, second.waiting, second.types]);
    expectWhole(store, other);
    expect(linesOf(exportText(store)).slice(1)).toEqual(linesOf(exportText(other)).slice(1));
  });

  test('finds what the same source said of a record that comes again, and merges films and finds duplicates afterwards', async () => {
    const [store, other] = [emptyStore(), emptyStore()];
    const again = join(folder, 'again.xml');
    writeFileSync(again, fixtureText('releases').replaceAll('<country>', '<country>Other '));
    const given = (to: Store, firstLoadBytes: number) =>
      runImport(to, discogs([fixture('releases'), again], {}), { maxRejects: 0, firstLoadBytes });
    const [first, second] = [await given(store, 0), await given(other, Number.MAX_SAFE_INTEGER)];
    expect(first.changed).toBeGreaterThan(10);
    expect([first.types, first.merged]).toEqual([second.types, second.merged]);
    expectWhole(store, other);
    expect(memoryOf(store)).toEqual(memoryOf(other));
  });

  test('sends whoever followed it while it was empty to an export', async () => {
    const store = emptyStore();
    const { sequence } = feedState(store.writer);
    await fill(store, files.records);
    const feed = feedState(store.writer);
    expect(feed.oldestSince).toBeGreaterThan(sequence);
    expect(store.writer.query('SELECT action FROM change WHERE sequence <= ?').values(feed.oldestSince)).toEqual([['restored']]);
  });

  test('lists the records of a small file in the feed, as if they came row by row', async () => {
    const [store, other] = [emptyStore(), emptyStore()];
    const seen: boolean[] = [];
    const least = 16 * statSync(files.records).size;
    await fill(store, files.records, { firstLoadBytes: least, onProgress: () => seen.push(isFirstLoadUnfinished(store)) });
    await fill(other, files.records, { firstLoadBytes: least + 16 });
    expect(seen).toContain(true);
    const feed = 'SELECT sequence, action, resource_type, resource_id FROM change ORDER BY sequence';
    expect(store.writer.query(feed).values()).toEqual(other.writer.query(feed).values());
    expectWhole(store, other);
  });

  test('does without them only as long as no server has it', async () => {
    const store = emptyStore();
    const seen: boolean[] = [];
    await fill(store, files.records, { isServed: () => true, onProgress: () => seen.push(isFirstLoadUnfinished(store)) });
    expect([...new Set(seen)]).toEqual([false]);
    expect(store.writer.query("SELECT count(*) > 100 FROM change WHERE action = 'created'").values()).toEqual([[1]]);
  });

  test('goes on where it was interrupted, and is left to whoever opens it until then', async () => {
    const [{ store: demo }, store] = [await demoServer(), emptyStore()];
    const checkpoint = new Checkpoint(store, 'import test', 'same files');
    const controller = new AbortController();
    const interrupted = await fill(store, files.exported, { checkpoint, signal: controller.signal, onProgress: () => controller.abort() });
    expect([interrupted.ending, isFirstLoadUnfinished(store)]).toEqual(['interrupted', true]);
    expect((await fill(store, files.exported, { checkpoint })).ending).toBe('done');
    expectWhole(store, demo);
    expect(exportText(store)).toBe(exported);
  });

  test('goes on where nothing is left but its end', async () => {
    const [{ store: demo }, store] = [await demoServer(), emptyStore()];
    const checkpoint = new Checkpoint(store, 'import test', 'same files');
    const onProgress = ({ isReconciling }: { readonly isReconciling?: true }) => {
      if (isReconciling) throw new Error('The end was about to begin.');
    };
    await expect(fill(store, files.exported, { checkpoint, onProgress })).rejects.toThrow('The end was about to begin.');
    expect(isFirstLoadUnfinished(store)).toBe(true);
    expect((await fill(store, files.exported, { checkpoint })).ending).toBe('done');
    expectWhole(store, demo);
  });

  test('is made whole before other files come in', async () => {
    const store = emptyStore();
    await beginFirstLoad(store, { allIndexes: true, beginsFeed: true, ofAllRows: countedOfAllRows });
    const other = emptyStore();
    await fill(other, files.records);
    await fill(store, files.records);
    expectWhole(store, other);
  });
});

test('whatever of the end is made when the program is ended, the next one makes the rest', async () => {
  const { store: demo } = await demoServer();
  for (let writes = 0; ; writes += 35) {
    const store = emptyStore();
    const checkpoint = new Checkpoint(store, 'import test', 'same files');
    const controller = new AbortController();
    await fill(store, files.exported, { checkpoint, signal: controller.signal, onProgress: () => controller.abort() });
    const isEnded = await finishFirstLoad(endingAfter(store, writes)).then(
      () => false,
      () => true,
    );
    expect(isFirstLoadUnfinished(store)).toBe(isEnded);
    await finishFirstLoad(store);
    expect(schemaOf(store)).toEqual(schemaOf(emptyStore()));
    expectTrueSearch(store);
    await fill(store, files.exported, { checkpoint });
    expectWhole(store, demo);
    if (!isEnded) break;
  }
});
