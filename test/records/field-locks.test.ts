import { expect, test } from 'bun:test';
import { catalog } from '../../src/catalog';
import type { Kind } from '../../src/kinds';
import { FieldLocks } from '../../src/records/provenance/field-locks';
import { nameHash } from '../../src/records/provenance/hashes';
import { SourceValues } from '../../src/records/provenance/source-values';
import type { WritePlan } from '../../src/records/write/plan';
import { Statements } from '../../src/store/database/sql';
import { artist } from '../support/numbered-artists';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

const kind = catalog.find('Artist') as Kind;
const { type, deserializer } = kind;
const country = new Map([[nameHash('country'), 7]]);

/** The locks of a catalog that has none, as a transaction sees them that has asked for some. */
async function noLocks(): Promise<FieldLocks> {
  const { store } = await startServer([artist(1), artist(2)]);
  const statements = new Statements(store, { on: 'writer' });
  const locks = new FieldLocks(statements, new SourceValues(statements, catalog));
  expect(locks.find(type, uuid(1))).toBeUndefined();
  return locks;
}

const planOf = (id: string): WritePlan => ({ kind, deserializer, id, columns: {}, owned: [] }) as never;

test.each<[string, (locks: FieldLocks) => void, string]>([
  ['a field is locked', (locks) => locks.lock(planOf(uuid(1)), new Set(['slug'])), 'slug'],
  ['locks are replaced', (locks) => locks.replace(type, uuid(1), country), 'country'],
  ['a record is restored', (locks) => locks.restore(kind, uuid(1), locks.packed(country)), 'country'],
])('the first locks of a catalog are found at once after %s', async (_, act, field) => {
  const locks = await noLocks();
  act(locks);
  expect([...(locks.find(type, uuid(1))?.keys() ?? [])]).toEqual([nameHash(field)]);
  expect(locks.find(type, uuid(2))).toBeUndefined();
});

test('locks are copied to a record unless it has its own, and deleted with theirs', async () => {
  const locks = await noLocks();
  const [name, gender] = [nameHash('name'), nameHash('gender')];
  locks.replace(type, uuid(1), new Map([...country, [name, 1]]));
  locks.replace(
    type,
    uuid(2),
    new Map([
      [name, 2],
      [gender, 3],
    ]),
  );
  const found = (number: number) => Object.fromEntries(locks.find(type, uuid(number)) ?? []);
  locks.copy(type, uuid(1), uuid(2), new Set([name]));
  expect(found(2)).toEqual({ [name]: 2, [gender]: 3 });
  locks.copy(type, uuid(1), uuid(2));
  expect(found(2)).toEqual({ [nameHash('country')]: 7, [name]: 2, [gender]: 3 });
  expect([...locks.remove(planOf(uuid(1)), new Set(['slug', 'biography']))]).toEqual([]);
  locks.lock(planOf(uuid(1)), new Set(['slug']));
  expect([...locks.remove(planOf(uuid(1)), new Set(['slug']))]).toEqual([nameHash('slug')]);
  expect(found(1)).toEqual({ [nameHash('country')]: 7, [name]: 1 });
  locks.delete(kind, uuid(1));
  locks.forget();
  expect([locks.find(type, uuid(1)), locks.find(type, uuid(2))?.size]).toEqual([undefined, 3]);
});
