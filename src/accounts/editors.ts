import type { Contributor } from '../records/unreviewed';
import type { Principal } from './principal';
import type { LiveSettings } from './settings/live-settings';

/** The settings as they are now. */
export type Editing = Pick<LiveSettings, 'values'>;

/** Whether a user may change the catalog, as the setting `editing` has it today. */
export function isEditor({ role }: Pick<Principal, 'role'>, live: Editing): boolean {
  const { editing } = live.values();
  return editing === 'users' || (editing === 'editors' && role !== 'user');
}

/** Whom editors review the additions of: everyone whose token may not change the catalog itself. None, of all others. */
export type ContributorOf = (principal: Principal) => Contributor | undefined;

export const contributors =
  (live: LiveSettings, most: number): ContributorOf =>
  (principal) => {
    const { userKey, userId, scopes } = principal;
    if (isEditor(principal, live) && (scopes === null || scopes.has('catalog:write'))) return undefined;
    return { author: { userKey, username: userId }, most };
  };
