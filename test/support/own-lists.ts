import { addItem, itemTypes, jsonApi } from './owned-items';
import { type Document, demoStore, serverOf, type TestServer } from './server';
import { Visitor } from './visitor';

/** A separate demo catalog with a signed-in user who has lists. */
export interface OwnLists {
  readonly server: TestServer;
  readonly visitor: Visitor;
  readonly releases: readonly { readonly id: string; readonly title: string; readonly slug: string }[];
  readonly make: (list: 'collection' | 'wishlist', release: number, attributes?: object) => Promise<string>;
  readonly change: (list: 'collection' | 'wishlist', id: string, attributes: object) => Promise<Response>;
  readonly items: (list: 'collection' | 'wishlist') => Promise<Document['data']>;
}

export async function openOwnLists(headers: Record<string, string> = {}): Promise<OwnLists> {
  const server = await serverOf(await demoStore());
  const visitor = new Visitor(server, { headers: { 'accept-language': 'en-GB', ...headers } });
  visitor.cookies.set('leitmotif-session', server.token);
  const found = await server.read('/api/releases?itemsPerPage=100&order[title]=asc');
  const releases = found.data.map(({ attributes }: { attributes: { _id: string; title: string; slug: string } }) => ({
    id: attributes._id,
    title: attributes.title,
    slug: attributes.slug,
  }));
  const make: OwnLists['make'] = async (list, release, attributes = {}) => {
    const item = await addItem(server, list, releases[release]?.id ?? '', attributes);
    return item.attributes._id;
  };
  const change: OwnLists['change'] = (list, id, attributes) =>
    server.request(`/api/users/me/${list}/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': jsonApi },
      body: JSON.stringify({ data: { type: itemTypes[list], id, attributes } }),
    });
  return {
    server,
    visitor,
    releases,
    make,
    change,
    items: async (list) => (await server.read(`/api/users/me/${list}?itemsPerPage=100`)).data,
  };
}
