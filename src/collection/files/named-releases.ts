import type { Clues, RowMatch } from '../../matching/described-releases';
import { ownReleaseId } from '../../records/write/uuid-v5';

/** Releases named by id in the file. Two of them are never the same: a barcode or number of one must not match the other. */
export class NamedReleases {
  readonly #ids = new Set<string>();

  constructor(private readonly idOf: (key: number) => string) {}

  add(clues: Clues): void {
    const id = namedIn(clues);
    if (id !== undefined) this.#ids.add(id);
  }

  /** Removes releases that other rows name from the candidates. */
  without(clues: Clues, match: RowMatch): RowMatch {
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
