import { SetupError } from '../../../errors';
import type { GivenRecord } from '../../../records/write/given-record';
import { parseJson, quoted } from '../../http-client/body';
import type { Client } from '../../http-client/client';
import { Unavailable } from '../../http-client/throttle';
import { type FollowedChange, flush, type Known, type Position, type SourceItem } from '../../source';
import { changesPath, lastNote, remembered, rememberedOf, requireSameCatalog } from './continuity';
import { type Change, changePage, exportHeader, exportLine, readShape } from './shapes';

const exportPath = '/api/export';

/** A mirror is the same as its origin, with what only stands in for others. Who does not know the word gives all there is. */
const wholeExport = `${exportPath}?provisional=true`;

/** Under this name the catalog remembers up to which change of a server it is. */
export const sinceNote = 'since';

/** The most that the feed gives at once. */
const changesPerPage = 1_000;

/** Follows another Leitmotif: its export first, and then its feed, entry by entry. */
export class Follower {
  /** The sequence that the export is of, once its first line is read. */
  exportSequence: number | undefined;
  /** Whether the run ended with an export, so that its changes are for another run. */
  isBehind = false;
  /** Changes of the other side up to which this run goes; what comes later is for the next. */
  #newest: number | undefined;
  /** What this run has merged: what is here is known only of what is written. */
  readonly #merged = new Set<string>();

  constructor(
    private readonly client: Client,
    /** What the position says beside how far it is: it is of this server alone. */
    private readonly server: Position,
    private readonly documentRead: () => void,
    /** The newest entry in the catalog's own feed. */
    private readonly ownSequence: () => number,
  ) {}

  /**
   * The changes after a sequence. Where there is none yet, or the feed does not go back so far, an export instead: it ends
   * the run, so that the catalog is what the export is before anything changes in it.
   */
  async *items(since: number | undefined, known: Known): AsyncGenerator<SourceItem | typeof flush> {
    if (since !== undefined) {
      await requireSameCatalog(this.client, since, known);
      if ((yield* this.#changes(since, known)) === 'done') return;
    }
    yield* this.#export();
    this.isBehind = true;
  }

  async *#export(): AsyncGenerator<SourceItem> {
    const lines = await this.client.lines(wholeExport);
    try {
      yield* this.#exportOf(lines, this.client.address.url(exportPath));
    } finally {
      await lines.return(undefined);
    }
  }

  async *#exportOf(lines: AsyncGenerator<string>, url: string): AsyncGenerator<SourceItem> {
    const first = await lines.next();
    if (first.done) throw new Unavailable(`${url} is empty.`);
    const { sequence, counts } = readShape(exportHeader, parseJson(first.value, url), url).attributes;
    this.exportSequence = sequence;
    const counted = new Map<string, number>();
    let line = 1;
    let offset = Buffer.byteLength(first.value) + 1;
    let held: Omit<SourceItem, 'position'> | undefined;
    for await (const text of lines) {
      const record = readShape(exportLine, parseJson(text, url), url);
      count(counted, record.type, counts, url);
      this.documentRead();
      if (held) yield { ...held, position: { ...this.server, phase: 'export', line } };
      line++;
      held = this.#item(url, line, offset, [{ record, mode: 'whole' }]);
      offset += Buffer.byteLength(text) + 1;
    }
    requireAll(counted, counts, url, line);
    // Only now is it known that nothing is missing.
    const notes = [[sinceNote, String(sequence)] as const, [lastNote, await remembered(this.client, sequence)] as const];
    if (held) yield { ...held, position: { ...this.server, phase: 'export', line }, notes };
  }

  async *#changes(from: number, known: Known): AsyncGenerator<SourceItem | typeof flush, 'done' | 'too old'> {
    // Numbers of the other side are those of this catalog too, unless it has changes of its own.
    const isExact = this.ownSequence() === from;
    for (let since = from; ; ) {
      const path = `${changesPath}?since=${since}&limit=${changesPerPage}`;
      const { status, value } = await this.client.read(path, [410]);
      if (status === 410) return 'too old';
      const url = this.client.address.url(path);
      const { data, meta } = readShape(changePage, value, url);
      requireProgress(since, data.length, meta.sequence, url);
      this.#newest ??= meta.sequence;
      for (const [index, { attributes }] of data.entries()) {
        if (attributes.sequence !== since + 1) throw new SetupError(`${url} skips from change ${since} to ${attributes.sequence}.`);
        since = attributes.sequence;
        this.documentRead();
        const leadsNowhere = attributes.action === 'merged' && attributes.record === null;
        // What is here is asked for, and is known only of what is written.
        if (leadsNowhere) yield flush;
        if (leadsNowhere) this.#merged.add(`${attributes.resource_type} ${attributes.resource_id}`);
        const records = leadsNowhere ? recordsOfLostMerge(attributes, known) : this.#recordsOf(attributes, known, url);
        yield {
          ...this.#item(url, index + 1, 0, records),
          ...(isExact && { changes: [entryOf(attributes)] }),
          notes: [
            [sinceNote, String(since)],
            [lastNote, rememberedOf(attributes)],
          ],
          position: this.#after(since),
        };
      }
      if (since >= this.#newest) return 'done';
    }
  }

  /** What comes back from a merge is no longer merged here either, before it is written, or deleted by a later change. */
  #recordsOf(change: Change, known: Known, url: string): readonly GivenRecord[] {
    const { action, resource_type: type, resource_id: id, record, slug } = change;
    const records = recordsOf(change, url);
    if (action === 'renamed' && record === null && slug !== null) return [noRedirect(type, slug)];
    const name = `${type} ${id}`;
    const isBack = action === 'created' || (action === 'merged' && record?.type === type);
    if (action === 'merged' && !isBack) this.#merged.add(name);
    // What is changed there may have been merged here, by hand.
    if (!isBack) return records;
    const isMerged = this.#merged.delete(name) || (known.knows(type, id) && !known.has(type, id));
    return isMerged ? [apart(type, id), ...records] : records;
  }

  #item(file: string, line: number, offset: number, records: readonly GivenRecord[]): Omit<SourceItem, 'position'> {
    return { source: this.client.address.text, file, line, offset, records };
  }

  #after(since: number): Position {
    return { ...this.server, phase: 'changes', since };
  }
}

const entryOf = ({ record: _, iri: __, ...entry }: Change & { readonly action: FollowedChange['action'] }): FollowedChange => entry;

/**
 * The records by which a change is made here as well. Where the feed has none, what the change made is not there any more,
 * and nothing is made up. What has changed again comes with that change.
 */
function recordsOf({ action, resource_type, resource_id, record }: Change, url: string): GivenRecord[] {
  if (record === null) return [];
  const isItself = record.type === resource_type && String(record.id).toLowerCase().endsWith(resource_id.toLowerCase());
  if (!isItself && !traceOf[action]?.includes(String(record.type))) {
    throw new SetupError(`${url} returned ${quoted(record.id)} for a change of ${resource_type} ${resource_id}.`);
  }
  return [{ record, mode: 'whole' }];
}

/** A record that is there again, although it had been merged into another one. */
const apart = (resource_type: string, id: string): GivenRecord => ({
  record: { type: 'MergedRecord', id, attributes: { resource_type }, relationships: { resource: { data: null } } },
  mode: 'whole',
});

/** A slug that leads nowhere by now: it may have come back to a record which is gone again. */
const noRedirect = (type: string, slug: string): GivenRecord => ({
  record: { type: 'SlugRedirect', id: slug, attributes: { resource_type: type, slug }, relationships: { resource: { data: null } } },
  mode: 'whole',
});

/**
 * The records that take away what was merged into a record which is gone by now: nothing else says that it went. It is not
 * made to stand for anything, since what it had has gone elsewhere by now, and the changes that follow say where. That it
 * was merged, where that record is here still, is what leaves it without a tombstone.
 */
function recordsOfLostMerge({ resource_type, resource_id, iri, merged_into_id, changed_at }: Change, known: Known): GivenRecord[] {
  const isHere = (id: string): boolean => known.has(resource_type, id.toLowerCase());
  if (iri === null || !isHere(resource_id)) return [];
  const isStanding = merged_into_id !== null && isHere(merged_into_id);
  // Nobody deleted it: where no merge takes its tombstone away, it has one that is none to others.
  const deletion = { resource_type, iri, deleted_at: changed_at, ...(!isStanding && { superseded: true }) };
  const gone = { type: 'DeletedRecord', id: resource_id, attributes: deletion };
  if (!isStanding) return [{ record: gone, mode: 'whole' }];
  const attributes = { resource_type, created_at: changed_at };
  const relationships = { resource: { data: { type: resource_type, id: merged_into_id } } };
  const merge = { type: 'MergedRecord', id: resource_id, attributes, relationships };
  return [
    { record: gone, mode: 'whole' },
    { record: merge, mode: 'whole' },
  ];
}

const traceOf: Partial<Record<Change['action'], readonly string[]>> = {
  renamed: ['SlugRedirect'],
  merged: ['MergedRecord'],
  deleted: ['DeletedRecord'],
};

function count(counted: Map<string, number>, type: string, counts: Readonly<Record<string, number>>, url: string): void {
  const sum = (counted.get(type) ?? 0) + 1;
  counted.set(type, sum);
  const announced = counts[type];
  if (announced !== undefined && sum > announced) throw new SetupError(`${url} has more than the announced ${announced} ${type}.`);
}

/** An export that broke off says so nowhere but in its numbers. */
function requireAll(counted: ReadonlyMap<string, number>, counts: Readonly<Record<string, number>>, url: string, line: number): void {
  const short = Object.entries(counts).find(([type, announced]) => (counted.get(type) ?? 0) < announced);
  if (!short) return;
  const [type, announced] = short;
  throw new Unavailable(
    `${url} ended early, after line ${line}: it has ${counted.get(type) ?? 0} of ${announced} ${type}. Run the same command again.`,
  );
}

function requireProgress(since: number, given: number, newest: number, url: string): void {
  if (newest < since) {
    throw new SetupError(
      `${url} is at change ${newest}, but ${since} was already mirrored: the other catalog was restored to an earlier state. Mirror it into an empty catalog.`,
    );
  }
  if (newest > since && given === 0) throw new SetupError(`${url} is at change ${newest} but returned no changes after ${since}.`);
}
