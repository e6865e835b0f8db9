import { demoRecords } from './demo-records';
import { type Running, run, tokenOf } from './executable';
import { png } from './pictures';

const jsonApi = 'application/vnd.api+json';

// biome-ignore lint/suspicious/noExplicitAny: documents of every kind are looked into.
type Document = any;

/** A client of a demo server, over the network. */
export class ApiClient {
  private constructor(
    private readonly server: Running,
    private readonly collection: string,
    private readonly release: string,
  ) {}

  static async of(server: Running, { cwd, data = 'data' }: { readonly cwd: string; readonly data?: string }): Promise<ApiClient> {
    const { exitCode, stderr } = await run(['user', 'set-role', 'demo', 'editor', '--data', data], { cwd });
    if (exitCode !== 0) throw new Error(stderr);
    const read = async (path: string): Promise<Document> => (await ask(server, path)).json();
    const user = await read('/api/users/me');
    const releases = await read('/api/releases?itemsPerPage=1');
    return new ApiClient(server, `/api/users/${user.data.attributes._id}/collection`, releases.data[0].id);
  }

  ask = (path: string, init: RequestInit = {}): Promise<Response> => ask(this.server, path, init);

  /** Adds an item with these notes and returns the response. */
  addItem(notes: string): Promise<Response> {
    const relationships = { release: { data: { type: 'Release', id: this.release } } };
    return this.ask(this.collection, sent('POST', { data: { type: 'CollectionItem', attributes: { notes }, relationships } }));
  }

  /** Renames a label of the demo, by its index there. */
  async rename(place: number, name: string): Promise<Response> {
    const label = demoRecords('Label')[place];
    if (!label) throw new Error(`The demo has no label ${place}.`);
    const read = await this.ask(label.id);
    await read.arrayBuffer();
    const { body, headers } = sent('PATCH', { data: { type: 'Label', id: label.id, attributes: { name } } });
    return await this.ask(label.id, { method: 'PATCH', body, headers: { ...headers, 'if-match': read.headers.get('etag') ?? '' } });
  }

  /** Sets a cover of this shade and returns the response, which lists its files. */
  putCover(shade: number): Promise<Response> {
    const body = new Uint8Array(png(400, 400, { shade: shade % 256 }));
    return this.ask(`${this.release}/cover`, { method: 'PUT', body, headers: { 'content-type': 'image/png' } });
  }
}

const sent = (method: string, document: object) => ({ method, body: JSON.stringify(document), headers: { 'content-type': jsonApi } });

const ask = (server: Running, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.url + path, {
    ...init,
    // Servers close idle connections: a request sent at that moment fails.
    keepalive: false,
    // A compressed response has its own ETag; changes accept the uncompressed one.
    headers: { authorization: `Bearer ${tokenOf(server)}`, 'accept-encoding': 'identity', ...init.headers },
  });
