import { Invalid } from '../../src/api/schema/checks';
import type { Edit } from '../../src/records/edit/edit';
import type { Edited } from '../../src/records/history/revisions';
import { noRights, type SourceRights } from '../../src/records/provenance/sources';
import { RecordWriter } from '../../src/records/sources/writer';
import type { WriteOutcome } from '../../src/records/write/record';
import type { Store } from '../../src/store/database/open';

/** Edits by users and imports by sources, each with a new writer. */
export function editing(store: Store) {
  const withWriter = async <T>(work: (writer: RecordWriter) => T): Promise<T> => {
    const writer = new RecordWriter(store);
    try {
      return await store.write(() => {
        writer.begin();
        return work(writer);
      });
    } finally {
      writer.close();
    }
  };
  const edit = (edit: Edit, username = 'anna', note?: string): Promise<Edited> =>
    withWriter((writer) => writer.byHand((by) => by.edit(edit, { username, note })));
  return {
    edit,
    add: (record: object) => edit({ action: 'add', record }),
    change: (record: { readonly type: string; readonly id: string; readonly attributes?: object }, username?: string) =>
      edit({ action: 'change', record }, username),
    delete: (record: { readonly type: string; readonly id: string }) => edit({ action: 'delete', record }),
    give: (record: object, source = 'musicbrainz/artist', rights: SourceRights = noRights): Promise<WriteOutcome> =>
      withWriter((writer) => {
        writer.declareRights(source, rights);
        return writer.write({ record, mode: 'whole' }, { source, file: 'f', line: 1, offset: 0 });
      }),
  };
}

/** The error that an edit is refused with. */
export const refusal = async (edit: Promise<unknown>): Promise<Error> =>
  edit.then(
    () => new Error('It was not refused.'),
    (error) => error as Error,
  );
/** The messages of an invalid edit by JSON pointer. */
export const violationsOf = async (edit: Promise<unknown>): Promise<Record<string, string>> => {
  const error = await refusal(edit);
  if (!(error instanceof Invalid)) throw error;
  return Object.fromEntries(error.violations.map(({ pointer, message }) => [pointer, message]));
};
