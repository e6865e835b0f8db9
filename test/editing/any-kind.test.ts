import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { catalog } from '../../src/catalog';
import { allRecords } from '../../src/export/record-queries';
import { wrongCounts } from '../../src/kinds/triggers';
import type { Store } from '../../src/store/database/open';
import { anything, byHand, EditedWorld, type Step } from '../support/edited-world';
import { exportText } from '../support/exports';
import { follow } from '../support/following';
import { runs } from '../support/runs';
import { expectTrueSearch } from '../support/search-truth';
import { emptyStore } from '../support/server';

/** Every exported record without its timestamps, and the items of users. */
const stateOf = ({ writer }: Store): string[] => [
  ...catalog.all
    .flatMap((kind) => writer.query(allRecords(kind)).all() as { line: string }[])
    .map(({ line }) => line.replace(/,?"(?:updated|created)_at":"[^"]*"/g, ''))
    .toSorted(),
  ...['collection_item', 'wishlist_item'].flatMap((table) =>
    (
      writer
        .query(
          `SELECT i.id || ' ' || r.id || ' ' || i.notes AS line FROM ${table} AS i JOIN "release" AS r ON r.key = i.release_key ORDER BY i.id`,
        )
        .all() as { line: string }[]
    ).map(({ line }) => line),
  ),
];

/** Locked fields of every existing record. */
const lockedFieldsIn = ({ writer }: Store): string[] =>
  catalog.all.flatMap(({ type, table }) => {
    const rows = writer.query(
      `SELECT t.id || ' ' || field AS lock FROM "${table}" AS t JOIN field_lock AS l ON resource_type = ? AND l.id = t.id`,
    );
    return (rows.all(type) as { lock: string }[]).map(({ lock }) => lock);
  });

const inconsistencies = [
  'SELECT a.id FROM artist AS a JOIN artist AS b USING (name_folded) WHERE a.key <> b.key AND a.display_name = b.display_name',
  ...catalog.all.map(
    ({ type, table }) => `SELECT m.id FROM merged_record AS m JOIN "${table}" AS r ON r.id = m.id WHERE m.resource_type = '${type}'`,
  ),
  ...catalog.all
    .filter(({ slugFrom }) => slugFrom)
    .map(
      ({ type, table }) =>
        `SELECT s.slug FROM slug_redirect AS s JOIN "${table}" AS r ON r.slug = s.slug WHERE s.resource_type = '${type}'`,
    ),
  ...catalog.all.map(
    ({ type, table }) => `SELECT d.id FROM deleted_record AS d JOIN "${table}" AS r ON r.id = d.id WHERE d.resource_type = '${type}'`,
  ),
  'SELECT sequence FROM change WHERE sequence > 1 AND sequence - 1 NOT IN (SELECT sequence FROM change)',
];

/** Checks references, tombstones, the sequence of the feed, search indexes and counts. */
function expectConsistent(store: Store): void {
  expect(store.writer.query('PRAGMA foreign_key_check').all()).toEqual([]);
  for (const query of inconsistencies) expect({ query, rows: store.writer.query(query).all() }).toEqual({ query, rows: [] });
  expectTrueSearch(store);
  expect(wrongCounts(store.writer, catalog.all)).toEqual([]);
}

async function applyAll(world: EditedWorld, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const fault = await world.take(step);
    expect({ step, fault: fault?.body }).toEqual({ step, fault: undefined });
  }
}

test('random edits, merges, imports and undos of every kind preserve references, the feed sequence, search indexes and counts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 4, maxLength: 16 }), async (steps) => {
      const world = await EditedWorld.start();
      await applyAll(world, steps);
      expectConsistent(world.editor.server.store);
    }),
    { numRuns: runs(3) },
  );
}, 0);

test('undoing all edits and merges of every kind, newest first, restores the first catalog and its locked fields', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(byHand, { minLength: 2, maxLength: 8 }), async (steps) => {
      const world = await EditedWorld.start();
      const { store } = world.editor.server;
      const [before, locked] = [stateOf(store), lockedFieldsIn(store)];
      const older = (await world.revisions())[0]?.number ?? 0;
      await applyAll(world, steps);
      const all = (await world.revisions()).filter(({ number }) => number > older);
      for (const { id, number } of all) {
        if ((await world.revisions()).some(({ reverts }) => reverts === number)) continue;
        const { status, body } = await world.editor.revert(id);
        expect({ number, status, body: status === 201 ? '' : body }).toEqual({ number, status: 201, body: '' });
      }
      expect(stateOf(store)).toEqual(before);
      expect(lockedFieldsIn(store)).toEqual(locked);
      expectConsistent(store);
    }),
    { numRuns: runs(3) },
  );
}, 0);

/** A record of the second run references a label that the same run restores later. */
const referenceBeforeRestore: [Step[], Step[]] = [
  [
    { does: 'merge', kind: 'Artist', who: 4, into: 5 },
    { does: 'merge', kind: 'Artist', who: 0, into: 1 },
    { does: 'merge', kind: 'Label', who: 0, into: 2 },
  ],
  [
    { does: 'revert', back: 4 },
    { does: 'revert', back: 1 },
  ],
];

/** A format moved by a merge is deleted and recreated between two runs. */
const recreatedFormat: [Step[], Step[]] = [
  [{ does: 'merge', kind: 'Release', who: 0, into: 2 }],
  [
    { does: 'document', who: 5, discs: [] },
    { does: 'revert', back: 0 },
  ],
];

/** A merge target is deleted before the first run and restored with its redirects before the second. */
const restoredMergeTarget: [Step[], Step[]] = [
  [
    { does: 'merge', kind: 'Artist', who: 1, into: 0 },
    { does: 'delete', kind: 'Artist', who: 0 },
  ],
  [{ does: 'revert', back: 0 }],
];

/** A deleted record is restored, gets another one merged into it, and is deleted again, all between two runs. */
const restoredAndDeleted: [Step[], Step[]] = [
  [{ does: 'delete', kind: 'Artist', who: 0 }],
  [
    { does: 'revert', back: 0 },
    { does: 'merge', kind: 'Artist', who: 2, into: 0 },
    { does: 'delete', kind: 'Artist', who: 0 },
  ],
];

const mergeUndoAndDeletion: Step[] = [
  { does: 'merge', kind: 'Artist', who: 2, into: 0 },
  { does: 'revert', back: 0 },
  { does: 'delete', kind: 'Artist', who: 2 },
];
/** A merge, its undo, and a deletion: all between two runs, or with a run after the merge. */
const allBetweenRuns: [Step[], Step[]] = [[], mergeUndoAndDeletion];
const undoneBetweenRuns: [Step[], Step[]] = [mergeUndoAndDeletion.slice(0, 1), mergeUndoAndDeletion.slice(1)];

test('a mirror that follows merges and undos of every kind has the same catalog', async () => {
  const some = fc.array(anything, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(some, some, async (first, then) => {
      const world = await EditedWorld.start();
      const { server } = world.editor;
      const store = emptyStore();
      for (const steps of [first, then]) {
        await applyAll(world, steps);
        expect(await follow(store, server)).toMatchObject({ outcome: 'done', message: undefined });
        expect(exportText(store).split('\n')).toEqual(exportText(server.store).split('\n'));
      }
      store.close();
    }),
    {
      numRuns: runs(3),
      examples: [referenceBeforeRestore, recreatedFormat, allBetweenRuns, undoneBetweenRuns, restoredAndDeleted, restoredMergeTarget],
    },
  );
}, 0);
