import type { Statement } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Savepoint } from '../../src/store/database/transactions';
import { createStore } from '../support/store-on-disk';

const rows = 8_000;
const compared = 500;

test('statements at the end of a long write take no longer than at its start', async () => {
  const data = mkdtempSync(join(tmpdir(), 'leitmotif-long-write-'));
  const store = createStore(data);
  try {
    const { writer } = store;
    writer.run('CREATE TABLE page (key INTEGER PRIMARY KEY, text TEXT, times INTEGER NOT NULL DEFAULT 0)');
    // With a trigger, SQLite may have to roll back each statement alone, as with those of the catalog.
    writer.run('CREATE TRIGGER page_updated AFTER UPDATE OF text ON page BEGIN UPDATE page SET times = times + 1 WHERE key = new.key; END');
    writer.run(`INSERT INTO page (text) SELECT hex(randomblob(1500)) FROM json_each('[${Array.from({ length: rows }, () => 0)}]')`);
    const update = writer.prepare("UPDATE page SET text = text || 'x' WHERE key = ?");
    const savepoint = new Savepoint(writer, 'long');
    const [early, late] = await store.write(() =>
      savepoint.run(() => {
        const first = timesOf(update);
        for (let key = 1; key <= rows; key++) update.run(key);
        return [first, timesOf(update)] as const;
      }),
    );
    expect(writer.query('SELECT sum(times) AS times FROM page').get()).toEqual({ times: rows + 2 * compared });
    expect(median(late) / median(early)).toBeLessThan(20);
    update.finalize();
    savepoint.close();
  } finally {
    store.close();
    rmSync(data, { recursive: true });
  }
});

/** Milliseconds that each of some updates of one page takes. */
const timesOf = (update: Statement): number[] =>
  Array.from({ length: compared }, () => {
    const begun = performance.now();
    update.run(1);
    return performance.now() - begun;
  });

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
