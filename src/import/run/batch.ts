import { SetupError } from '../../errors';
import type { SourceRights } from '../../records/provenance/sources';
import type { Arrived } from '../../records/write/deferred-records';
import type { GivenRecord, Origin } from '../../records/write/given-record';
import type { Outcome } from '../../records/write/record';
import { refusalOf } from '../../records/write/record';
import type { RecordWriter } from '../../records/write/writer';
import { noteCatalogWrite } from '../../store/database/catalog-revision';
import type { Store } from '../../store/database/open';
import { Savepoint } from '../../store/database/savepoint';
import { type Parking, sumOfUnkept, type Unkept } from '../parked/parking';
import type { FollowedChange, SourceItem } from '../source';
import { follow, withoutFeed } from './feed';
import type { ReadItem } from './portions';
import { type Counts, noCounts } from './progress';
import type { Reject } from './rejects';

/** How much is written, and by when a batch has to end. */
export interface Bounds {
  readonly milliseconds: number;
  /** Documents kept in all. */
  readonly limit: number;
  readonly maxRejects: number;
}

/** What a batch has done: it counts only once its transaction is on the disk. */
export interface Batch {
  /** How many of the items given were written. */
  readonly items: number;
  readonly counts: Counts;
  readonly rejects: readonly Reject[];
  readonly examples: readonly string[];
}

/** As many examples as a person reads. */
export const maximumExamples = 20;

/** As many names as a report has room for; a broken file has any number. */
const mostNotTaken = 100;

/** Writes items, each record whole or not at all. Its caller holds the transaction. */
export class BatchWriter {
  readonly #savepoint: Savepoint;
  #counts = noCounts();
  #rejects: Reject[] = [];
  #examples: string[] = [];

  constructor(
    private readonly store: Store,
    private readonly writer: RecordWriter,
    private readonly rights: SourceRights,
    /** What an earlier run counted of the source. */
    private readonly before: Counts,
    private readonly parking: Parking,
  ) {
    this.#savepoint = new Savepoint(store.writer, 'record');
  }

  /** Writes at least one of the items, and more until a bound is reached. */
  write(items: readonly ReadItem[], counts: Counts, bounds: Bounds): Batch {
    this.#counts = { ...counts, notTaken: { ...counts.notTaken }, types: structuredClone(counts.types) };
    this.#rejects = [];
    this.#examples = [];
    const endAt = performance.now() + bounds.milliseconds;
    let written = 0;
    this.parking.begin();
    let turnedAway: Unkept = {};
    for (const { item, documents, skippedByLicence, ...read } of items) {
      turnedAway = read.turnedAway;
      this.#counts.documents = this.before.documents + documents;
      this.#counts.skippedByLicence = this.before.skippedByLicence + skippedByLicence;
      this.#take(item);
      written++;
      if (this.#counts.rejected > bounds.maxRejects || this.#counts.documentsKept >= bounds.limit || performance.now() > endAt) break;
    }
    this.#counts.parked += this.parking.write();
    this.#counts.unkept = sumOfUnkept(this.before.unkept, this.parking.unkept(turnedAway));
    return { items: written, counts: this.#counts, rejects: this.#rejects, examples: this.#examples };
  }

  close(): void {
    this.#savepoint.close();
  }

  #take(item: SourceItem): void {
    if (item.rejected) this.#reject({ place: placeOf(item), ...item.rejected });
    if (!item.rejected) this.#takeRecords(item);
    if (item.document !== undefined) this.#parkOrDrop(item, item.document);
  }

  #takeRecords(item: SourceItem): void {
    if (item.notTaken) this.#countNotTaken(item.notTaken);
    const before = this.#counts.records;
    this.writer.introduce(item.source, this.rights);
    if (item.changes) this.#follow(item, item.changes);
    else this.#writeRecords(item);
    if (item.notes) this.writer.rememberNotes(item.source, item.notes);
    if (item.licensed?.length) {
      noteCatalogWrite(this.store.writer);
      this.writer.rememberLicensed(item.licensed, item.source);
    }
    if (this.#counts.records > before) this.#counts.documentsKept++;
  }

  /** What comes of a document goes over what was kept of it. */
  #parkOrDrop({ source, file, line, offset, parked }: SourceItem, document: string): void {
    if (!parked) this.parking.drop(source, document);
    else this.parking.park(source, { names: [document, ...(parked.otherNames ?? [])], file, line, offset, bytes: parked.bytes });
  }

  /** One that cannot be taken does not keep out the others of its document. */
  #writeRecords(item: SourceItem): void {
    for (const given of item.records) {
      const reason = this.#write(item, given);
      if (reason === undefined) continue;
      if (item.leftOut) item.leftOut(given, reason);
      else this.#reject({ place: placeOf(item), reason, raw: rawOf(given.record) });
    }
  }

  /** What follows another catalog has to be as it is there, or not at all: its feed has no gaps. */
  #follow(item: SourceItem, changes: readonly FollowedChange[]): void {
    withoutFeed(this.store, () => {
      for (const given of item.records) {
        const refusal = this.#write(item, given);
        if (refusal !== undefined) throw new SetupError(`${item.file} gives a change that cannot be followed: ${refusal}`);
      }
    });
    follow(this.store, changes);
  }

  /** Writes a record, or says why it cannot be taken: nothing of it is written then. */
  #write(item: SourceItem, given: GivenRecord): string | undefined {
    try {
      this.#count(
        given,
        this.#savepoint.run(() => this.writer.write(given, placeOf(item))),
      );
      for (const arrived of this.writer.takeArrived()) this.#countArrived(arrived);
      for (const refused of this.writer.takeRefused()) this.#reject(refused);
      return undefined;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      // What the writer remembers of a record that was undone is not so any more.
      this.writer.forget();
      this.writer.takeArrived();
      this.writer.takeRefused();
      return refusal;
    }
  }

  /** What waits without being told of counts once it has come. */
  #count({ record, waitsQuietly }: GivenRecord, outcome: Outcome): void {
    if (waitsQuietly && outcome === 'waiting') return;
    const { type, id } = record as { type: string; id: string };
    this.#counts.records++;
    this.#counts[outcome]++;
    this.#countType(type, outcome, 1);
    if ((outcome === 'changed' || outcome === 'kept') && this.#examples.length < maximumExamples)
      this.#examples.push(`${outcome} ${type} ${id}`);
  }

  #countArrived({ type, outcome, isQuiet }: Arrived): void {
    if (isQuiet && outcome === 'waiting') return;
    if (isQuiet) this.#counts.records++;
    else {
      this.#counts.waiting = Math.max(0, this.#counts.waiting - 1);
      this.#countType(type, 'waiting', -1);
    }
    this.#counts[outcome]++;
    this.#countType(type, outcome, 1);
  }

  #countType(type: string, outcome: Outcome, count: number): void {
    this.#counts.types[type] ??= {};
    const ofType = this.#counts.types[type];
    ofType[outcome] = Math.max(0, (ofType[outcome] ?? 0) + count);
  }

  #countNotTaken(notTaken: Readonly<Record<string, number>>): void {
    const all = this.#counts.notTaken;
    for (const [name, count] of Object.entries(notTaken)) {
      if (name in all || Object.keys(all).length < mostNotTaken) all[name] = (all[name] ?? 0) + count;
    }
  }

  #reject(reject: Reject): void {
    this.#counts.rejected++;
    this.#rejects.push(reject);
  }
}

const placeOf = ({ source, file, line, offset }: SourceItem): Origin => ({ source, file, line, offset });

function rawOf(record: unknown): string {
  try {
    return JSON.stringify(record) ?? '';
  } catch {
    return '';
  }
}
