import type { Kind } from '../../kinds';
import { retainCover } from '../history/cover';
import { snapshotsOf } from '../history/restore';
import type { Author, Edited, RecordSnapshot } from '../history/revision';
import { addRevision, findRevision, type RevisionContext } from '../history/revisions';
import { mergeByHand } from '../merge/merge-by-hand';
import { unlockFields } from '../write/field-locks';
import { planOf } from '../write/rows';
import type { WriteSession } from '../write/session';
import type { Edit } from './edit';
import { addressedRecord, findAddressed } from './edit';
import { editRecord } from './editor';
import { revertRevision } from './revert';

/** Manual changes to the catalog, recorded as revisions that can be reverted. */
export class RecordEditing {
  constructor(private readonly session: WriteSession) {}

  /** @throws {DomainError} if it is not possible; see {@link editRecord} */
  edit(edit: Edit, author: Author): Edited {
    const snapshots = edit.action === 'delete' ? this.#snapshotsOf(edit.record) : undefined;
    const edited = editRecord(this.session, edit, author);
    this.#retainCovers(snapshots);
    return this.#recorded(edited, author, { snapshots });
  }

  /** Reverts a revision by UUID. */
  revert(uuid: string, author: Author): Edited {
    const { connection } = this.session;
    const revision = findRevision(connection, uuid);
    const snapshots = revision?.action === 'added' ? this.#snapshotsOf({ type: revision.type, id: revision.iri }) : undefined;
    const { edited, reverted, beside } = revertRevision(this.session, uuid, author);
    this.#retainCovers(snapshots);
    if (beside) addRevision(connection, beside, author, { reverted: findRevision(connection, reverted.merge?.target ?? '')?.key });
    return this.#recorded(edited, author, { snapshots, reverted: reverted.key });
  }

  /** Merges a record into another of its kind, by IRI or UUID. */
  merge(kind: Kind, iri: string, into: string, author: Author): Edited {
    const { connection } = this.session;
    const { edited, target, remembered } = mergeByHand(this.session, kind, iri, into, author);
    const targetId = target && addRevision(connection, target, author, {});
    const merge = remembered && { ...remembered.merge, target: targetId };
    const recorded = this.#recorded(edited, author, { snapshots: remembered?.snapshots, merge });
    for (const { isMoved, cover } of merge?.covers ?? []) if (!isMoved) retainCover(connection, cover.hash);
    remembered?.setAside(findRevision(connection, recorded.revisionId ?? '')?.key as number);
    return recorded;
  }

  /** Unlocks fields of a record; returns those that were locked. */
  unlock(kind: Kind, iri: string, names: readonly string[]): string[] {
    const { connection, sourceValues } = this.session;
    const addressed = addressedRecord(this.session, { type: kind.type, id: iri });
    const found = findAddressed(this.session, addressed);
    if (!found) return [];
    return unlockFields(connection, sourceValues, { ...planOf(connection, kind, found.key), id: addressed.id }, names);
  }

  /** What is deleted with a record; nothing if it is missing. */
  #snapshotsOf(record: unknown): RecordSnapshot[] {
    const addressed = addressedRecord(this.session, record);
    const found = findAddressed(this.session, addressed);
    return found ? snapshotsOf(this.session, addressed.kind, found.key) : [];
  }

  /** Keeps the covers of deleted records as long as replaced ones, since the record may be restored. */
  #retainCovers(snapshots: readonly RecordSnapshot[] = []): void {
    for (const { cover } of snapshots) if (cover) retainCover(this.session.connection, cover.hash);
  }

  #recorded(edited: Edited, author: Author, beside: RevisionContext): Edited {
    return edited.revision ? { ...edited, revisionId: addRevision(this.session.connection, edited.revision, author, beside) } : edited;
  }
}
