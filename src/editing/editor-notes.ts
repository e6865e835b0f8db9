import type { Personal } from '../api/read/personal';
import type { Kinds } from '../kinds';
import { LockedFieldNames } from '../records/provenance/field-locks';
import { ContainedRecords } from '../records/write/contained-records';
import type { Store } from '../store/database/open';
import { Statements } from '../store/database/sql';

/**
 * Tells those who may change a record which of its attributes imports leave alone, and, of one that is written with what
 * it contains, a version of all of that: so its ETag is another when anything of it is.
 */
export function editorNotes(store: Store, kinds: Kinds, mayEdit: (request: Request) => boolean): NonNullable<Personal['ofEditors']> {
  const statements = new Statements(store);
  const contained = new ContainedRecords(statements, kinds);
  const held = new LockedFieldNames(statements);
  return (request, { type }, key) => {
    const kind = kinds.find(type);
    if (!kind || !mayEdit(request)) return undefined;
    const version = contained.version(kind, key);
    return { lockedFields: held.of(kind, key), ...(version !== undefined && { version }) };
  };
}
