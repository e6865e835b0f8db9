import type { RowMatch } from '../../matching/described-releases';
import type { Contributor } from '../../records/edit/unreviewed';
import { oneLine } from '../../store/values/folding';
import type { OwnedItems } from '../items/owned-items';
import { type Disc, idOfDisc } from '../provisional/disc';
import { longestName } from '../provisional/limits';
import { ProvisionalReleases } from '../provisional/provisional-releases';
import type { Journal } from './journal';
import type { FileRow } from './rows';

/** Creates provisional releases; a dry run only plans them. */
export class ProvisionalRows {
  #releases: ProvisionalReleases | undefined;
  #hasBegun = false;
  readonly #created = new Set<number>();
  /** In a dry run: fake keys by planned UUID. */
  readonly #wouldBe = new Map<string, number>();

  constructor(
    private readonly journal: Journal,
    private readonly items: OwnedItems,
    private readonly isDry: boolean,
    private readonly contributor: Contributor | undefined,
  ) {}

  /** In a dry run: number of planned releases. */
  get planned(): number {
    return this.#wouldBe.size;
  }

  /** Call at the start of each transaction. */
  begin(): void {
    this.#hasBegun = false;
  }

  /** Whether this import created or planned the release. */
  has(key: number): boolean {
    return key < 0 || this.#created.has(key);
  }

  /** The key of the provisional release of a row, or why there is none. */
  of({ disc: described }: FileRow, { by }: RowMatch): number | string {
    const title = oneLine(described.title ?? '', longestName + 1);
    if (title === undefined) return 'It has no title for a placeholder.';
    if (title.length > longestName) return `Its title has more than ${longestName} characters, the maximum for a release.`;
    const disc = this.#withoutForeign(withoutTaken({ ...described, title }, by));
    const id = idOfDisc(disc, this.contributor);
    return this.items.findRelease(id, this.journal.user) ?? (this.isDry ? this.#keyToBe(id) : this.#make(disc));
  }

  /** Gives the ids of a row to the placeholder that it matches otherwise. */
  addPages(key: number, { clues: { id, discogsId } }: FileRow): void {
    if (!this.isDry && (id ?? discogsId) !== undefined) this.#begun.addPages(key, this.journal.user, { id, discogsId });
  }

  get #begun(): ProvisionalReleases {
    this.#releases ??= new ProvisionalReleases(this.journal.store, (table, id) => this.journal.note(table, id), this.contributor);
    if (!this.#hasBegun) this.#releases.begin();
    this.#hasBegun = true;
    return this.#releases;
  }

  close(): void {
    this.#releases?.close();
  }

  /** The id of a release that only another user sees is that of none here. */
  #withoutForeign(disc: Disc): Disc {
    const { store, user } = this.journal;
    const id = idOfDisc(disc, this.contributor);
    const isForeign = store.writer.get(foreign, { id, user }) !== undefined;
    return isForeign ? { ...disc, id: undefined, discogsId: undefined } : disc;
  }

  #keyToBe(id: string): number {
    const key = this.#wouldBe.get(id) ?? -1 - this.#wouldBe.size;
    this.#wouldBe.set(id, key);
    return key;
  }

  #make(disc: Disc): number | string {
    const result = this.#begun.make(disc);
    if ('refused' in result) return result.refused;
    const key = this.items.findRelease(result.id, this.journal.user) as number;
    this.#created.add(key);
    return key;
  }
}

const foreign = 'SELECT 1 FROM "release" WHERE id = :id AND unreviewed_by <> :user';

/** If the match is ambiguous, the provisional release does not claim identifiers of existing releases. */
function withoutTaken(disc: Disc, by: RowMatch['by']): Disc {
  if (by === 'barcode') return { ...disc, barcode: undefined };
  return by === 'discogs' ? { ...disc, discogsId: undefined, id: undefined } : disc;
}
