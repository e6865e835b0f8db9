import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demo, vocabularies } from '../../seed';
import { catalog } from '../../src/catalog';
import { databaseExaminations } from '../../src/doctor/database-examination';
import { feedState } from '../../src/export/sequence';
import { isReconciled } from '../../src/import/reconcile/reconcile';
import { Checkpoint } from '../../src/import/run/checkpoint';
import { derivedOfAllRows } from '../../src/import/run/first-load';
import type { Progress } from '../../src/import/run/progress';
import { runImport } from '../../src/import/run/run';
import type { RunOptions } from '../../src/import/run/run-options';
import { discogs } from '../../src/import/sources/discogs';
import { ndjsonSource } from '../../src/import/sources/ndjson';
import { wrongCounts } from '../../src/kinds/triggers';
import { beginFirstLoad, finishFirstLoad, isFirstLoadUnfinished } from '../../src/store/database/first-load';
import type { Store } from '../../src/store/database/store';
import { folderOfTests } from '../support/executable';
import { catalogOf, exportText, linesOf } from '../support/exports';
import { artist } from '../support/numbered-artists';
import { expectTrueSearch } from '../support/search-truth';
import { emptyStore } from '../support/server';
import { createStore } from '../support/store-on-disk';
import { fixtureText } from './discogs-fakes';

const folder = folderOfTests();
/** Files with an export, its records without the header, and 300 of them with references before their targets. */
const files = { exported: join(folder, 'export.jsonl'), records: join(folder, 'records.jsonl'), reversed: join(folder, 'reversed.jsonl') };
const seed = [...vocabularies, ...demo].flatMap(({ path }) => readFileSync(path, 'utf8').trim().split('\n'));
const namesakes = [artist(1, { name: 'Ana Lund', country: 'SE' }), artist(2, { name: 'Ana Lund', country: 'GB' })];
const origin = await catalogOf([...sampleOf(seed).map((line) => JSON.parse(line)), ...namesakes]);
const exported = exportText(origin);
const recordLines = exported.trim().split('\n').slice(1);
writeFileSync(files.exported, exported);
writeFileSync(files.records, `${recordLines.join('\n')}\n`);
writeFileSync(files.reversed, `${recordLines.slice(0, 300).toReversed().join('\n')}\n`);

/** The vocabularies, six records of each other type, and all records that these refer to. */
function sampleOf(lines: readonly string[]): string[] {
  const uuids = (text: string) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const byId = new Map(lines.map((line) => [uuids(JSON.parse(line).id).at(-1), line]));
  const sample = new Set<string>();
  const add = (line: string): void => {
    if (sample.has(line)) return;
    sample.add(line);
    for (const id of uuids(line)) add(byId.get(id) ?? line);
  };
  const isVocabulary = (type: string) => ['ArtistRole', 'PackagingType'].includes(type);
  for (const [type, all] of Map.groupBy(lines, (line) => JSON.parse(line).type as string))
    for (const line of isVocabulary(type) ? all : all.slice(0, 6)) add(line);
  return lines.filter((line) => sample.has(line));
}

/** Imports a file, or its first records and then aborts. */
async function fill(store: Store, file: string, { stopAfter, ...options }: Partial<RunOptions> & { stopAfter?: number } = {}) {
  const stop = new AbortController();
  const source = ndjsonSource([file]);
  const read = source.items.bind(source);
  source.items = async function* (...given) {
    let count = 0;
    for await (const item of read(...given)) {
      yield item;
      if (++count === stopAfter) stop.abort();
    }
  };
  const exportSequence = () => source.exportSequence;
  return runImport(store, source, { maxRejects: 0, firstLoadBytes: 0, exportSequence, signal: stop.signal, ...options });
}

const schemaOf = ({ writer }: Store): unknown[][] =>
  writer.query("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name").values();

const displayNames = ({ writer }: Store): unknown[][] => writer.query('SELECT id, display_name FROM artist ORDER BY id').values();

/** Provenance, without the keys that depend on import order. */
const provenanceOf = ({ writer }: Store): unknown[][] =>
  writer
    .query(
      `SELECT s.name, t.name, hex(r.id), content_hash, hex(f.name_hashes), hex(value_hashes), ranks, withdrawn_at FROM imported_record AS r
       JOIN import_source AS s ON s.key = r.source_key JOIN record_type AS t ON t.key = r.type_key JOIN field_set AS f ON f.key = r.fields_key
       ORDER BY s.name, t.name, r.id`,
    )
    .values();

/** Checks that a catalog has the schema, names, search index and counts of one without a first load. */
function expectComplete(store: Store, other: Store): void {
  expect(schemaOf(store)).toEqual(schemaOf(emptyStore()));
  expect(displayNames(store)).toEqual(displayNames(other));
  expect(databaseExaminations['sorted titles'](store.reader)).toEqual([]);
  expectTrueSearch(store);
  expect(wrongCounts(store.writer, catalog.all)).toEqual([]);
  expect(store.writer.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
}

/** A store that fails after a number of writes, as if the process had been killed. */
function failingAfter(store: Store, writes: number): Store {
  let left = writes;
  const write: Store['write'] = async (work) => {
    if (left-- === 0) throw new Error('ended');
    return store.write(work);
  };
  return Object.create(store, { write: { value: write } });
}

describe('a first load', () => {
  test('of an export reproduces it byte for byte and continues its change feed', async () => {
    const store = emptyStore();
    await fill(store, files.exported);
    expectComplete(store, origin);
    expect(exportText(store)).toBe(exported);
    expect(feedState(store.writer)).toEqual({
      sequence: feedState(origin.writer).sequence,
      oldestSince: feedState(origin.writer).sequence,
    });
  });

  test('commits its batches together, and what it has read when it is interrupted', async () => {
    const file = join(folder, 'many.jsonl');
    writeFileSync(file, Array.from({ length: 10_500 }, (_, number) => `${JSON.stringify(artist(number))}\n`).join(''));
    const store = createStore(join(folder, 'many'));
    using other = new Database(store.path, { readonly: true });
    const visible = () => (other.query('SELECT count(*) AS artists FROM artist').get() as { artists: number }).artists;
    const seen: [read: number, visible: number][] = [];
    const onProgress = ({ records, isReconciling }: Progress) => {
      if (!isReconciling) seen.push([records, visible()]);
    };
    const { outcome } = await fill(store, file, { stopAfter: 10_200, onProgress });
    expect(outcome).toBe('interrupted');
    expect(seen.filter(([read, visible]) => read >= 4_900 && visible === 0).length).toBeGreaterThan(1);
    expect(visible()).toBeGreaterThan(10_000);
    store.close();
  });

  test('stores provenance, so that importing the same export again changes nothing', async () => {
    const [store, other] = [emptyStore(), emptyStore()];
    const { records } = await fill(store, files.exported);
    await fill(other, files.exported, { firstLoadBytes: Number.MAX_SAFE_INTEGER });
    expect(provenanceOf(store)).toEqual(provenanceOf(other));
    expect(provenanceOf(store).length).toBeGreaterThan(100);
    expect(isReconciled(store)).toBe(true);
    const again = await fill(store, files.exported);
    expect([again.added, again.changed, again.kept, again.records]).toEqual([0, 0, 0, records]);
  });

  test('applies a repeated record and an undone merge of the same file', async () => {
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
    expectComplete(store, other);
    expect(provenanceOf(store)).toEqual(provenanceOf(other));
  });

  test('equals an import row by row when references come before their targets', async () => {
    const [store, other] = [emptyStore(), emptyStore()];
    const [first, second] = [
      await fill(store, files.reversed),
      await fill(other, files.reversed, { firstLoadBytes: Number.MAX_SAFE_INTEGER }),
    ];
    expect([first.added, first.waiting, first.types]).toEqual([second.added, second.waiting, second.types]);
    expectComplete(store, other);
    expect(linesOf(exportText(store)).slice(1)).toEqual(linesOf(exportText(other)).slice(1));
  });

  test('updates repeated Discogs releases like an import row by row', async () => {
    const [store, other] = [emptyStore(), emptyStore()];
    const dumps = [join(folder, 'some.xml'), join(folder, 'again.xml')];
    const some = `${fixtureText('releases').split('</release>').slice(0, 16).join('</release>')}</release></releases>`;
    for (const [index, path] of dumps.entries()) writeFileSync(path, index === 0 ? some : some.replaceAll('<country>', '<country>Other '));
    const importInto = (to: Store, firstLoadBytes: number) => runImport(to, discogs(dumps), { maxRejects: 0, firstLoadBytes });
    const [first, second] = [await importInto(store, 0), await importInto(other, Number.MAX_SAFE_INTEGER)];
    expect(first.changed).toBeGreaterThan(10);
    expect([first.types, first.merged]).toEqual([second.types, second.merged]);
    expectComplete(store, other);
    expect(provenanceOf(store)).toEqual(provenanceOf(other));
  });

  test('without a header restarts the change feed, so that followers of the empty catalog fetch an export', async () => {
    const store = emptyStore();
    const { sequence } = feedState(store.writer);
    await fill(store, files.records);
    const feed = feedState(store.writer);
    expect(feed.oldestSince).toBeGreaterThan(sequence);
    expect(store.writer.query('SELECT action FROM change WHERE sequence <= ?').values(feed.oldestSince)).toEqual([['restored']]);
  });

  test('of a small file lists its records in the change feed like an import row by row', async () => {
    const [store, other] = [emptyStore(), emptyStore()];
    const seen: boolean[] = [];
    const least = 16 * statSync(files.records).size;
    await fill(store, files.records, { firstLoadBytes: least, onProgress: () => seen.push(isFirstLoadUnfinished(store)) });
    await fill(other, files.records, { firstLoadBytes: least + 16 });
    expect(seen).toContain(true);
    const feed = 'SELECT sequence, action, resource_type, resource_id FROM change ORDER BY sequence';
    expect(store.writer.query(feed).values()).toEqual(other.writer.query(feed).values());
    expectComplete(store, other);
  });

  test('is not used for a catalog that is being served', async () => {
    const store = emptyStore();
    const seen: boolean[] = [];
    await fill(store, files.records, { isServed: () => true, onProgress: () => seen.push(isFirstLoadUnfinished(store)) });
    expect([...new Set(seen)]).toEqual([false]);
    expect(store.writer.query("SELECT count(*) > 100 FROM change WHERE action = 'created'").values()).toEqual([[1]]);
  });

  test('resumes after an interruption', async () => {
    const store = emptyStore();
    const checkpoint = new Checkpoint(store, 'import test', 'same files');
    const interrupted = await fill(store, files.exported, { checkpoint, stopAfter: 200 });
    expect([interrupted.outcome, isFirstLoadUnfinished(store)]).toEqual(['interrupted', true]);
    expect((await fill(store, files.exported, { checkpoint })).outcome).toBe('done');
    expectComplete(store, origin);
    expect(exportText(store)).toBe(exported);
  });

  test('resumes after an interruption before reconciliation', async () => {
    const store = emptyStore();
    const checkpoint = new Checkpoint(store, 'import test', 'same files');
    const onProgress = ({ isReconciling }: { readonly isReconciling?: true }) => {
      if (isReconciling) throw new Error('The end was about to begin.');
    };
    await expect(fill(store, files.exported, { checkpoint, onProgress })).rejects.toThrow('The end was about to begin.');
    expect(isFirstLoadUnfinished(store)).toBe(true);
    expect((await fill(store, files.exported, { checkpoint })).outcome).toBe('done');
    expectComplete(store, origin);
  });

  test('is finished before another import starts', async () => {
    const store = emptyStore();
    await beginFirstLoad(store, { allIndexes: true, beginsFeed: true, ofAllRows: derivedOfAllRows });
    const other = emptyStore();
    await fill(other, files.records);
    await fill(store, files.records);
    expectComplete(store, other);
  });
});

test('a small first load keeps the index of names that its triggers read', async () => {
  const store = emptyStore();
  await beginFirstLoad(store, { allIndexes: false, beginsFeed: false, ofAllRows: derivedOfAllRows });
  const plan = store.writer.query("EXPLAIN QUERY PLAN SELECT key FROM artist WHERE name_folded = 'ana lund'").values();
  expect(JSON.stringify(plan)).toContain('SEARCH artist USING COVERING INDEX artist_by_name');
});

test('finishing a first load resumes after any failed write', async () => {
  for (let writes = 0; ; writes += 35) {
    const store = emptyStore();
    const checkpoint = new Checkpoint(store, 'import test', 'same files');
    await fill(store, files.exported, { checkpoint, stopAfter: 200 });
    const isEnded = await finishFirstLoad(failingAfter(store, writes)).then(
      () => false,
      () => true,
    );
    expect(isFirstLoadUnfinished(store)).toBe(isEnded);
    await finishFirstLoad(store);
    expect(schemaOf(store)).toEqual(schemaOf(emptyStore()));
    expectTrueSearch(store);
    await fill(store, files.exported, { checkpoint });
    expectComplete(store, origin);
    if (!isEnded) break;
  }
});
