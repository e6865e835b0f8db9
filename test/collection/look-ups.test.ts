import { beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { addItem, importFile } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

const release = (number: number) => `/api/releases/${uuid(number)}`;
const jsonApi = 'application/vnd.api+json';

const entry = (number: number, of: number) => ({
  type: 'ProductionEntry',
  id: `/api/productions/${uuid(31)}/entries/${uuid(number)}`,
  relationships: { release: { data: { type: 'Release', id: release(of) } } },
});

const records = [
  { type: 'Production', id: `/api/productions/${uuid(31)}`, attributes: { title: 'Blade Runner', _type: 'movie' } },
  {
    type: 'Release',
    id: release(1),
    attributes: { title: 'Blade Runner', artist_credit: 'Vangelis', barcode: '745099657420', labels: [{ catalog_number: '4509-96574-2' }] },
  },
  { type: 'Release', id: release(2), attributes: { title: 'Blade Runner Trilogy', artist_credit: 'Vangelis', barcode: '602517482661' } },
  {
    type: 'Release',
    id: release(3),
    attributes: { title: 'Suspiria', artist_credit: 'Goblin', labels: [{ catalog_number: 'MDF 33.108' }] },
  },
  { type: 'Release', id: release(4), attributes: { title: 'Vertigo', artist_credit: 'Bernard Herrmann' } },
  { type: 'Release', id: release(5), attributes: { title: 'Vertigo', artist_credit: 'Joel McNeely' } },
  entry(51, 1),
  entry(52, 2),
];

let server: TestServer;
beforeAll(async () => {
  server = await startServer(records);
  await addItem(server, 'collection', uuid(1));
  await addItem(server, 'wishlist', uuid(3));
});

const send = (lines: unknown, headers: Record<string, string> = {}) =>
  server.request('/api/users/me/collection/look-ups', {
    method: 'POST',
    headers: { 'content-type': jsonApi, ...headers },
    body: JSON.stringify({ data: { type: 'CollectionLookUp', attributes: { lines } } }),
  });

// biome-ignore lint/suspicious/noExplicitAny: lines are looked into by their members.
async function lookUp(...lines: string[]): Promise<any[]> {
  const response = await send(lines);
  if (response.status !== 200) throw new Error(await response.text());
  return ((await response.json()) as { data: { attributes: { lines: object[] } } }).data.attributes.lines;
}

describe('a line', () => {
  test.each([
    ['0 7450-9965742 0', 'owned', 'barcode', [1]],
    ['0745099657420', 'owned', 'barcode', [1]],
    ['6 02517 48266 1', 'other_edition', 'barcode', [2]],
    ['4509-96574-2', 'owned', 'catalog_number', [1]],
    ['mdf33.108', 'wanted', 'catalog_number', [3]],
    ['suspiria', 'wanted', 'title', [3]],
    ['Goblin - Suspiria', 'wanted', 'title', [3]],
    ['blade runner', 'owned', 'title', [1]],
    ['Blade Runner Trilogy', 'other_edition', 'title', [2]],
    ['Vertigo', 'several', 'title', [4, 5]],
    ['Bernard Herrmann: Vertigo', 'new', 'title', [4]],
    ['5024709127221', 'unknown', null, []],
    ['nothing like it', 'unknown', null, []],
    ['"* OR NEAR(', 'unknown', null, []],
  ])('%s is %s', async (line, state, foundBy, found) => {
    const [{ releases, ...said }] = await lookUp(line);
    expect(said).toEqual({ number: 1, line, state, found_by: foundBy });
    expect(releases.map(({ iri }: { iri: string }) => iri)).toEqual(found.map(release));
  });

  test('has the distinguishing values of its release, and the owned copies', async () => {
    const [{ releases }] = await lookUp('602517482661');
    const [item] = (await server.read('/api/users/me/collection')).data;
    expect(releases).toEqual([
      {
        iri: release(2),
        id: uuid(2),
        title: 'Blade Runner Trilogy',
        slug: 'blade-runner-trilogy',
        artist_credit: 'Vangelis',
        year: null,
        formats: [],
        label: null,
        catalog_number: null,
        barcode: '602517482661',
        state: 'other_edition',
        owned: [],
        other_editions: [{ item: item.id, release: release(1), shared: 'production' }],
        wanted: null,
        other_wanted: [],
      },
    ]);
  });
});

describe('lines', () => {
  test('keep their numbers, and empty ones are ignored', async () => {
    expect((await lookUp('suspiria', '  ', 'Vertigo')).map(({ number }) => number)).toEqual([1, 3]);
  });

  test('are limited to two hundred', async () => {
    expect((await lookUp(...Array.from({ length: 200 }, () => 'runner'))).length).toBe(200);
    for (const lines of [[], Array.from({ length: 201 }, () => 'x'), 'x', undefined, [1], ['x'.repeat(256)], ['nul \u0000']])
      expect({ lines, status: (await send(lines)).status }).toEqual({ lines, status: 422 });
  });

  test('do not reveal the wishlist to a token with collection scope only', async () => {
    const token = await issueApiToken(server.store, 'tester', 'collection alone', { scopes: ['collection:read'] });
    const response = await send(['suspiria'], { authorization: `Bearer ${token}` });
    expect(await response.json()).toMatchObject({ data: { attributes: { lines: [{ state: 'new', releases: [{ wanted: null }] }] } } });
  });
});

describe('an unreviewed release', () => {
  const csv = 'title,artist,barcode,catalog_number\nLost Score,Jane Doe,4006408126348,XYZ-77\nVertigo,Jane Doe,,\n';
  let tokens: readonly string[];
  beforeAll(async () => {
    await Promise.all(['cara', 'dora'].map((name) => createUser(server.store, name, 'correct horse battery')));
    tokens = await Promise.all(['cara', 'dora'].map((name) => issueApiToken(server.store, name, 'tests')));
    const report = await importFile(server, csv, { query: 'unmatched=provisional', token: tokens[0] ?? '' });
    expect(report).toMatchObject({ added: 2, provisional: 2 });
  });

  test.each([
    ['4006408126348', 'owned', 'barcode', ['Lost Score']],
    ['xyz 77', 'owned', 'catalog_number', ['Lost Score']],
    ['Jane Doe - Lost Score', 'owned', 'title', ['Lost Score']],
    ['Vertigo', 'several', 'title', ['Vertigo', 'Vertigo', 'Vertigo']],
    ['0745099657420', 'new', 'barcode', ['Blade Runner']],
  ])('of a member is found by %s, and by nobody else', async (line, state, foundBy, titles) => {
    const [own, other] = await Promise.all(
      tokens.map(async (token) => (await (await send([line], { authorization: `Bearer ${token}` })).json()).data.attributes.lines[0]),
    );
    expect([own.state, own.found_by, own.releases.map(({ title }: { title: string }) => title)]).toEqual([state, foundBy, titles]);
    const isCatalogued = (title: string) => title !== 'Lost Score';
    expect(other.releases.length).toBe(line === 'Vertigo' ? 2 : titles.filter(isCatalogued).length);
  });
});
