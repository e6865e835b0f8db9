import { feedState } from '../../src/export/sequence';
import { runImport } from '../../src/import/run/run';
import { mirror } from '../../src/import/sources/mirror/mirror';
import type { Kinds } from '../../src/kinds';
import type { Store } from '../../src/store/database/open';
import type { TestServer } from './server';

/** Updates the mirror in a database from a server of this process. */
export function follow(store: Store, { app, token }: Pick<TestServer, 'app' | 'token'>, kinds?: Kinds) {
  const source = mirror('http://origin.example', {
    token,
    fetch: (url: string, init: RequestInit) => Promise.resolve(app.handle(new Request(url, init))),
    sleep: async () => {},
    now: () => 0,
    ownSequence: () => feedState(store.reader).sequence,
  });
  return runImport(store, source, { maxRejects: 0, exportSequence: () => source.exportSequence, kinds });
}
