import type { FieldHashes } from './hashes';

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
  discogsStandIn: 10,
  /** Provisional production from an album not marked as a soundtrack. */
  musicbrainzAlbum: 15,
  /** Provisional production from a MusicBrainz release or group. */
  musicbrainzStandIn: 20,
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

/** For defaults of fully stated records, which give way to any value. */
export const defaultAuthority = 0;

/** Highest rank: manual edits, mirrors, and legacy rows without a rank. */
export const ultimateAuthority = 127;

const ties = 2 ** 32;
const hasTie = 0x80;

/** @param tie 32 bits; 0 for none */
export const rankOf = (authority: number, tie = 0): Rank => authority * ties + (ties - 1 - tie);

export const highestRank: Rank = rankOf(ultimateAuthority);

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
export const isOfOneSource = (there: Rank, given: Rank): boolean =>
  tieOf(there) === tieOf(given) ||
  (tieOf(there) === 0 && authorityOf(given) - authorityOf(there) <= 5 && authorityOf(given) >= authorityOf(there));

/** Rank of legacy values, by source name. */
export function rankBySource(source: string): Rank {
  if (source.startsWith('musicbrainz/')) return rankOf(45);
  return source.startsWith('discogs/') ? rankOf(30) : highestRank;
}
