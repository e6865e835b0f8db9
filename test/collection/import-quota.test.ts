import { beforeEach, expect, test } from 'bun:test';
import { type OwnLists, openOwnLists } from '../support/own-lists';
import { sendFile } from '../support/owned-items';
import { serverOf, startServer, type TestServer } from '../support/server';

// How much the files of a user can add to the database.

/** A file of rows whose releases the catalog does not have. */
const file = (name: string, rows: number, characters = 500): string =>
  ['barcode,notes', ...Array.from({ length: rows }, (_, index) => `${name}${index},${'x'.repeat(characters)}`)].join('\n');

const put = (server: TestServer, body: string, query = '', list = 'collection') =>
  sendFile(server, body, { query: `unmatched=keep${query}`, list });

const counts = async (server: TestServer): Promise<(number | undefined)[]> =>
  Promise.all(
    ['collection/import/unmatched', 'wishlist/import/unmatched', 'collection'].map(
      async (list) => (await server.read(`/api/users/me/${list}`)).meta?.totalItems,
    ),
  );

const detailOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { errors: [{ detail: string }] }).errors[0].detail;

test('a file beyond the quota is refused as a whole, naming the space left', async () => {
  const server = await startServer([], { importQuotaMegabytes: 1 });
  expect((await put(server, file('a', 500))).status).toBe(200);
  for (const query of ['&dryRun=true', '']) {
    const refused = await put(server, file('b', 500), query, 'wishlist');
    expect(refused.status).toBe(413);
    expect(await detailOf(refused)).toBe(
      'Nothing in this file was imported: it needs more than the 0.3 MB left of your 1 MB. Import fewer rows, or delete copies, wishes or waiting rows first.',
    );
    expect(await counts(server)).toEqual([500, 0, 0]);
  }
  expect((await put(server, file('a', 500))).status).toBe(200);
  expect((await put(server, file('b', 200), '', 'wishlist')).status).toBe(200);
  const { data } = await server.read('/api/users/me/collection/import/unmatched?itemsPerPage=100');
  for (const { id } of data) await server.request(id, { method: 'DELETE' });
  expect((await put(server, file('c', 100), '', 'wishlist')).status).toBe(200);
});

test('each user has their own quota', async () => {
  const server = await startServer([], { importQuotaMegabytes: 1 });
  expect((await put(server, file('a', 600))).status).toBe(200);
  const other = await serverOf(server.store, { importQuotaMegabytes: 1 }, undefined, 'other');
  expect((await put(other, file('a', 600))).status).toBe(200);
});

test('eight files of megabytes add no more than the quota', async () => {
  const server = await startServer([]);
  const statuses = [];
  for (let index = 0; index < 8; index++) statuses.push((await put(server, file(`f${index}-`, 1_200, 2_000))).status);
  expect(statuses).toEqual([200, 200, 200, 413, 413, 413, 413, 413]);
  // Including the space of everything else.
  const { size } = server.store.reader.query('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size').get() as {
    size: number;
  };
  expect(size).toBeLessThan(45_000_000);
});

test('a quota of 0 means no limit', async () => {
  const server = await startServer([], { importQuotaMegabytes: 0 });
  for (let index = 0; index < 3; index++) expect((await put(server, file(`f${index}-`, 3_000))).status).toBe(200);
});

let own: OwnLists;
beforeEach(async () => {
  own = await openOwnLists();
}, 20_000);

test('copies count as rows do', async () => {
  const server = await serverOf(own.server.store, { importQuotaMegabytes: 1 }, undefined, 'other');
  const rows = own.releases.map(({ id }) => `${id},${'x'.repeat(9_900)}`);
  const refused = await put(server, ['release_id,notes', ...rows].join('\n'));
  expect(refused.status).toBe(413);
  expect(await detailOf(refused)).toContain('more than the 1 MB left of your 1 MB');
  expect((await put(server, ['release_id,notes', ...rows.slice(0, 30)].join('\n'))).status).toBe(200);
  expect(await detailOf(await put(server, ['release_id,notes', ...rows.slice(30)].join('\n')))).toContain('more than the 0.2 MB left');
});

const importForm = (name: string): [body: string, headers: Record<string, string>] => {
  const token = /name="_token" value="([^"]*)"/.exec(own.visitor.page.html)?.[1];
  const fields = Object.entries({ _token: token, list: 'collection', do: 'look' }).map(
    ([field, value]) => `--XX\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const sent = `--XX\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\nbarcode\r\n5014442\r\n`;
  const headers = {
    'content-type': 'multipart/form-data; boundary=XX',
    origin: 'http://localhost',
    cookie: `leitmotif-session=${own.server.token}`,
  };
  return [`${fields.join('')}${sent}--XX--\r\n`, headers];
};

test.each(['"quoted".csv', '"', 'my "best" discs.csv', 'a\\"b.csv'])('a file named %p is previewed as any other', async (name) => {
  await own.visitor.open('/collection/import');
  const [body, headers] = importForm(name);
  const response = await own.server.request('/collection/import', { method: 'POST', headers: { ...headers, authorization: '' }, body });
  const text = await response.text();
  expect([response.status, text.includes('5014442')]).toEqual([200, true]);
});

test('a pasted list of megabytes is refused by its Content-Length, or while it is read', async () => {
  await own.visitor.open('/collection/add');
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'http://localhost',
    cookie: `leitmotif-session=${own.server.token}`,
  };
  let read = 0;
  const endless = new ReadableStream({
    pull(controller) {
      read += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(97));
      if (read > 10_000_000) controller.close();
    },
  });
  const bodies = [new Uint8Array(10_000_000).fill(97), endless];
  for (const body of bodies) {
    const more: Record<string, string> = body instanceof ReadableStream ? {} : { 'content-length': '10000000' };
    const answer = await own.server.app.handle(
      new Request('http://localhost/collection/add', { method: 'POST', headers: { ...headers, ...more }, body }),
    );
    expect([answer.status, (await answer.text()).includes('at most 524,288 bytes')]).toEqual([413, true]);
  }
  expect(read).toBeLessThan(1_000_000);
});

test('a list of 200 lines in any script is looked up', async () => {
  await own.visitor.open('/collection/add');
  const page = await own.visitor.send('Look up', { codes: Array.from({ length: 200 }, () => '千'.repeat(255)).join('\n') });
  expect(page.status).toBe(200);
});
