import { join } from 'node:path';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import type { Store } from '../../src/store/database/open';
import { emptyFolder } from './executable';
import { serverOf, type TestServer } from './server';
import { createStore } from './store-on-disk';

/** A server in this process with a catalog on disk, as backups require, and its administrator anna. */
export interface AdministeredServer extends Disposable {
  /** Temporary folder with the data directory. */
  readonly folder: string;
  readonly data: string;
  readonly store: Store;
  readonly server: TestServer;
  readonly token: string;
}

export async function administeredServer(): Promise<AdministeredServer> {
  const folder = emptyFolder();
  const data = join(folder.path, 'data');
  const store = createStore(data);
  const server = await serverOf(store, { data });
  await createUser(store, 'anna', 'correct horse battery', 'admin');
  const token = await issueApiToken(store, 'anna', 'tests');
  const dispose = () => {
    store.close();
    folder[Symbol.dispose]();
  };
  return { folder: folder.path, data, store, server, token, [Symbol.dispose]: dispose };
}
