import { catalog } from '../../catalog';
import type { Store } from '../../database/open';
import type { Author, Edited } from '../../records/edit';
import type { HandEditing } from '../../records/hand-editing';
import { RecordWriter } from '../../records/writer';

/** Whoever runs commands here has no account. */
export const byCommand = (note: string | undefined): Author => ({
  username: 'command line',
  source: 'command_line',
  note: note || undefined,
});

/**
 * Changes the catalog by hand in one transaction, together with what `beside` writes; on a dry run all of it is taken back.
 * @throws {DomainError} for what cannot be done; nothing is written then
 */
export async function writeByHand<T>(store: Store, isDry: boolean, work: (write: WriteByHand) => T): Promise<T> {
  try {
    return await store.write(() => {
      const result = withWriter(store, work);
      if (isDry) throw new TakenBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
}

/** Does what a person asks for, whole or not at all. */
export type WriteByHand = (work: (editing: HandEditing) => Edited) => Edited;

function withWriter<T>(store: Store, work: (write: WriteByHand) => T): T {
  const writer = new RecordWriter(store, catalog);
  try {
    writer.begin();
    return work((one) => writer.byHand(one));
  } finally {
    writer.close();
  }
}

/** Ends a transaction of a dry run. */
class TakenBack extends Error {
  constructor(readonly result: unknown) {
    super('A dry run writes nothing.');
  }
}

/** The number under which people know a revision. */
export const numberOf = ({ writer }: Store, revisionId: string | undefined): number | undefined =>
  revisionId === undefined
    ? undefined
    : (writer.query('SELECT key FROM revision WHERE id = ?').get(revisionId) as { key: number } | null)?.key;
