import { issueApiToken } from '../../src/accounts/tokens';
import { createUser, findUser } from '../../src/accounts/users';
import { importRecords } from '../../src/import/seed';
import { type Document, numbered, startServer, type TestServer } from './server';

export const jsonApi = 'application/vnd.api+json';
/** Types of list items. */
export const itemTypes = { collection: 'CollectionItem', wishlist: 'WishlistItem' } as const;

const uuidOfRelease = (number: number): string => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;
export const release = (number: number): string => `/api/releases/${uuidOfRelease(number)}`;

const titles = ['Psycho', 'Vertigo', 'Çetin Ceviz'];

export const releaseRecord = (number: number, title: string) => ({ type: 'Release', id: release(number), attributes: { title } });

export const mergedRecord = (from: number, into: number) => ({
  type: 'MergedRecord',
  id: uuidOfRelease(from),
  attributes: { resource_type: 'Release' },
  relationships: { resource: { data: { type: 'Release', id: release(into) } } },
});

/** Options of a write besides the document. */
export interface Sent {
  readonly headers?: Record<string, string>;
  readonly token?: string;
}

/** A server with three releases and two users, for tests of their lists. */
export interface World {
  readonly server: TestServer;
  readonly userId: string;
  readonly userKey: number;
  readonly strangerId: string;
  readonly strangerToken: string;
  readonly list: string;
  readonly send: (method: string, path: string, body?: unknown, sent?: Sent) => Promise<Response>;
  /** Creates an item of a release with these attributes and returns its data. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the attributes of both kinds.
  readonly make: (number: number, attributes?: object) => Promise<any>;
  readonly change: (id: string, attributes: object, sent?: Sent) => Promise<Response>;
  /** Empties both users' lists and undoes merges of releases. */
  readonly clear: () => Promise<void>;
  readonly importLines: (records: readonly object[]) => Promise<void>;
}

export async function openWorld(kind: 'collection' | 'wishlist'): Promise<World> {
  const type = itemTypes[kind];
  const releases = titles.map((title, index) => releaseRecord(index + 1, title));
  const server = await startServer(releases);
  const stranger = await createUser(server.store, 'stranger', 'correct horse battery');
  const strangerToken = await issueApiToken(server.store, 'stranger', 'tests');
  const user = findUser(server.store, 'tester');
  if (!user) throw new Error('The test server has no user.');
  const list = `/api/users/${user.id}/${kind}`;
  const send: World['send'] = (method, path, body, { headers = {}, token = server.token } = {}) =>
    server.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': jsonApi, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const importLines: World['importLines'] = async (records) => {
    await importRecords(server.store, numbered(records));
  };
  return {
    server,
    userId: user.id,
    userKey: user.key,
    strangerId: stranger.id,
    strangerToken,
    list,
    send,
    importLines,
    make: async (number, attributes = {}) => {
      const response = await send('POST', list, { data: { type, attributes, relationships: named(release(number)) } });
      if (response.status !== 201) throw new Error(await response.text());
      return ((await response.json()) as { data: unknown }).data;
    },
    change: (id, attributes, sent) => send('PATCH', id, { data: { type, id, attributes } }, sent),
    clear: async () => {
      for (const table of [`${kind}_item`, 'merged_record', 'slug_redirect']) server.store.writer.run(`DELETE FROM ${table}`);
      await importLines(releases);
    },
  };
}

/** Adds a release, by IRI or UUID, to a list of the token's user and returns the item. */
export async function addItem(
  server: TestServer,
  list: 'collection' | 'wishlist',
  release: string,
  attributes: object = {},
  token = server.token,
): Promise<Document['data']> {
  const response = await server.request(`/api/users/me/${list}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': jsonApi },
    body: JSON.stringify({ data: { type: itemTypes[list], attributes: { release: { id: release }, ...attributes } } }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as Document).data;
}

interface SentFile {
  readonly query?: string;
  readonly list?: string;
  readonly type?: string;
  readonly token?: string;
}

/** Sends a file for a list of the token's user. */
export const sendFile = (
  server: TestServer,
  body: string | Uint8Array<ArrayBuffer>,
  { query = '', list = 'collection', type = 'text/csv', token = server.token }: SentFile = {},
): Promise<Response> =>
  server.request(`/api/users/me/${list}/import?${query}`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    body,
  });

/** Imports a file and returns the report. */
// biome-ignore lint/suspicious/noExplicitAny: reports are looked into by their members.
export async function importFile(...sent: Parameters<typeof sendFile>): Promise<any> {
  const response = await sendFile(...sent);
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return JSON.parse(text).data.attributes;
}

export const named = (id: string) => ({ release: { data: { type: 'Release', id } } });

/** Attributes and pointers of a 422. */
export async function violationsOf(response: Response): Promise<Record<string, string>> {
  const { meta } = (await response.json()) as { meta: { errors: { source: { pointer: string }; meta: { attribute: string } }[] } };
  return Object.fromEntries(meta.errors.map((error) => [error.meta.attribute, error.source.pointer]));
}

/** Status and error source of a 4xx response. */
export async function faultOf(response: Response): Promise<{ status: number; source: unknown }> {
  const { errors } = (await response.json()) as { errors: { source?: unknown }[] };
  return { status: response.status, source: errors[0]?.source };
}

/** Texts with special meaning in SQL, headers, templates and full-text search. */
export const injections = [
  `'; DROP TABLE collection_item; --`,
  `" OR 1=1 --`,
  `x') UNION SELECT password_hash FROM user --`,
  '%_\\',
  'NEAR(a b) OR title:*',
  'a\r\nSet-Cookie: x=1',
  '<script>alert(1)</script>',
  '#{7*7} {{7*7}} <%= 7*7 %>',
  'bell \u0007 and escape \u001b',
  'ﬁ ẞ é e\u0301 🎬 \u202e',
];
