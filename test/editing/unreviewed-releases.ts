import type { Settings } from '../../src/config';
import { EditorOf, editorOf } from '../support/edited-server';
import { itemTypes } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';

export interface World {
  readonly server: TestServer;
  readonly member: EditorOf;
  readonly stranger: EditorOf;
  readonly editor: EditorOf;
  readonly anonymous: (path: string) => Promise<Response>;
}

export async function world(settings: Partial<Settings> = {}): Promise<World> {
  const server = await startServer([], { catalogVisibility: 'public', ...settings });
  const member = new EditorOf(server, server.token);
  const stranger = await editorOf(server, 'berta', 'user');
  const editor = await editorOf(server);
  return { server, member, stranger, editor, anonymous: (path) => server.request(path, { headers: { authorization: '' } }) };
}

export const disc = {
  title: 'The Hidden Score',
  artist_credit: 'Hidden Composer',
  release_date: '1975',
  country: 'US',
  barcode: '4988001000013',
  labels: [{ iri: null, catalog_number: 'MCA-2087' }],
  formats: [{ format_type: 'cd', tracks: [{ title: 'Main Title' }] }],
};

export const put = (who: EditorOf, csv: string, query = 'unmatched=provisional') =>
  who.sendText('POST', `/api/users/me/collection/import?${query}`, csv, { 'content-type': 'text/csv' });

export const rows = (count: number): string =>
  [
    'release_title,artist_credit,label,catalog_number,year',
    ...Array.from({ length: count }, (_, at) => `Flood ${at},Nobody ${at},Flood Label ${at},FL-${at},1999`),
    '',
  ].join('\n');

export const count = ({ store }: TestServer, table: string): number =>
  (store.reader.query(`SELECT count(*) AS c FROM "${table}"`).get() as { c: number }).c;

export const textFor = async ({ server, token }: EditorOf, path: string): Promise<string> =>
  (await server.request(path, { headers: { authorization: `Bearer ${token}` } })).text();

export const postItem = (who: EditorOf, list: 'collection' | 'wishlist', release: string) =>
  who.post(itemTypes[list], `/api/users/me/${list}`, { release: { id: release.slice(-36) } });
