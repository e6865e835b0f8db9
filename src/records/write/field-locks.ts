import type { Personal } from '../../api/read/viewer';
import type { Kind, Kinds } from '../../kinds';
import type { Connection } from '../../store/database/connection';
import type { Store } from '../../store/database/store';
import { listHash, nameHash, unpackFields, valueHash } from '../provenance/hashes';
import type { SourceValues } from '../provenance/source-values';
import { listFieldOf, noKey, rowsOf, type WritePlan } from './plan';
import { contentsText, queryByKind } from './record';

/** Attributes and relationships, by their origin in the deserializer, that sources leave alone. */
export type LockedFields = ReadonlySet<string>;

const ofRecord = 'resource_type = :type AND id = :id';

export function readLocks(connection: Connection, type: string, id: string): LockedFields {
  const rows = connection.all<{ field: string }>(`SELECT field FROM field_lock WHERE ${ofRecord}`, { type, id });
  return new Set(rows.map(({ field }) => field));
}

export function addLocks(connection: Connection, type: string, id: string, fields: readonly string[]): void {
  if (fields.length === 0) return;
  connection.change('INSERT OR IGNORE INTO field_lock (resource_type, id, field) SELECT :type, :id, value FROM json_each(:fields)', {
    type,
    id,
    fields: JSON.stringify(fields),
  });
}

/** Locks those fields of a plan that it writes. */
export function lockFields(connection: Connection, plan: WritePlan, names: ReadonlySet<string>): void {
  const { kind, deserializer, id, columns, owned, parts } = plan;
  const written = new Set([
    ...Object.keys(columns).map((column) => deserializer.originOf(column)),
    ...owned.map(({ attribute }) => attribute),
    ...(parts ? [kind.parts?.attribute] : []),
    'slug',
  ]);
  addLocks(
    connection,
    kind.type,
    id,
    [...names].filter((name) => written.has(name)),
  );
}

/** Unlocks fields by their names in records; returns the origins of those that were locked. */
export function removeLocks(connection: Connection, type: string, id: string, names: Iterable<string>): string[] {
  const origins = [...names].flatMap((name) => [name, `relationships.${name}`]);
  return connection
    .all<{ field: string }>(
      `DELETE FROM field_lock WHERE ${ofRecord} AND field IN (SELECT value FROM json_each(:fields)) RETURNING field`,
      { type, id, fields: JSON.stringify(origins) },
    )
    .map(({ field }) => field);
}

/** Unlocks fields of a record; returns the names of those that were locked. Source values return with the next import. */
export function unlockFields(connection: Connection, sourceValues: SourceValues, plan: WritePlan, names: readonly string[]): string[] {
  const { kind, deserializer, id, columns, owned } = plan;
  const unlocked = new Set<string | undefined>(removeLocks(connection, kind.type, id, names));
  if (unlocked.size === 0) return [];
  const current = [
    ...Object.entries(columns).flatMap(([column, value]) =>
      unlocked.has(deserializer.originOf(column)) ? [[nameHash(column), valueHash(value)] as const] : [],
    ),
    ...owned.flatMap((list) => (unlocked.has(list.attribute) ? [[nameHash(listFieldOf(list)), listHash(rowsOf(list))] as const] : [])),
  ];
  sourceValues.reopen(kind.type, id, new Map(current));
  return namesOf(kind, [...unlocked] as string[]);
}

/**
 * Copies locks to the merge target.
 * @param only fields to copy, if not all
 */
export function copyLocks(connection: Connection, type: string, from: string, into: string, only?: ReadonlySet<string | undefined>): void {
  const locks = [...readLocks(connection, type, from)].filter((field) => only?.has(field) ?? true);
  addLocks(connection, type, into, locks);
}

export function deleteLocks(connection: Connection, type: string, id: string): void {
  connection.change(`DELETE FROM field_lock WHERE ${ofRecord}`, { type, id });
}

/** Names in records. Locks that an upgrade could not name have none. */
const namesOf = ({ deserializer }: Kind, fields: readonly string[]): string[] =>
  [...new Set(fields.filter((field) => !field.startsWith('#')).map((field) => deserializer.relationshipOf(field) ?? field))].sort();

/** Locks in revisions of earlier versions: 32 bits of each column's name, followed by its value, in base64. */
export function unpackLocks({ deserializer, parts }: Kind, packed: string): string[] {
  const columns = [
    ...Object.keys(deserializer.columns({}, noKey)),
    ...Object.values(deserializer.relationships).map(({ column }) => column),
  ];
  const origins = new Map<number, string | undefined>([
    ...columns.map((column) => [nameHash(column), deserializer.originOf(column)] as const),
    ...deserializer.owned({}, noKey).map((list) => [nameHash(listFieldOf(list)), list.attribute] as const),
    ...['slug', ...(parts ? [parts.attribute] : [])].map((name) => [nameHash(name), name] as const),
  ]);
  return [...unpackFields(Buffer.from(packed, 'base64')).keys()].flatMap((hash) => origins.get(hash) ?? []);
}

interface EditorNotes {
  /** JSON. */
  readonly locks: string;
  readonly contents: string | null;
}

/**
 * Editor-only members of `meta`: locked fields, and for records edited with their contents, a version of these, so that the ETag
 * changes with any of them.
 */
export function editorNotes(store: Store, kinds: Kinds, mayEdit: (request: Request) => boolean): NonNullable<Personal['ofEditors']> {
  const notesQuery = queryByKind(
    (kind) => `
      SELECT (SELECT json_group_array(field) FROM field_lock WHERE resource_type = :type AND id = record.id) AS locks,
        ${contentsText(kinds, kind, 'record')} AS contents
      FROM "${kind.table}" AS record WHERE record.key = :key`,
  );
  return (request, { type }, key) => {
    const kind = kinds.find(type);
    if (!kind || !mayEdit(request)) return undefined;
    const { locks, contents } = store.reader.get<EditorNotes>(notesQuery(kind), { type: kind.type, key }) as EditorNotes;
    return {
      lockedFields: namesOf(kind, JSON.parse(locks)),
      ...(Object.keys(kind.contains).length > 0 && { version: Bun.hash(contents ?? '').toString(36) }),
    };
  };
}
