import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { importRecords } from '../../src/import/seed';
import { watchSlowStatements } from '../../src/store/database/connection';
import { nonEmpty } from '../support/non-empty';
import { startServer, type TestServer } from '../support/server';

setDefaultTimeout(60_000);

interface Outcome {
  readonly line: number | null;
  readonly outcome: string;
  readonly reason?: string;
  readonly release?: { readonly id: string; readonly title: string };
  readonly candidates?: readonly {
    readonly id: string;
    readonly title: string;
    readonly artist_credit: string | null;
    readonly year: number | null;
  }[];
}

interface Report {
  readonly dry_run: boolean;
  readonly added: number;
  readonly duplicates: number;
  readonly unmatched: number;
  readonly ignored_columns: readonly string[];
  readonly rows: readonly Outcome[];
}

interface User {
  readonly id: string;
  readonly token: string;
}

type Item = Record<string, unknown>;
type Kind = 'collection' | 'wishlist';

const password = 'correct horse battery';
const jsonApi = 'application/vnd.api+json';

const ids = ['Psycho', 'Jaws', 'Vertigo', 'Vertigo', 'You'].map((title, index) => ({
  title,
  id: `00000000-0000-4000-8000-00000000000${index + 1}`,
}));
const [psycho, jaws, vertigo, secondVertigo, you] = ids.map(({ id }) => id) as [string, string, string, string, string];

const release = (index: number, attributes: object) => ({
  type: 'Release',
  id: `/api/releases/${ids[index]?.id}`,
  attributes: { title: ids[index]?.title, ...attributes },
});

const discogsLink = (releaseId: string, number: string) => ({
  type: 'ReleaseExternalLink',
  id: `/api/releases/${releaseId}/external-links/${crypto.randomUUID()}`,
  attributes: { provider: 'discogs', external_id: number, url: `https://www.discogs.com/release/${number}` },
});

/** Releases that share a barcode, a catalog number, or nothing. */
const records = [
  release(0, { artist_credit: 'Bernard Herrmann', barcode: '077778980926', labels: [{ catalog_number: 'CDP 7 98092-2' }] }),
  release(1, { artist_credit: 'John Williams', barcode: '4988001', labels: [{ catalog_number: '=MCA-2087' }] }),
  release(2, { barcode: '123', labels: [{ catalog_number: 'SAME 1' }] }),
  release(3, { barcode: '123', labels: [{ catalog_number: 'SAME 1' }] }),
  release(4, { labels: [{ catalog_number: 'oto4' }] }),
  discogsLink(psycho, '129186'),
  discogsLink(jaws, '1952156'),
];

let server: TestServer;
let users = 0;

beforeAll(async () => {
  server = await startServer(records);
});

async function newUser(on = server): Promise<User> {
  const name = `user${++users}`;
  const { id } = await createUser(on.store, name, password);
  return { id, token: await issueApiToken(on.store, name, 'tests') };
}

const ask = (user: User, path: string, options: { method?: string; body?: string; type?: string } = {}, on = server) =>
  on.request(`/api/users/${user.id}/${path}`, {
    method: options.method ?? 'GET',
    headers: { authorization: `Bearer ${user.token}`, ...(options.type && { 'content-type': options.type }) },
    ...(options.body !== undefined && { body: options.body }),
  });

const send = (user: User, body: string, { kind = 'collection' as Kind, query = '', type = 'text/csv', on = server } = {}) =>
  ask(user, `${kind}/import${query}`, { method: 'POST', body, type }, on);

async function put(user: User, body: string, options: Parameters<typeof send>[2] = {}): Promise<Report> {
  const response = await send(user, body, options);
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return JSON.parse(text).data.attributes;
}

async function exported(user: User, format: 'csv' | 'json', kind: Kind = 'collection', on = server): Promise<string> {
  const response = await ask(user, `${kind}/export?format=${format}`, {}, on);
  if (response.status !== 200) throw new Error(await response.text());
  return response.text();
}

/** Sorted items of a list, without ids and times. */
async function itemsOf(user: User, kind: Kind = 'collection', on = server): Promise<Item[]> {
  const response = await ask(user, `${kind}?itemsPerPage=100`, {}, on);
  const { data } = (await response.json()) as { data: { attributes: Item }[] };
  return data.map(({ attributes: { _id, updated_at, ...rest } }) => rest).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

async function add(user: User, attributes: Item, kind: Kind = 'collection'): Promise<void> {
  const type = kind === 'collection' ? 'CollectionItem' : 'WishlistItem';
  const response = await ask(user, kind, { method: 'POST', type: jsonApi, body: JSON.stringify({ data: { type, attributes } }) });
  if (response.status !== 201) throw new Error(await response.text());
}

const unmatched = async (user: User, kind: Kind = 'collection', on = server) =>
  ((await (await ask(user, `${kind}/import/unmatched`, {}, on)).json()) as { data: { id: string; attributes: Item }[] }).data;

const outcomes = (report: Report) => report.rows.map(({ outcome }) => outcome);

describe('an export', () => {
  test('finds the releases on another server by barcode and catalog number', async () => {
    const other = await startServer([
      { type: 'Release', id: `/api/releases/${crypto.randomUUID()}`, attributes: { title: 'Psycho', barcode: '0-077778-980926' } },
      {
        type: 'Release',
        id: `/api/releases/${crypto.randomUUID()}`,
        attributes: { title: 'Jaws', labels: [{ catalog_number: '=mca 2087' }] },
      },
    ]);
    const [from, to] = [await newUser(), await newUser(other)];
    await add(from, { release: { id: psycho }, shop: 'Dusty Groove' });
    await add(from, { release: { id: jaws } });
    const report = await put(to, await exported(from, 'csv'), { on: other });
    expect(report.rows.map(({ release }) => release?.title)).toEqual(['Psycho', 'Jaws']);
    expect((await itemsOf(to, 'collection', other)).map(({ shop }) => shop).sort()).toEqual([null, 'Dusty Groove'].sort());
  });

  test('has a file name and media type, and is not cached', async () => {
    const user = await newUser();
    for (const [query, type] of [
      ['?format=json', 'application/json'],
      ['?format=csv', 'text/csv; charset=utf-8'],
      ['', 'text/csv; charset=utf-8'],
    ] as const) {
      const response = await ask(user, `collection/export${query}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="leitmotif-collection-\d{4}-\d\d-\d\d\.(?:csv|json)"$/,
      );
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.has('ratelimit')).toBe(true);
    }
  });

  test('has a header, also without items', async () => {
    expect(await exported(await newUser(), 'csv')).toBe(
      'release_id,release_title,barcode,catalog_number,artist_credit,label,year,country,condition,status,purchased_at,shop,notes,purchase_price_cents,currency,storage_location,sleeve_condition,rating,added_at,folder,tags,is_signed,quantity,order_date,order_price_cents,order_vendor,format_type,current_value_cents,value_currency,valued_on,value_source,lent_to,lent_on,due_on,created_at,updated_at\r\n',
    );
  });

  test('escapes formulas of spreadsheets', async () => {
    const user = await newUser();
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", 'plain', "it's"];
    for (const notes of texts) await add(user, { release: { id: jaws }, notes });
    const file = await exported(user, 'csv');
    const cells = [...file.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell as string);
    expect(cells.length).toBeGreaterThan(texts.length);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    for (const cell of ['"\'=1+1"', '"\'+1"', '"\'-1"', '"\'@SUM(A1)"', '"\'\'=1"', '"\'=MCA-2087"', '"plain"', '"it\'s"'])
      expect(file).toContain(cell);
  });
});

describe('a Discogs file', () => {
  const header =
    'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes';
  const rows = [
    'OTO 2,Au Pairs,You,021 Records,"7"", EP",,1979,7530535,Uncategorized,2020-11-12 12:24:52,,',
    '"- oto - 4, oto4",Au Pairs,Diet / Its Obvious,"021 Records, Human Records (2)","7"", Single, Pap",,1980,434828,Uncategorized,2020-11-12 12:26:02,,,',
    'TENR 137,Mantronix,Who Is It?,10 Records,"12""",,1987,129186,Uncategorized,2020-03-09 22:40:50,Very Good Plus (VG+),Very Good Plus (VG+),',
    'VP 4123,Cocoa Tea,The Sweet Sound Of Cocoa Tea,17 North Parade,"2xCD, Comp",,2008,1952156,Uncategorized,2021-04-06 11:25:59,Near Mint (NM or M-),Near Mint (NM or M-),',
    'piasr 210 lp,I Am Kloot,Sky At Night,[PIAS] Recordings,"LP, Album",,2010,2596660,Uncategorized,2026-01-19 11:01:49,Near Mint (NM or M-),Near Mint (NM or M-),',
  ];

  test('adds the releases that the catalog has', async () => {
    const user = await newUser();
    const report = await put(user, [header, ...rows].join('\n'));
    expect(report.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'unmatched'],
      [3, 'unmatched'],
      [4, 'new'],
      [5, 'new'],
      [6, 'unmatched'],
    ]);
    // The number belongs to a release with another title.
    expect(report.rows[1]?.candidates).toEqual([{ id: you, title: 'You', artist_credit: null, year: null }]);
    expect(await itemsOf(user)).toMatchObject([
      { added_at: '2021-04-06T11:25:59.000+00:00', condition: 'near_mint', sleeve_condition: 'near_mint', format_type: 'cd', notes: null },
      {
        added_at: '2020-03-09T22:40:50.000+00:00',
        condition: 'very_good_plus',
        sleeve_condition: 'very_good_plus',
        rating: null,
        folder: null,
        format_type: 'vinyl',
        notes: null,
        storage_location: null,
        status: 'active',
      },
    ]);
    expect((await unmatched(user)).map(({ attributes }) => (attributes.row as Item).Artist)).toEqual([
      'Au Pairs',
      'Au Pairs',
      'I Am Kloot',
    ]);
  });

  test.each([
    ['Blu-ray, Multichannel, Album + CD, Album', 'blu_ray'],
    ['LP, Album + CD, Album', 'vinyl'],
    ['Box, Comp + 2xCD, Album + DVD, PAL', 'cd'],
    ['CD, Album, Hybrid, SACD', 'sacd'],
  ])('gives a copy the first format of several: %s', async (format, format_type) => {
    const user = await newUser();
    await put(user, [header, `X 1,A,Psycho,L,"${format}",,0,129186,Uncategorized,2020-01-01 00:00:00,,,`].join('\r\n'));
    expect(await itemsOf(user)).toMatchObject([{ format_type }]);
  });

  test('keeps folder, rating, notes and custom fields', async () => {
    const user = await newUser();
    const own = 'X 1,A,Psycho,L,"Cass, Album",5,0,129186,Shelf B,2020-01-01 00:00:00,Mint (M),,Signed?,=2+2,yes';
    await put(user, [`${header},Collection Formula,Collection Promo`, own].join('\r\n'));
    expect(await itemsOf(user)).toMatchObject([
      {
        condition: 'mint',
        sleeve_condition: null,
        rating: 5,
        added_at: '2020-01-01T00:00:00.000+00:00',
        format_type: 'cassette',
        folder: 'Shelf B',
        storage_location: null,
        notes: 'Signed?\nFormula: =2+2\nPromo: yes',
      },
    ]);
  });

  test('has grades in many forms, and other texts become lines of the notes', async () => {
    const words: readonly (readonly [word: string, grade: string | null, note: string])[] = [
      ['Mint (M)', 'mint', ''],
      ['Near Mint (NM or M-)', 'near_mint', ''],
      ['NM', 'near_mint', ''],
      ['m-', 'near_mint', ''],
      ['VG+', 'very_good_plus', ''],
      ['Very Good (VG)', 'very_good', ''],
      ['Good Plus (G+)', 'good_plus', ''],
      ['G', 'good', ''],
      ['fair (F)', 'fair', ''],
      ['Poor (P)', 'poor', ''],
      ['Not Graded', null, ''],
      ['Generic', null, 'Generic'],
      ['No Cover', null, 'No Cover'],
      ['constructor', null, 'constructor'],
    ];
    for (const [word, grade, note] of words) {
      const user = await newUser();
      await put(user, `${header}\nX 1,A,Psycho,L,CD,,0,129186,,,${word},${word},`);
      expect(await itemsOf(user)).toMatchObject([
        { condition: grade, sleeve_condition: grade, notes: note === '' ? null : `Condition: ${note}\nSleeve: ${note}` },
      ]);
    }
  });

  test('with an invalid date or a rating above five keeps them in the notes', async () => {
    for (const [row, column, value] of [
      ['X 1,A,Psycho,L,CD,,0,129186,,2019-02-30 10:00:00,,,Signed', 'Date Added', '2019-02-30 10:00:00'],
      ['X 1,A,Psycho,L,CD,,0,129186,,2999-01-01 10:00:00,,,Signed', 'Date Added', '2999-01-01 10:00:00'],
      ['X 1,A,Psycho,L,CD,6,0,129186,,,,,Signed', 'Rating', '6'],
    ] as const) {
      const report = await put(await newUser(), `${header}\n${row}`);
      expect(report.rows).toMatchObject([
        { outcome: 'new', in_notes: [{ column }], item: { notes: `Signed\n${column}: ${value}` } },
      ] as object[]);
    }
  });

  test('with two equal rows adds two copies, and none when it is imported again', async () => {
    const user = await newUser();
    const file = [header, rows[2], rows[2]].join('\n');
    expect(outcomes(await put(user, file))).toEqual(['new', 'new']);
    expect(outcomes(await put(user, file))).toEqual(['duplicate', 'duplicate']);
    expect(outcomes(await put(user, `${file}\n${rows[2]}`))).toEqual(['duplicate', 'duplicate', 'new']);
    expect((await itemsOf(user)).length).toBe(3);
  });

  test('is read together with columns that its owner added', async () => {
    const user = await newUser();
    const own = `${header},Price,Bought At\nX 1,A,Psycho,L,CD,,0,129186,Uncategorized,2020-01-01 00:00:00,,,,12 EUR,\n`;
    const report = await put(user, own);
    expect([outcomes(report), report.ignored_columns]).toEqual([['new'], []]);
    const wants = `${header.replace('Collection Notes', 'Notes')}\nX,A,Psycho,L,CD,0,1990,129186,Want,2020-01-01 00:00:00,,,first press\n`;
    const wished = await put(user, wants, { kind: 'wishlist' });
    expect([outcomes(wished), wished.ignored_columns]).toEqual([['new'], ['CollectionFolder', 'Date Added']]);
  });

  test('adds each release to the wishlist once', async () => {
    const user = await newUser();
    const wants =
      'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes\nX,A,Psycho,L,CD,,1990,129186,first press\nX,A,Psycho,L,CD,,1990,129186,';
    expect(outcomes(await put(user, wants, { kind: 'wishlist' }))).toEqual(['new', 'duplicate']);
    expect(await itemsOf(user, 'wishlist')).toMatchObject([{ notes: 'first press' }]);
  });
});

test.each([
  'Catalog#,Title,Condition,Price,Purchase Date,Place,Colour',
  'Catalog#,Title,Condition,Price,Purchase Date,Place,Colour,Released',
  'Catalog#,Title,Condition,Price,Purchase Date,Place,Colour,release_id',
])('a file with a column "Catalog#" that is no Discogs export is read as any other: %s', async (header) => {
  const user = await newUser();
  const cells = header
    .split(',')
    .map((name) => ({ Condition: 'VG+', Price: '12.50', 'Purchase Date': '2021-05-01', Place: 'Shelf', Colour: 'red' })[name] ?? '');
  const described = ['CDP 7 98092-2', 'Psycho', ...cells.slice(2)].map((cell, index) =>
    header.split(',')[index] === 'release_id' ? '129186' : cell,
  );
  const report = await put(user, `${header}\n${described.join()}\n`);
  expect([outcomes(report), report.ignored_columns]).toEqual([['new'], ['Colour']]);
  expect(await itemsOf(user)).toMatchObject([
    { condition: 'very_good_plus', purchase_price_cents: 1_250, purchased_at: '2021-05-01T00:00:00.000+00:00', storage_location: 'Shelf' },
  ]);
});

describe('an import', () => {
  test.each([
    ['a byte order mark', `\ufeffrelease_id,shop\r\n${'PSYCHO'},A\r\n`],
    ['semicolons', `release_id;shop\n${'PSYCHO'};A\n`],
    ['tabs', `release_id\tshop\r\n${'PSYCHO'}\tA`],
    ['short rows', `release_id,shop,notes,quantity\n${'PSYCHO'},A`],
    ['long rows and empty lines', `release_id,shop\n\n${'PSYCHO'},A,,,\n\n`],
    ['an IRI for its release', `release_id,shop\n/api/releases/${'PSYCHO'},A`],
    ['every cell in quotes', `"release_id","shop","condition","quantity","is_signed"\n"${'PSYCHO'}","A","","","FALSE"`],
    ['the number of Discogs for its release', 'release_id,shop\n129186,A'],
    ['a barcode alone', 'barcode,shop\n0 77778 98092 6,A'],
    ['names of columns with capitals', 'Barcode,SHOP\n0 77778 98092 6,A'],
    ['a catalogue number alone', 'catalog_number,shop\ncdp7980922,A'],
  ])('reads CSV with %s', async (_, file) => {
    const user = await newUser();
    expect(outcomes(await put(user, file.replace('PSYCHO', psycho)))).toEqual(['new']);
    expect(await itemsOf(user)).toMatchObject([{ shop: 'A', quantity: 1, is_signed: false, condition: null, release: { id: psycho } }]);
  });

  test('reports the same in a dry run, and writes nothing', async () => {
    const user = await newUser();
    const everything = () =>
      JSON.stringify(['collection_item', 'import_row'].map((table) => server.store.reader.query(`SELECT * FROM ${table}`).all()));
    const before = everything();
    const file = `release_id,catalog_number,shop\n${psycho},,A\n,nothing,B\n${psycho},,A`;
    const dry = await put(user, file, { query: '?dryRun=true' });
    expect(everything()).toBe(before);
    const wet = await put(user, file, { query: '?dryRun=false' });
    expect(dry).toEqual({ ...wet, dry_run: true });
    expect(outcomes(wet)).toEqual(['new', 'unmatched', 'new']);
  });

  test('lists the candidates of an ambiguous row', async () => {
    const user = await newUser();
    const report = await put(user, 'barcode,catalog_number\n123,\n,same1');
    for (const row of nonEmpty(report.rows)) {
      expect(row.outcome).toBe('unmatched');
      expect(row.candidates?.map(({ id }) => id).sort()).toEqual([vertigo, secondVertigo]);
    }
    expect(await itemsOf(user)).toEqual([]);
  });

  test('with an invalid row writes nothing, and names the row', async () => {
    const user = await newUser();
    const file = `release_id,purchase_price_cents,order_date,created_at\n${psycho},1,,\n${psycho},-5,2023-02-30,\nshoes,,,yesterday`;
    const response = await send(user, file);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      meta: { errors: [{ source: { pointer: '/items/2/release' }, meta: { message: expect.stringMatching(/^In line 4/) } }] },
    });
    expect(await itemsOf(user)).toEqual([]);
    expect(outcomes(await put(user, file, { query: '?dryRun=1' }))).toEqual(['new', 'new', 'invalid']);
  });

  test.each([
    ['unknown columns', 'text/csv', 'shoes,size\na,b', 400],
    ['nothing', 'text/csv', '', 400],
    ['an open quote', 'text/csv', 'release_id,shop\n"a,b', 400],
    ['10,001 rows', 'text/csv', `release_id\n${`${psycho}\n`.repeat(10_001)}`, 413],
    ['more than 8 MiB', 'text/csv', `release_id,notes\n${psycho},${'x'.repeat(8 * 1_048_576)}`, 413],
    ['a list', 'application/json', '[]', 400],
    ['another version', 'application/json', '{"format":"leitmotif-collection","version":2,"items":[]}', 400],
    ['the other kind of list', 'application/json', '{"format":"leitmotif-wishlist","version":1,"items":[]}', 400],
    ['items that are none', 'application/json', '{"format":"leitmotif-collection","version":1,"items":[1]}', 400],
    ['null', 'application/json', 'null', 400],
  ])('of %s is refused with an explanation', async (_, type, body, status) => {
    const response = await send(await newUser(), body, { type });
    expect(response.status).toBe(status);
    const { errors } = (await response.json()) as { errors: { detail: string }[] };
    expect(errors[0]?.detail).toMatch(/\.$/);
  });

  test('of a thousand rows can be exported unchanged', async () => {
    const user = await newUser();
    const file = `release_id,shop\n${Array.from({ length: 1000 }, (_, index) => `${psycho},${index}`).join('\n')}`;
    expect((await put(user, file)).added).toBe(1000);
    expect((await put(user, await exported(user, 'csv'))).duplicates).toBe(1000);
  });
});

describe('an import beside other requests', () => {
  const thousands = (count: number, row: (index: number) => string) =>
    `release_id,catalog_number,shop\n${Array.from({ length: count }, (_, index) => row(index)).join('\n')}`;

  test('does not block them', async () => {
    const user = await newUser();
    let isOver = false;
    const importing = put(
      user,
      thousands(2_000, (index) => `${psycho},,${index}`),
    ).finally(() => {
      isOver = true;
    });
    let answered = 0;
    for (; !isOver; answered++) {
      await server.read('/api/releases?itemsPerPage=1');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await importing).added).toBe(2_000);
    expect(answered).toBeGreaterThan(5);
  });

  test('waits for another import of the same user', async () => {
    const user = await newUser();
    const first = put(
      user,
      thousands(2_000, (index) => `${psycho},,${index}`),
    );
    const second = await send(user, `release_id\n${psycho}`, { kind: 'wishlist' });
    expect([second.status, second.headers.get('retry-after')]).toEqual([409, '5']);
    expect((await first).added).toBe(2_000);
    expect((await put(user, `release_id\n${psycho}`, { kind: 'wishlist' })).added).toBe(1);
  });

  test('is one of at most five of all users', async () => {
    const six = await Promise.all(Array.from({ length: 6 }, () => newUser()));
    const answers = await Promise.all(six.map((user) => send(user, `release_id\n${psycho}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 503]);
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
  });

  test('does not wait for slow uploads of others, of which there are at most 32', async () => {
    const [other, ...slow] = (await Promise.all(Array.from({ length: 33 }, () => newUser()))) as [User, ...User[]];
    const held: ReadableStreamDefaultController<Uint8Array>[] = [];
    const uploads = slow.map((user) => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void held.push(controller) });
      const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'text/csv' };
      return server.app.handle(new Request(`http://localhost/api/users/me/collection/import`, { method: 'POST', headers, body }));
    });
    const finish = (controller: ReadableStreamDefaultController<Uint8Array> | undefined) => {
      controller?.enqueue(new TextEncoder().encode(`release_id\n${psycho}`));
      controller?.close();
    };
    const refused = await send(other, `release_id\n${psycho}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    finish(held[0]);
    expect((await uploads[0])?.status).toBe(200);
    expect((await put(other, `release_id\n${psycho}`)).added).toBe(1);
    for (const [index, upload] of uploads.entries()) {
      if (index > 0) finish(held[index]);
      expect((await upload).status).toBe(200);
    }
  });

  test.each(['collection', 'wishlist'] as const)('into a %s with an unknown parameter is refused, naming it', async (kind) => {
    const user = await newUser();
    for (const [name, hint] of [
      ['dryrun', ' Did you mean dryRun?'],
      ['DRYRUN', ' Did you mean dryRun?'],
      ['dry_run', ' Did you mean dryRun?'],
      ['color', ''],
    ] as const) {
      const response = await send(user, `release_id\n${psycho}`, { kind, query: `?${name}=true` });
      const { errors } = (await response.json()) as { errors: object[] };
      expect(response.status).toBe(400);
      expect(errors).toEqual([
        expect.objectContaining({ detail: `There is no parameter ${name} here.${hint}`, source: { parameter: name } }),
      ]);
    }
    expect(await itemsOf(user, kind)).toEqual([]);
  });

  test.each([
    ['text/csv', `release_id,notes\n${psycho},good\n${psycho},b\0d\n`, 'Row 3'],
    ['text/csv', `release_id,shoes\n${psycho},b\0d\n`, 'Row 2'],
    [
      'application/json',
      JSON.stringify({ format: 'leitmotif-collection', version: 1, items: [{ release_id: psycho, shop: '\0' }] }),
      'Row 1',
    ],
  ])('of %s with U+0000 in a text is refused, naming its position', async (type, body, place) => {
    const user = await newUser();
    const response = await send(user, body, { type });
    const { errors } = (await response.json()) as { errors: { detail: string }[] };
    expect([response.status, errors[0]?.detail]).toEqual([
      400,
      `${place} contains the character U+0000 or half a character, which no text may have.`,
    ]);
    expect(await itemsOf(user)).toEqual([]);
  });

  test('writes nothing if it fails midway', async () => {
    const user = await newUser();
    const tables = () => ['collection_item', 'import_row', 'import_journal'].map((table) => countOf(table));
    const before = tables();
    server.store.writer.run(
      `CREATE TRIGGER failing BEFORE INSERT ON collection_item WHEN new.shop = 'shop 2900' BEGIN SELECT RAISE(ABORT, 'no more'); END`,
    );
    const file = thousands(3_000, (index) => (index % 2 ? `,none ${index},A` : `${psycho},,shop ${index}`));
    expect((await send(user, file)).status).toBe(500);
    server.store.writer.run('DROP TRIGGER failing');
    expect(tables()).toEqual(before);
    const report = await put(user, file);
    expect([report.added, report.unmatched]).toEqual([1_500, 1_500]);
  });

  const countOf = (table: string): number =>
    (server.store.writer.query(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;
});

describe('pending rows', () => {
  const row = (number: string) => `catalog_number,shop\n${number},A`;

  test('are stored once, however often their file is imported', async () => {
    const user = await newUser();
    const file = `${row('none 1')}\nnone 1,A\nnone 2,B`;
    await put(user, file);
    await put(user, file);
    const kept = await unmatched(user);
    expect(kept.map(({ attributes: { row, copies } }) => ({ row, copies }))).toEqual([
      { row: { catalog_number: 'none 1', shop: 'A' }, copies: 2 },
      { row: { catalog_number: 'none 2', shop: 'B' }, copies: 1 },
    ] as never);
  });

  /** Pending rows as an import stores them: "none 1" and so on. */
  const keepRows = (user: User, count: number) =>
    server.store.writer.run(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
       INSERT INTO import_row (id, user_key, list, cells, copies, created_at, release_keys)
       SELECT lower(hex(randomblob(18))), user.key, 'collection', json_object('catalog_number', 'none ' || n), 1, '2026',
         json_object('catalogNumbers', json_array('none' || n))
       FROM numbers, user WHERE user.id = '${user.id}'`,
    );

  test('are limited to ten thousand per list; the report names the others as not stored', async () => {
    const user = await newUser();
    keepRows(user, 9_999);
    const file = 'catalog_number\nnone 1\nlast\nlast\none too many';
    const dry = await put(user, file, { query: '?dryRun=true' });
    const report = await put(user, file);
    expect(report).toEqual({ ...dry, dry_run: false });
    expect(report.rows.map(({ outcome, reason }) => [outcome, /not kept: 10000 /.test(reason ?? '')])).toEqual([
      ['unmatched', false],
      ['unmatched', false],
      ['unmatched', false],
      ['unmatched', true],
    ]);
    const page = await ask(user, 'collection/import/unmatched');
    expect(((await page.json()) as { meta: object }).meta).toMatchObject({ totalItems: 10_000 });
  });

  test('cost an import little if the catalog has none of their releases', async () => {
    const user = await newUser();
    const statements = async () => {
      let count = 0;
      watchSlowStatements({ fromMilliseconds: 0, commitFromMilliseconds: 0, tell: () => count++ });
      await put(user, 'catalog_number\n').finally(() => watchSlowStatements(undefined));
      return count;
    };
    const before = await statements();
    keepRows(user, 9_999);
    expect(before).toBeGreaterThan(5);
    // Matching each row would take at least one.
    expect(await statements()).toBeLessThan(before + 2_000);
  });

  test('stored with empty cells by earlier versions are recognized as the same rows', async () => {
    const own = await startServer(records);
    const user = await newUser(own);
    const keep = (cells: object) =>
      own.store.writer.run(
        `INSERT INTO import_row (id, user_key, list, cells, copies, created_at)
         SELECT '${Bun.randomUUIDv7()}', key, 'collection', '${JSON.stringify(cells)}', 2, '2026' FROM user WHERE id = '${user.id}'`,
      );
    keep({ catalog_number: 'none 1', shop: 'A', notes: null });
    keep({ catalog_number: 'oto 4', shop: null, notes: null });
    const report = await put(user, 'catalog_number,shop,notes\nnone 1,A', { on: own });
    expect(report.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'unmatched'],
      [null, 'new'],
      [null, 'new'],
    ]);
    expect((await unmatched(user, 'collection', own)).map(({ attributes: { row, copies } }) => ({ row, copies }))).toEqual([
      { row: { catalog_number: 'none 1', shop: 'A' }, copies: 2 },
    ] as never);
  });

  test('can be discarded one by one', async () => {
    const user = await newUser();
    await put(user, `${row('none 1')}\nnone 2,B`);
    const [{ id, attributes }] = (await unmatched(user)) as [{ id: string; attributes: Item }];
    expect(id).toBe(`/api/users/${user.id}/collection/import/unmatched/${attributes._id}`);
    const remove = () => ask(user, `collection/import/unmatched/${attributes._id}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await unmatched(user)).length).toBe(1);
  });

  test('are added at the next import once the catalog has their release, as often as they were in the file', async () => {
    const own = await startServer(records);
    const user = await newUser(own);
    const file = `${row('LATE 1')}\nLATE 1,A`;
    await put(user, file, { on: own });
    await importRecords(
      own.store,
      (async function* () {
        const value = {
          type: 'Release',
          id: `/api/releases/${crypto.randomUUID()}`,
          attributes: { title: 'Late', labels: [{ catalog_number: 'Late-1' }] },
        };
        yield { file: 'records of the test', line: 1, value };
      })(),
    );
    expect(outcomes(await put(user, file, { on: own, query: '?dryRun=true' }))).toEqual(['new', 'new']);
    const report = await put(user, `release_id\n${psycho}`, { on: own });
    expect(report.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'new'],
      [null, 'new'],
      [null, 'new'],
    ]);
    expect(await unmatched(user, 'collection', own)).toEqual([]);
    expect(outcomes(await put(user, file, { on: own }))).toEqual(['duplicate', 'duplicate']);
    expect((await itemsOf(user, 'collection', own)).length).toBe(3);
  });
});

describe('another user', () => {
  test('cannot delete a row of someone else through their own address', async () => {
    const [owner, stranger] = [await newUser(), await newUser()];
    await put(owner, 'catalog_number\nnone 1');
    const _id = (await unmatched(owner))[0]?.attributes._id;
    for (const kind of ['collection', 'wishlist'])
      expect((await ask(stranger, `${kind}/import/unmatched/${_id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ask(owner, `wishlist/import/unmatched/${_id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await unmatched(owner)).length).toBe(1);
  });
});
