import type { Kind } from '../../kinds';
import type { Table } from '../../kinds/attribute';
import { now } from '../../store/values/dates';
import { nameHash } from '../provenance/hashes';
import {
  authorities,
  authorityOf,
  bestAuthority,
  bestRank,
  highest,
  isOfOneSource,
  type Rank,
  tieOf,
  ultimateAuthority,
} from '../provenance/ranks';
import { supersedeRecord } from '../write/deletions';
import { readLocks } from '../write/field-locks';
import type { ExistingRecord } from '../write/record';
import type { WriteSession } from '../write/session';

// Which records stay where only some can: of two with one identity, and of siblings from several sources.

interface Pair {
  readonly from_key: number;
  readonly from_id: string;
  readonly into_key: number;
  readonly into_id: string;
}

/** Two records with the same identity: the one to keep, and the other. */
export interface ConflictingPair {
  readonly kind: Kind;
  readonly stays: { readonly key: number; readonly id: string };
  readonly goes: { readonly key: number; readonly id: string };
}

/** Whether a new record replaces its existing duplicate. */
export function outranks(
  session: WriteSession,
  { type }: Kind,
  stated: { readonly id: string; readonly authority: number },
  duplicate: string,
): boolean {
  return isBetter(stated, { id: duplicate, authority: authorityOfRecord(session, type, duplicate) });
}

/** Twins that would result from redirecting all references of a record. */
export function* conflictsOfMerge(session: WriteSession, kind: Kind, from: number, into: number): Generator<ConflictingPair> {
  for (const other of session.kinds.all) {
    for (const column of likenessLeadingTo(other, kind)) {
      for (const pair of pairs(session, other, column, from, into)) yield sorted(session, other, pair);
    }
  }
}

function sorted(session: WriteSession, kind: Kind, { from_key, from_id, into_key, into_id }: Pair): ConflictingPair {
  const [a, b] = [
    { key: from_key, id: from_id },
    { key: into_key, id: into_id },
  ];
  const stays = outranks(session, kind, { id: a.id, authority: authorityOfRecord(session, kind.type, a.id) }, b.id);
  return stays ? { kind, stays: a, goes: b } : { kind, stays: b, goes: a };
}

function authorityOfRecord(session: WriteSession, type: string, id: string): number {
  return bestAuthority(session.sourceValues.provenance(type, id)) ?? ultimateAuthority;
}

function pairs(session: WriteSession, { table, identity, likeness = identity }: Kind, column: string, from: number, into: number): Pair[] {
  const alike = (likeness ?? []).filter((name) => name !== column);
  // Avoids the index of a mostly empty column.
  const query = `
    SELECT a.key AS from_key, a.id AS from_id, b.key AS into_key, b.id AS into_id
    FROM "${table}" AS a JOIN "${table}" AS b ON b.${column} = :into ${alike.map((name) => `AND +b.${name} IS +a.${name}`).join(' ')}
    WHERE a.${column} = :from`;
  return session.connection.all<Pair>(query, { from, into });
}

/** Identity columns of a kind that refer to another. */
function likenessLeadingTo(kind: Kind, target: Kind): string[] {
  const { identity, likeness = identity ?? [], above, deserializer } = kind;
  const last = above.at(-1);
  const leading = new Set(
    Object.values(deserializer.relationships).flatMap(({ table, column }) => (table === target.table ? [column] : [])),
  );
  if (last?.table === target.table) leading.add(last.column);
  return likeness.filter((column) => leading.has(column));
}

type Candidate = { readonly id: string; readonly authority: number };

const isBetter = (a: Candidate, b: Candidate): boolean => (a.authority === b.authority ? a.id < b.id : a.authority > b.authority);

interface Child {
  readonly kind: Kind;
  readonly key: number;
  readonly id: string;
  /** Rank of the source that placed it here; absent if none did. */
  readonly rank: Rank | undefined;
}

/**
 * For kinds whose siblings must come from one source: keeps those of the best source. Siblings belong together if they were
 * imported below the same source record; its UUID breaks ties.
 */
export class ExclusiveChildren {
  /** Caches the last parent, since siblings are imported consecutively, and its children that a new sibling of their kind replaces. */
  #last:
    | { readonly shape: number; readonly table: Table; readonly key: number; readonly rank: Rank; readonly replaceable: readonly Child[] }
    | undefined;

  constructor(private readonly session: WriteSession) {}

  /**
   * Whether a record may be added below a parent. If its source outranks the existing siblings, they are removed. Those that a
   * merge by hand added stay until their own kind gets a new record.
   */
  makesRoomFor(kind: Kind, key: number, rank: Rank, isNew: boolean): boolean {
    const table = kind.above.at(-1)?.table as Table;
    const { references } = this.session;
    let last = this.#last;
    if (last?.shape !== references.shape || last.table !== table || last.key !== key || last.rank !== rank) {
      const children = references.isChildless(table, key) ? [] : childrenOf(this.session, table, key);
      const best = bestOf(children);
      const isOther = best !== undefined && (!isOfOneSource(best, rank) || isOwners(best) !== isOwners(rank));
      if (isOther && best > rank) return false;
      const outranked = outrankedBy(children, rank);
      if (isOther) supersede(this.session, outranked);
      last = { shape: references.shape, table, key, rank, replaceable: isOther ? [] : outranked };
    }
    if (isNew && last.replaceable.length > 0) {
      supersede(
        this.session,
        last.replaceable.filter((child) => child.kind === kind),
      );
      last = { ...last, shape: references.shape, replaceable: last.replaceable.filter((child) => child.kind !== kind) };
    }
    this.#last = last;
    return true;
  }
}

/**
 * On a merge, keeps the siblings of the better source.
 * @param onlyFills whether those of the merged record are dropped if the target has any
 */
export function chooseChildren(session: WriteSession, table: string, from: number, into: number, onlyFills: boolean): void {
  const [going, staying] = [childrenOf(session, table, from), childrenOf(session, table, into)];
  if (onlyFills && staying.length > 0) supersede(session, going);
  else {
    const children = [...going, ...staying];
    const best = bestOf(children);
    if (best !== undefined) supersede(session, outrankedBy(children, best));
  }
}

/** Ranks what a source stated about a record, and about the siblings below it, under all other values. */
export function outdateWithChildren(session: WriteSession, kind: Kind, { key, id }: ExistingRecord, source: string): void {
  for (const record of [{ kind, id }, ...childrenOf(session, kind.table, key)])
    session.sourceValues.outdate(source, record.kind.type, record.id);
}

const outrankedBy = (children: readonly Child[], best: Rank): Child[] =>
  children.filter(({ rank }) => rank !== undefined && rank < best && !areOfOneSource(rank, best));

function supersede(session: WriteSession, children: readonly Child[]): void {
  for (const { kind, key } of children) supersedeRecord(session, kind, key);
}

/** Records below one, of the kinds of which one source has all. */
export function childrenOf({ kinds, connection, sourceValues }: WriteSession, table: string, key: number): Child[] {
  const below = kinds.all.flatMap((kind) => {
    const above = kind.above.at(-1);
    return above?.isOneSource && above.table === table ? [{ kind, column: above.column }] : [];
  });
  const queries = below.map(({ kind, column }, at) => `SELECT ${at} AS at, key, id FROM "${kind.table}" WHERE ${column} = :key`);
  if (queries.length === 0) return [];
  return connection.all<{ at: number; key: number; id: string }>(queries.join(' UNION ALL '), { key }).map(({ at, key, id }) => {
    const { kind, column } = below[at] as (typeof below)[number];
    return { kind, key, id, rank: bestRank(sourceValues.provenance(kind.type, id), nameHash(column)) };
  });
}

/** Owners' data is stored under the UUID of the better source. */
const areOfOneSource = (one: Rank, other: Rank): boolean => tieOf(one) === tieOf(other) && isOwners(one) === isOwners(other);

const isOwners = (rank: Rank): boolean => authorityOf(rank) === authorities.owner;

const bestOf = (children: readonly Child[]): Rank | undefined => highest(children.flatMap(({ rank }) => rank ?? []));

/** A format with what its source prints beside it: "Limited Edition", "Stereo". */
export interface FormatTexts {
  readonly format_type: string;
  /** JSON array. */
  readonly descriptions: string;
  readonly text: string | null;
}

type StoredFormat = FormatTexts & { readonly key: number; readonly id: string };

export const storedFormats = ({ connection }: WriteSession, release: number): readonly StoredFormat[] =>
  connection.all<StoredFormat>(
    'SELECT key, id, format_type, descriptions, text FROM release_format WHERE release_key = :release ORDER BY position, id',
    { release },
  );

/** Texts of a format that no source states and nobody edited, so that it has them of others. */
export function openTexts({ connection, sourceValues }: WriteSession, id: string): readonly ('descriptions' | 'text')[] {
  const provenance = sourceValues.provenance('ReleaseFormat', id);
  if (provenance.length === 0 || readLocks(connection, 'ReleaseFormat', id).size > 0) return [];
  return (['descriptions', 'text'] as const).filter((field) => !provenance.some(({ fields }) => fields.has(nameHash(field))));
}

/**
 * Gives the formats of a release the texts of formats that give way to them, as far as all of one type have them: only one source
 * has a release's formats, and it may have no such texts. Manual formats, and texts that a source states, stay.
 */
export function carryFormatTexts(session: WriteSession, release: number, going: readonly FormatTexts[]): void {
  for (const { key, id, format_type, descriptions, text } of storedFormats(session, release)) {
    const [first, ...others] = going.filter((format) => format.format_type === format_type);
    const open = first ? openTexts(session, id) : [];
    if (first === undefined || open.length === 0) continue;
    const current: string[] = JSON.parse(descriptions);
    const common = others.reduce(
      (shared, other) => both(shared, JSON.parse(other.descriptions)),
      JSON.parse(first.descriptions) as string[],
    );
    const carried = {
      descriptions: !open.includes('descriptions') ? descriptions : JSON.stringify(current.length === 0 ? common : both(current, common)),
      text: !open.includes('text')
        ? text
        : [text ?? first.text, ...others.map((other) => other.text)].every((printed) => printed === first.text)
          ? first.text
          : null,
    };
    if (carried.descriptions !== descriptions || carried.text !== text)
      session.connection.change(
        'UPDATE release_format SET descriptions = :descriptions, text = :text, updated_at = :now WHERE key = :key',
        { key, now: now(), ...carried },
      );
  }
}

const both = (some: readonly string[], others: readonly string[]): string[] => some.filter((text) => others.includes(text));
