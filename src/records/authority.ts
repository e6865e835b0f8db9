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
