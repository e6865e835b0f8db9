import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { addItem, importFile, sendFile } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

const records = [
  { type: 'Release', id: `/api/releases/${uuid(1)}`, attributes: { title: 'Psycho', release_date: '1975', barcode: '077778980926' } },
  { type: 'Release', id: `/api/releases/${uuid(2)}`, attributes: { title: 'Yellow Submarine', artist_credit: 'The Beatles' } },
];

let server: TestServer;
beforeAll(async () => {
  server = await startServer(records);
});
beforeEach(() => {
  for (const table of ['collection_item', 'wishlist_item', 'import_row']) server.store.writer.run(`DELETE FROM ${table}`);
});

const add = (list: 'collection' | 'wishlist', number: number, attributes: object = {}) => addItem(server, list, uuid(number), attributes);

const put = (query: string, rows: readonly string[]) =>
  importFile(server, ['release_id,barcode,release_title,condition', ...rows].join('\n'), { query });

const countOf = (table: string): number => (server.store.writer.query(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;

describe('a dry run', () => {
  test('reports for each row its name in the file, how its release was found, and the expected outcome', async () => {
    await add('collection', 1, { condition: 'good' });
    await add('wishlist', 1);
    const report = await put('dryRun=true&alsoOwned=differing', [
      ',077778980926,Psycho,VG+',
      ',,Yellow Submarine,',
      ',123,Vertigo,',
      `${uuid(2)},,,best`,
    ]);
    const psycho = { id: uuid(1), title: 'Psycho', artist_credit: null, year: 1975 };
    const submarine = { id: uuid(2), title: 'Yellow Submarine', artist_credit: 'The Beatles', year: null };
    const missing = { reason: 'The release is not in the catalog.', found_by: null, candidates: [] };
    const noted = {
      reason: expect.stringMatching(/^condition “best” must be one of mint, /),
      in_notes: [{ kind: 'out_of_rule', column: 'condition', value: 'best', allowed: expect.arrayContaining(['mint']) }],
      item: { notes: 'condition: best' },
    };
    const [found, other] = [
      { outcome: 'new', release: psycho, owned: 1, wanted: true },
      { outcome: 'new', release: submarine, owned: 0, wanted: false },
    ];
    expect(report.rows).toEqual([
      { ...found, line: 2, said: { title: 'Psycho', barcode: '077778980926' }, found_by: 'barcode', item: { condition: 'very_good_plus' } },
      { ...other, line: 3, said: { title: 'Yellow Submarine' }, found_by: 'title', item: {} },
      { ...missing, line: 4, outcome: 'unmatched', said: { title: 'Vertigo', barcode: '123' } },
      { ...other, ...noted, line: 5, said: { id: uuid(2) }, found_by: 'id' },
    ]);
    expect(report).toMatchObject({ added: 3, duplicates: 0, unmatched: 1, with_candidates: 0, invalid: 0, in_notes: 1, wanted: 1 });
    expect([countOf('collection_item'), countOf('wishlist_item'), countOf('import_row')]).toEqual([1, 1, 0]);
  });

  test('lists up to the requested number of rows per outcome, and counts all', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => (index % 2 ? `${uuid(1)},,,` : `,${1000 + index},,`));
    const report = await put('dryRun=true&rowsShown=3', rows);
    expect(report).toMatchObject({ added: 15, unmatched: 15 });
    expect(report.rows.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'new'),
      ...Array.from({ length: 3 }, () => 'unmatched'),
    ]);
  });
});

describe('a row whose release is already in the collection', () => {
  const rowsOf = (...conditions: string[]) => conditions.map((condition) => `${uuid(1)},,,${condition}`);

  test.each([
    ['skip', ['good', 'mint'], 1],
    ['skip', ['mint'], 0],
    ['differing', ['good', 'mint'], 1],
    ['differing', ['mint'], 1],
    ['add', ['good', 'mint'], 2],
  ])('follows alsoOwned=%s: a good copy is there, the file has %j', async (choice, conditions, added) => {
    await add('collection', 1, { condition: 'good' });
    expect((await put(`alsoOwned=${choice}`, rowsOf(...conditions))).added).toBe(added);
    expect(countOf('collection_item')).toBe(1 + added);
  });

  test('is skipped by default; rows beyond the existing copies add copies, and equal rows match existing ones', async () => {
    await add('collection', 1, { condition: 'good' });
    const report = await put('', rowsOf('mint', 'good'));
    expect(report).toMatchObject({ added: 1, duplicates: 1 });
    expect(report.rows.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome])).toEqual([
      [2, 'new'],
      [3, 'duplicate'],
    ]);
    expect((await put('', rowsOf('fair', 'poor'))).added).toBe(0);
  });
});

describe('a file with an invalid row', () => {
  const rows = [',,,best', `${uuid(2)},,,mint`];

  test('is refused, or imported without that row if requested', async () => {
    await expect(put('', rows)).rejects.toThrow('Name the disc');
    expect(countOf('collection_item')).toBe(0);
    expect(await put('unreadable=skip', rows)).toMatchObject({ added: 1, invalid: 1 });
    expect(countOf('collection_item')).toBe(1);
  });
});

describe('an imported item', () => {
  test('counts a wishlist release once, however many copies are added', async () => {
    await add('wishlist', 1);
    const report = await put('dryRun=true', [`${uuid(1)},,,good`, `${uuid(1)},,,mint`]);
    expect(report).toMatchObject({ added: 2, wanted: 1 });
  });

  test('is removed from the wishlist if requested and allowed by the token', async () => {
    await add('wishlist', 1);
    await add('wishlist', 2);
    const limited = await issueApiToken(server.store, 'tester', 'collection alone', { scopes: ['collection:write'] });
    const refused = await sendFile(server, `release_id\n${uuid(1)}`, { query: 'takeOffWishlist=true', token: limited });
    expect(refused.status).toBe(403);
    await put('dryRun=true&takeOffWishlist=true', [`${uuid(1)},,,`]);
    expect(countOf('wishlist_item')).toBe(2);
    expect(await put('takeOffWishlist=true', [`${uuid(1)},,,`])).toMatchObject({ added: 1, wanted: 1 });
    expect(countOf('wishlist_item')).toBe(1);
  });
});
