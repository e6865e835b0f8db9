import { artistsNamed, entryNamed, labelNamed } from '../../matching/typed-records';
import { type Contributor, UnreviewedReleases } from '../../records/edit/unreviewed';
import { authorities } from '../../records/provenance/ranks';
import { noRights } from '../../records/provenance/sources';
import { refusalOf } from '../../records/write/record';
import { uuidOf } from '../../records/write/uuid-v5';
import { RecordWriter } from '../../records/write/writer';
import type { Store } from '../../store/database/open';
import { Savepoint } from '../../store/database/transactions';
import { fold } from '../../store/values/folding';
import { type Disc, idOfDisc } from './disc';
import { ownersSource, pendingOfDisc, recordsOfDisc, rowOfDisc } from './records';

/** Records created rows for an undo. */
export type Noted = (table: 'release' | 'label', id: string) => void;

/** Creates provisional releases, inside the caller's transactions. */
export class ProvisionalReleases {
  readonly #writer: RecordWriter;
  readonly #savepoint: Savepoint;
  readonly #unreviewed: UnreviewedReleases;

  /** @param contributor whose releases need review, if anyone */
  constructor(
    private readonly store: Store,
    private readonly note: Noted,
    private readonly contributor?: Contributor,
  ) {
    this.#unreviewed = new UnreviewedReleases(store);
    this.#writer = new RecordWriter(store);
    this.#savepoint = new Savepoint(store.writer, 'provisional_release');
  }

  /** Call at the start of each transaction. */
  begin(): void {
    this.#writer.begin(true);
    this.#writer.declareRights(ownersSource, noRights);
  }

  /** @returns the UUID, or why none was created */
  make(disc: Disc): { readonly id: string } | { readonly refused: string } {
    const id = idOfDisc(disc, this.contributor);
    const noted: [table: 'release' | 'label', id: string][] = [];
    try {
      this.#savepoint.run(() => this.#write(disc, id, (table, made) => noted.push([table, made])));
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      this.#writer.forget();
      return { refused: reason };
    } finally {
      this.#writer.takeDeferredOutcomes();
      this.#writer.takeRefused();
    }
    for (const [table, made] of noted) this.note(table, made);
    return noted.some(([, made]) => made === id) ? { id } : { refused: 'An editor deleted the release here.' };
  }

  close(): void {
    this.#writer.close();
    this.#savepoint.close();
    this.#unreviewed.close();
  }

  #write(disc: Disc, id: string, note: Noted): void {
    if (this.contributor) {
      this.#unreviewed.requireRoom(this.contributor, 1);
      this.#unreviewed.add(this.contributor, id, rowOfDisc(disc), pendingOfDisc(disc));
      note('release', id);
      return;
    }
    const labels = disc.labels.map(({ name }) => (name === undefined ? undefined : this.#label(name, note)));
    const artists = artistsNamed(this.store.writer, disc.artist ?? '');
    const [release, ...others] = recordsOfDisc(disc, id, labels, artists);
    if (this.#writer.write(release, place) !== 'added') return;
    note('release', id);
    for (const record of others) this.#writer.write(record, place);
    const record = entryNamed(this.store.writer, id);
    if (record) this.#writer.write({ record, mode: 'whole', authority: authorities.owner }, place);
  }

  /** Finds or creates a label. */
  #label(name: string, note: Noted): string | undefined {
    const found = labelNamed(this.store.writer, name);
    if (found !== undefined) return found;
    const id = uuidOf(`provisional:label:${fold(name)}`);
    const iri = `/api/labels/${id}`;
    const record = { type: 'Label', id: iri, attributes: { name } };
    const outcome = this.#writer.write({ record, mode: 'whole', authority: authorities.owner }, place);
    if (outcome === 'added') note('label', id);
    // A deleted label stays deleted.
    return outcome === 'kept' ? undefined : iri;
  }
}

const place = { source: ownersSource, file: ownersSource, line: 1, offset: 0 };
