import { catalog } from '../../catalog';
import type { RecordEditing } from '../../records/edit/editor';
import type { Author, Edited } from '../../records/history/revisions';
import { byHand } from '../../records/sources/writer';
import type { Store } from '../../store/database/open';

/** The author of edits on the command line, which have no account. */
export const byCommand = (note: string | undefined): Author => ({
  username: 'command line',
  source: 'command_line',
  note: note || undefined,
});

/**
 * Edits the catalog in one transaction; a dry run rolls it back.
 * @throws {DomainError} for a rejected edit; nothing is written
 */
export async function writeByHand<T>(store: Store, isDry: boolean, work: (write: WriteByHand) => T): Promise<T> {
  try {
    return await store.write(() => {
      const result = work((change) => byHand(store, catalog, change));
      if (isDry) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

export type WriteByHand = (work: (editing: RecordEditing) => Edited) => Edited;

/** Rolls back a dry run. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super('A dry run writes nothing.');
  }
}

/** The revision number shown in the history. */
export const revisionNumberOf = ({ writer }: Store, revisionId: string | undefined): number | undefined =>
  revisionId === undefined
    ? undefined
    : writer.get<{ key: number }>('SELECT key FROM revision WHERE id = :revisionId', { revisionId })?.key;
