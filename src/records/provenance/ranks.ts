import type { Connection } from '../../store/database/connection';
import { packedId, typeKey } from '../../store/values/identifiers';
import { type FieldHashes, pairFields } from './hashes';

/**
 * Ranks of sources per field. On conflicting values the higher rank wins; on equal ranks the smaller value, so that import order
 * does not matter. Provisional data ranks below real data, and passing mentions below a record's own document.
 */
export const authorities = {
  /** Derived from a name, without other evidence. */
  guess: 1,
  /** From a user's collection file or form, about a release missing from the catalog. */
  owner: 3,
  /** Production inferred from a single with one of its songs, or composer from a soundtrack's cover. */
  musicbrainzSong: 5,
  /** Provisional production from a Discogs release. */
  discogsProvisional: 10,
  /** Provisional production from an album not marked as a soundtrack. */
  musicbrainzAlbum: 15,
  /** Provisional production from a MusicBrainz release or group. */
  musicbrainzProvisional: 20,
  /** Production named by its MusicBrainz work. */
  musicbrainzWork: 25,
  /** Mentioned in passing: a credit, a label of a release. */
  discogsNamed: 30,
  discogs: 35,
  /** For artists, MusicBrainz knows more about music. */
  wikidataArtist: 40,
  musicbrainzNamed: 45,
  musicbrainz: 50,
  /** For films, series and games. */
  wikidata: 60,
} as const;

export type Authority = (typeof authorities)[keyof typeof authorities];

/**
 * Rank of a field value: first its authority; for references, then a tie-breaker, of which the smaller wins: the hash of the
 * reference as given, since targets may be merged and have no order. Other values are compared directly and have no tie-breaker.
 */
export type Rank = number;

/** Ranks by name hash. */
export type Ranks = Map<number, Rank>;

/** For defaults of fully stated records, which rank below any value. */
export const defaultAuthority = 0;

/** Highest rank: manual edits, mirrors, and legacy rows without a rank. */
export const ultimateAuthority = 127;

const ties = 2 ** 32;
const hasTie = 0x80;

/** @param tie 32 bits; 0 for none */
export const rankOf = (authority: number, tie = 0): Rank => authority * ties + (ties - 1 - tie);

export const highestRank: Rank = rankOf(ultimateAuthority);

/** Below any value: for what only fills empty fields. */
export const lowestRank: Rank = -1;

export const authorityOf = (rank: Rank): number => Math.floor(rank / ties);

export const tieOf = (rank: Rank): number => ties - 1 - (rank % ties);

/** Packs ranks in field order: one byte each, with four more for a tie-breaker. */
export function packRanks(fields: FieldHashes, ranks: ReadonlyMap<number, Rank>): Uint8Array {
  const bytes = Buffer.allocUnsafe(fields.size * 5);
  let at = 0;
  for (const name of fields.keys()) {
    const rank = ranks.get(name) ?? rankOf(defaultAuthority);
    const tie = tieOf(rank);
    at = bytes.writeUInt8(authorityOf(rank) | (tie === 0 ? 0 : hasTie), at);
    if (tie !== 0) at = bytes.writeUInt32LE(tie, at);
  }
  return bytes.subarray(0, at);
}

export function unpackRanks(packed: Uint8Array, fields: ReadonlyMap<number, number>): Ranks {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const ranks: Ranks = new Map();
  let at = 0;
  for (const name of fields.keys()) {
    const first = bytes.readUInt8(at++);
    if (first < hasTie) ranks.set(name, rankOf(first));
    else {
      ranks.set(name, rankOf(first - hasTie, bytes.readUInt32LE(at)));
      at += 4;
    }
  }
  return ranks;
}

/** Whether two values came from below the same source record. For legacy values without tie-breakers, the source decides. */
export const isOfOneSource = (current: Rank, stated: Rank): boolean =>
  tieOf(current) === tieOf(stated) ||
  (tieOf(current) === 0 && authorityOf(stated) - authorityOf(current) <= 5 && authorityOf(stated) >= authorityOf(current));

/** Rank of legacy values, by source name. */
export function rankBySource(source: string): Rank {
  if (source.startsWith('musicbrainz/')) return rankOf(45);
  return source.startsWith('discogs/') ? rankOf(30) : highestRank;
}

export interface SourceFields {
  readonly source: string;
  /** UUID in the source. */
  readonly id: string;
  readonly fields: ReadonlyMap<number, number>;
  readonly ranks: ReadonlyMap<number, Rank>;
}

interface SourceFieldsRow {
  readonly source: string;
  readonly id: string;
  readonly name_hashes: Uint8Array;
  readonly value_hashes: Uint8Array;
  readonly ranks: Uint8Array | null;
}

// Sources are few, so each is looked up by primary key.
const provenanceQuery = `
  SELECT s.name AS source, known.id, f.name_hashes, r.value_hashes, r.ranks
  FROM (SELECT :id AS id UNION ALL SELECT id FROM merged_record WHERE resource_type = :type AND merged_into_id = :id) AS known
  CROSS JOIN import_source AS s CROSS JOIN imported_record AS r
    ON r.source_key = s.key AND r.type_key = ${typeKey(':type')} AND r.id = ${packedId('known.id')}
  CROSS JOIN field_set AS f ON f.key = r.fields_key`;

/** Source values of a record, including those of records merged into it. */
export const readProvenance = (connection: Connection, type: string, id: string): SourceFields[] =>
  connection
    .all<SourceFieldsRow>(provenanceQuery, { id, type })
    .map((row) => sourceFieldsOf(row.source, row.id, pairFields(row.name_hashes, row.value_hashes), row.ranks));

export const sourceFieldsOf = (source: string, id: string, fields: FieldHashes, packedRanks: Uint8Array | null): SourceFields => ({
  source,
  id,
  fields,
  ranks: packedRanks ? unpackRanks(packedRanks, fields) : uniform(fields, rankBySource(source)),
});

const uniform = (fields: FieldHashes, rank: Rank): Ranks => new Map([...fields.keys()].map((name) => [name, rank]));

export const highest = (ranks: readonly Rank[]): Rank | undefined => (ranks.length === 0 ? undefined : Math.max(...ranks));

/** Rank of the current value of a field; `undefined` if no source states it. */
export const rankOfCurrent = (provenance: readonly SourceFields[], name: number, value: number): Rank | undefined =>
  highest(provenance.flatMap(({ fields, ranks }) => (fields.get(name) === value ? (ranks.get(name) ?? []) : [])));

/** Highest rank of a field for any value. */
export const bestRank = (provenance: readonly SourceFields[], name: number): Rank | undefined =>
  highest(provenance.flatMap(({ ranks }) => ranks.get(name) ?? []));

/** Highest authority of a record; `undefined` without sources. */
export const bestAuthority = (provenance: readonly SourceFields[]): number | undefined =>
  provenance.length === 0 ? undefined : Math.max(0, ...provenance.flatMap(({ ranks }) => [...ranks.values()].map(authorityOf)));
