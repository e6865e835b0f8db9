import { findUser } from '../../src/accounts/users';
import { changeAccountStatus } from '../../src/accounts/users/users';
import { EditorOf } from './edited-server';
import { type OwnLists, openOwnLists } from './own-lists';
import { liveOf } from './server';

/** A separate demo catalog with a signed-in editor, for pages and API. */
export interface ReleaseEditor extends OwnLists {
  readonly api: EditorOf;
  readonly revisions: () => Promise<number>;
}

export async function openReleaseEditor(headers: Record<string, string> = {}): Promise<ReleaseEditor> {
  const own = await openOwnLists(headers);
  const { store } = own.server;
  const tester = findUser(store, 'tester');
  if (tester) await changeAccountStatus(store, tester, { role: 'editor' }, liveOf(store));
  const api = new EditorOf(own.server, own.server.token);
  return { ...own, api, revisions: async () => (await api.read('/api/revisions')).body.meta.totalItems };
}
