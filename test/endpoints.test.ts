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
import { openStore } from '../src/store/database/open';
import { composer } from './import/musicbrainz-documents';
import { all, filmRecords } from './import/wikidata-items';
import { fakeSite } from './import/wikidata-site';
import { EditorOf } from './support/edited-server';
import { emptyFolder } from './support/executable';
import { generatedRecords } from './support/imports';
import { openApiChecks } from './support/json-schema';
import { edition, musicbrainzSite } from './support/musicbrainz-site';
import { itemTypes } from './support/owned-items';
import { png } from './support/pictures';
import { serverOf, startServer, type TestServer } from './support/server';

// What the endpoints declare against what they answer: each is sent the example of its own declaration, and requests that
// break each rule they have in common.

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
/** Whose the examples are: this administrator signs in, and is deleted. */
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

/** Sends a request to an endpoint, as its declaration has it, and holds the answer to the document. */
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

/** What an endpoint is sent so that all is well, where its own example cannot stand for that. */
const wellSent: Readonly<Record<string, () => Promise<Sent>>> = {
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
  uploadImportFile: async () => ({ ...(await onDisk()), params: { name: 'records.jsonl' }, body: generatedRecords(1) }),
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
  makeBackup: async () => onDisk(),
  downloadBackup: async () => backedUp(),
  verifyBackup: async () => backedUp(),
  removeBackup: async () => backedUp(),
};

const disks: ReturnType<typeof emptyFolder>[] = [];
afterAll(() => {
  for (const disk of disks) disk[Symbol.dispose]();
});

async function onDisk(disk = emptyFolder()) {
  disks.push(disk);
  const to = await serverOf(openStore(disk.path, { mayCreate: true }), { data: disk.path });
  await createUser(to.store, 'anna', password, 'admin');
  return { to, headers: asAnna(await issueApiToken(to.store, 'anna', 'tests')) };
}

const startOfImport = JSON.stringify({ data: { type: 'ImportRun', attributes: { files: ['records.jsonl'] } } });

async function withImportFile(content: string | Uint8Array = generatedRecords(5)) {
  const disk = emptyFolder();
  const { to, headers } = await onDisk(disk);
  mkdirSync(join(disk.path, 'imports'));
  writeFileSync(join(disk.path, 'imports', 'records.jsonl'), content);
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

async function backedUp(): Promise<Sent> {
  const disk = emptyFolder();
  const sent = await onDisk(disk);
  const [database, folder] = [join(disk.path, 'leitmotif.db'), join(disk.path, 'backups')];
  const task = { database, folder, covers: join(disk.path, 'covers'), reason: 'asked', extent: 'all' } as const;
  const [{ name }] = [createBackup(task), createBackup(task)];
  return { ...sent, params: { backupName: name } };
}

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

/** An item of Anna's list: on a wishlist, the one that is there. */
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

/** A release that is from MusicBrainz. */
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

/** Those that the routes carry; the one after which the user is not there any more comes last. */
function endpoints(): RouteDeclaration[] {
  const all = declaredRoutes({ routes });
  return [...all.filter(({ operationId }) => operationId !== 'deleteMe'), ...all.filter(({ operationId }) => operationId === 'deleteMe')];
}

describe('the routes of the server and of accounts', () => {
  test('carry their endpoints, each under its own method and path', () => {
    const carried = routes.flatMap(({ method, path, hooks }) => {
      const endpoint = hooks?.detail?.route?.();
      return endpoint ? [{ method, path, endpoint }] : [];
    });
    expect(carried.length).toBeGreaterThan(20);
    const shape = (path: string) => path.replace(/:\w+/g, ':');
    for (const { method, path, endpoint } of carried)
      expect([endpoint.method.toUpperCase(), shape(endpoint.path)]).toEqual([method, shape(path)]);
  });

  test('name every parameter of their paths', () => {
    for (const { path, pathParameters = {} } of endpoints())
      expect([path, Object.keys(pathParameters)]).toEqual([path, [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)]);
  });

  const has = (status: number) => (endpoint: RouteDeclaration) => status in endpoint.answers;
  const readsOne = ({ method, path }: RouteDeclaration) => method === 'get' && path.endsWith(':id');

  const takesLimited = ({ description = '' }: RouteDeclaration) => description.includes('scope catalog:read');
  const takesJson = ({ body }: RouteDeclaration) => Object.keys(body?.content ?? {}).some((type) => !/^image\/|octet-stream$/.test(type));

  /** How a request is refused, of which endpoints, and what is sent to them. */
  const refusals: [how: string, status: number, whose: (endpoint: RouteDeclaration) => boolean, sent: () => Sent][] = [
    ['without a token', 401, ({ isPublic }) => !isPublic, () => ({ headers: { authorization: '' } })],
    // Anyone signed in may revoke a refresh token, and see whose the token is.
    [
      'with a token of another scope',
      403,
      (endpoint) => has(403)(endpoint) && !endpoint.isPublic && !takesLimited(endpoint),
      () => ({ headers: asAnna(limited) }),
    ],
    [
      'to who is no administrator',
      403,
      ({ tags, path }) => tags.includes('Administration') && !path.startsWith('/api/users/'),
      () => ({ headers: asAnna(server.token) }),
    ],
    [
      'to a stranger of a user',
      404,
      ({ tags, path }) => tags.includes('Administration') && path.startsWith('/api/users/'),
      () => ({ headers: asAnna(server.token) }),
    ],
    ['for a record that is not there', 404, ({ path }) => path.endsWith(':id'), () => ({})],
    ['for the list of a stranger', 404, ({ path }) => path.includes(':userId'), () => ({ params: { userId: unknownUuid } })],
    [
      'where Accept allows no JSON:API',
      406,
      (endpoint) => has(406)(endpoint) && !readsOne(endpoint),
      () => ({ headers: { accept: 'text/html' } }),
    ],
    ['for half a body', 400, takesJson, () => ({ body: '{' })],
    ['for a page that cannot be', 400, ({ query = {} }) => 'page' in query, () => ({ query: '?page=0' })],
    ['for a format that is none', 400, ({ query = {} }) => 'format' in query, () => ({ query: '?format=pdf' })],
    ['for a body of another media type', 415, has(415), () => ({ headers: { 'content-type': 'text/plain' } })],
    ['where the budget is spent', 429, ({ path }) => path.startsWith('/api'), () => ({ to: spent, headers: { authorization: '' } })],
  ];

  test.each(refusals)('refuse as they declare %s', async (_, status, whose, sent) => {
    const asked = endpoints().filter(whose);
    expect(asked).not.toEqual([]);
    for (const endpoint of asked) {
      const response = await ask(endpoint, sent());
      expect([endpoint.operationId, response.status]).toEqual([endpoint.operationId, status]);
    }
  });

  test('refuse other methods, and say which they know', async () => {
    for (const { path } of routes.filter(({ path }) => path.startsWith('/api/'))) {
      const address = path.replace(/:\w+/g, unknownUuid);
      const fitting = routes.filter((other) => new RegExp(`^${other.path.replace(/:\w+/g, '[^/]+')}$`).test(address));
      // Of several routes, the one with the fewest parameters is meant.
      const parametersIn = (one: string) => one.split(':').length;
      const fewest = Math.min(...fitting.map((other) => parametersIn(other.path)));
      const carrying = fitting.filter((other) => parametersIn(other.path) === fewest);
      const methods = new Set(carrying.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
      const response = await server.request(address, { method: 'PROPFIND', headers: asAnna() });
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, [...methods].sort().join(', ')]);
    }
  });

  test('that are read have a tag, say to whoever has it that nothing has changed, and answer HEAD', async () => {
    // How much memory a server uses is another answer each time.
    for (const endpoint of endpoints().filter((one) => has(304)(one) && one.operationId !== 'server')) {
      const sent = await wellSent[endpoint.operationId]?.();
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

  test('answer as they declare where all is well', async () => {
    for (const endpoint of endpoints()) {
      const response = await ask(endpoint, await wellSent[endpoint.operationId]?.());
      expect([endpoint.operationId, response.ok]).toEqual([endpoint.operationId, true]);
    }
  });
});
