import type { Columns } from './kind-table';
import type { Attributes, Kind, OwnedRows } from './kinds/kind';
import { originOf } from './kinds/kind';
import { type FieldHashes, listHash, nameHash, type Remembered, valueHash } from './memory';

/** A record worked out, with nothing written yet: what can be wrong with it is known by now. */
export interface Plan {
  readonly kind: Kind;
  readonly type: string;
  readonly id: string;
  readonly attributes: Attributes;
  readonly columns: Columns;
  readonly owned: readonly OwnedRows[];
  /** Records inside this one; `undefined` where it says nothing of them. */
  readonly parts: readonly Plan[] | undefined;
  /** Whether the record says a field: all of them, or of a record that says a part those that it names. */
  readonly says: (attribute: string | undefined) => boolean;
}

/** The attributes that columns come from, worked out once for each kind. */
const origins = new WeakMap<Kind, Map<string, string | undefined>>();

/** The attribute that a column comes from; `undefined` for the column of the record above. */
export function attributeOf(kind: Kind, column: string): string | undefined {
  let known = origins.get(kind);
  if (!known) {
    known = new Map();
    origins.set(kind, known);
  }
  if (!known.has(column)) known.set(column, originOf(kind, column));
  return known.get(column);
}

/** The name under which a list of rows is remembered. */
export const fieldOf = ({ table, attribute }: OwnedRows): string => `${table}.${attribute}`;

/** The rows of a list as they are compared. */
export const rowsOf = ({ rows }: OwnedRows): string[] => rows.map((row) => JSON.stringify(row));

/** Hashes of all that a record says and that has a value; and what its source said before of what it leaves out now. */
export function hashesOf({ kind, columns, owned, says }: Plan, before: Remembered | undefined): FieldHashes {
  const hashes: FieldHashes = new Map();
  const add = (field: string, isSaid: boolean, hash: () => number): void => {
    const name = nameHash(field);
    const value = isSaid ? hash() : before?.fields.get(name);
    if (value) hashes.set(name, value);
  };
  for (const column in columns) add(column, says(attributeOf(kind, column)), () => valueHash(columns[column] as Columns[string]));
  for (const list of owned) add(fieldOf(list), says(list.attribute), () => listHash(rowsOf(list)));
  return hashes;
}
