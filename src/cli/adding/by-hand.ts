import { catalog } from '../../catalog';
import { byHand } from '../../editing/by-hand';
import type { Author, Edited } from '../../records/edit/edit';
import type { RecordEditing } from '../../records/edit/editing';
import type { Store } from '../../store/database/open';

/** The author of edits by commands, which have no account. */
export const byCommand = (note: string | undefined): Author => ({
  username: 'command line',
  source: 'command_line',
  note: note || undefined,
});

/**
 * Edits the catalog in one transaction, with whatever else `work` writes; a dry run rolls all of it back.
 * @throws {DomainError} for an edit that is refused; nothing is written then
 */
export async function writeByHand<T>(store: Store, isDry: boolean, work: (write: WriteByHand) => T): Promise<T> {
  try {
    return await store.write(() => {
      const result = work((one) => byHand(store, catalog, one));
      if (isDry) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

export type WriteByHand = (work: (editing: RecordEditing) => Edited) => Edited;

/** Ends the transaction of a dry run. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super('A dry run writes nothing.');
  }
}

/** The number of a revision, as the history shows it. */
export const numberOf = ({ writer }: Store, revisionId: string | undefined): number | undefined =>
  revisionId === undefined
    ? undefined
    : (writer.query('SELECT key FROM revision WHERE id = ?').get(revisionId) as { key: number } | null)?.key;
