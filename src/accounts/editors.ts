import { type DomainError, forbidden } from '../errors';
import { insufficientScope } from '../http/authentication';
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

/**
 * Finds whom a token stands for, on routes that change the catalog. Whoever may not is refused; what the token is limited
 * to is another matter.
 */
export const editors =
  (findPrincipal: (token: string) => Principal | undefined, live: LiveSettings) =>
  (token: string): Principal | undefined => {
    const principal = findPrincipal(token);
    if (principal && !isEditor(principal, live)) throw notForYou(live);
    return principal;
  };

const notForYou = (live: LiveSettings): DomainError =>
  forbidden(
    live.values().editing === 'off'
      ? 'The catalog is not edited here: the setting editing is off.'
      : 'This is for editors. An administrator can make you one.',
  );

/** Whom editors review the additions of: everyone whose token may not change the catalog itself. None, of all others. */
export type ContributorOf = (principal: Principal) => Contributor | undefined;

export const contributors =
  (live: LiveSettings, most: number): ContributorOf =>
  (principal) => {
    const { userKey, userId, scopes } = principal;
    if (isEditor(principal, live) && (scopes === null || scopes.has('catalog:write'))) return undefined;
    return { author: { userKey, username: userId }, most };
  };

/** Finds who may add records to the catalog, be it for editors to review: whoever may add to their own collection. */
export const adders =
  (findPrincipal: (token: string) => Principal | undefined, contributorOf: ContributorOf) =>
  (token: string): (Principal & { readonly contributor: Contributor | undefined }) | undefined => {
    const principal = findPrincipal(token);
    if (!principal) return undefined;
    const contributor = contributorOf(principal);
    if (contributor && principal.scopes !== null && !principal.scopes.has('collection:write')) throw insufficientScope('collection:write');
    return { ...principal, contributor };
  };
