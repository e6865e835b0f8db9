import type { Personal } from '../api/read/viewer';
import type { Kinds } from '../kinds';
import { LockedFieldNames } from '../records/provenance/field-locks';
import { ContainedRecords } from '../records/write/contained-records';
import type { Store } from '../store/database/open';
import { Statements } from '../store/database/sql';

/**
 * Editor-only members of `meta`: locked fields, and for records edited with their contents, a version of these, so that the ETag
 * changes with any of them.
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
