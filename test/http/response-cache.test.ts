import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { cachedResponses, ResponseCache } from '../../src/http/response-cache';
import { copyInMemory } from '../../src/store/database/open';
import { catalogRoutes } from '../support/catalog-routes';
import { demoRecords } from '../support/demo-records';
import { editorOf } from '../support/edited-server';
import { addItem } from '../support/owned-items';
import { limitOf, runs } from '../support/runs';
import { demoServer, serverOf, type TestServer } from '../support/server';

setDefaultTimeout(limitOf(60_000));

/** Two servers on one catalog, with and without a response cache. */
let caching: TestServer;
let uncached: TestServer;
let tokens: Record<string, string>;

beforeAll(async () => {
  const store = copyInMemory((await demoServer()).store);
  store.writer.run('DELETE FROM user');
  caching = await serverOf(store);
  uncached = await serverOf(store, { responseCacheMegabytes: 0 }, undefined, 'another');
  const editor = await editorOf(caching, 'erika');
  await createUser(store, 'collector', 'correct horse battery');
  tokens = {
    anonymous: '',
    invalid: 'lm_unknown',
    user: caching.token,
    reader: await issueApiToken(store, 'tester', 'reader', { scopes: ['catalog:read'] }),
    ownLists: await issueApiToken(store, 'tester', 'own lists', { scopes: ['collection:read'] }),
    editor: editor.token,
    readOnlyEditor: await issueApiToken(store, 'erika', 'reader', { scopes: ['catalog:read'] }),
    collector: await issueApiToken(store, 'collector', 'phone'),
  };
  for (const { id } of demoRecords('Release').slice(0, 3)) await addToCollection('collector', id);
});

const addToCollection = (who: string, release: string) => addItem(caching, 'collection', release, {}, tokens[who]);

interface Sent {
  readonly path: string;
  readonly who: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** A response without its request id and its remaining budget. */
async function answer(server: TestServer, { path, who, method = 'GET', headers = {} }: Sent) {
  const token = tokens[who];
  const response = await server.request(path, { method, headers: { authorization: token ? `Bearer ${token}` : '', ...headers } });
  const stable = Object.fromEntries(response.headers);
  delete stable['x-request-id'];
  delete stable.ratelimit;
  const bytes = new Uint8Array(await response.arrayBuffer());
  // An error document contains the request id; a compressed one is not compared.
  const refusal = stable['content-encoding'] ? '' : new TextDecoder().decode(bytes).replace(/"id":"[^"]+"/g, '');
  const body = response.status < 400 ? bytes.toHex() : refusal;
  return { status: response.status, headers: stable, body };
}

/** The cache hits during some work. */
async function hits(work: () => Promise<unknown>): Promise<number> {
  const before = cachedResponses.hits;
  await work();
  return cachedResponses.hits - before;
}

const barcode = demoRecords('Release').find(({ attributes }) => attributes.barcode)?.attributes.barcode as string;
const release = demoRecords('Release')[0]?.id as string;

describe('cached responses', () => {
  const others = [
    '/api/search',
    '/api/statistics',
    '/api/vocabularies',
    '/api/vocabularies/track_type',
    '/api/external-links',
    '/api/resolve',
  ];
  const ofUsers = ['collection', 'wishlist', 'tokens', 'shelf-list', 'collection/statistics', 'collection/gaps', 'sessions'].map(
    (list) => `/api/users/me/${list}`,
  );
  const ofEditors = ['/api/revisions', '/api/duplicates', '/api/users', '/api/settings', '/api/imports', `${release}/revisions`];
  const path = fc.constantFrom(
    ...catalogRoutes.map(({ path }) => path),
    ...others,
    ...ofUsers,
    ...ofEditors,
    ...demoRecords('Artist')
      .slice(0, 2)
      .map(({ id }) => `${id}/credits`),
    '/api/artists/00000000-0000-4000-8000-000000000000',
    '/api/artists/',
    '/api/nothing',
    '/api/users/me',
  );
  const query = fc.constantFrom(
    ...[
      '',
      '?page=2',
      '?itemsPerPage=2',
      '?q=psycho',
      '?holdings=true',
      '?completeness=true',
      '?holding=owned',
      '?holding=none',
      '?facets=decade',
      '?facets=holding',
    ],
    ...[
      `?barcode=${barcode}`,
      '?include=label',
      '?unknown=1',
      '?page=0',
      '?sort=-createdAt',
      '?fields[Release]=title',
      '?q=morricone&holdings=true',
    ],
  );
  const headers = fc.record(
    {
      accept: fc.constantFrom('*/*', 'application/vnd.api+json', 'application/vnd.api+json;charset=utf-8', 'text/html', 'application/json'),
      'accept-encoding': fc.constantFrom('gzip', 'br', 'zstd', 'gzip, deflate, br, zstd', 'identity', 'gzip;q=0'),
      prefer: fc.constantFrom('handling=strict', 'handling=lenient'),
      'if-none-match': fc.constantFrom('*', '"none"', 'its own'),
      origin: fc.constant('https://films.example'),
    },
    { requiredKeys: [] },
  );
  const sent = fc.record({
    path: fc.tuple(path, query).map(([path, query]) => path + query),
    who: fc.constantFrom('anonymous', 'invalid', 'user', 'reader', 'ownLists', 'editor', 'readOnlyEditor', 'collector'),
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
    headers: headers as fc.Arbitrary<Record<string, string>>,
  });

  test('equal uncached responses byte for byte for every viewer', async () => {
    const found = await hits(() =>
      fc.assert(
        fc.asyncProperty(sent, fc.constantFrom('user', 'editor', 'collector', 'reader'), async (request, first) => {
          const { etag = '' } = (await answer(caching, { path: request.path, who: first })).headers;
          if (request.headers['if-none-match'] === 'its own') request.headers['if-none-match'] = etag;
          const made = await answer(uncached, request);
          expect(await answer(caching, request)).toEqual(made);
          // The second time from the encoded copy.
          expect(await answer(caching, request)).toEqual(made);
        }),
        { numRuns: runs(900) },
      ),
    );
    expect(found).toBeGreaterThan(20);
  });

  test('are served only to viewers who may read the catalog', async () => {
    const path = '/api/artists?itemsPerPage=7';
    await answer(caching, { path, who: 'user' });
    expect(await hits(async () => expect((await answer(caching, { path, who: 'reader' })).status).toBe(200))).toBe(1);
    for (const [who, status] of [
      ['anonymous', 401],
      ['invalid', 401],
      ['ownLists', 403],
    ] as const)
      expect(await hits(async () => expect((await answer(caching, { path, who })).status).toBe(status))).toBe(0);
  });

  test('never contain personal data', async () => {
    for (const path of [
      `/api/releases?barcode=${barcode}`,
      '/api/releases?holdings=true',
      `${release}?holdings=true`,
      '/api/releases?holding=owned',
      '/api/releases?facets=holding',
      '/api/albums?holding=owned',
      '/api/search?q=psycho&holdings=true',
      '/api/users/me/collection',
      '/api/users/me',
    ])
      for (const who of ['reader', 'collector', 'user', 'collector'])
        expect([path, await hits(() => answer(caching, { path, who }))]).toEqual([path, 0]);
  });

  test('contain no metadata for editors, who still get theirs', async () => {
    const metaOf = async (who: string) => {
      const response = await caching.request(release, { headers: { authorization: `Bearer ${tokens[who]}` } });
      return Object.keys(((await response.json()) as { meta?: object }).meta ?? {});
    };
    for (const who of ['editor', 'user', 'editor', 'reader', 'readOnlyEditor', 'editor'])
      expect([who, await metaOf(who)]).toEqual([who, who === 'editor' ? ['lockedFields', 'version'] : []]);
    expect(await hits(() => metaOf('user'))).toBe(1);
  });

  test('survive writes to collections and are invalidated by changes of the catalog', async () => {
    const path = '/api/labels?itemsPerPage=3';
    const editor = await editorOf(caching, 'edith');
    await answer(caching, { path, who: 'user' });
    await addToCollection('user', release);
    expect(await hits(() => answer(caching, { path, who: 'user' }))).toBe(1);
    await editor.make('Label', '/api/labels', { name: 'A new one' });
    const request = { path, who: 'user' };
    expect(await hits(async () => expect(await answer(caching, request)).toEqual(await answer(uncached, request)))).toBe(0);
    expect(await hits(() => answer(caching, request))).toBe(1);
  });

  test('have their encoded bodies stored beside them', async () => {
    const fetched = async (encoding?: string) => {
      const before = cachedResponses.bytes;
      const response = await caching.request('/api/artists?itemsPerPage=7', {
        headers: { ...(encoding && { 'accept-encoding': encoding }) },
      });
      return [(await response.bytes()).byteLength, cachedResponses.bytes - before] as const;
    };
    const [plain, stored] = await fetched();
    expect(stored).toBeGreaterThanOrEqual(plain);
    const [encoded, added] = await fetched('zstd');
    expect([added, encoded < plain]).toEqual([encoded, true]);
    expect(await fetched('zstd')).toEqual([encoded, 0]);
  });

  test('count toward the rate limit', async () => {
    const limited = await serverOf(copyInMemory((await demoServer()).store), { rateLimit: 3 }, undefined, 'limited');
    const answers = await Array.fromAsync([1, 2, 3, 4], () => limited.request('/api/artists'));
    expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit')?.replace(/;t=.*/, '')])).toEqual(
      [2, 1, 0, 0].map((left, index) => [index < 3 ? 200 : 429, `"default";r=${left}`]),
    );
  });
});

describe('the response cache', () => {
  const bytes = (length: number) => ({
    body: new Uint8Array(length),
    etag: '""',
    isForReaders: false,
    encoded: new Map(),
  });

  test('evicts the least recently used response and stores no large ones', () => {
    const cache = new ResponseCache({ catalogRevision: () => 'one' }, 100_000);
    for (let index = 0; index < 9; index++) {
      cache.keep(`/${index}`, bytes(12_000), 'one');
      cache.find('/0');
    }
    cache.keep('/large', bytes(20_000), 'one');
    expect([...Array(9).keys()].filter((index) => cache.find(`/${index}`))).toEqual([0, 2, 3, 4, 5, 6, 7, 8]);
    expect(cache.find('/large')).toBeUndefined();
  });

  test('counts the size of encodings that are added later', () => {
    const cache = new ResponseCache({ catalogRevision: () => 'one' }, 100_000);
    const first = bytes(12_000);
    cache.keep('/first', first, 'one');
    cache.storeEncoded('/first', first, 'gzip', new Uint8Array(95_000));
    expect(cache.find('/first')).toBeUndefined();
  });

  test('stores no response that was created before a change', () => {
    let revision = 'one';
    const cache = new ResponseCache({ catalogRevision: () => revision }, 100_000);
    const before = cache.revision();
    revision = 'two';
    cache.keep('/', bytes(10), before);
    expect(cache.find('/')).toBeUndefined();
  });
});
