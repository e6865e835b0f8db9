import { beforeAll, beforeEach } from 'bun:test';
import { openReleaseEditor, type ReleaseEditor } from '../../support/release-editor';

/** Tables with rows that tests add and a column that identifies each row. */
const tables = [
  ...['revision', 'collection_item', 'wishlist_item', 'merged_record'].map((name) => [name, 'id'] as const),
  ...['slug_redirect', 'slug_number'].map((name) => [name, 'slug'] as const),
  ...['release', 'production', 'album', 'work', 'artist', 'label', 'organization', 'franchise'].map((name) => [name, 'id'] as const),
  ['artist_role', 'id'],
] as const;

/** An editor on a server that the tests of a file share. Rows that a test adds are deleted before the next one. */
export function sharedEditor(): ReleaseEditor {
  const editor = {} as ReleaseEditor;
  const original = new Map<string, string>();
  // The first call in a process loads the demo.
  beforeAll(async () => {
    Object.assign(editor, await openReleaseEditor());
    for (const [table, column] of tables) {
      const rows = editor.server.store.reader.query(`SELECT json_group_array("${column}") FROM "${table}"`).values();
      original.set(table, String(rows[0]?.[0]));
    }
  }, 60_000);
  beforeEach(() => {
    const { writer } = editor.server.store;
    for (const [table, column] of tables)
      writer.run(`DELETE FROM "${table}" WHERE "${column}" NOT IN (SELECT value FROM json_each(?))`, [original.get(table) ?? '']);
    writer.run("UPDATE user SET role = 'editor' WHERE username = 'tester'");
    editor.visitor.cookies.set('leitmotif-session', editor.server.token);
  });
  return editor;
}

/** The path of the page of a record. */
export const pageOfRecord = async ({ api }: Pick<ReleaseEditor, 'api'>, iri: string): Promise<string> => {
  const { body } = await api.read(`/api/resolve?url=${encodeURIComponent(iri)}`);
  return body.data.attributes.canonical_url.replace(/^https?:\/\/[^/]+/, '');
};
