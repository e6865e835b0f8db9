import type { Kind } from '../../kinds';
import { type GoneRecord, GoneRecords } from '../history/restore';
import { Revert } from '../history/revert';
import { type Beside, RevisionLog } from '../history/revisions';
import { MergeByHand } from '../merge/merge-by-hand';
import type { ExistingRecord, MergingTools } from '../merge/merges';
import { LockedFieldNames } from '../provenance/field-locks';
import { listHash, nameHash, valueHash } from '../provenance/hashes';
import { CoverRows } from '../write/cover';
import { listFieldOf, rowsOf } from '../write/plan';
import type { Columns } from '../write/record';
import type { Author, Edit, Edited } from './edit';
import { Editor } from './editor';

/** Manual changes to the catalog, recorded as revisions that can be reverted. */
export class RecordEditing {
  readonly #editor: Editor;
  readonly #gone: GoneRecords;
  readonly #log: RevisionLog;
  readonly #reverting: Revert;
  readonly #merging: MergeByHand;
  readonly #returning: FieldUnlocking;
  readonly #covers: CoverRows;

  constructor(tools: MergingTools) {
    this.#editor = new Editor(tools);
    this.#gone = new GoneRecords(tools.statements, tools.kinds, tools.held);
    this.#log = new RevisionLog(tools.statements);
    this.#reverting = new Revert(tools, this.#editor, this.#log);
    this.#merging = new MergeByHand(tools, this.#editor);
    this.#returning = new FieldUnlocking(tools);
    this.#covers = new CoverRows(tools.statements);
  }

  /** @throws {DomainError} if it is not possible; see {@link Editor} */
  edit(edit: Edit, author: Author): Edited {
    const gone = edit.action === 'delete' ? this.#goneWith(edit.record) : undefined;
    const edited = this.#editor.edit(edit, author);
    this.#keepCovers(gone);
    return this.#kept(edited, author, { gone });
  }

  /** Reverts a revision by UUID. */
  revert(uuid: string, author: Author): Edited {
    const there = this.#log.find(uuid);
    const gone = there?.action === 'added' ? this.#goneWith({ type: there.type, id: there.iri }) : undefined;
    const { edited, reverted, beside } = this.#reverting.revert(uuid, author);
    this.#keepCovers(gone);
    if (beside) this.#log.add(beside, author, { reverted: this.#log.find(reverted.merge?.target ?? '')?.key });
    return this.#kept(edited, author, { gone, reverted: reverted.key });
  }

  /** Merges a record into another of its kind, by IRI or UUID. */
  merge(kind: Kind, iri: string, into: string, author: Author): Edited {
    const { edited, target, remembered } = this.#merging.merge(kind, iri, into, author);
    const targetId = target && this.#log.add(target, author, {});
    const merge = remembered && { ...remembered.merge, target: targetId };
    const kept = this.#kept(edited, author, { gone: remembered?.gone, merge });
    for (const { isMoved, cover } of merge?.covers ?? []) if (!isMoved) this.#covers.keep(cover.hash);
    remembered?.setAside(this.#log.find(kept.revisionId ?? '')?.key as number);
    return kept;
  }

  /** Unlocks fields of a record; returns those that were locked. */
  unlock(kind: Kind, iri: string, names: readonly string[]): string[] {
    const addressed = this.#editor.address({ type: kind.type, id: iri });
    const found = this.#editor.find(addressed);
    return found ? this.#returning.unlock(kind, { key: found.key, id: addressed.id }, names) : [];
  }

  /** What is deleted with a record; nothing if it is missing. */
  #goneWith(record: unknown): GoneRecord[] {
    const addressed = this.#editor.address(record);
    const found = this.#editor.find(addressed);
    return found ? this.#gone.read(addressed.kind, found.key) : [];
  }

  /** Keeps the covers of deleted records as long as replaced ones, since the record may be restored. */
  #keepCovers(gone: readonly GoneRecord[] = []): void {
    for (const { cover } of gone) if (cover) this.#covers.keep(cover.hash);
  }

  #kept(edited: Edited, author: Author, beside: Beside): Edited {
    return edited.revision ? { ...edited, revisionId: this.#log.add(edited.revision, author, beside) } : edited;
  }
}

/** Unlocks fields of a record. */
export class FieldUnlocking {
  readonly #heldAttributes: LockedFieldNames;

  constructor(private readonly tools: MergingTools) {
    this.#heldAttributes = new LockedFieldNames(tools.statements);
  }

  /** Returns the names that were locked. Source values return with the next import. */
  unlock(kind: Kind, { key, id }: ExistingRecord, names: readonly string[]): string[] {
    const held = this.#heldAttributes.of(kind, key).filter((name) => names.includes(name));
    if (held.length === 0) return [];
    const plan = { ...this.tools.rows.planOf(kind, key), id };
    const letGo = this.tools.held.letGo(plan, new Set(held.flatMap((name) => [name, `relationships.${name}`])));
    const standing = [
      ...Object.entries(plan.columns).map(([column, value]) => [nameHash(column), valueHash(value as Columns[string])] as const),
      ...plan.owned.map((list) => [nameHash(listFieldOf(list)), listHash(rowsOf(list))] as const),
    ];
    this.tools.memory.reopen(kind.type, id, new Map(standing.filter(([name]) => letGo.has(name))));
    return held;
  }
}
