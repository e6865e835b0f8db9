import type { Kind } from '../../kinds';
import { bestAuthority, ultimateAuthority } from '../provenance/ranks';
import type { WriteSession } from '../write/session';

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
