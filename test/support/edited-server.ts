import type { UserRole } from '../../src/accounts/principal';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { catalog } from '../../src/catalog';
import type { Settings } from '../../src/config';
import { byHand } from '../../src/records/sources/writer';
import { copyInMemory } from '../../src/store/database/open';
import { demoServer, serverOf, startServer, type TestServer } from './server';

export interface Changed {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every kind.
  readonly body: any;
}

/** Edits the catalog of a server through the API as one of its users. */
export class EditorOf {
  constructor(
    readonly server: TestServer,
    readonly token: string,
  ) {}

  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Changed> {
    return this.sendText(method, path, body === undefined ? undefined : JSON.stringify(body), headers);
  }

  async sendText(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Changed> {
    const response = await this.server.request(path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/vnd.api+json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  read = (path: string): Promise<Changed> => this.send('GET', path);

  post(type: string, path: string, attributes: object, relationships?: object, meta?: object): Promise<Changed> {
    return this.send('POST', path, { data: { type, attributes, ...(relationships && { relationships }) }, ...(meta && { meta }) });
  }

  async make(type: string, path: string, attributes: object, relationships?: object): Promise<string> {
    const { status, body } = await this.post(type, path, attributes, relationships);
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.data.id;
  }

  /** Changes the current record, or the state with the given ETag. */
  async patch(iri: string, attributes: object, more: { relationships?: object; meta?: object; tag?: string } = {}): Promise<Changed> {
    const { body, headers } = await this.read(iri);
    const { relationships, meta, tag = headers.get('etag') as string } = more;
    const data = { type: body.data.type, id: iri, attributes, ...(relationships && { relationships }) };
    return this.send('PATCH', iri, { data, ...(meta && { meta }) }, { 'if-match': tag });
  }

  /** Gives a record another slug, as imports and reverts do; the API ignores slugs. */
  changeSlug(type: string, iri: string, slug: string): Promise<unknown> {
    const { store } = this.server;
    const record = { type, id: iri, attributes: { slug }, relationships: {} };
    const author = { username: 'erika', userKey: 1, note: undefined };
    return store.write(() => byHand(store, catalog, (editing) => editing.edit({ action: 'change', record }, author)));
  }

  async delete(iri: string): Promise<Changed> {
    const tag = (await this.read(iri)).headers.get('etag') as string;
    return this.send('DELETE', iri, undefined, { 'if-match': tag });
  }

  revert = (revision: string): Promise<Changed> => this.send('POST', `${revision}/revert`);

  merge(iri: string, into: { type: string; id: string }): Promise<Changed> {
    return this.send('POST', `${iri}/merge`, { data: into });
  }
}

/** A user of a server, by default with edit rights. */
export async function editorOf(server: TestServer, username = 'erika', role: UserRole = 'editor'): Promise<EditorOf> {
  await createUser(server.store, username, 'correct horse battery', role);
  return new EditorOf(server, await issueApiToken(server.store, username, 'tests'));
}

export const editedServer = async (records: readonly object[] = [], settings: Partial<Settings> = {}): Promise<EditorOf> =>
  editorOf(await startServer(records, settings));

export async function editedDemo(): Promise<EditorOf> {
  const { store } = await demoServer();
  const copy = copyInMemory(store);
  copy.writer.run('DELETE FROM user');
  return editorOf(await serverOf(copy));
}
