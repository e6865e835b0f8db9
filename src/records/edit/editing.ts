import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { type GoneRecord, GoneRecords } from '../history/restore';
import { Revert } from '../history/revert';
import { type Beside, RevisionLog } from '../history/revisions';
import { MergeByHand } from '../merge/merge-by-hand';
import type { ExistingRecord } from '../merge/merges';
import { LockedFieldNames } from '../provenance/field-locks';
import { listHash, nameHash, valueHash } from '../provenance/hashes';
import { CoverRows } from '../write/cover';
import { type Columns, fieldOf, rowsOf } from '../write/plan';
import type { Fields, RecordObject, RecordText } from '../write/record';
import type { WriterTools } from '../write/writer';
import type { DocumentValues } from './edit-rules';
import { Editor } from './editor';

/** Attributes as shown; sent back unchanged, they are no edit. */
export type Shown = (kind: Kind, key: number) => Attributes;

/**
 * A manual change. A record is a JSON:API resource object with an IRI as id; an existing one lists only changes, and a list
 * replaces the whole list. Preconditions were checked before.
 */
export type Edit =
  | { readonly action: 'add'; readonly record: unknown }
  | {
      readonly action: 'change';
      readonly record: unknown;
      readonly shown?: Shown;
      /** Fields to be cleared; the record's nested lists are then complete, too. */
      readonly without?: ReadonlySet<string>;
    }
  | { readonly action: 'delete'; readonly record: unknown };

/** Author and reason of an edit. */
export interface Author {
  readonly username: string;
  /** Absent for authors without an account here. */
  readonly userKey?: number | undefined;
  /** Origin, if no account made it. */
  readonly source?: 'command_line' | undefined;
  readonly note?: string | undefined;
}

/** A recorded change: author, time, reason and former values. */
export interface Revision {
  readonly action: 'added' | 'changed' | 'deleted' | 'merged';
  readonly type: string;
  /** UUID of the record. */
  readonly id: string;
  readonly iri: string;
  readonly username: string;
  readonly note: string | null;
  readonly at: string;
  /**
   * Changed fields only, `null` for absent ones; all fields of added and deleted records. Contained records are among the
   * attributes.
   */
  readonly before: Fields | null;
  readonly after: Fields | null;
}

export interface Edited {
  /** `undefined` if nothing changed. */
  readonly revision: Revision | undefined;
  /** UUID of the revision. */
  readonly revisionId?: string;
  /** Unknown members. */
  readonly ignored: readonly string[];
  /** IRI of the merge target. */
  readonly into?: string;
}

/** Target record of an edit. */
export interface Addressed {
  readonly kind: Kind;
  readonly record: RecordObject;
  /** UUIDs in its IRI, outermost first. */
  readonly ids: readonly string[];
  readonly id: string;
}

/** An existing record before an edit. */
export interface FoundRecord {
  readonly key: number;
  readonly text: RecordText;
}

/** A target record with its new values. */
export interface Saying extends Addressed {
  readonly said: DocumentValues;
  /** Fields to be cleared. */
  readonly without?: ReadonlySet<string>;
  /** Whether all values are given; missing ones get their default. */
  readonly isWhole?: boolean;
  /** Whether a previous state is restored, in which source values were valid. */
  readonly comesBack?: boolean;
}

/** Manual changes to the catalog, recorded as revisions that can be reverted. */
export class RecordEditing {
  readonly #editor: Editor;
  readonly #gone: GoneRecords;
  readonly #log: RevisionLog;
  readonly #reverting: Revert;
  readonly #merging: MergeByHand;
  readonly #returning: FieldUnlocking;
  readonly #covers: CoverRows;

  constructor(tools: WriterTools) {
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

  constructor(private readonly tools: WriterTools) {
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
      ...plan.owned.map((list) => [nameHash(fieldOf(list)), listHash(rowsOf(list))] as const),
    ];
    this.tools.memory.reopen(kind.type, id, new Map(standing.filter(([name]) => letGo.has(name))));
    return held;
  }
}
