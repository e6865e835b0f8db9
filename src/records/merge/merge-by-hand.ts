import { Invalid, uuidPattern, violation } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import { notFound } from '../../errors';
import { type Kind, relatedRecord } from '../../kinds';
import { message } from '../../messages/message';
import { now } from '../../store/values/dates';
import type { Author, Edited, LeftOut, Revision } from '../edit/edit';
import type { Editor } from '../edit/editor';
import { differenceOf, type ExistingRecord, type Fields } from '../write/record';
import { MergeMemories, type RememberedMerge } from './merge-memory';
import type { MergingTools } from './merges';

export interface MergeResult {
  readonly edited: Edited;
  /** Undefined if nothing changed. */
  readonly target: Revision | undefined;
  /** Undefined if the merge is too large to undo. */
  readonly remembered: RememberedMerge | undefined;
}

/** Manual merges. */
export class MergeByHand {
  readonly #memories: MergeMemories;

  constructor(
    private readonly tools: MergingTools,
    private readonly editor: Editor,
  ) {
    this.#memories = new MergeMemories(tools);
  }

  /**
   * Fills missing fields and redirects references.
   * @param into IRI or UUID of the record to keep
   * @throws {DomainError} not_found; {@link Invalid} if already merged
   */
  merge(kind: Kind, iri: string, into: string, author: Author): MergeResult {
    const goes = this.#currentRecord(kind, iri);
    const stays = this.#currentRecord(kind, into);
    if (goes.key === stays.key) throw new Invalid([violation('id', message('merge_into_itself'), '/data/id')]);
    this.#requireTrue(kind, goes, stays);
    const { editor } = this;
    const { iri: address } = editor.read(kind, goes.key);
    const [before, targetBefore] = [editor.contained.read(kind, goes.key), editor.contained.read(kind, stays.key)];
    let leftOut: LeftOut = [];
    const remembered = this.#memories.doing(kind, stays.id, () => {
      leftOut = this.tools.merges.unite(kind, goes, stays, true);
    });
    this.#requireNoCircle(kind, stays);
    const target = editor.read(kind, stays.key);
    const made = { type: kind.type, username: author.username, note: author.note ?? null, at: now() };
    const after = { attributes: {}, relationships: { mergedInto: { data: { type: kind.type, id: target.iri } } } };
    const revision: Revision = { ...made, id: goes.id, iri: address, action: 'merged', before, after };
    const difference = differenceOf(targetBefore, editor.contained.read(kind, stays.key));
    return {
      edited: { revision, ignored: [], into: target.iri, leftOut },
      target: isNothing(difference.after) ? undefined : { ...made, id: stays.id, iri: target.iri, action: 'changed', ...difference },
      remembered,
    };
  }

  /** A regular record must not be merged into a provisional one: exports and mirrors would lose it. */
  #requireTrue(kind: Kind, goes: ExistingRecord, stays: ExistingRecord): void {
    const { provisionalColumn } = kind;
    if (provisionalColumn === undefined) return;
    const isProvisional = ({ key }: ExistingRecord) => this.tools.rows.planOf(kind, key).columns[provisionalColumn] === 1;
    if (isProvisional(goes) || !isProvisional(stays)) return;
    const iriOf = ({ key }: ExistingRecord) => this.editor.read(kind, key).iri;
    throw new Invalid([violation('id', message('merge_provisional', { from: iriOf(stays), into: iriOf(goes) }), '/data/id')]);
  }

  #requireNoCircle({ table }: Kind, { key }: ExistingRecord): void {
    const { kinds, references } = this.tools;
    for (const kind of kinds.all) {
      const [{ table: from, column }, relationship] = [relatedRecord(kind), kind.deserializer.relationships[kind.noCircle ?? '']];
      if (!relationship || from !== table || !references.leadsToItself(kind.table, column, relationship.column, key)) continue;
      throw new Invalid([violation('id', message('loop'), '/data/id')]);
    }
  }

  #currentRecord(kind: Kind, named: string): ExistingRecord {
    const { references } = this.tools;
    const written = (uuidPattern.test(named) ? named : idsOfIri(kind, named)?.at(-1))?.toLowerCase();
    const id = written && (references.currentId(kind.type, kind.table, written) ?? written);
    const key = id === undefined ? undefined : references.find(kind.table, 'id', id);
    if (id === undefined || key === undefined) throw notFound('no_record', { kind: kind.noun, id: named.slice(0, 100) });
    return { key, id };
  }
}

const isNothing = ({ attributes, relationships }: Fields): boolean => Object.keys({ ...attributes, ...relationships }).length === 0;
