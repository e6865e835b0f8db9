import { oneLine } from '../../catalog/tracks/one-line';
import type { Clues, RowMatch } from '../../matching/described-releases';
import type { Contributor } from '../../records/edit/unreviewed';
import { ownReleaseId } from '../../records/write/uuid-v5';
import type { Store } from '../../store/database/open';
import type { OwnedItems } from '../items/owned-items';
import { type Disc, idOfDisc } from '../provisional/disc';
import { longestName } from '../provisional/limits';
import { type Noted, ProvisionalReleases } from '../provisional/provisional-releases';
import type { FileRow } from './rows';

/** A provisional release; `isMade` if this import created it. */
export interface ProvisionalMatch {
  readonly key: number;
  readonly isMade: boolean;
}

/** Creates provisional releases; a dry run only plans them. */
export class ProvisionalRows {
  #releases: ProvisionalReleases | undefined;
  #hasBegun = false;
  readonly #made = new Set<number>();
  /** In a dry run: fake keys by planned UUID. */
  readonly #wouldBe = new Map<string, number>();

  constructor(
    private readonly store: Store,
    private readonly items: OwnedItems,
    private readonly isDry: boolean,
    private readonly note: Noted,
    private readonly user: number,
    private readonly contributor: Contributor | undefined,
  ) {}

  /** In a dry run: number of planned releases. */
  get toBeMade(): number {
    return this.#wouldBe.size;
  }

  /** Call at the start of each transaction. */
  begin(): void {
    this.#hasBegun = false;
  }

  /** Whether this import created or planned the release. */
  has(key: number): boolean {
    return key < 0 || this.#made.has(key);
  }

  /** The provisional release of a row, or why there is none. */
  of({ disc: described }: FileRow, { by }: RowMatch): ProvisionalMatch | string {
    const title = oneLine(described.title ?? '', longestName + 1);
    if (title === undefined) return 'It has no title for a provisional release.';
    if (title.length > longestName) return `Its title has more than ${longestName} characters, the maximum for a release.`;
    const disc = withoutTaken({ ...described, title }, by);
    const id = idOfDisc(disc, this.contributor);
    const there = this.items.findRelease(id, this.user);
    if (there !== undefined) return { key: there, isMade: this.has(there) };
    return this.isDry ? { key: this.#keyToBe(id), isMade: true } : this.#make(disc);
  }

  close(): void {
    this.#releases?.close();
  }

  #keyToBe(id: string): number {
    const key = this.#wouldBe.get(id) ?? -1 - this.#wouldBe.size;
    this.#wouldBe.set(id, key);
    return key;
  }

  #make(disc: Disc): ProvisionalMatch | string {
    this.#releases ??= new ProvisionalReleases(this.store, this.note, this.contributor);
    if (!this.#hasBegun) this.#releases.begin();
    this.#hasBegun = true;
    const made = this.#releases.make(disc);
    if ('refused' in made) return made.refused;
    const key = this.items.findRelease(made.id, this.user) as number;
    this.#made.add(key);
    return { key, isMade: true };
  }
}

/** If the match is ambiguous, the provisional release does not claim identifiers of existing releases. */
function withoutTaken(disc: Disc, by: RowMatch['by']): Disc {
  if (by === 'barcode') return { ...disc, barcode: undefined };
  return by === 'discogs' ? { ...disc, discogsId: undefined, id: undefined } : disc;
}

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
