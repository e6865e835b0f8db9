import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../../src/errors';
import { Checkpoint } from '../../src/import/run/checkpoint';
import { RejectFile } from '../../src/import/run/rejects';
import { runImport } from '../../src/import/run/run';
import type { RunOptions } from '../../src/import/run/run-options';
import { seedVocabularies } from '../../src/import/seed';
import { flush, type Position, type Source, type SourceItem } from '../../src/import/source';
import { noRights } from '../../src/records/provenance/sources';
import type { ImportedRecord } from '../../src/records/write/record';
import type { Store } from '../../src/store/database/store';
import { emptyFolder } from '../support/executable';
import { emptyStore, seededStore } from '../support/server';

const time = '2026-01-02T03:04:05.000+00:00';
const uuid = (number: number): string => `0b7e3f5c-1d2a-5c4b-9e8f-${String(number).padStart(12, '0')}`;

const artist = (number: number, name = `Artist ${number}`): ImportedRecord => ({
  record: { type: 'Artist', id: `/api/artists/${uuid(number)}`, attributes: { name, _type: 'person', created_at: time, updated_at: time } },
  mode: 'whole',
});

const alias = (number: number, ofArtist: number): ImportedRecord => ({
  record: {
    type: 'ArtistAlias',
    id: `/api/artists/${uuid(ofArtist)}/aliases/${uuid(number)}`,
    attributes: { variation: `Alias ${number}`, created_at: time, updated_at: time },
  },
  mode: 'whole',
});

type Part = Partial<SourceItem> | typeof flush;

/** A source of items that calls `atItem` before emitting each. */
function sourceOf(parts: readonly Part[], atItem: (index: number) => void = () => {}, whole: readonly string[] = []): Source {
  const progress = { documents: 0, bytes: 0, totalBytes: parts.length, skippedByLicence: 0, warnings: [], whole };
  return {
    rights: noRights,
    progress,
    async *items(_, from) {
      for (let index = Number(from?.next ?? 0); index < parts.length; index++) {
        const part = parts[index] as Part;
        progress.bytes = index + 1;
        if (part !== flush) progress.documents++;
        atItem(index);
        const position: Position = { next: index + 1 };
        yield part === flush
          ? flush
          : { source: 'test', file: 'test', line: index + 1, offset: index * 10, records: [], position, ...part };
      }
    },
  };
}

const run = (store: Store, source: Source, options: Partial<RunOptions> = {}) => runImport(store, source, { maxRejects: 100, ...options });

/** Everything that an import writes, without timestamps. */
const contents = ({ writer }: Store) =>
  [
    'SELECT id, name, slug, created_at, updated_at FROM artist ORDER BY id',
    'SELECT id, variation, artist_key IS NOT NULL FROM artist_alias ORDER BY id',
    "SELECT action, resource_type, resource_id FROM change WHERE resource_type LIKE 'Artist%' AND resource_type <> 'ArtistRole' ORDER BY resource_type, resource_id",
    'SELECT * FROM source_note ORDER BY name',
    'SELECT name FROM import_checkpoint',
    'SELECT record, line, awaited_name FROM deferred_record ORDER BY line',
  ].map((sql) => writer.query(sql).values());

const names = ({ writer }: Store) => writer.query('SELECT name FROM artist ORDER BY name').values().flat();

/** Documents with one or several records, invalid ones, deferred ones, notes and ignored parts. */
const everySort: readonly Part[] = [
  { records: [artist(1)] },
  flush,
  { records: [artist(2), alias(20, 2)] },
  { rejected: { reason: 'not readable', raw: '<x' } },
  { records: [artist(3), artist(4, '')] },
  { records: [alias(50, 5)] },
  { records: [], notes: [['work', 'wanted']] },
  flush,
  { records: [artist(5)] },
  { records: [alias(90, 9)] },
  { records: [artist(6)], notes: [['work', null]], notTaken: { images: 2, videos: 1 } },
  { records: [artist(1)], notTaken: { images: 3 } },
];

test('an invalid record does not reject the others of its document, and all are counted by outcome', async () => {
  using folder = emptyFolder();
  const store = await seededStore();
  const rejects = new RejectFile(join(folder.path, 'deep', 'rejects.jsonl'));

  const report = await run(store, sourceOf(everySort), { rejects });

  expect(names(store)).toEqual(['Artist 1', 'Artist 2', 'Artist 3', 'Artist 5', 'Artist 6']);
  const { documents, documentsKept, added, unchanged, rejected, waiting, outcome } = report;
  expect({ documents, documentsKept, added, unchanged, rejected, waiting, outcome }).toEqual({
    documents: 10,
    documentsKept: 7,
    added: 7,
    unchanged: 1,
    rejected: 2,
    waiting: 1,
    outcome: 'done',
  });
  const lines = readFileSync(rejects.path, 'utf8').trim().split('\n');
  expect(
    lines.map((line) => JSON.parse(line)).map(({ line, offset, reason, raw }) => [line, offset, reason !== '', raw.slice(0, 14)]),
  ).toEqual([
    [4, 30, true, '<x'],
    [5, 40, true, '{"type":"Artis'],
    [10, 90, true, '{"type":"Artis'],
  ]);
});

test('ignored parts are counted by name', async () => {
  const { ignored } = await run(await seededStore(), sourceOf(everySort));
  expect(ignored).toEqual({ images: 5, videos: 1 });
});

test('a report lists at most 100 names of ignored parts', async () => {
  const strange = Array.from({ length: 300 }, (_, index): Part => ({ records: [artist(1)], notTaken: { [`name ${index}`]: 1 } }));
  const { ignored } = await run(await seededStore(), sourceOf(strange));
  expect(Object.keys(ignored)).toHaveLength(100);
});

test('a run interrupted anywhere resumes to the same catalog, counts and rejects', async () => {
  const finish = async (stopAt: readonly number[]) => {
    using folder = emptyFolder();
    const store = await seededStore();
    const checkpoint = new Checkpoint(store, 'import test', 'same files');
    const path = join(folder.path, 'rejects.jsonl');
    for (const index of stopAt) {
      const controller = new AbortController();
      const stopping = sourceOf(everySort, (at) => at === index && controller.abort());
      const { outcome } = await run(store, stopping, { checkpoint, rejects: new RejectFile(path), signal: controller.signal });
      expect(outcome).toBe('interrupted');
    }
    const {
      seconds: _,
      recordsPerSecond: __,
      resumed,
      rejectFile: ___,
      ...report
    } = await run(store, sourceOf(everySort), {
      checkpoint,
      rejects: new RejectFile(path),
    });
    expect(resumed).toBe(stopAt.some((index) => index > 0));
    return { report, contents: contents(store), rejects: readFileSync(path, 'utf8') };
  };
  const whole = await finish([]);
  for (const first of everySort.keys()) {
    expect(await finish([first])).toEqual(whole);
    for (let second = first + 1; second < everySort.length; second += 3) expect(await finish([first, second])).toEqual(whole);
  }
});

test('a damaged file keeps the records before the damage, and the next run resumes there', async () => {
  const store = await seededStore();
  const checkpoint = new Checkpoint(store, 'import test', 'same files');
  const damaged = sourceOf(everySort, (at) => {
    if (at === 3) throw new SetupError('The file is damaged at byte 30.');
  });
  const first = await run(store, damaged, { checkpoint });
  expect([first.outcome, first.message, first.resumable, names(store)]).toEqual([
    'failed',
    'The file is damaged at byte 30.',
    true,
    ['Artist 1', 'Artist 2'],
  ]);
  const second = await run(store, sourceOf(everySort), { checkpoint });
  expect([second.outcome, second.resumed, second.added, checkpoint.find()]).toEqual(['done', true, 7, undefined]);
});

test('a run resumes only with the same files and without a request to restart', async () => {
  const store = await seededStore();
  const stopping = () => {
    const controller = new AbortController();
    return { source: sourceOf(everySort, (at) => at === 2 && controller.abort()), signal: controller.signal };
  };
  for (const [fingerprint, restart, resumed] of [
    ['same files', false, true],
    ['same files', true, false],
    ['others', false, false],
  ] as const) {
    const { source, signal } = stopping();
    await run(store, source, { checkpoint: new Checkpoint(store, 'import test', 'same files'), signal, restart: true });
    const report = await run(store, sourceOf(everySort), { checkpoint: new Checkpoint(store, 'import test', fingerprint), restart });
    expect(report.resumed).toBe(resumed);
  }
});

test('more rejects than allowed end the run and keep the valid documents before them', async () => {
  const store = await seededStore();
  const checkpoint = new Checkpoint(store, 'import test', 'same files');
  const stopped = await run(store, sourceOf(everySort), { checkpoint, maxRejects: 1 });
  expect([stopped.outcome, stopped.rejected, stopped.resumable, names(store)]).toEqual([
    'rejects',
    2,
    true,
    ['Artist 1', 'Artist 2', 'Artist 3'],
  ]);
  const allowed = await run(store, sourceOf(everySort), { checkpoint, maxRejects: 2 });
  expect([allowed.outcome, allowed.rejected, names(store).length]).toEqual(['done', 2, 5]);
});

test('a limit ends the run after that many documents with records', async () => {
  const store = await seededStore();
  const report = await run(store, sourceOf(everySort), { limit: 2 });
  expect([report.outcome, report.documentsKept, names(store)]).toEqual(['limited', 2, ['Artist 1', 'Artist 2']]);
});

test('records are known to a source after it flushes', async () => {
  const store = await seededStore();
  const seen: boolean[] = [];
  const { progress } = sourceOf([]);
  const item = { source: 'test', file: 'test', line: 1, offset: 0, records: [artist(1)], position: {} };
  await run(store, {
    rights: noRights,
    progress,
    async *items(known) {
      yield item;
      yield flush;
      seen.push(known.has('Artist', uuid(1)), known.has('Artist', uuid(2)));
    },
  });
  expect(seen).toEqual([true, false]);
});

test('a source that waits for input has its records written and can be aborted', async () => {
  const store = await seededStore();
  const controller = new AbortController();
  const { progress } = sourceOf([]);
  const waiting: Source = {
    rights: noRights,
    progress,
    async *items() {
      yield { source: 'test', file: 'test', line: 1, offset: 0, records: [artist(1)], position: {} };
      await new Promise(() => {});
    },
  };
  const report = await run(store, waiting, {
    signal: controller.signal,
    onProgress: ({ records }) => records === 1 && controller.abort(),
  });
  expect([report.outcome, names(store)]).toEqual(['interrupted', ['Artist 1']]);
});

test('an empty catalog filled from an export continues its sequence numbers, also after an interruption', async () => {
  const parts = [{ records: [artist(1)] }, { records: [artist(2)] }, { records: [artist(3)] }];
  for (const stopAt of [undefined, 0, 1, 2]) {
    const store = emptyStore();
    const checkpoint = new Checkpoint(store, 'import test', 'same files');
    const exportSequence = () => 41;
    if (stopAt !== undefined) {
      const controller = new AbortController();
      const source = sourceOf(parts, (at) => at === stopAt && controller.abort());
      await run(store, source, { checkpoint, exportSequence, signal: controller.signal });
    }
    // A server that starts between two runs adds its vocabularies.
    await seedVocabularies(stopAt === 1 ? store : emptyStore());
    await run(store, sourceOf(parts), { checkpoint, exportSequence });
    expect(store.writer.query('SELECT sequence, action FROM change').values()).toEqual([[41, 'restored']]);
    await run(store, sourceOf([{ records: [artist(4)] }]));
    expect(store.writer.query('SELECT max(sequence) > 41 FROM change').values()).toEqual([[1]]);
  }
});

test('a catalog partly filled from an export accepts only that export', async () => {
  const store = emptyStore();
  const checkpoint = new Checkpoint(store, 'import test', 'same files');
  const cut = sourceOf([{ records: [artist(1)] }, { records: [artist(2)] }], (at) => {
    if (at === 1) throw new SetupError('The file is not whole.');
  });
  await run(store, cut, { checkpoint, exportSequence: () => 7 });
  await expect(run(store, sourceOf(everySort))).rejects.toThrow('imported only partly');
  await expect(run(store, sourceOf(everySort), { exportSequence: () => 8 })).rejects.toThrow('imported only partly');
  const mended = new Checkpoint(store, 'import other-name', 'other files');
  await run(store, sourceOf([{ records: [artist(1)] }, { records: [artist(2)] }]), { checkpoint: mended, exportSequence: () => 7 });
  expect(store.writer.query('SELECT sequence, action FROM change').values()).toEqual([[7, 'restored']]);
  expect(store.writer.query('SELECT count(*) FROM import_checkpoint').values()).toEqual([[0]]);
});

test('an export imported into a catalog with records does not continue its sequence numbers', async () => {
  const store = await seededStore();
  await run(store, sourceOf([{ records: [artist(1)] }]), { exportSequence: () => 500 });
  expect(store.writer.query("SELECT count(*) FROM change WHERE action = 'restored'").values()).toEqual([[0]]);
});

test('a run without rejects creates no reject file', async () => {
  using folder = emptyFolder();
  const store = await seededStore();
  const rejects = new RejectFile(join(folder.path, 'rejects.jsonl'));
  const report = await run(store, sourceOf([{ records: [artist(1)] }]), { rejects });
  expect([report.rejectFile, existsSync(rejects.path)]).toEqual([undefined, false]);
});

test('a run writes in smaller batches while a server runs', async () => {
  const parts = Array.from({ length: 1_000 }, (_, index) => ({ records: [artist(index)] }));
  const batchesOf = async (isServed: boolean) => {
    const store = await seededStore();
    let batches = 0;
    await run(store, sourceOf(parts), { isServed: () => isServed, onProgress: () => batches++ });
    expect(names(store).length).toBe(1_000);
    return batches;
  };
  expect(await batchesOf(true)).toBeGreaterThan(await batchesOf(false));
});
