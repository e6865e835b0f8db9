import { idsOfIri } from '../../api/schema/registry';
import type { Kind } from '../../kinds';
import { message } from '../../messages/message';
import { valueWithoutControls } from '../../store/values/folding';
import { carryFormatTexts, ExclusiveChildren, outranks } from '../merge/conflicting-records';
import { redirectId, renameRecord } from '../merge/merges';
import { contentHash, nameHash } from '../provenance/hashes';
import type { Rank, Ranks } from '../provenance/ranks';
import type { StoredValues } from '../provenance/source-values';
import { supersedeRecord } from '../write/deletions';
import { readLocks } from '../write/field-locks';
import { hashesOf, planRecord, ranksOf, type WritePlan } from '../write/plan';
import { bestOfDocuments, editorPrecedence, type Precedence, rankedPrecedence, unrankedPrecedence } from '../write/precedence';
import {
  type ExistingRecord,
  type ImportedRecord,
  MissingReference,
  RecordError,
  type RecordObject,
  requireAttributes,
  type WriteOutcome,
} from '../write/record';
import { nounOf } from '../write/references';
import { addNewRow, addRow, changeRow, duplicateOf, type RowChange } from '../write/rows';
import type { WriteSession } from '../write/session';

interface SourceRecord {
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly id: string;
  readonly hash: number;
  readonly source: string;
  readonly imported: ImportedRecord;
  readonly record: RecordObject;
}

interface Addressed extends SourceRecord {
  /** Its current record, following merges; `undefined` if new. */
  readonly at: ExistingRecord | undefined;
  readonly before: StoredValues | undefined;
}

export interface WrittenRecord {
  readonly outcome: WriteOutcome;
  /** Whether the record counts as present, even if superseded, so that no record is deferred for it. */
  readonly isPresent: boolean;
}

const written = (outcome: WriteOutcome): WrittenRecord => ({ outcome, isPresent: outcome === 'added' });

/** Writes source records: per field by rank, or for unranked sources as stated. */
export class SourceRecords {
  /** Whether the previous record was unchanged: then the next likely is, which is worth a look-up. */
  #isRepeating = false;

  readonly #exclusiveChildren: ExclusiveChildren;

  constructor(private readonly session: WriteSession) {
    this.#exclusiveChildren = new ExclusiveChildren(this.session);
  }

  /** @throws {RecordError} for a record that breaks a rule */
  write(stated: RecordObject, imported: ImportedRecord, source: string): WrittenRecord {
    const text = imported.text ?? JSON.stringify(stated);
    const record = valueWithoutControls(stated, text);
    const { kind, ids } = this.#kindOf(record);
    const id = (ids.at(-1) as string).toLowerCase();
    const hash = contentHash(imported.otherTitles ? text + JSON.stringify(imported.otherTitles) : text);
    const { sourceValues } = this.session;
    if (imported.mode === 'withdrawn') return written(this.#withdraw(kind, id, source));
    sourceValues.see(source, kind.type, id);
    if (this.#isRepeating && sourceValues.isUnchanged(source, kind, id, hash)) return written('unchanged');
    this.#isRepeating = false;
    return this.#writeChanged({ kind, ids, id, hash, source, imported: imported, record });
  }

  #writeChanged(stated: SourceRecord): WrittenRecord {
    const { kind, id, hash, source, imported, record } = stated;
    const { references, sourceValues } = this.session;
    const { key, mergedInto, isDeleted } = references.fate(kind, id);
    const at = key !== null ? { key, id } : mergedInto !== null ? this.#currentId(kind, id, imported) : undefined;
    if (key === null && mergedInto !== null && !at) return written('kept');
    const before =
      at && (sourceValues.find(source, kind.type, id) ?? (at.id === id ? undefined : sourceValues.find(source, kind.type, at.id)));
    this.#isRepeating = before?.contentHash === hash && !before.isWithdrawn;
    if (this.#isRepeating) return written('unchanged');
    // Record files and mirrors restore what was deleted here.
    if (!at && isDeleted === 1 && !sourceValues.rightsOf(source).bringsBack) return written('kept');
    requireAttributes(kind, record.attributes, imported.mode !== 'whole' && at !== undefined);
    if (at) this.#requireOwnPlace(stated, at, before);
    const addressed = { ...stated, at, before };
    if (imported.authority === undefined) return written(this.#writeUnranked(addressed));
    const others = imported.otherTitles ?? record.attributes.other_titles;
    const result = this.#writeRanked(addressed, imported.authority);
    if (at && Array.isArray(others)) this.session.slugs.improve(kind, at.id, others);
    return result;
  }

  /** Record files may move records. Other sources move only those that they placed, and single documents none of other documents. */
  #requireOwnPlace({ kind, ids, source, imported }: SourceRecord, { key }: ExistingRecord, before: StoredValues | undefined): void {
    const { references, sourceValues } = this.session;
    const [root] = kind.above;
    const { bringsBack, takesSlugs } = sourceValues.rightsOf(source);
    if (!root || (bringsBack && !takesSlugs) || (before && !imported.isAlone)) return;
    if (references.rootOf(kind, key) === references.key(root.table, ids[0])) return;
    throw new RecordError(message('foreign_part', { part: nounOf(kind.table), kind: nounOf(root.table) }));
  }

  #kindOf(record: RecordObject): { readonly kind: Kind; readonly ids: readonly string[] } {
    const kind = this.session.kinds.find(record.type);
    if (!kind) throw new RecordError(message('no_kind', { kind: record.type.slice(0, 60) }));
    const ids = idsOfIri(kind, record.id);
    if (!ids) throw new RecordError(message('not_an_iri', { iri: record.id.slice(0, 200), type: record.type }));
    return { kind, ids };
  }

  /** Merge target, except for sources aware of this catalog and for mirrors. */
  #currentId({ type, table }: Kind, id: string, { authority }: ImportedRecord): ExistingRecord | undefined {
    const { references } = this.session;
    const currentId = authority === undefined ? undefined : references.currentId(type, table, id);
    return currentId === undefined ? undefined : { id: currentId, key: references.find(table, 'id', currentId) as number };
  }

  /** Deletes a record, unless another source states it or an editor locked something of it. It returns once it is stated again. */
  #withdraw(kind: Kind, stated: string, source: string): WriteOutcome {
    const { references, sourceValues } = this.session;
    sourceValues.delete(source, kind.type, stated);
    const id = references.currentId(kind.type, kind.table, stated) ?? stated;
    const key = references.find(kind.table, 'id', id);
    if (key === undefined) return 'unchanged';
    if (sourceValues.provenance(kind.type, id).length > 0 || readLocks(this.session.connection, kind.type, id).size > 0) return 'kept';
    supersedeRecord(this.session, kind, key);
    return 'changed';
  }

  #writeUnranked({ kind, ids, id, hash, source, imported: { mode }, record, at, before }: Addressed): WriteOutcome {
    const { sourceValues } = this.session;
    const plan = planRecord(this.session.references, kind, record, ids, mode);
    const { takesSlugs } = sourceValues.rightsOf(source);
    const precedence = unrankedPrecedence(
      mode,
      before,
      at && readLocks(this.session.connection, kind.type, id),
      mode === 'whole' && takesSlugs,
    );
    const outcome = at ? this.#changeRow(plan, at.key, precedence, takesSlugs).outcome : addRow(this.session, plan, precedence);
    sourceValues.store(source, kind.type, id, hash, hashesOf(plan, before));
    return outcome;
  }

  #writeRanked(addressed: Addressed, authority: number): WrittenRecord {
    const { ids, imported, before } = addressed;
    const plan = this.#plan(addressed);
    if (!plan) return this.#storeSuperseded(addressed, undefined, undefined);
    const ranks = ranksOf(plan, authority, new Set(imported.guessed), imported.mode === 'fill' ? undefined : before);
    if (!this.#isAdmitted(plan, ranks, addressed.at === undefined)) {
      const { format_type, descriptions, text, release_key } = plan.columns;
      if (plan.kind.table === 'release_format')
        carryFormatTexts(this.session, Number(release_key), [
          { format_type: String(format_type), descriptions: String(descriptions ?? '[]'), text: typeof text === 'string' ? text : null },
        ]);
      return this.#storeSuperseded(addressed, plan, ranks);
    }
    // The existing record may have been superseded, and this one with it.
    const stands = addressed.at && this.session.references.find(plan.kind.table, 'id', addressed.at.id) !== undefined;
    if (addressed.at && stands) return written(this.#change({ ...addressed, at: addressed.at }, plan, ranks));
    const duplicate = this.#duplicateOf(plan, ids, authority);
    if (!duplicate) return written(this.#add(addressed, plan, ranks));
    return { outcome: this.#change({ ...addressed, at: duplicate }, plan, ranks), isPresent: true };
  }

  /** `undefined` if its parent was superseded by a better source, and so this record too. */
  #plan({ kind, ids, imported: { mode }, record, at }: Addressed): WritePlan | undefined {
    try {
      return planRecord(this.session.references, kind, record, at ? [...ids.slice(0, -1), at.id] : ids, mode);
    } catch (error) {
      if (error instanceof MissingReference && this.#isSuperseded(kind, error)) return undefined;
      throw error;
    }
  }

  #isSuperseded({ above }: Kind, { table, missing }: MissingReference): boolean {
    const { kinds, sourceValues } = this.session;
    return above.some((parent) => parent.table === table) && sourceValues.isKnown(kinds.ofTable(table as Kind['table']).type, missing);
  }

  /** Whether it may stay below its parent; siblings of a lower-ranked source are removed. */
  #isAdmitted({ kind, columns }: WritePlan, ranks: Ranks, isNew: boolean): boolean {
    const above = kind.above.at(-1);
    if (!above?.isOneSource) return true;
    const [key, rank] = [columns[above.column] as number, ranks.get(nameHash(above.column)) as Rank];
    return this.#exclusiveChildren.makesRoomFor(kind, key, rank, isNew);
  }

  /** Merges with an identical record under one UUID: that of the better source, else the smaller. */
  #duplicateOf(plan: WritePlan, ids: readonly string[], authority: number): ExistingRecord | undefined {
    const duplicate = duplicateOf(this.session.connection, plan);
    if (!duplicate) return undefined;
    const id = (ids.at(-1) as string).toLowerCase();
    if (outranks(this.session, plan.kind, { id, authority }, duplicate.id)) {
      renameRecord(this.session, plan.kind, duplicate, id);
      return { key: duplicate.key, id };
    }
    redirectId(this.session, plan.kind, id, duplicate);
    return duplicate;
  }

  #add({ id, hash, source, kind, imported: { otherTitles } }: Addressed, plan: WritePlan, ranks: Ranks): WriteOutcome {
    const { sourceValues, slugs } = this.session;
    const attributes = otherTitles ? { ...plan.attributes, other_titles: otherTitles } : plan.attributes;
    addNewRow(this.session, { ...plan, attributes }, editorPrecedence);
    slugs.noteAdded(kind, id, attributes);
    sourceValues.store(source, kind.type, id, hash, hashesOf(plan, undefined), ranks);
    return 'added';
  }

  #change(
    { id, hash, source, kind, imported: { mode }, before, at }: Addressed & { at: ExistingRecord },
    plan: WritePlan,
    ranks: Ranks,
  ): WriteOutcome {
    const { sourceValues } = this.session;
    const stated = { mode, source, id, ranks, before };
    const precedence = rankedPrecedence(stated, readLocks(this.session.connection, kind.type, at.id), () =>
      sourceValues.provenance(kind.type, at.id),
    );
    const { outcome, accepted } = this.#changeRow({ ...plan, id: at.id }, at.key, precedence);
    const value = { fields: hashesOf(plan, before), ranks };
    const { fields, ranks: ranksToStore } = mode === 'fill' && before ? bestOfDocuments(plan, value, before, accepted) : value;
    sourceValues.store(source, kind.type, id, hash, fields, ranksToStore);
    return outcome;
  }

  /** @param isMirrored whether circles are left to the changes that follow */
  #changeRow(plan: WritePlan, key: number, precedence: Precedence, isMirrored = false): RowChange {
    const { references } = this.session;
    if (isMirrored) return changeRow(this.session, plan, key, precedence);
    references.requireNoCircle(plan.kind, key, plan.columns);
    const change = changeRow(this.session, plan, key, precedence);
    if (change.outcome === 'changed') references.requireNoCircle(plan.kind, key);
    return change;
  }

  /** Stores the values of a superseded record, so that it counts as imported. */
  #storeSuperseded({ id, hash, source, kind }: Addressed, plan: WritePlan | undefined, ranks: Ranks | undefined): WrittenRecord {
    this.session.sourceValues.store(source, kind.type, id, hash, plan ? hashesOf(plan, undefined) : new Map(), ranks ?? new Map());
    return { outcome: 'unchanged', isPresent: true };
  }
}
