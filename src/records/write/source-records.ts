import { idsOfIri } from '../../api/schema/registry';
import type { Kind } from '../../kinds';
import { message } from '../../messages/message';
import type { ExistingRecord, MergingTools } from '../merge/merges';
import { contentHash, nameHash } from '../provenance/hashes';
import { bestOfDocuments, editorPrecedence, rankedPrecedence, unrankedPrecedence } from '../provenance/precedence';
import type { Rank, Ranks } from '../provenance/ranks';
import type { Remembered } from '../provenance/source-values';
import { hashesOf, ranksOf, type WritePlan } from './plan';
import { type ImportedRecord, MissingReference, RecordError, type RecordObject, requireAttributes, type WriteOutcome } from './record';

interface Said {
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly id: string;
  readonly hash: number;
  readonly source: string;
  readonly given: ImportedRecord;
  readonly record: RecordObject;
}

interface Addressed extends Said {
  /** Its current record, following merges; `undefined` if new. */
  readonly at: ExistingRecord | undefined;
  readonly before: Remembered | undefined;
}

export interface WrittenRecord {
  readonly outcome: WriteOutcome;
  /** Whether the record counts as present, even if superseded, so that nothing waits for it. */
  readonly hasCome: boolean;
}

const written = (outcome: WriteOutcome): WrittenRecord => ({ outcome, hasCome: outcome === 'added' });

/** Writes source records: per field by rank, or for unranked sources as stated. */
export class SourceRecords {
  /** Whether the previous record was unchanged: then the next likely is, which is worth a look-up. */
  #isRepeating = false;

  constructor(private readonly tools: MergingTools) {}

  /** @throws {RecordError} for a record that breaks a rule */
  write(record: RecordObject, given: ImportedRecord, source: string): WrittenRecord {
    const { kind, ids } = this.#kindOf(record);
    const id = (ids.at(-1) as string).toLowerCase();
    const hash = contentHash(given.text ?? JSON.stringify(record));
    const { memory } = this.tools;
    memory.see(source, kind.type, id);
    if (this.#isRepeating && memory.hasSaid(source, kind, id, hash)) return written('unchanged');
    this.#isRepeating = false;
    return this.#writeSaid({ kind, ids, id, hash, source, given, record });
  }

  #writeSaid(said: Said): WrittenRecord {
    const { kind, id, hash, source, given, record } = said;
    const { references, memory } = this.tools;
    const key = references.find(kind.table, 'id', id);
    const merged = key === undefined ? references.mergedInto(kind.type, id) : undefined;
    const at = key === undefined ? (merged === undefined ? undefined : this.#standing(kind, id, given)) : { key, id };
    if (merged !== undefined && !at) return written('kept');
    const before = at && (memory.find(source, kind.type, id) ?? (at.id === id ? undefined : memory.find(source, kind.type, at.id)));
    this.#isRepeating = before?.contentHash === hash && !before.isGone;
    if (this.#isRepeating) return written('unchanged');
    if (!at && this.#isDeleted(kind, id, source)) return written('kept');
    requireAttributes(kind, record.attributes, given.mode !== 'whole' && at !== undefined);
    const addressed = { ...said, at, before };
    return given.authority === undefined ? written(this.#take(addressed)) : this.#weigh(addressed, given.authority);
  }

  #kindOf(record: RecordObject): { readonly kind: Kind; readonly ids: readonly string[] } {
    const kind = this.tools.kinds.find(record.type);
    if (!kind) throw new RecordError(message('no_kind', { kind: record.type.slice(0, 60) }));
    const ids = idsOfIri(kind, record.id);
    if (!ids) throw new RecordError(message('not_an_iri', { iri: record.id.slice(0, 200), type: record.type }));
    return { kind, ids };
  }

  /** Merge target, except for sources aware of this catalog and for mirrors. */
  #standing({ type, table }: Kind, id: string, { authority }: ImportedRecord): ExistingRecord | undefined {
    const { references } = this.tools;
    const standing = authority === undefined ? undefined : references.standing(type, table, id);
    return standing === undefined ? undefined : { id: standing, key: references.find(table, 'id', standing) as number };
  }

  /** Whether the record was deleted here; record files and mirrors restore it. */
  #isDeleted({ type }: Kind, id: string, source: string): boolean {
    return !this.tools.memory.rightsOf(source).bringsBack && this.tools.deletions.isDeleted(type, id);
  }

  #take({ kind, ids, id, hash, source, given: { mode }, record, at, before }: Addressed): WriteOutcome {
    const { planner, memory, rows, held } = this.tools;
    const plan = planner.plan(kind, record, ids, mode);
    const { takesSlugs } = memory.rightsOf(source);
    const precedence = unrankedPrecedence(mode, before, at && held.find(kind.type, id), mode === 'whole' && takesSlugs);
    const outcome = at ? rows.change(plan, at.key, precedence).outcome : rows.add(plan, precedence);
    memory.remember(source, kind.type, id, hash, hashesOf(plan, before));
    return outcome;
  }

  #weigh(addressed: Addressed, authority: number): WrittenRecord {
    const { ids, given, before } = addressed;
    const plan = this.#plan(addressed);
    if (!plan) return this.#lose(addressed, undefined, undefined);
    const ranks = ranksOf(plan, authority, new Set(given.guessed), given.mode === 'fill' ? undefined : before);
    if (!this.#isAdmitted(plan, ranks)) return this.#lose(addressed, plan, ranks);
    // The existing record may have been superseded, and this one with it.
    const stands = addressed.at && this.tools.references.find(plan.kind.table, 'id', addressed.at.id) !== undefined;
    if (addressed.at && stands) return written(this.#change({ ...addressed, at: addressed.at }, plan, ranks));
    const twin = this.#twin(plan, ids, authority);
    if (!twin) return written(this.#add(addressed, plan, ranks));
    return { outcome: this.#change({ ...addressed, at: twin }, plan, ranks), hasCome: true };
  }

  /** `undefined` if its parent was superseded by a better source, and so this record too. */
  #plan({ kind, ids, given: { mode }, record, at }: Addressed): WritePlan | undefined {
    const { planner } = this.tools;
    try {
      return planner.plan(kind, record, at ? [...ids.slice(0, -1), at.id] : ids, mode);
    } catch (error) {
      if (error instanceof MissingReference && this.#gaveWay(kind, error)) return undefined;
      throw error;
    }
  }

  #gaveWay({ above }: Kind, { table, missing }: MissingReference): boolean {
    const { kinds, memory } = this.tools;
    return above.some((one) => one.table === table) && memory.isKnown(kinds.ofTable(table as Kind['table']).type, missing);
  }

  /** Whether it may stay below its parent; siblings of a lower-ranked source are removed. */
  #isAdmitted({ kind, columns }: WritePlan, ranks: Ranks): boolean {
    const above = kind.above.at(-1);
    if (!above?.isOneSource) return true;
    return this.tools.oneSource.admits(kind, columns[above.column] as number, ranks.get(nameHash(above.column)) as Rank);
  }

  /** Merges with an identical record under one UUID: that of the better source, else the smaller. */
  #twin(plan: WritePlan, ids: readonly string[], authority: number): ExistingRecord | undefined {
    const { rows, twins, merges } = this.tools;
    const twin = rows.twin(plan);
    if (!twin) return undefined;
    const id = (ids.at(-1) as string).toLowerCase();
    if (twins.staysBefore(plan.kind, { id, authority }, twin.id)) {
      merges.rename(plan.kind, twin, id);
      return { key: twin.key, id };
    }
    merges.lead(plan.kind, id, twin);
    return twin;
  }

  #add({ id, hash, source, kind }: Addressed, plan: WritePlan, ranks: Ranks): WriteOutcome {
    const { rows, memory } = this.tools;
    const outcome = rows.add(plan, editorPrecedence);
    memory.remember(source, kind.type, id, hash, hashesOf(plan, undefined), ranks);
    return outcome;
  }

  #change(
    { id, hash, source, kind, given: { mode }, before, at }: Addressed & { at: ExistingRecord },
    plan: WritePlan,
    ranks: Ranks,
  ): WriteOutcome {
    const { rows, memory, held } = this.tools;
    const stated = { mode, source, id, ranks, before };
    const precedence = rankedPrecedence(stated, held.find(kind.type, at.id), () => memory.claims(kind.type, at.id));
    const { outcome, taken } = rows.change({ ...plan, id: at.id }, at.key, precedence);
    const said = { fields: hashesOf(plan, before), ranks };
    const { fields, ranks: kept } = mode === 'fill' && before ? bestOfDocuments(plan, said, before, taken) : said;
    memory.remember(source, kind.type, id, hash, fields, kept);
    return outcome;
  }

  /** Stores the values of a superseded record, so that it counts as imported. */
  #lose({ id, hash, source, kind }: Addressed, plan: WritePlan | undefined, ranks: Ranks | undefined): WrittenRecord {
    this.tools.memory.remember(source, kind.type, id, hash, plan ? hashesOf(plan, undefined) : new Map(), ranks ?? new Map());
    return { outcome: 'unchanged', hasCome: true };
  }
}
