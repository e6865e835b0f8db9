import type { Clues, Match } from '../../matching/described-releases';
import { ownReleaseId } from '../../records/write/uuid-v5';

/**
 * The releases that the rows of a file name by their ids. Two of them are never one, however much the pressings of an
 * album share: a barcode or a number of the one does not lead to the other.
 */
export class NamedReleases {
  readonly #ids = new Set<string>();

  constructor(private readonly idOf: (key: number) => string) {}

  add(clues: Clues): void {
    const id = namedIn(clues);
    if (id !== undefined) this.#ids.add(id);
  }

  /** What a row matches, short of the releases that other rows name. */
  without(clues: Clues, match: Match): Match {
    const own = namedIn(clues);
    if (own === undefined || match.by === 'id' || match.by === 'discogs') return match;
    const isFree = (key: number) => {
      const id = this.idOf(key);
      return id === own || !this.#ids.has(id);
    };
    if ('key' in match) return isFree(match.key) ? match : { candidates: [], by: null };
    const candidates = match.candidates.filter(isFree);
    return { candidates, by: candidates.length > 0 ? match.by : null };
  }
}

const namedIn = ({ id, discogsId }: Clues): string | undefined => id ?? (discogsId === undefined ? undefined : ownReleaseId(discogsId));
