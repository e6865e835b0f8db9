// Imports are undone within thirty days: what they added and nobody has changed goes.
import { describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { deleteUser, getUser } from '../../src/accounts/users/users';
import { liveOf, startServer, type TestServer } from '../support/server';

const [psycho, jaws] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;

const records = [
  { type: 'Release', id: `/api/releases/${psycho}`, attributes: { title: 'Psycho', barcode: '0077778980926' } },
  { type: 'Release', id: `/api/releases/${jaws}`, attributes: { title: 'Jaws', barcode: '0008811171520' } },
];

const server = (editing: 'users' | 'editors' = 'users') => startServer(records, { editing });

async function send(to: TestServer, method: string, path: string, body?: string, token = to.token, type = 'application/vnd.api+json') {
  const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) };
  const response = await to.request(path, {
    method,
    headers: method === 'PATCH' && !path.endsWith('/collection') ? { ...headers, 'if-match': '*' } : headers,
    body,
  });
  const text = await response.text();
  return { status: response.status, document: text === '' ? undefined : JSON.parse(text) };
}

async function put(to: TestServer, body: string, query = 'unmatched=provisional', list = 'collection', token = to.token): Promise<string> {
  const { status, document } = await send(to, 'POST', `/api/users/me/${list}/import?${query}`, body, token, 'text/csv');
  if (status !== 200) throw new Error(JSON.stringify(document));
  return document.data.id;
}

const undo = (to: TestServer, id: string, list = 'collection', token = to.token) =>
  send(to, 'DELETE', `/api/users/me/${list}/imports/${id}`, undefined, token);

const imports = async (to: TestServer, list = 'collection') => (await to.read(`/api/users/me/${list}/imports`)).data;

const countsOf = ({ store }: TestServer) =>
  Object.fromEntries(
    ['collection_item', 'wishlist_item', 'import_row', 'release', 'label', 'revision', 'import_journal', 'list_import'].map((table) => [
      table,
      store.reader.get<{ n: number }>(`SELECT count(*) AS n FROM "${table}"`, {})?.n,
    ]),
  );

const header = 'title,artist,label,barcode,notes\n';
const file = `${header}Psycho,,,0077778980926,first\nMetello,Ennio Morricone,RCA,,\nLa Califfa,Ennio Morricone,RCA,,\n`;

describe('an import', () => {
  test('is listed with its file, counts and the time until which it can be undone', async () => {
    const to = await server();
    const id = await put(to, file, 'unmatched=provisional&fileName=mine.csv');
    const [listed, ...others] = await imports(to);
    expect(others).toEqual([]);
    expect(listed.attributes).toMatchObject({
      _id: id,
      file_name: 'mine.csv',
      added: 3,
      provisional: 2,
      duplicates: 0,
      unmatched: 0,
      skipped: 0,
      invalid: 0,
    });
    const { created_at, undo_until } = listed.attributes;
    expect((Date.parse(undo_until) - Date.parse(created_at)) / 86_400_000).toBeCloseTo(30, 2);
  });

  test('is undone with its copies, provisional releases and labels', async () => {
    const to = await server();
    const before = countsOf(to);
    const id = await put(to, file);
    expect(countsOf(to)).not.toEqual(before);
    const { status, document } = await undo(to, id);
    expect([status, document.data]).toEqual([
      200,
      {
        type: 'CollectionImportUndo',
        id,
        attributes: { removed_items: 3, removed_rows: 0, removed_releases: 2, restored_wishes: 0, restored_rows: 0, stays: [] },
      },
    ]);
    expect(countsOf(to)).toEqual(before);
    expect((await undo(to, id)).status).toBe(404);
    // Not a deletion by a person: the same file comes again.
    await put(to, file);
    expect((await imports(to))[0].attributes).toMatchObject({ added: 3, provisional: 2 });
  });

  test('leaves copies that were changed since, with their releases, and says why', async () => {
    const to = await server();
    const id = await put(to, file);
    const { data } = await to.read('/api/users/me/collection?q=Metello');
    const patch = { data: { type: 'CollectionItem', id: data[0].id, attributes: { status: 'ordered' } } };
    expect((await send(to, 'PATCH', data[0].id, JSON.stringify(patch))).status).toBe(200);
    const { attributes } = (await undo(to, id)).document.data;
    expect(attributes).toMatchObject({
      removed_items: 2,
      removed_releases: 1,
      stays: [{ type: 'CollectionItem', id: data[0].attributes._id, title: 'Metello', reason: 'changed' }],
    });
    expect((await to.read('/api/users/me/collection')).data).toHaveLength(1);
  });

  test('leaves provisional releases that another user has or an editor changed', async () => {
    const to = await server();
    const id = await put(to, file);
    await createUser(to.store, 'berta', 'correct horse battery');
    await put(to, `${header}Metello,Ennio Morricone,RCA,,\n`, undefined, undefined, await issueApiToken(to.store, 'berta', 'tests'));
    const { data } = await to.read('/api/releases?title=La%20Califfa');
    const patch = { data: { type: 'Release', id: data[0].id, attributes: { country: 'IT' } } };
    expect((await send(to, 'PATCH', data[0].id, JSON.stringify(patch))).status).toBe(200);
    const { attributes } = (await undo(to, id)).document.data;
    expect(attributes).toMatchObject({ removed_items: 3, removed_releases: 0 });
    expect(attributes.stays.map(({ type, title, reason }: Record<string, string>) => [type, title, reason])).toEqual([
      ['Release', 'La Califfa', 'changed'],
      ['Release', 'Metello', 'in_use'],
    ]);
  });

  test('of a member takes their unreviewed releases along', async () => {
    const to = await server('editors');
    const before = countsOf(to);
    const id = await put(to, file);
    const { document } = await undo(to, id);
    expect(document.data.attributes).toMatchObject({ removed_items: 3, removed_releases: 2, stays: [] });
    expect(countsOf(to)).toEqual(before);
  });

  test('gives wishes back that it took off the wishlist, as they were', async () => {
    const to = await server();
    await put(to, 'barcode,notes,priority\n0077778980926,the mono pressing,2\n', 'unmatched=keep', 'wishlist');
    const wishes = await to.read('/api/users/me/wishlist');
    const id = await put(to, file, 'unmatched=provisional&takeOffWishlist=true');
    expect((await to.read('/api/users/me/wishlist')).data).toEqual([]);
    expect((await undo(to, id)).document.data.attributes).toMatchObject({ removed_items: 3, restored_wishes: 1 });
    expect(await to.read('/api/users/me/wishlist')).toEqual(wishes);
  });

  test('removes its pending rows, and gives back those of earlier files that it made copies of', async () => {
    const to = await server();
    const first = await put(to, file, 'unmatched=keep');
    const pending = await to.read('/api/users/me/collection/import/unmatched');
    expect(pending.data).toHaveLength(2);
    const second = await put(to, header, 'unmatched=provisional');
    expect((await to.read('/api/users/me/collection')).data).toHaveLength(3);
    expect((await undo(to, second)).document.data.attributes).toMatchObject({ removed_items: 2, removed_releases: 2, restored_rows: 2 });
    expect(await to.read('/api/users/me/collection/import/unmatched')).toEqual(pending);
    expect((await undo(to, first)).document.data.attributes).toMatchObject({ removed_items: 1, removed_rows: 2 });
    expect((await to.read('/api/users/me/collection/import/unmatched')).data).toEqual([]);
  });

  test('is undone with copies that were removed and restored, except for one that was changed before', async () => {
    const to = await server();
    const id = await put(to, `${header}Psycho,,,0077778980926,first\nJaws,,,0008811171520,second\nJaws,,,0008811171520,third\n`);
    for (const { id, attributes } of (await to.read('/api/users/me/collection')).data) {
      const data = { type: 'CollectionItem', attributes };
      if (attributes.notes === 'third') {
        const changed = JSON.stringify({ data: { ...data, id, attributes: { notes: 'mine' } } });
        ({ attributes: data.attributes } = (await send(to, 'PATCH', id, changed)).document.data);
      }
      expect((await send(to, 'DELETE', id)).status).toBe(204);
      const { status, document } = await send(to, 'POST', '/api/users/me/collection', JSON.stringify({ data }));
      expect([status, document.data.id]).toEqual([201, id]);
    }
    const { attributes } = (await undo(to, id)).document.data;
    expect(attributes).toMatchObject({ removed_items: 2, stays: [{ title: 'Jaws', reason: 'changed' }] });
    expect(
      (await to.read('/api/users/me/collection')).data.map((copy: { attributes: { notes: string } }) => copy.attributes.notes),
    ).toEqual(['mine']);
  });

  test('is undone with copies that were changed and changed back, or lent by mistake, but not with one that has a loan', async () => {
    const to = await server();
    const id = await put(to, `${header}Psycho,,,0077778980926,first\nJaws,,,0008811171520,second\nJaws,,,0008811171520,third\n`);
    const { data } = await to.read('/api/users/me/collection');
    const change = async (attributes: object) => {
      const all = data.map(({ id }: { id: string }) => ({ type: 'CollectionItem', id, attributes }));
      const { status, document } = await send(to, 'PATCH', '/api/users/me/collection', JSON.stringify({ data: all }));
      expect([status, document.errors]).toEqual([200, undefined]);
    };
    const lend = async (item: string) => {
      const loan = { data: { type: 'Loan', attributes: { borrower: 'Ben', item: { id: item } } } };
      return (await send(to, 'POST', '/api/users/me/loans', JSON.stringify(loan))).document.data.id;
    };
    await change({ folder: 'Italy', tags: ['loud'] });
    await lend(data[0].id);
    expect((await send(to, 'DELETE', await lend(data[1].id))).status).toBe(204);
    await change({ folder: 'France' });
    await change({ folder: null, tags: [] });
    const { attributes } = (await undo(to, id)).document.data;
    expect(attributes).toMatchObject({ removed_items: 2, stays: [{ id: data[0].attributes._id, reason: 'changed' }] });
  });

  test('of a wishlist is undone as well', async () => {
    const to = await server();
    const id = await put(to, file, 'unmatched=provisional', 'wishlist');
    expect((await undo(to, id)).status).toBe(404);
    expect((await undo(to, id, 'wishlist')).document.data).toMatchObject({ type: 'WishlistImportUndo', attributes: { removed_items: 3 } });
  });

  test('is undone by its owner alone', async () => {
    const to = await server();
    const id = await put(to, file);
    await createUser(to.store, 'berta', 'correct horse battery');
    const berta = await issueApiToken(to.store, 'berta', 'tests');
    expect((await undo(to, id, 'collection', berta)).status).toBe(404);
  });

  test('needs the scope of the wishlist if it took wishes off', async () => {
    const to = await server();
    await put(to, 'barcode\n0077778980926\n', 'unmatched=keep', 'wishlist');
    const id = await put(to, file, 'unmatched=provisional&takeOffWishlist=true');
    const collector = await issueApiToken(to.store, 'tester', 'copies', { scopes: ['collection:write'], expiresAt: null });
    expect((await undo(to, id, 'collection', collector)).status).toBe(403);
    expect((await to.read('/api/users/me/collection')).data).toHaveLength(3);
  });

  test('cannot be undone after thirty days, nor if it wrote nothing', async () => {
    const to = await server();
    const id = await put(to, file);
    const again = await put(to, file);
    const { undo_until } = (await imports(to))[0].attributes;
    expect([undo_until, (await undo(to, again)).document.errors[0].code]).toEqual([null, 'import_not_undoable']);
    to.store.writer.run("UPDATE list_import SET finished_at = '2020-01-01T00:00:00.000+00:00'");
    expect((await undo(to, id)).status).toBe(409);
    await put(to, `${header}Jaws,,,0008811171520,\n`);
    const listed = await imports(to);
    expect(listed.map(({ attributes }: { attributes: { undo_until: string | null } }) => attributes.undo_until === null)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('is forgotten with the account of its user', async () => {
    const to = await server();
    await put(to, file);
    await deleteUser(to.store, getUser(to.store, 'tester'), liveOf(to.store));
    expect(countsOf(to)).toMatchObject({ import_journal: 0, list_import: 0 });
  });
});
