import { seedDemo } from '../../src/import/seed';
import { copyInMemory, type Store } from '../../src/store/database/open';
import { type Document, seededStore, serverOf, type TestServer } from './server';
import { Visitor } from './visitor';

/** A demo catalog of a test's own, with somebody who is signed in and keeps lists. */
export interface OwnLists {
  readonly server: TestServer;
  readonly visitor: Visitor;
  readonly releases: readonly { readonly id: string; readonly title: string; readonly slug: string }[];
  readonly make: (list: 'collection' | 'wishlist', release: number, attributes?: object) => Promise<string>;
  readonly items: (list: 'collection' | 'wishlist') => Promise<Document['data']>;
}

export async function openOwnLists(headers: Record<string, string> = {}): Promise<OwnLists> {
  demo ??= demoStore();
  const server = await serverOf(copyInMemory(await demo));
  const visitor = new Visitor(server, { headers: { 'accept-language': 'en-GB', ...headers } });
  visitor.cookies.set('leitmotif-session', server.token);
  const found = await server.read('/api/releases?itemsPerPage=100&order[title]=asc');
  const releases = found.data.map(({ attributes }: { attributes: { _id: string; title: string; slug: string } }) => ({
    id: attributes._id,
    title: attributes.title,
    slug: attributes.slug,
  }));
  const make: OwnLists['make'] = async (list, release, attributes = {}) => {
    const type = list === 'collection' ? 'CollectionItem' : 'WishlistItem';
    const data = { type, attributes: { ...attributes, release: { id: releases[release]?.id } } };
    const response = await server.request(`/api/users/me/${list}`, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data }),
    });
    if (response.status !== 201) throw new Error(await response.text());
    return ((await response.json()) as Document).data.attributes._id;
  };
  return { server, visitor, releases, make, items: async (list) => (await server.read(`/api/users/me/${list}?itemsPerPage=100`)).data };
}

/** Made once for all tests of a process, and copied for each. */
let demo: Promise<Store> | undefined;

async function demoStore(): Promise<Store> {
  const store = await seededStore();
  await seedDemo(store);
  return store;
}
