import type { Personal } from '../../api/read/viewer';
import { releases as releaseKind } from '../../catalog/releases';
import { candidatesFor, type UnreviewedDisc, unreviewedDiscs } from '../../matching/typed-records';
import type { Store } from '../../store/database/open';
import type { Holding } from '../holdings';
import { type ReleaseInShort, releasesInShort } from '../releases-shown';
import type { FoundRelease, LineFound, ReleaseState } from './documents';

/** Identifies lines and says whether the user owns them. */
export class LookUps {
  constructor(
    private readonly store: Store,
    private readonly personal: Personal,
  ) {}

  /** @param user key of the user */
  unreviewedOf(user: number): readonly UnreviewedDisc[] {
    return unreviewedDiscs(this.store.reader, user);
  }

  /**
   * Inside one read of the database.
   * @param unreviewed the user's own releases that nobody has reviewed
   */
  of(request: Request, line: string, number: number, unreviewed: readonly UnreviewedDisc[]): LineFound {
    const { foundBy, keys, isClear } = candidatesFor(this.store.reader, line.trim(), unreviewed);
    const meant = isClear ? keys.slice(0, 1) : keys;
    const holdings = (meant.length > 0 && this.personal.notes(request, releaseKind, meant)) || {};
    const releases = releasesInShort(this.store, meant).map((release) => candidate(release, holdings as Held));
    return { number, line, state: stateOf(releases), found_by: foundBy, releases };
  }
}

interface Held {
  readonly owned?: readonly Holding[];
  readonly wanted?: readonly Holding[];
}

function candidate(release: ReleaseInShort, { owned = [], wanted = [] }: Held): FoundRelease {
  const own = owned.filter((holding) => holding.release === release.iri);
  const others = own.filter(({ edition }) => edition === 'another');
  const copies = own.filter(({ edition }) => edition === 'this').map(({ item }) => item);
  const wish = wanted.find((holding) => holding.release === release.iri && holding.edition === 'this')?.item ?? null;
  const state: ReleaseState = copies.length > 0 ? 'owned' : wish !== null ? 'wanted' : others.length > 0 ? 'other_edition' : 'new';
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

function stateOf(releases: readonly FoundRelease[]): LineFound['state'] {
  const [first] = releases;
  if (!first) return 'unknown';
  return releases.length > 1 ? 'several' : first.state;
}
