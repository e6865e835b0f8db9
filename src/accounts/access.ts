import type { Access } from '../api/route';
import type { Identity } from '../api/write/write';
import { type DomainError, forbidden, notFound } from '../errors';
import { bearerToken, insufficientScope, requireHolder, requireScope } from '../http/authentication';
import { answerHeadersOf, personalCaching, setAnswerHeaders } from '../http/respond';
import type { Contributor } from '../records/edit/unreviewed';
import type { FindPrincipal, Principal, Scope } from './principal';
import type { LiveSettings } from './settings/live-settings';

/** Access to the routes of this server. The role is checked before the scopes of the token. */
export interface Guard {
  /** Anyone with a good token; its scopes are not looked at. */
  readonly holder: Access<Principal>;
  readonly user: (scope: Scope) => Access<Principal>;
  /** The user whose id, or `me`, is `:userId` in the path. */
  readonly owner: (scope: Scope) => Access<Principal, Readonly<Record<string, string>>>;
  readonly administrator: Access<Principal>;
  /** Users who may change the catalog, as the setting `editing` says. */
  readonly editor: (scope: 'catalog:read' | 'catalog:write') => Access<Principal>;
  /** Users who may add records to the catalog, be it for editors to review: whoever may add to their own collection. */
  readonly adder: Access<Principal & { readonly contributor: Contributor | undefined }>;
}

export function guardOf(findPrincipal: FindPrincipal, live: LiveSettings, contributorOf: ContributorOf): Guard {
  const requirePrincipal = (request: Request, scope: Scope, requireRole?: (principal: Principal) => void): Principal => {
    const find = (token: string) => {
      const principal = findPrincipal(token);
      if (principal) requireRole?.(principal);
      return principal;
    };
    return requireScope(bearerToken(request.headers.get('authorization')), find, scope);
  };
  return {
    holder: (request) => requireHolder(request, findPrincipal),
    user: (scope) => (request) => requirePrincipal(request, scope),
    owner:
      (scope) =>
      (request, { userId }) => {
        const principal = requirePrincipal(request, scope);
        requireOwn(request, principal, userId);
        return principal;
      },
    administrator: (request) => requirePrincipal(request, 'admin', requireAdministrator),
    editor: (scope) => (request) => requirePrincipal(request, scope, (principal) => requireEditor(principal, live)),
    adder: (request) => {
      const principal = requireHolder(request, findPrincipal);
      const contributor = contributorOf(principal);
      if (contributor && principal.scopes !== null && !principal.scopes.has('collection:write'))
        throw insufficientScope('collection:write');
      return { ...principal, contributor };
    },
  };
}

export const onlyAdministrators = (): DomainError => forbidden('administrators_only');

function requireAdministrator({ role }: Principal): void {
  if (role !== 'admin') throw onlyAdministrators();
}

function requireEditor(principal: Principal, live: LiveSettings): void {
  if (isEditor(principal, live)) return;
  throw forbidden(live.values().editing === 'off' ? 'editing_off' : 'editors_only');
}

/** Stands for the id of the user who sends the request, in a path or in the id of a document. */
const oneself = 'me';

/**
 * Refuses everyone but the user whose id is in the path, with a 404: to others the user does not exist.
 * @param given the user's id as the path has it, or `me`
 */
function requireOwn(request: Request, { userId }: Principal, given = ''): void {
  setAnswerHeaders(request, { ...answerHeadersOf(request), ...personalCaching });
  if (given !== oneself && given.toLowerCase() !== userId) throw notFound('no_user', { name: given.slice(0, 100) });
}

/** The ids by which documents may name a record of a user's own, also by an address with `me` in it. */
export const ownIdentity = (uuid: string, iri: string, userId: string): Identity => ({ uuid, iri, alias: iri.replace(userId, oneself) });

/** Whether a user may change the catalog, as the setting `editing` says. */
export function isEditor({ role }: Pick<Principal, 'role'>, live: LiveSettings): boolean {
  const { editing } = live.values();
  return editing === 'users' || (editing === 'editors' && role !== 'user');
}

/** The author whose additions editors review: anyone whose token may not change the catalog itself. */
export type ContributorOf = (principal: Principal) => Contributor | undefined;

export const contributors =
  (live: LiveSettings, most: number): ContributorOf =>
  (principal) => {
    const { userKey, userId, scopes } = principal;
    if (isEditor(principal, live) && (scopes === null || scopes.has('catalog:write'))) return undefined;
    return { author: { userKey, username: userId }, most };
  };
