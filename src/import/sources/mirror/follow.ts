import { SetupError } from '../../../errors';
import type { ImportedRecord } from '../../../records/write/record';
import { parseJsonBody, quotedExcerpt } from '../../http-client/body';
import type { Client } from '../../http-client/client';
import { Unavailable } from '../../http-client/throttle';
import { type FollowedChange, flush, type KnownRecords, type Position, type SourceItem } from '../../source';
import { changesPath, lastNote, remembered, rememberedOf, requireSameCatalog } from './continuity';
import { changePage, exportHeader, exportLine, type MirroredChange, readShape } from './shapes';

const exportPath = '/api/export';

/** A mirror is identical to its origin, provisional records included. Servers that ignore the parameter send everything. */
const wholeExport = `${exportPath}?provisional=true`;

/** Note with the last sequence followed. */
export const sinceNote = 'since';

/** Maximum page size of the feed. */
const changesPerPage = 1_000;

/** Mirrors another Leitmotif: its export first, then its feed. */
export class Follower {
  /** Sequence of the export, once its first line is read. */
  exportSequence: number | undefined;
  /** Whether the run ended with an export, leaving its changes for the next run. */
  isBehind = false;
  /** Last change in this run; later ones belong to the next. */
  #newest: number | undefined;
  /** Merges of this run, since the catalog shows only committed ones. */
  readonly #merged = new Set<string>();

  constructor(
    private readonly client: Client,
    /** Identifies the server in positions. */
    private readonly server: Position,
    private readonly documentRead: () => void,
    /** Last sequence of the own feed. */
    private readonly ownSequence: () => number,
  ) {}

  /**
   * Changes after a sequence. Without one, or if the feed does not reach back that far, an export instead, which ends the run:
   * the catalog equals the export before any change is applied.
   */
  async *items(since: number | undefined, known: KnownRecords): AsyncGenerator<SourceItem | typeof flush> {
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
    const { sequence, counts } = readShape(exportHeader, parseJsonBody(first.value, url), url).attributes;
    this.exportSequence = sequence;
    const counted = new Map<string, number>();
    let line = 1;
    let offset = Buffer.byteLength(first.value) + 1;
    let pending: Omit<SourceItem, 'position'> | undefined;
    for await (const text of lines) {
      const record = readShape(exportLine, parseJsonBody(text, url), url);
      count(counted, record.type, counts, url);
      this.documentRead();
      if (pending) yield { ...pending, position: { ...this.server, phase: 'export', line } };
      line++;
      pending = this.#item(url, line, offset, [{ record, mode: 'whole' }]);
      offset += Buffer.byteLength(text) + 1;
    }
    requireAll(counted, counts, url, line);
    // Completeness is known only now.
    const notes = [[sinceNote, String(sequence)] as const, [lastNote, await remembered(this.client, sequence)] as const];
    if (pending) yield { ...pending, position: { ...this.server, phase: 'export', line }, notes };
  }

  async *#changes(from: number, known: KnownRecords): AsyncGenerator<SourceItem | typeof flush, 'done' | 'too old'> {
    // Foreign sequence numbers are kept, unless the catalog has changes of its own.
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
        // Existence is checked against the catalog, which shows only committed records.
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

  /** A record restored from a merge is also unmerged here before it is written, or deleted by a later change. */
  #recordsOf(change: MirroredChange, known: KnownRecords, url: string): readonly ImportedRecord[] {
    const { action, resource_type: type, resource_id: id, record, slug } = change;
    const records = recordsOf(change, url);
    if (action === 'renamed' && record === null && slug !== null) return [noRedirect(type, slug)];
    const name = `${type} ${id}`;
    const isBack = action === 'created' || (action === 'merged' && record?.type === type);
    if (action === 'merged' && !isBack) this.#merged.add(name);
    // The changed record may have been merged by hand here.
    if (!isBack) return records;
    const isMerged = this.#merged.delete(name) || (known.knows(type, id) && !known.has(type, id));
    return isMerged ? [apart(type, id), ...records] : records;
  }

  #item(file: string, line: number, offset: number, records: readonly ImportedRecord[]): Omit<SourceItem, 'position'> {
    return { source: this.client.address.text, file, line, offset, records };
  }

  #after(since: number): Position {
    return { ...this.server, phase: 'changes', since };
  }
}

const entryOf = ({ record: _, iri: __, ...entry }: MirroredChange & { readonly action: FollowedChange['action'] }): FollowedChange => entry;

/**
 * Records that reproduce a change. Without a record in the feed, the changed thing no longer exists; later changes bring its
 * state.
 */
function recordsOf({ action, resource_type, resource_id, record }: MirroredChange, url: string): ImportedRecord[] {
  if (record === null) return [];
  const isItself = record.type === resource_type && String(record.id).toLowerCase().endsWith(resource_id.toLowerCase());
  if (!isItself && !traceOf[action]?.includes(String(record.type))) {
    throw new SetupError(`${url} returned ${quotedExcerpt(record.id)} for a change of ${resource_type} ${resource_id}.`);
  }
  return [{ record, mode: 'whole' }];
}

const apart = (resource_type: string, id: string): ImportedRecord => ({
  record: { type: 'MergedRecord', id, attributes: { resource_type }, relationships: { resource: { data: null } } },
  mode: 'whole',
});

/** Removes an obsolete slug redirect: the slug may have returned to a record that is gone again. */
const noRedirect = (type: string, slug: string): ImportedRecord => ({
  record: { type: 'SlugRedirect', id: slug, attributes: { resource_type: type, slug }, relationships: { resource: { data: null } } },
  mode: 'whole',
});

/**
 * Deletes a record that was merged into one deleted since, for which the feed has no other entry. Its contents went elsewhere,
 * as later changes tell. If the target still exists here, the merge itself prevents a tombstone.
 */
function recordsOfLostMerge(
  { resource_type, resource_id, iri, merged_into_id, changed_at }: MirroredChange,
  known: KnownRecords,
): ImportedRecord[] {
  const isHere = (id: string): boolean => known.has(resource_type, id.toLowerCase());
  if (iri === null || !isHere(resource_id)) return [];
  const isStanding = merged_into_id !== null && isHere(merged_into_id);
  // Without a merge to clear it, the tombstone of a record nobody deleted.
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

const traceOf: Partial<Record<MirroredChange['action'], readonly string[]>> = {
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

/** A truncated export shows only in its counts. */
function requireAll(counted: ReadonlyMap<string, number>, counts: Readonly<Record<string, number>>, url: string, line: number): void {
  const short = Object.entries(counts).find(([type, announced]) => (counted.get(type) ?? 0) < announced);
  if (!short) return;
  const [type, announced] = short;
  throw new Unavailable(
    `${url} ended early, after line ${line}: it has ${counted.get(type) ?? 0} of ${announced} ${type}. Run the same command again.`,
  );
}

function requireProgress(since: number, received: number, newest: number, url: string): void {
  if (newest < since) {
    throw new SetupError(
      `${url} is at change ${newest}, but ${since} was already mirrored: the other catalog was restored to an earlier state. Mirror it into an empty catalog.`,
    );
  }
  if (newest > since && received === 0) throw new SetupError(`${url} is at change ${newest} but returned no changes after ${since}.`);
}
