import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import type { Deserializer, OwnedRows } from '../../kinds/deserialization';
import { message } from '../../messages/message';
import type { Value } from '../../store/database/connection';
import { type FieldHashes, jsonHash, listHash, nameHash, valueHash } from '../provenance/hashes';
import { authorities, defaultAuthority, type Rank, type Ranks, rankOf } from '../provenance/ranks';
import type { StoredValues } from '../provenance/source-values';
import { type Columns, type Mode, RecordError, type RecordObject } from './record';
import type { References } from './references';

/** A validated record ready to be written. */
export interface WritePlan {
  readonly kind: Kind;
  /** Import rules: of its kind, or of a part. */
  readonly deserializer: Deserializer;
  readonly id: string;
  readonly attributes: Attributes;
  readonly columns: Columns;
  readonly owned: readonly OwnedRows[];
  /** Its parts; `undefined` if not stated. */
  readonly parts: readonly WritePlan[] | undefined;
  /** Whether a field is stated: all fields, or for partial records those present. */
  readonly states: (attribute: string | undefined) => boolean;
  /** Stated value of an attribute or relationship; without a name, the parent's UUID. */
  readonly stated: (attribute: string | undefined) => unknown;
}

/** Field name of a list for source values. */
export const listFieldOf = ({ table, attribute }: OwnedRows): string => `${table}.${attribute}`;

/** Rows of a list in comparable form. */
export const rowsOf = ({ rows }: OwnedRows): string[] => rows.map((row) => JSON.stringify(row));

/**
 * Hash of list rows. The last two columns of credits were added later and count only if set, so that earlier hashes still match.
 */
export const rowsHash = ({ columns }: OwnedRows, rows: readonly string[]): number =>
  listHash(columns.at(-1) === 'tracks' ? rows.map((row) => row.replace(/,null,null\]$/, ']')) : rows);

/** Whether a field references records: attribute, relationship or parent. */
export const namesOthers = (deserializer: Deserializer, origin: string | undefined): boolean =>
  origin === undefined || deserializer.relationships[origin] !== undefined || deserializer.pointerOf(origin) !== undefined;

/** 32-bit hash of stated parts; 0 for none. */
export const partsHash = (value: unknown): number => (Array.isArray(value) && value.length > 0 ? jsonHash(value) : 0);

/** Hashes of stated non-null fields, plus former values of its source for fields omitted now. */
export function hashesOf(
  { deserializer, columns, owned, states, parts, stated }: WritePlan,
  before: StoredValues | undefined,
): FieldHashes {
  const hashes: FieldHashes = new Map();
  const keep = (name: number, hash: number | undefined): void => {
    if (hash) hashes.set(name, hash);
  };
  for (const { column, name, origin } of columnsOf(deserializer, columns))
    keep(name, states(origin) ? valueHash(columns[column] as Columns[string]) : before?.fields.get(name));
  for (const list of owned) {
    if (list.rows.length === 0 && !before) continue;
    const name = nameHash(listFieldOf(list));
    keep(name, states(list.attribute) ? rowsHash(list, rowsOf(list)) : before?.fields.get(name));
  }
  if (deserializer.parts) {
    const name = nameHash(deserializer.parts.attribute);
    keep(name, parts ? partsHash(stated(deserializer.parts.attribute)) : before?.fields.get(name));
  }
  return hashes;
}

/**
 * Ranks of a record's fields.
 * @param before former values of its source for fields omitted now
 */
export function ranksOf(plan: WritePlan, authority: number, guessed: ReadonlySet<string>, before: StoredValues | undefined): Ranks {
  const { deserializer, columns, owned, states } = plan;
  const ranks: Ranks = new Map();
  const addRank = (name: number, origin: string | undefined, isEmpty: boolean): void => {
    const isStated = states(origin);
    if (isStated && isEmpty) return;
    const rank = isStated ? rankOfField(plan, origin, authority, guessed) : before?.ranks.get(name);
    if (rank !== undefined) ranks.set(name, rank);
  };
  for (const { column, name, origin } of columnsOf(deserializer, columns)) {
    if (columns[column] !== null || before) addRank(name, origin, columns[column] === null);
  }
  for (const list of owned)
    if (list.rows.length > 0 || before) addRank(nameHash(listFieldOf(list)), list.attribute, list.rows.length === 0);
  const parts = deserializer.parts?.attribute;
  if (parts !== undefined && plan.parts) addRank(nameHash(parts), parts, false);
  return ranks;
}

function rankOfField(
  { deserializer, stated }: WritePlan,
  origin: string | undefined,
  authority: number,
  guessed: ReadonlySet<string>,
): Rank {
  const value = stated(origin);
  if (value === undefined || value === null) return rankOf(origin === undefined ? authority : defaultAuthority);
  const isGuess = origin !== undefined && guessed.has(origin);
  const hasOrder = !namesOthers(deserializer, origin) && origin !== deserializer.parts?.attribute;
  return rankOf(isGuess ? authorities.guess : authority, hasOrder ? 0 : jsonHash(value));
}

const namedColumns = ({ originOf }: Deserializer, columns: Columns) =>
  Object.keys(columns).map((column) => ({ column, name: nameHash(column), origin: originOf(column) }));

const plannedColumns = new WeakMap<Deserializer, ReturnType<typeof namedColumns>>();

/** Columns of a kind with name hashes and attributes or relationships, shared by all records. */
function columnsOf(deserializer: Deserializer, columns: Columns): ReturnType<typeof namedColumns> {
  const found = plannedColumns.get(deserializer) ?? namedColumns(deserializer, columns);
  plannedColumns.set(deserializer, found);
  return found;
}

/**
 * @param ids UUIDs in its IRI, outermost first
 * @param changes whether a list or relationship may differ from the stored one; others are skipped
 * @throws {RecordError} for an invalid reference or address
 */
export function planRecord(
  references: References,
  kind: Kind,
  { attributes, relationships }: RecordObject,
  ids: readonly string[],
  mode: Mode,
  changes = everyField,
): WritePlan {
  const above = { ...parentColumns(references, kind, ids), ...relationshipColumns(references, kind, relationships, mode, changes) };
  references.requireTargets(kind, above);
  const { relationshipOf } = kind.deserializer;
  const states = (origin: string | undefined) =>
    mode === 'whole' ||
    origin === undefined ||
    Object.hasOwn(attributes, origin) ||
    Object.hasOwn(relationships, relationshipOf(origin) ?? '');
  const pointers = kind.parts ? { ...above, [kind.parts.column]: null } : above;
  const stated = (attribute: string | undefined) =>
    attribute === undefined ? ids.at(-2)?.toLowerCase() : (attributes[attribute] ?? relationships[attribute]);
  const planned = planOne(references, kind, kind.deserializer, (ids.at(-1) as string).toLowerCase(), attributes, pointers, states, changes);
  return { ...planned, stated };
}

function planOne(
  references: References,
  kind: Kind,
  deserializer: Deserializer,
  id: string,
  attributes: Attributes,
  pointers: Columns,
  states: WritePlan['states'],
  changes: (field: string) => boolean,
): WritePlan {
  const columns = { ...deserializer.columns(attributes, references.findKey), ...pointers };
  const changing = changes === everyField ? attributes : Object.fromEntries(Object.entries(attributes).filter(([name]) => changes(name)));
  const owned = deserializer.owned(changing, references.findKey).filter(({ attribute }) => changes(attribute));
  const { attribute: list } = deserializer.parts ?? {};
  const hasParts = list !== undefined && states(list) && changes(list);
  const parts = deserializer.parts && hasParts ? planParts(references, kind, deserializer.parts, attributes, columns) : undefined;
  const stated = (attribute: string | undefined) => (attribute === undefined ? undefined : attributes[attribute]);
  return { kind, deserializer, id, attributes, columns, owned, parts, states, stated };
}

/** Parts are rows of the same table with the same parents, always stated completely. */
function planParts(
  references: References,
  kind: Kind,
  parts: NonNullable<Deserializer['parts']>,
  attributes: Attributes,
  columns: Columns,
): WritePlan[] {
  const items = (attributes[parts.attribute] ?? []) as readonly { readonly id: string }[];
  if (items.length === 0) return [];
  const pointers: Record<string, Value> = { [parts.column]: null };
  for (const { column } of Object.values(kind.deserializer.relationships)) pointers[column] = null;
  const above = kind.above.at(-1);
  if (above) pointers[above.column] = columns[above.column] ?? null;
  return items.map(({ id, ...part }) =>
    planOne(references, kind, parts.deserializer, id.toLowerCase(), part, pointers, () => true, everyField),
  );
}

function parentColumns(references: References, kind: Kind, ids: readonly string[]): Columns {
  const above = kind.above.at(-1);
  if (!above) return {};
  const key = references.key(above.table, ids.at(-2));
  references.requireAbove(kind, key, ids);
  return { [above.column]: key };
}

function relationshipColumns(
  references: References,
  kind: Kind,
  relationships: Attributes,
  mode: Mode,
  changes: (field: string) => boolean,
): Columns {
  const known = kind.deserializer.relationships;
  for (const name in relationships) {
    if (!Object.hasOwn(known, name)) throw new RecordError(message('no_relationship'), `relationships.${name.slice(0, 60)}`);
  }
  const columns: Record<string, number | null> = {};
  for (const name in known) {
    const { column, table, required, requirement } = known[name] as Deserializer['relationships'][string];
    // The record that an unchanged relationship leads to may no longer be what is required.
    if (!changes(name) && !requirement) continue;
    columns[column] = references.related(name, table, relationships[name], required && mode === 'whole');
  }
  return columns;
}

const everyField = (_: string): boolean => true;

/** For deserializing nothing: columns and lists without values. */
export const noKey = (): number => {
  throw new Error('A record without attributes names no other.');
};
