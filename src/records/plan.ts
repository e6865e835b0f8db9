import type { Kind } from '../kinds';
import type { Attributes } from '../kinds/attribute';
import type { Entrance, OwnedRows } from '../kinds/entrance';
import type { FieldHashes } from './field-hashes';
import { listHash, nameHash, valueHash } from './hashes';
import type { Columns } from './kind-table';
import type { Remembered } from './source-memory';

/** A record worked out, with nothing written yet: what can be wrong with it is known by now. */
export interface Plan {
  readonly kind: Kind;
  /** How it enters: as a record of its kind, or as a part of one. */
  readonly entrance: Entrance;
  readonly id: string;
  readonly attributes: Attributes;
  readonly columns: Columns;
  readonly owned: readonly OwnedRows[];
  /** Records inside this one; `undefined` where it says nothing of them. */
  readonly parts: readonly Plan[] | undefined;
  /** Whether the record says a field: all of them, or of a record that says a part those that it names. */
  readonly says: (attribute: string | undefined) => boolean;
}

/** The name under which a list of rows is remembered. */
export const fieldOf = ({ table, attribute }: OwnedRows): string => `${table}.${attribute}`;

/** The rows of a list as they are compared. */
export const rowsOf = ({ rows }: OwnedRows): string[] => rows.map((row) => JSON.stringify(row));

/** Hashes of all that a record says and that has a value; and what its source said before of what it leaves out now. */
export function hashesOf({ entrance, columns, owned, says }: Plan, before: Remembered | undefined): FieldHashes {
  const hashes: FieldHashes = new Map();
  const keep = (name: number, hash: number | undefined): void => {
    if (hash) hashes.set(name, hash);
  };
  for (const column in columns) {
    const name = nameHash(column);
    keep(name, says(entrance.originOf(column)) ? valueHash(columns[column] as Columns[string]) : before?.fields.get(name));
  }
  for (const list of owned) {
    if (list.rows.length === 0 && !before) continue;
    const name = nameHash(fieldOf(list));
    keep(name, says(list.attribute) ? listHash(rowsOf(list)) : before?.fields.get(name));
  }
  return hashes;
}
