import type { FieldHashes } from './hashes';

/**
 * How good a source's word is beside that of others, field by field. Where two say something else, the higher one stands;
 * where both are the same, the smaller value does, so that it never matters which came first. What stands in for a thing
 * that is to come gives way to all that know it; what a document says of its own subject goes over what others say of it
 * in passing.
 */
export const authorities = {
  /** What is made of a name, where nothing says it. */
  guess: 1,
  /** What a file of a user's discs, or who has one at hand, says of a release that the catalog does not have. */
  owner: 3,
  /** A production as a single with a song of it calls it, or as whoever stands on the cover of its soundtrack hints. */
  musicbrainzSong: 5,
  /** A production that a release of Discogs stands in for. */
  discogsStandIn: 10,
  /** The same by an album that does not say of itself that it is a soundtrack. */
  musicbrainzAlbum: 15,
  /** A production that a release or a release group of MusicBrainz stands in for. */
  musicbrainzStandIn: 20,
  /** A production as the work that is its music names it. */
  musicbrainzWork: 25,
  /** In passing: a credit, a label of a release. */
  discogsNamed: 30,
  discogs: 35,
  /** Of artists, MusicBrainz knows more of the music. */
  wikidataArtist: 40,
  musicbrainzNamed: 45,
  musicbrainz: 50,
  /** Of films, series and games. */
  wikidata: 60,
} as const;

export type Authority = (typeof authorities)[keyof typeof authorities];

/**
 * How much what is said of a field weighs: the greater weight stands. The authority comes first. Of what names other
 * records, the smaller tie stands where authorities are equal: a hash of it as it was given, since what it leads to may be
 * merged and the records have no order of their own. Other values are compared themselves, and have no tie.
 */
export type Weight = number;

/** Weights by the hashes of the names of fields. */
export type Weights = Map<number, Weight>;

/** Of what nobody said of a record that is given whole: it has the default, which gives way to all that is said. */
export const defaultAuthority = 0;

/** Of what a person wrote, or another catalog has, and of what sources said before they had authorities and no source is named for. */
export const ultimateAuthority = 127;

const ties = 2 ** 32;
const hasTie = 0x80;

/** @param tie 32 bits; 0 for none */
export const weightOf = (authority: number, tie = 0): Weight => authority * ties + (ties - 1 - tie);

export const ultimateWeight: Weight = weightOf(ultimateAuthority);

export const authorityOf = (weight: Weight): number => Math.floor(weight / ties);

export const tieOf = (weight: Weight): number => ties - 1 - (weight % ties);

/** The weights of fields, in their order: a byte each, with four more where there is a tie. */
export function packWeights(fields: FieldHashes, weights: ReadonlyMap<number, Weight>): Uint8Array {
  const bytes = Buffer.allocUnsafe(fields.size * 5);
  let at = 0;
  for (const name of fields.keys()) {
    const weight = weights.get(name) ?? weightOf(defaultAuthority);
    const tie = tieOf(weight);
    at = bytes.writeUInt8(authorityOf(weight) | (tie === 0 ? 0 : hasTie), at);
    if (tie !== 0) at = bytes.writeUInt32LE(tie, at);
  }
  return bytes.subarray(0, at);
}

export function unpackWeights(packed: Uint8Array, fields: ReadonlyMap<number, number>): Weights {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const weights: Weights = new Map();
  let at = 0;
  for (const name of fields.keys()) {
    const first = bytes.readUInt8(at++);
    if (first < hasTie) weights.set(name, weightOf(first));
    else {
      weights.set(name, weightOf(first - hasTie, bytes.readUInt32LE(at)));
      at += 4;
    }
  }
  return weights;
}

/** Whether two words were given below the same record of a source. What was remembered without ties is of one source where its name tells. */
export const isOfOneSource = (there: Weight, given: Weight): boolean =>
  tieOf(there) === tieOf(given) ||
  (tieOf(there) === 0 && authorityOf(given) - authorityOf(there) <= 5 && authorityOf(given) >= authorityOf(there));

/** Of what was remembered without authorities: before there were any, sources were believed by their names. */
export function weightBySource(source: string): Weight {
  if (source.startsWith('musicbrainz/')) return weightOf(45);
  return source.startsWith('discogs/') ? weightOf(30) : ultimateWeight;
}
