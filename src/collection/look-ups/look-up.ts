import { type Static, Type as t } from '@sinclair/typebox';
import type { Personal } from '../../api/read/personal';
import { closed, iri, list, orNull, text, word } from '../../api/schema/schemas';
import { releases as releaseKind } from '../../catalog/releases';
import { candidatesFor, foundBy } from '../../matching/typed-releases';
import type { Statements } from '../../store/database/sql';
import { type Holding, sharedThings } from '../holdings';
import { type ReleaseInShort, releaseInShort, releasesInShort } from '../releases-shown';

/** What a release is to a user, the first that is true. */
const states = ['owned', 'wanted', 'other_edition', 'new'] as const;

type State = (typeof states)[number];

const holding = closed({
  item: iri('The item of the list'),
  release: iri('The release that it is of'),
  shared: word(sharedThings, 'album: another edition of the same album; production: other music of the same production'),
});

const candidateSchema = closed({
  ...releaseInShort,
  state: word(
    states,
    'owned: in the collection; wanted: on the wishlist; other_edition: another of the same album or production is in the collection',
  ),
  owned: list(iri(), 'The items of the collection that are of it'),
  other_editions: list(holding, 'What the collection has of other editions of the same album, and then of the same production'),
  wanted: orNull(iri(), 'The item of the wishlist; null also where the token may not read that'),
  other_wanted: list(holding, 'What the wishlist has of other editions, likewise'),
});

type Candidate = Static<typeof candidateSchema>;

export const lineFound = closed({
  number: t.Integer({ minimum: 1, description: 'Among the lines that were sent' }),
  line: text(),
  state: word([...states, 'several', 'unknown'], 'several: it is not clear which of the releases is meant; unknown: there is none'),
  found_by: orNull(word(foundBy)),
  releases: list(candidateSchema, 'The likeliest first; of a line that is clear, the one that is meant'),
});

export type LineFound = Static<typeof lineFound>;

/** Says of lines what they are, and what they are to whoever asks. */
export class LookUps {
  constructor(
    private readonly statements: Statements,
    /** What the token of a request may know of its user's lists. */
    private readonly personal: Personal,
  ) {}

  /** Runs within one read of the database. */
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
