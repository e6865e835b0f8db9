import { beforeAll, beforeEach } from 'bun:test';
import { type OwnLists, openOwnLists } from '../support/own-lists';
import { Visitor } from '../support/visitor';

/** Lists on a server that the tests of a file share, emptied before each test. */
export function sharedLists(): OwnLists {
  const own = {} as OwnLists;
  // The first call in a process loads the demo.
  beforeAll(async () => void Object.assign(own, await openOwnLists()), 60_000);
  beforeEach(() => {
    for (const table of ['collection_item', 'wishlist_item']) own.server.store.writer.run(`DELETE FROM ${table}`);
  });
  return own;
}

/** The user of shared lists with a browser in another language. */
export function visitorIn(language: string, { server }: OwnLists): Visitor {
  const visitor = new Visitor(server, { headers: { 'accept-language': language } });
  visitor.cookies.set('leitmotif-session', server.token);
  return visitor;
}
