import { type Statements, writtenQuery } from '../../store/database/sql';
import { packedId, typeKey } from '../../store/values/packed-id';
import { type FieldHashes, pairFields } from './hashes';
import { authorityOf, type Rank, type Ranks, rankBySource, unpackRanks } from './ranks';

export interface Claim {
  readonly source: string;
  /** UUID in the source. */
  readonly id: string;
  readonly fields: ReadonlyMap<number, number>;
  readonly ranks: ReadonlyMap<number, Rank>;
}

interface ClaimRow {
  readonly source: string;
  readonly id: string;
  readonly name_hashes: Uint8Array;
  readonly value_hashes: Uint8Array;
  readonly authorities: Uint8Array | null;
}

// Locked fields are stored separately. Sources are few, so each is looked up by primary key.
const claims = `
  SELECT s.name AS source, known.id, f.name_hashes, r.value_hashes, r.authorities
  FROM (SELECT ?1 AS id UNION ALL SELECT id FROM merged_record WHERE resource_type = ?2 AND merged_into_id = ?1) AS known
  CROSS JOIN import_source AS s CROSS JOIN imported_record AS r
    ON r.source_key = s.key AND r.type_key = ${typeKey('?2')} AND r.id = ${packedId('known.id')}
  CROSS JOIN said_fields AS f ON f.key = r.fields_key
  WHERE s.name <> 'editor'`;

/** Source values of a record, including those of records merged into it. */
export const readClaims = (statements: Statements, type: string, id: string): Claim[] =>
  statements
    .get<ClaimRow>('claims', () => writtenQuery(claims, 'id', 'type'))
    .all({ id, type })
    .map((row) => claimOf(row.source, row.id, pairFields(row.name_hashes, row.value_hashes), row.authorities));

export const claimOf = (source: string, id: string, fields: FieldHashes, authorities: Uint8Array | null): Claim => ({
  source,
  id,
  fields,
  ranks: authorities ? unpackRanks(authorities, fields) : uniform(fields, rankBySource(source)),
});

const uniform = (fields: FieldHashes, rank: Rank): Ranks => new Map([...fields.keys()].map((name) => [name, rank]));

/** Rank of the current value of a field; `undefined` if no source states it. */
export function rankOfCurrent(claims: readonly Claim[], name: number, value: number): Rank | undefined {
  let found: Rank | undefined;
  for (const { fields, ranks } of claims) {
    const rank = fields.get(name) === value ? ranks.get(name) : undefined;
    if (rank !== undefined && (found === undefined || rank > found)) found = rank;
  }
  return found;
}

/** Highest rank of a field, whatever its value. */
export function bestRank(claims: readonly Claim[], name: number): Rank | undefined {
  let found: Rank | undefined;
  for (const { ranks } of claims) {
    const rank = ranks.get(name);
    if (rank !== undefined && (found === undefined || rank > found)) found = rank;
  }
  return found;
}

/** Highest authority of a record; `undefined` without sources. */
export const bestAuthority = (claims: readonly Claim[]): number | undefined =>
  claims.length === 0 ? undefined : Math.max(0, ...claims.flatMap(({ ranks }) => [...ranks.values()].map(authorityOf)));
