import { type Static, Type as t } from '@sinclair/typebox';
import { sharedThings } from '../../api/read/viewer';
import { closed, iri, list, orNull, text, word } from '../../api/schema/schemas';
import { foundBy } from '../../matching/vocabulary';
import { releaseInShort } from '../releases-shown';

/** What a release is to a user; the first that applies. */
const states = ['owned', 'wanted', 'other_edition', 'new'] as const;

export type ReleaseState = (typeof states)[number];

const holding = closed({
  item: iri('The item of the list'),
  release: iri('Its release'),
  shared: word(sharedThings, 'album: another edition of the album; production: music from the same production'),
});

const candidateSchema = closed({
  ...releaseInShort,
  state: word(
    states,
    'owned: in the collection; wanted: on the wishlist; other_edition: another edition of the album or production is in the collection',
  ),
  owned: list(iri(), 'Owned copies of it'),
  other_editions: list(holding, 'Owned copies of other editions of the album, then of the same production'),
  wanted: orNull(iri(), 'Wishlist item; null also if the token cannot read the wishlist'),
  other_wanted: list(holding, 'Wishlist items of other editions, in the same order'),
});

export type FoundRelease = Static<typeof candidateSchema>;

export const lineFound = closed({
  number: t.Integer({ minimum: 1, description: 'Index among the sent lines' }),
  line: text(),
  state: word([...states, 'several', 'unknown'], 'several: more than one release matches; unknown: none matches'),
  found_by: orNull(word(foundBy)),
  releases: list(candidateSchema, 'Matching releases, best first'),
});

export type LineFound = Static<typeof lineFound>;
