import { type Static, Type as t } from '@sinclair/typebox';
import type { Personal } from '../../api/read/viewer';
import { sharedThings } from '../../api/read/viewer';
import { closed, iri, list, orNull, text, word } from '../../api/schema/schemas';
import { releases as releaseKind } from '../../catalog/releases';
import { candidatesFor, foundBy } from '../../matching/typed-records';
import type { Statements } from '../../store/database/sql';
import type { Holding } from '../holdings';
import { type ReleaseInShort, releaseInShort, releasesInShort } from '../releases-shown';

/** What a release is to a user; the first that applies. */
const states = ['owned', 'wanted', 'other_edition', 'new'] as const;

type State = (typeof states)[number];

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

type Candidate = Static<typeof candidateSchema>;

export const lineFound = closed({
  number: t.Integer({ minimum: 1, description: 'Index among the sent lines' }),
  line: text(),
  state: word([...states, 'several', 'unknown'], 'several: more than one release matches; unknown: none matches'),
  found_by: orNull(word(foundBy)),
  releases: list(candidateSchema, 'Matching releases, best first'),
});

export type LineFound = Static<typeof lineFound>;

/** Identifies lines and says whether the user owns them. */
export class LookUps {
  constructor(
    private readonly statements: Statements,
    private readonly personal: Personal,
  ) {}

  /** Inside one read of the database. */
  of(request: Request, line: string, number: number): LineFound {
    const { foundBy, keys, isClear } = candidatesFor(this.statements, line.trim());
    const meant = isClear ? keys.slice(0, 1) : keys;
    const held = (meant.length > 0 && this.personal.notes(request, releaseKind, meant)) || {};
    const releases = releasesInShort(this.statements, meant).map((release) => candidate(release, held as Held));
    return { number, line, state: stateOf(releases), found_by: foundBy, releases };
  }
}

interface Held {
  readonly owned?: readonly Holding[];
  readonly wanted?: readonly Holding[];
}

function candidate(release: ReleaseInShort, { owned = [], wanted = [] }: Held): Candidate {
  const own = owned.filter((holding) => holding.release === release.iri);
  const others = own.filter(({ edition }) => edition === 'another');
  const copies = own.filter(({ edition }) => edition === 'this').map(({ item }) => item);
  const wish = wanted.find((holding) => holding.release === release.iri && holding.edition === 'this')?.item ?? null;
  const state: State = copies.length > 0 ? 'owned' : wish !== null ? 'wanted' : others.length > 0 ? 'other_edition' : 'new';
  return {
    ...release,
    state,
    owned: copies,
    other_editions: others.map(otherHolding),
    wanted: wish,
    other_wanted: wanted.filter((holding) => holding.release === release.iri && holding.edition === 'another').map(otherHolding),
  };
}

const otherHolding = ({ item, itemRelease, shared }: Holding) => ({ item, release: itemRelease, shared });

function stateOf(releases: readonly Candidate[]): LineFound['state'] {
  const [first] = releases;
  if (!first) return 'unknown';
  return releases.length > 1 ? 'several' : first.state;
}
