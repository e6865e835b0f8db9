import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { issueApiToken } from '../src/accounts/tokens';
import { createUser } from '../src/accounts/users';
import { declaredRoutes } from '../src/api/openapi/routes';
import type { RouteDeclaration } from '../src/api/route';
import { createBackup } from '../src/backups/create-backup';
import { RunJournal } from '../src/import/run/journal';
import { productionOfFilm } from '../src/import/sources/musicbrainz/records';
import { openFileCopy } from './database-files';
import { composer } from './import/musicbrainz-documents';
import { all, filmRecords } from './import/wikidata-items';
import { fakeSite } from './import/wikidata-site';
import { EditorOf } from './support/edited-server';
import { folderOfTests } from './support/executable';
import { generatedRecords } from './support/imports';
import { openApiChecks } from './support/json-schema';
import { edition, musicbrainzSite } from './support/musicbrainz-site';
import { itemTypes } from './support/owned-items';
import { png } from './support/pictures';
import { emptyStore, serverOf, startServer, type TestServer } from './support/server';

// Compares the answers of endpoints with their declarations: each endpoint gets the example of its declaration, and requests
// that violate each common rule.

const password = 'correct horse battery';
const releaseUuid = '00000000-0000-4000-8000-000000000001';
const unknownUuid = '00000000-0000-4000-8000-000000000000';

const online = musicbrainzSite([edition(1)]);
const items = fakeSite(all);
afterAll(() => {
  online[Symbol.dispose]();
  items[Symbol.dispose]();
});

let server: TestServer;
/** The administrator of the examples, who signs in and is deleted. */
let anna: { readonly id: string; readonly token: string };
let limited = '';
let spent: TestServer;
let document: Document;
let checkOf: ReturnType<typeof openApiChecks>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Described>> }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Described>> };
}

interface Described {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, object>>;
}

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly query?: string;
  readonly to?: TestServer;
}

beforeAll(async () => {
  const psycho = { type: 'Release', id: `/api/releases/${releaseUuid}`, attributes: { title: 'Psycho' } };
  server = await startServer([psycho, ...filmRecords()], {
    registration: 'open',
    onlineSources: ['musicbrainz', 'cover_art_archive', 'wikidata'],
    wikidataEntities: items.entities,
    wikidataQuery: items.query,
    musicbrainzUrl: online.url,
    coverArtArchive: online.url,
  });
  const { id } = await createUser(server.store, 'ANNA', password, 'admin');
  anna = { id, token: await issueApiToken(server.store, 'anna', 'tests') };
  limited = await issueApiToken(server.store, 'anna', 'limited', { scopes: ['catalog:read'] });
  spent = await startServer([], { rateLimit: 1 });
  await spent.request('/api', { headers: { authorization: '' } });
  routes = await server.app.everyRoute();
  document = (await (await server.request('/api/openapi.json')).json()) as Document;
  checkOf = openApiChecks(document);
});

/** Sends the example request of an endpoint and validates the response against the OpenAPI document. */
async function ask(endpoint: RouteDeclaration, sent: Sent = {}): Promise<Response> {
  const response = await send(endpoint, endpoint.method, sent);
  await expectDeclared(endpoint, response);
  return response;
}

function send(
  endpoint: RouteDeclaration,
  method: string,
  { params = {}, headers = {}, body, query = '', to = server }: Sent = {},
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? (name === 'userId' ? 'me' : unknownUuid));
  const [[mediaType, media] = []] = Object.entries(endpoint.body?.content ?? {});
  const content = body ?? media?.example;
  return to.request(path + query, {
    method: method.toUpperCase(),
    headers: { ...asAnna(), ...(mediaType !== undefined && { 'content-type': mediaType }), ...headers },
    ...(content !== undefined && { body: bodyOf(content) }),
  });
}

const bodyOf = (content: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof content === 'string' || content instanceof Uint8Array ? (content as string) : JSON.stringify(content);

async function expectDeclared({ operationId, path, method }: RouteDeclaration, response: Response): Promise<void> {
  const template = path.replace(/:(\w+)/g, '{$1}');
  const { status } = response;
  const declared = document.paths[template]?.[method]?.responses[status];
  expect({ operationId, status, isDeclared: declared !== undefined }).toEqual({ operationId, status, isDeclared: true });
  const name = declared?.$ref?.split('/').at(-1);
  const place = name === undefined ? ['paths', template, method, 'responses', String(status)] : ['components', 'responses', name];
  const answer = name === undefined ? declared : document.components.responses[name];
  for (const header of Object.keys(answer?.headers ?? {}))
    expect({ operationId, status, header, isThere: response.headers.has(header) }).toEqual({ operationId, status, header, isThere: true });
  const text = await response.clone().text();
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (!answer?.content) return expect({ operationId, status, text }).toEqual({ operationId, status, text: '' });
  const body = /[/+]json$/.test(mediaType) ? JSON.parse(text) : text;
  expect({ operationId, status, mediaType, isDeclared: mediaType in answer.content }).toMatchObject({ isDeclared: true });
  const faults = checkOf([...place, 'content', mediaType, 'schema'])(body);
  expect({ operationId, status, faults, body: faults.length > 0 ? body : '' }).toEqual({ operationId, status, faults: [], body: '' });
}

const csv = `release_id,release_title\r\n${unknownUuid},The Day the Earth Stood Still\r\n`;

/** Valid requests for endpoints whose declared example needs other parameters or existing records. */
const validRequests: Readonly<Record<string, () => Promise<Sent>>> = {
  refreshTokens: async () => ({ body: { refresh_token: await refreshToken() } }),
  invalidateTokens: async () => ({ body: { refresh_token: await refreshToken() } }),
  register: async () => ({ headers: { authorization: '' }, body: { data: { type: 'User', attributes: { username: 'bob', password } } } }),
  user: async () => ({ params: { id: anna.id } }),
  changeMe: async () => ({ body: { data: { type: 'User', id: anna.id, attributes: { email: 'anna@example.net' } } } }),
  changeUser: async () => {
    const { id } = await createUser(server.store, 'carl', password);
    return { params: { id }, body: { data: { type: 'User', id, attributes: { disabled: true } } } };
  },
  deleteMe: async () => {
    await createUser(server.store, 'otto', password, 'admin');
    return { body: { password } };
  },
  addDemo: async () => {
    const to = await startServer();
    await createUser(to.store, 'anna', password, 'admin');
    return { to, headers: { authorization: `Bearer ${await issueApiToken(to.store, 'anna', 'demo')}` } };
  },
  createPasswordReset: async () => ({ params: { id: anna.id } }),
  resetPassword: async () => ({ body: { code: await codeFor(), password } }),
  import: async () => ({ params: { id: await importRun() } }),
  startImport: async () => ({ ...(await withImportFile()), body: startOfImport }),
  // Enough records that the import is still running when it is cancelled.
  cancelImport: async () => startedImport(generatedRecords(20_000)),
  // A truncated file always fails. A cancelled import may complete first, and then cannot be resumed.
  resumeImport: async () => {
    const sent = await startedImport(gzipSync(generatedRecords(5)).subarray(0, -20));
    const path = `/api/imports/${sent.params.id}`;
    const stateOf = async () => (await (await sent.to.request(path, { headers: sent.headers })).json()).data.attributes.state;
    while ((await stateOf()) === 'running') await Bun.sleep(20);
    expect(await stateOf()).toBe('failed');
    return sent;
  },
  uploadImportFile: async () => ({ ...(await disk()), params: { name: 'records.jsonl' }, body: generatedRecords(1) }),
  deleteImportFile: async () => withImportFile(),
  settlePair: async () => ({ body: await twoLabels() }),
  takeSettledPairBack: async () => ({ params: { id: await settledPair() } }),
  invitation: async () => ({ params: { id: await invitation() } }),
  withdrawInvitation: async () => ({ params: { id: await invitation() } }),
  endSession: async () => ({ params: { id: await sessionToEnd() } }),
  apiToken: async () => ({ params: { id: await firstOf('/api/users/me/tokens') } }),
  revokeApiToken: async () => ({ params: { id: await tokenToRevoke() } }),
  collectionChangeMany: async () => ({ body: { data: [{ ...(await newItem('collection')), attributes: { notes: 'Mono' } }] } }),
  wishlistChangeMany: async () => ({ body: { data: [{ ...(await newItem('wishlist')), attributes: { notes: 'Mono' } }] } }),
  collectionDeleteMany: async () => ({ body: { data: [await newItem('collection')] } }),
  wishlistDeleteMany: async () => ({ body: { data: [await newItem('wishlist')] } }),
  collectionImport: async () => ({ body: csv }),
  wishlistImport: async () => ({ body: csv }),
  collectionImportRowDelete: async () => ({ params: { id: await keptRow('collection') } }),
  onlineCover: async () => ({ params: { id: edition(1).id } }),
  releasePictures: async () => ({ params: { id: await fromMusicbrainz() } }),
  releasePicture: async () => ({ params: { id: await fromMusicbrainz(), picture: '17' } }),
  releaseRefresh: async () => ({ params: { id: await fromMusicbrainz() }, query: '?dry_run=true' }),
  productionRefresh: async () => ({ params: { id: productionOfFilm('tt0000100') }, query: '?dry_run=true' }),
  artistRefresh: async () => ({ params: { id: (await fromMusicbrainz()) && composer.id } }),
  releaseCover: async () => ({ params: await covered() }),
  releaseCoverPut: async () => ({ params: { id: releaseUuid }, body: new Uint8Array(png(5, 5)) }),
  releaseCoverDelete: async () => ({ params: await covered() }),
  revision: async () => ({ params: { id: await revision() } }),
  revisionRevert: async () => ({ params: { id: await revision() } }),
  wishlistImportRowDelete: async () => ({ params: { id: await keptRow('wishlist') } }),
  change: async () => ({ params: { id: '1' } }),
  search: async () => ({ query: '?q=psycho' }),
  resolve: async () => ({ query: '?slug=psycho&type=Release' }),
  externalLinks: async () => ({ query: '?externalId=7027' }),
  artistCredits: async () => ({ params: { artistId: await artist() } }),
  pageAddressPart: async () => ({ params: { part: 'releases-1' } }),
  vocabulary: async () => ({ params: { name: 'track_type' } }),
  makeBackup: async () => disk(),
  downloadBackup: async () => ({ ...(await disk()), params: { backupName: (await backups())[0] } }),
  verifyBackup: async () => ({ ...(await disk()), params: { backupName: (await backups())[0] } }),
  removeBackup: async () => ({ ...(await disk()), params: { backupName: (await backups())[1] } }),
};

const folder = folderOfTests();
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** A server whose catalog is in files; `disk` is shared by requests that do not get in each other's way. */
async function onDisk() {
  const data = join(folder, crypto.randomUUID());
  const to = await serverOf(openFileCopy(data, emptyStore()), { data });
  await createUser(to.store, 'anna', password, 'admin');
  return { to, data, headers: asAnna(await issueApiToken(to.store, 'anna', 'tests')) };
}
const disk = once(onDisk);

const startOfImport = JSON.stringify({ data: { type: 'ImportRun', attributes: { files: ['records.jsonl'] } } });

async function withImportFile(content: string | Uint8Array = generatedRecords(5)) {
  const { to, data, headers } = await onDisk();
  mkdirSync(join(data, 'imports'));
  writeFileSync(join(data, 'imports', 'records.jsonl'), content);
  return { to, headers, params: { name: 'records.jsonl' } };
}

async function startedImport(content: string | Uint8Array) {
  const { to, headers } = await withImportFile(content);
  const sent = { ...headers, 'content-type': 'application/vnd.api+json' };
  const { data } = (await (await to.request('/api/imports', { method: 'POST', headers: sent, body: startOfImport })).json()) as {
    data: { attributes: { _id: string } };
  };
  return { to, headers, params: { id: data.attributes._id } };
}

const backups = once(async () => {
  const { data } = await disk();
  const [database, folder] = [join(data, 'leitmotif.db'), join(data, 'backups')];
  const task = { database, folder, covers: join(data, 'covers'), reason: 'asked', extent: 'all' } as const;
  return [createBackup(task).name, createBackup(task).name] as const;
});

const asEditor = (): EditorOf => new EditorOf(server, anna.token);
const asAnna = (token = anna.token) => ({ authorization: `Bearer ${token}` });

async function refreshToken(): Promise<string> {
  const body = JSON.stringify({ username: 'anna', password });
  const response = await server.request('/api/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await response.json()) as { refresh_token: string }).refresh_token;
}

async function codeFor(): Promise<string> {
  const { id } = await createUser(server.store, 'dora', password);
  const response = await server.request(`/api/users/${id}/password-reset`, { method: 'POST', headers: asAnna() });
  return ((await response.json()) as { data: { attributes: { code: string } } }).data.attributes.code;
}

async function importRun(): Promise<string> {
  await new RunJournal(server.store, { source: 'mirror', inputs: ['https://other.example'] }).end('done');
  return (server.store.reader.query('SELECT id FROM import_run').get() as { id: string }).id;
}

async function invitation(): Promise<string> {
  await asEditor().make('Invitation', '/api/invitations', {});
  return firstOf('/api/invitations');
}

async function revision(): Promise<string> {
  await artist();
  return firstOf('/api/revisions');
}

const artist = async (): Promise<string> =>
  (await asEditor().make('Artist', '/api/artists', { name: 'Wendy Carlos', _type: 'person' })).slice(-36);

async function twoLabels(): Promise<{ data: { type: string; attributes: object; relationships: object } }> {
  const label = async () => ({ data: { type: 'Label', id: await asEditor().make('Label', '/api/labels', { name: 'Varèse' }) } });
  const relationships = { one: await label(), other: await label() };
  return { data: { type: 'SettledPair', attributes: { decision: 'different' }, relationships } };
}

async function settledPair(): Promise<string> {
  const { type, attributes, relationships } = (await twoLabels()).data;
  return (await asEditor().make(type, '/api/settled-pairs', attributes, relationships)).slice(-36);
}

async function sessionToEnd(): Promise<string> {
  await refreshToken();
  return firstOf('/api/users/me/sessions');
}

const firstOf = async (list: string): Promise<string> => (await asEditor().read(list)).body.data[0]?.attributes._id ?? 'nothing';

async function tokenToRevoke(): Promise<string> {
  await issueApiToken(server.store, 'anna', 'to be revoked');
  return (server.store.reader.query("SELECT id FROM token WHERE name = 'to be revoked'").get() as { id: string }).id;
}

/** Adds an item to Anna's list, or returns the existing item of a wishlist. */
async function newItem(list: 'collection' | 'wishlist'): Promise<{ type: string; id: string }> {
  const type = itemTypes[list];
  await asEditor().post(type, `/api/users/me/${list}`, { release: { id: releaseUuid } });
  return { type, id: await firstOf(`/api/users/me/${list}`) };
}

async function covered(): Promise<{ id: string }> {
  const headers = { ...asAnna(), 'content-type': 'image/png' };
  await server.request(`/api/releases/${releaseUuid}/cover`, { method: 'PUT', headers, body: new Uint8Array(png(5, 5)) });
  return { id: releaseUuid };
}

/** Adds a release from MusicBrainz. */
async function fromMusicbrainz(): Promise<string> {
  const { id } = edition(1);
  await asEditor().post('Release', '/api/releases', {}, undefined, { from: { source: 'musicbrainz', id } });
  return id;
}

async function keptRow(list: string): Promise<string> {
  await asEditor().sendText('POST', `/api/users/me/${list}/import`, csv, { 'content-type': 'text/csv' });
  return firstOf(`/api/users/me/${list}/import/unmatched`);
}

let routes: Awaited<ReturnType<TestServer['app']['everyRoute']>>;

/** The endpoints of all routes; `deleteMe`, which deletes the user, comes last. */
function endpoints(): RouteDeclaration[] {
  const all = declaredRoutes({ routes });
  return [...all.filter(({ operationId }) => operationId !== 'deleteMe'), ...all.filter(({ operationId }) => operationId === 'deleteMe')];
}

describe('endpoints', () => {
  test('have routes with their method and path', () => {
    const carried = routes.flatMap(({ method, path, hooks }) => {
      const endpoint = hooks?.detail?.route?.();
      return endpoint ? [{ method, path, endpoint }] : [];
    });
    expect(carried.length).toBeGreaterThan(20);
    const shape = (path: string) => path.replace(/:\w+/g, ':');
    for (const { method, path, endpoint } of carried)
      expect([endpoint.method.toUpperCase(), shape(endpoint.path)]).toEqual([method, shape(path)]);
  });

  test('declare every path parameter', () => {
    for (const { path, pathParameters = {} } of endpoints())
      expect([path, Object.keys(pathParameters)]).toEqual([path, [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)]);
  });

  const has = (status: number) => (endpoint: RouteDeclaration) => status in endpoint.answers;
  const readsOne = ({ method, path }: RouteDeclaration) => method === 'get' && path.endsWith(':id');

  const needsOnlyRead = ({ description = '' }: RouteDeclaration) => description.includes('scope catalog:read');
  const takesJson = ({ body }: RouteDeclaration) => Object.keys(body?.content ?? {}).some((type) => !/^image\/|octet-stream$/.test(type));

  const refusals: [request: string, status: number, isRefusedBy: (endpoint: RouteDeclaration) => boolean, sent: () => Sent][] = [
    ['without a token', 401, ({ isPublic }) => !isPublic, () => ({ headers: { authorization: '' } })],
    [
      'with a token of another scope',
      403,
      (endpoint) => has(403)(endpoint) && !endpoint.isPublic && !needsOnlyRead(endpoint),
      () => ({ headers: asAnna(limited) }),
    ],
    [
      'from a user who is not an administrator',
      403,
      ({ tags, path }) => tags.includes('Administration') && !path.startsWith('/api/users/'),
      () => ({ headers: asAnna(server.token) }),
    ],
    [
      'for another user',
      404,
      ({ tags, path }) => tags.includes('Administration') && path.startsWith('/api/users/'),
      () => ({ headers: asAnna(server.token) }),
    ],
    ['for an unknown record', 404, ({ path }) => path.endsWith(':id'), () => ({})],
    ['for the list of another user', 404, ({ path }) => path.includes(':userId'), () => ({ params: { userId: unknownUuid } })],
    [
      'that does not accept JSON:API',
      406,
      (endpoint) => has(406)(endpoint) && !readsOne(endpoint),
      () => ({ headers: { accept: 'text/html' } }),
    ],
    ['with a truncated body', 400, takesJson, () => ({ body: '{' })],
    ['for page 0', 400, ({ query = {} }) => 'page' in query, () => ({ query: '?page=0' })],
    ['for an unknown format', 400, ({ query = {} }) => 'format' in query, () => ({ query: '?format=pdf' })],
    ['with another media type', 415, has(415), () => ({ headers: { 'content-type': 'text/plain' } })],
    ['over the rate limit', 429, ({ path }) => path.startsWith('/api'), () => ({ to: spent, headers: { authorization: '' } })],
  ];

  test.each(refusals)('refuse as declared a request %s', async (_, status, isRefusedBy, sent) => {
    const asked = endpoints().filter(isRefusedBy);
    expect(asked).not.toEqual([]);
    for (const endpoint of asked) {
      const response = await ask(endpoint, sent());
      expect([endpoint.operationId, response.status]).toEqual([endpoint.operationId, status]);
    }
  });

  test('refuse other methods with an Allow header', async () => {
    for (const { path } of routes.filter(({ path }) => path.startsWith('/api/'))) {
      const address = path.replace(/:\w+/g, unknownUuid);
      const fitting = routes.filter((other) => new RegExp(`^${other.path.replace(/:\w+/g, '[^/]+')}$`).test(address));
      // Of several matching routes, the one with the fewest parameters answers.
      const parametersIn = (one: string) => one.split(':').length;
      const fewest = Math.min(...fitting.map((other) => parametersIn(other.path)));
      const carrying = fitting.filter((other) => parametersIn(other.path) === fewest);
      const methods = new Set(carrying.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
      const response = await server.request(address, { method: 'PROPFIND', headers: asAnna() });
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, [...methods].sort().join(', ')]);
    }
  });

  test('with a 304 answer have an ETag, answer If-None-Match with 304, and answer HEAD', async () => {
    // The memory use in the state of the server differs each time.
    for (const endpoint of endpoints().filter((one) => has(304)(one) && one.operationId !== 'server')) {
      const sent = await validRequests[endpoint.operationId]?.();
      const etag = (await ask(endpoint, sent)).headers.get('etag') ?? '';
      const again = await ask(endpoint, { ...sent, headers: { ...sent?.headers, 'if-none-match': etag } });
      const head = await send(endpoint, 'head', sent);
      const { operationId } = endpoint;
      expect([operationId, again.status, head.status, head.headers.get('etag'), await head.text()]).toEqual([
        operationId,
        304,
        200,
        etag,
        '',
      ]);
    }
  });

  test('answer valid requests as declared', async () => {
    for (const endpoint of endpoints()) {
      const response = await ask(endpoint, await validRequests[endpoint.operationId]?.());
      expect([endpoint.operationId, response.ok]).toEqual([endpoint.operationId, true]);
    }
  });
});
