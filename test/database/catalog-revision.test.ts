import { expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { openStore, type Store } from '../../src/store/database/open';
import { noteCatalogWrite, withoutFeed } from '../../src/store/database/revision-cache';
import { readingOnWriter } from '../../src/store/database/store';
import { emptyFolder } from '../support/executable';
import { createStore } from '../support/store-on-disk';

const packaging = (name: string) =>
  `INSERT INTO packaging_type (id, name, created_at) VALUES ('${Bun.randomUUIDv7()}', '${name}', '2020-01-01T00:00:00.000+00:00')`;

test('adding a user changes the revision of the database but not that of the catalog', () =>
  inFile(async (store) => {
    const [catalog, whole] = [store.catalogRevision(), store.revision()];
    await createUser(store, 'somebody', 'correct horse battery');
    expect([store.catalogRevision(), store.revision() === whole]).toEqual([catalog, false]);
  }));

test('a write to the catalog changes both revisions immediately, even after a read within the write', () =>
  inFile(async (store) => {
    const before = [store.catalogRevision(), store.revision()];
    const insert = store.writer.prepare(packaging('Box'));
    await store.write(() => {
      store.revision();
      insert.run();
    });
    expect(store.catalogRevision()).not.toBe(before[0] as string);
    expect(store.revision()).not.toBe(before[1] as string);
    expect(store.read(() => store.reader.query("SELECT name FROM packaging_type WHERE name = 'Box'").get())).not.toBeNull();
  }));

test('a write by another connection changes the revision in the next turn, with or without a change feed entry', () =>
  inFile(async (store, directory) => {
    const other = openStore(directory);
    const revisions = [store.catalogRevision()];
    const readRevision = async () => {
      await new Promise(setImmediate);
      revisions.push(store.catalogRevision());
    };
    await other.write(() => other.writer.run(packaging('Box')));
    await readRevision();
    await other.write(() => withoutFeed(other, () => other.writer.run(packaging('Bag'))));
    await readRevision();
    await other.write(() => noteCatalogWrite(other.writer));
    await readRevision();
    other.close();
    expect(new Set(revisions).size).toBe(4);
  }));

test('the revision within a write is never the same twice, so that nothing is cached', () =>
  inFile(async (store) => {
    const onWriter = readingOnWriter(store);
    expect(onWriter.catalogRevision()).not.toBe(onWriter.catalogRevision());
  }));

async function inFile(work: (store: Store, directory: string) => Promise<void>): Promise<void> {
  using folder = emptyFolder();
  const store = createStore(folder.path);
  try {
    await work(store, folder.path);
  } finally {
    store.close();
  }
}
