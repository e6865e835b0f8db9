import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { deleteUser } from '../../src/accounts/users/users';
import { collectionItemsOf } from '../../src/collection/items/collection-items';
import { now, timestamp } from '../../src/store/values/dates';
import { faultOf, mergedRecord, openWorld, release, violationsOf, type World } from '../support/owned-items';
import { liveOf } from '../support/server';
import { noting, type Prepared, planOf, tablesScanned } from '../support/statement-plans';

let world: World;
let list: string;
beforeAll(async () => {
  world = await openWorld('collection');
  list = `/api/users/${world.userId}/loans`;
});
beforeEach(() => world.clear());

/** A day as many days from today. */
const day = (days: number): string => timestamp(Date.now() + days * 86_400_000).slice(0, 10);

// biome-ignore lint/suspicious/noExplicitAny: tests look into the document.
type Data = any;

const lend = (item: Data, attributes: object = {}, sent?: Parameters<World['send']>[3]): Promise<Response> =>
  world.send('POST', list, documentOf(item, attributes), sent);

const documentOf = (item: { id: string }, attributes: object = {}) => ({
  data: {
    type: 'Loan',
    attributes: { borrower: 'Ben', ...attributes },
    relationships: { item: { data: { type: 'CollectionItem', id: item.id } } },
  },
});

async function lent(item: Data, attributes?: object): Promise<Data> {
  const response = await lend(item, attributes);
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as Data).data;
}

const patch = (loan: Data, attributes: object, headers = {}): Promise<Response> =>
  world.send('PATCH', loan.id, { data: { type: 'Loan', id: loan.id, attributes } }, { headers });

const borrowers = async (query = ''): Promise<string[]> =>
  (await world.server.read(`${list}${query}`)).data.map(({ attributes }: Data) => attributes.borrower);

const rows = (table: string): number => world.server.store.reader.query(`SELECT 1 FROM ${table}`).all().length;

describe('a loan', () => {
  test('is created for a copy, named by its IRI, also with me, or by its UUID, and begins today unless it says so', async () => {
    const item = await world.make(1);
    const response = await lend(
      { id: item.id.replace(world.userId, 'me') },
      { borrower: '  Ben \n Hur ', due_on: day(30), notes: 'Sleeve' },
    );
    const { data } = (await response.json()) as Data;
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(data.id);
    expect(response.headers.get('etag')).toBeTruthy();
    expect(data.id).toBe(`${list}/${data.attributes._id}`);
    expect(data.attributes).toEqual({
      _id: expect.any(String),
      borrower: 'Ben Hur',
      lent_on: day(0),
      due_on: day(30),
      returned_on: null,
      notes: 'Sleeve',
      created_at: expect.any(String),
      updated_at: data.attributes.created_at,
    });
    expect(data.relationships.item.data).toEqual({ type: 'CollectionItem', id: item.id });
    expect((await world.server.read(data.id)).data).toEqual(data);
    const { included }: Data = await world.server.read(`${list}?include=item.releaseRecord`);
    expect(included.map(({ type }: Data) => type)).toEqual(['CollectionItem', 'Release']);
    expect((await lend({ id: (await world.make(2)).attributes._id })).status).toBe(201);
  });

  test('is changed, returned and deleted, with preconditions as copies have', async () => {
    const loan = await lent(await world.make(1));
    const etag = (await world.send('GET', loan.id)).headers.get('etag') ?? '';
    expect((await patch(loan, { due_on: day(3) }, { 'if-match': etag })).status).toBe(200);
    expect((await patch(loan, { due_on: day(4) }, { 'if-match': etag })).status).toBe(412);
    const returned = (await (await patch(loan, { returned_on: day(0), hats: 1 })).json()) as Data;
    expect([returned.data.attributes.due_on, returned.data.attributes.returned_on, returned.meta.ignoredAttributes]).toEqual([
      day(3),
      day(0),
      ['hats'],
    ]);
    expect((await world.send('DELETE', loan.id)).status).toBe(204);
    expect((await world.send('GET', loan.id)).status).toBe(404);
  });

  test('that ends before it begins, or lacks its borrower or copy, is refused with all that is wrong, and nothing is written', async () => {
    const item = await world.make(1);
    const at = (name: string) => `/data/attributes/${name}`;
    for (const [attributes, wrong] of [
      [{ lent_on: '2026-05-03', due_on: '2026-05-02', returned_on: '2026-05-01' }, ['due_on', 'returned_on']],
      [{ lent_on: '2026-05-03', returned_on: '2999-05-01' }, ['returned_on']],
      [{ due_on: '2000-01-01' }, ['due_on']],
      [{ lent_on: '2026-02-30' }, ['lent_on']],
      [{ lent_on: '2999-05-03' }, ['lent_on']],
      [{ due_on: '3 May' }, ['due_on']],
      [{ borrower: ' \u200b ', notes: 'x'.repeat(256) }, ['borrower', 'notes']],
      [{ borrower: 'x'.repeat(81) }, ['borrower']],
      [{ borrower: null }, ['borrower']],
      [{ borrower: 5 }, ['borrower']],
    ] as const) {
      const response = await lend(item, attributes);
      expect([attributes, response.status, await violationsOf(response)]).toEqual([
        attributes,
        422,
        Object.fromEntries(wrong.map((name) => [name, at(name)])),
      ]);
    }
    const strangers = { id: `/api/users/${world.strangerId}/collection/${crypto.randomUUID()}` };
    expect(await violationsOf(await lend(strangers))).toEqual({ item: '/data/relationships/item' });
    const without = await world.send('POST', list, { data: { type: 'Loan', attributes: { lent_on: day(0) } } });
    expect(Object.keys(await violationsOf(without))).toEqual(['item']);
    const loan = await lent(item, { lent_on: '2026-05-03' });
    expect(await violationsOf(await patch(loan, { due_on: '2026-05-02' }))).toEqual({ due_on: at('due_on') });
    expect(rows('loan')).toBe(1);
  });

  test('of a copy that is lent is a conflict until that loan is returned', async () => {
    const item = await world.make(1);
    const first = await lent(item);
    expect(await faultOf(await lend(item))).toEqual({ status: 409, source: { pointer: '/data/relationships/item' } });
    expect((await lend(item, { lent_on: '2020-01-01', returned_on: '2020-02-01' })).status).toBe(201);
    await patch(first, { returned_on: day(0) });
    const second = await lent(item, { borrower: 'Clara' });
    expect(await faultOf(await patch(first, { returned_on: null }))).toEqual({
      status: 409,
      source: { pointer: '/data/attributes/returned_on' },
    });
    expect(await borrowers('?open=true')).toEqual(['Clara']);
    const other = await world.make(1);
    const moved = { data: { type: 'Loan', id: second.id, relationships: documentOf(other).data.relationships } };
    expect((await world.send('PATCH', second.id, moved)).status).toBe(200);
    expect((await world.server.read(`${list}?item=${other.id}`)).meta?.totalItems).toBe(1);
  });

  test('is created once for a key, and several are written together or not at all', async () => {
    const items = await Promise.all([1, 2, 3].map((number) => world.make(number)));
    const headers = { 'idempotency-key': 'a loan' };
    for (const replayed of [null, 'true'])
      expect((await lend(items[0], {}, { headers })).headers.get('idempotency-replayed')).toBe(replayed);
    const many = (all: readonly Data[]) => world.send('POST', list, { data: all.map((item) => documentOf(item).data) });
    expect(await faultOf(await many([items[1], items[0]]))).toEqual({ status: 409, source: { pointer: '/data/1/relationships/item' } });
    const written = (await (await many([items[1], items[2]])).json()) as Data;
    const changes = written.data.map(({ id }: Data) => ({ type: 'Loan', id, attributes: { returned_on: day(0) } }));
    expect((await world.send('PATCH', list, { data: changes })).status).toBe(200);
    expect((await world.send('POST', `${list}/deletions`, { data: changes.map(({ type, id }: Data) => ({ type, id })) })).status).toBe(204);
    expect(await borrowers()).toEqual(['Ben']);
  });
});

describe('the list of loans', () => {
  test('has overdue loans first, then by due date, those without one and returned ones last, and can be filtered', async () => {
    const items = [];
    for (const [borrower, lentOn, due, returned] of [
      ['returned', -90, -80, -85],
      ['no date', -3, null, null],
      ['older without date', -9, null, null],
      ['today', -5, 0, null],
      ['tomorrow', -5, 1, null],
      ['late', -20, -1, null],
      ['very late', -70, -60, null],
    ] as const) {
      items.push(await world.make(1));
      const days = { lent_on: day(lentOn), due_on: due === null ? null : day(due), returned_on: returned === null ? null : day(returned) };
      await lent(items.at(-1), { borrower, ...days });
    }
    const open = ['very late', 'late', 'today', 'tomorrow', 'older without date', 'no date'];
    expect(await borrowers()).toEqual([...open, 'returned']);
    for (const [query, found] of [
      ['?open=true', open],
      ['?open=false', ['returned']],
      ['?overdue=true', open.slice(0, 2)],
      ['?overdue=false', [...open.slice(2), 'returned']],
      ['?overdue=true&open=true&itemsPerPage=1&page=2', ['late']],
      [`?item=${items[3].attributes._id}`, ['today']],
      [`?item[]=${items[3].id}&item[]=${items[5].id.replace(world.userId, 'me')}`, ['late', 'today']],
      ['?order[lentOn]=desc&itemsPerPage=1', ['no date']],
      ['?order[returnedOn]=desc&open=false', ['returned']],
    ] as const)
      expect([query, await borrowers(query)]).toEqual([query, [...found]]);
    for (const query of ['?open=perhaps', '?item=x', '?order[lentOn]=up']) expect((await world.send('GET', list + query)).status).toBe(400);
  });

  test('is only for its user', async () => {
    const loan = await lent(await world.make(1));
    const own = await world.send('GET', '/api/users/me/loans', undefined, { token: world.strangerToken });
    expect(((await own.json()) as Data).data).toEqual([]);
    const item = await world.server.read(loan.relationships.item.data.id);
    expect(JSON.stringify(item)).not.toContain('Ben');
  });

  test('of 10,000 lent copies is read by its indexes', async () => {
    const { server, userId, userKey } = await openWorld('collection');
    const { store } = server;
    const key = store.reader.get<{ key: number }>('SELECT key FROM "release" LIMIT 1')?.key as number;
    await store.write(() => {
      const items = collectionItemsOf(store);
      for (let left = 10_000; left > 0; left--) items.insert(userKey, key, {});
      store.writer.run(`INSERT INTO loan (id, user_key, item_key, borrower, lent_on, due_on, created_at, updated_at)
        SELECT id, user_key, key, 'Ben', '2026-01-01', date('2026-01-02', key || ' days'), created_at, updated_at FROM collection_item`);
    });
    const statements: Prepared[] = [];
    let purpose = '';
    noting(store, statements, () => purpose);
    const read = async (query: string): Promise<Data> => {
      purpose = query;
      return server.read(`/api/users/${userId}/loans${query}`);
    };
    const { data, meta } = await read('?open=true&itemsPerPage=60&page=80');
    expect([data.length, meta.totalItems]).toEqual([60, 10_000]);
    const some = data.map(({ relationships }: Data) => `item[]=${relationships.item.data.id}`).join('&');
    expect((await read(`?open=true&itemsPerPage=60&${some}`)).data).toEqual(data);
    for (const query of ['?page=2', '?overdue=true', '?overdue=false', '?open=false&order[returnedOn]=desc', '?include=item'])
      await read(query);
    purpose = '';
    const ofLoans = statements.filter(({ sql }) => sql.includes('loan'));
    const wrong = ofLoans.filter(
      ({ sql }) => tablesScanned(store.reader, sql).length > 0 || / B-TREE /.test(planOf(store.reader, sql).join()),
    );
    expect(ofLoans.length).toBeGreaterThan(10);
    expect(wrong.map(({ sql }) => sql)).toEqual([]);
  });
});

describe('loans of a copy', () => {
  test('stay with it when its release is merged, and go with the copy or the account', async () => {
    const [first, second] = [await world.make(1), await world.make(2)];
    await lent(first);
    await lent(second);
    await world.importLines([mergedRecord(1, 2)]);
    const { included }: Data = await world.server.read(`${list}?include=item.releaseRecord`);
    expect(included.filter(({ type }: Data) => type === 'Release').map(({ id }: Data) => id)).toEqual([release(2)]);
    await world.send('DELETE', first.id);
    expect(rows('loan')).toBe(1);
    const { key } = await createUser(world.server.store, 'gone', 'correct horse battery');
    for (const table of ['loan', 'collection_item']) world.server.store.writer.change(`UPDATE ${table} SET user_key = :key`, { key });
    await deleteUser(world.server.store, { key, username: '' }, liveOf(world.server.store));
    expect([rows('loan'), rows('collection_item')]).toEqual([0, 0]);
  });

  const loansIn = async (): Promise<object[]> =>
    (await world.server.read(list)).data.map(({ attributes: { _id, created_at, updated_at, ...loan } }: Data) => loan);
  const bring = (text: string, type: string): Promise<Response> =>
    world.send('POST', `${world.list}/import`, text, { headers: { 'content-type': type } });
  const imported = async (text: string, type = 'text/csv'): Promise<Data> => {
    const response = await bring(text, type);
    if (!response.ok) throw new Error(await response.text());
    return ((await response.json()) as Data).data;
  };

  test('leave with an exported collection and come back with its import, the open one in CSV and all in JSON', async () => {
    const [item] = [await world.make(1), await world.make(2)];
    await lent(item, { borrower: 'Clara', lent_on: '2024-02-02', returned_on: '2024-03-08', notes: 'Without the booklet' });
    await lent(item, { borrower: '=Ben, "the" 2nd', lent_on: '2026-05-03', due_on: '2026-08-31' });
    const before = await loansIn();
    const file = async (format: string) => (await world.send('GET', `${world.list}/export?format=${format}`)).text();
    for (const [format, type, kept] of [
      ['csv', 'text/csv', before.slice(0, 1)],
      ['json', 'application/json', before],
    ] as const) {
      const text = await file(format);
      await world.clear();
      const { attributes } = await imported(text, type);
      expect([format, attributes.added, attributes.in_notes, attributes.ignored_columns]).toEqual([format, 2, 0, []]);
      expect(await loansIn()).toEqual([...kept]);
      if (format === 'json') expect(await file('json')).toContain('"borrower": "Clara"');
      else await lent((await world.server.read(world.list)).data[0], before[1] as object);
    }
    const mine = (await (await world.send('GET', '/api/users/me/data')).json()) as Data;
    expect(mine.loans.map(({ release_title, borrower }: Data) => [release_title, borrower])).toEqual([
      ['Psycho', 'Clara'],
      ['Psycho', '=Ben, "the" 2nd'],
    ]);
  });

  test('in files that cannot be read become lines of the notes', async () => {
    const title = 'release_title,lent_to,lent_on,due_on,status';
    const { attributes } = await imported(
      [
        title,
        'Psycho,Ben,31.12.2025,2025-12-01,',
        `Vertigo,${'x'.repeat(81)},2026-01-01,,`,
        'Çetin Ceviz,,2026-01-01,,',
        'Psycho,Ben,,,wanted',
      ].join('\n'),
    );
    expect([attributes.added, attributes.in_notes]).toEqual([4, 2]);
    const notes = (await world.server.read(`${world.list}?order[title]=asc`)).data.map(({ attributes }: Data) => attributes.notes);
    expect(notes).toEqual([null, 'due_on: 2025-12-01', expect.stringMatching(/^lent_to: x+$/)]);
    expect(await loansIn()).toEqual([{ borrower: 'Ben', lent_on: '2025-12-31', due_on: null, returned_on: null, notes: null }]);
    const items = (loans: unknown) =>
      JSON.stringify({ format: 'leitmotif-collection', version: 1, items: [{ release_id: release(3), loans }] });
    const open = { borrower: 'Ben', lent_on: '2026-01-01' };
    for (const wrong of ['Ben', [5], [open, open], [{ ...open, due_on: '2025-01-01' }], [{ lent_on: '2026-01-01' }]]) {
      await world.clear();
      expect((await imported(items(wrong), 'application/json')).attributes.in_notes).toBe(1);
    }
    expect(await loansIn()).toEqual([]);
    await world.clear();
    const returned = { borrower: 'Clara', lent_on: '2025-01-01', returned_on: '2025-02-01' };
    await imported(items([{ lent_on: '2026-01-01' }, returned, open, { ...open, borrower: 'Dora' }]), 'application/json');
    expect((await loansIn()).map((loan: { borrower?: string }) => loan.borrower).sort()).toEqual(['Ben', 'Clara']);
  });

  test('of an import are undone with it, and one that was added or changed since keeps its copy', async () => {
    const undo = async (loan: Data | undefined) => {
      const { id } = await imported('release_title,lent_to,lent_on\nPsycho,Ben,2026-05-03\nVertigo,,\n');
      // Moments are exact to a millisecond.
      for (const imported = now(); now() === imported; );
      if (loan) await loan((await world.server.read(`${world.list}?order[title]=desc`)).data[0]);
      const undone = (await (await world.send('DELETE', `${world.list}/imports/${id}`)).json()) as Data;
      return undone.data.attributes;
    };
    expect(await undo(undefined)).toMatchObject({ removed_items: 2, stays: [] });
    expect(rows('loan')).toBe(0);
    expect(await undo(lent)).toMatchObject({ removed_items: 1, stays: [{ title: 'Vertigo', reason: 'changed' }] });
  });
});
