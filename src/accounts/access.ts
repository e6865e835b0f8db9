import type { Identity } from '../api/write/write';
import { type DomainError, forbidden, notFound } from '../errors';
import { type Access, basicPassword, insufficientScope, requireHolder, requireScope, scopeRule } from '../http/authentication';
import { answerHeadersOf, setAnswerHeaders } from '../http/request';
import { personalCaching } from '../http/respond';
import type { Contributor } from '../records/edit/unreviewed';
import { type FindPrincipal, isOfFeeds, type Principal, type Scope } from './principal';
import type { LiveSettings } from './settings/live-settings';

/** Access rules of routes. The role is checked before the scopes of the token. */
export interface Guard {
  /** Anyone with a valid token of any scope, except for feeds. */
  readonly holder: Access<Principal>;
  readonly user: (scope: Scope) => Access<Principal>;
  /** The user named by `:userId` in the path, by id or as `me`. */
  readonly owner: (scope: Scope) => Access<Principal, Readonly<Record<string, string>>>;
  readonly administrator: Access<Principal>;
  /** Users who may edit the catalog under the setting `editing`. */
  readonly editor: (scope: 'catalog:read' | 'catalog:write') => Access<Principal>;
  /** Users who may add records, with or without review: anyone who may add to their own collection. */
  readonly adder: Access<Principal & { readonly contributor: Contributor | undefined }>;
}

export function guardOf(findPrincipal: FindPrincipal, live: LiveSettings, contributorOf: ContributorOf): Guard {
  const requirePrincipal = (token: string | undefined, scope: Scope, requireRole?: (principal: Principal) => void): Principal => {
    const find = (token: string) => {
      const principal = findPrincipal(token);
      if (principal) requireRole?.(principal);
      return principal;
    };
    return requireScope(token, find, scope);
  };
  return {
    holder: ({ token }) => {
      const principal = requireHolder(token, findPrincipal);
      if (isOfFeeds(principal)) throw insufficientScope('catalog:read');
      return principal;
    },
    user: (scope) => scopeRule(findPrincipal, scope),
    owner:
      (scope) =>
      ({ request, token, params: { userId } }) => {
        const principal = requirePrincipal(token, scope);
        requireOwn(request, principal, userId);
        return principal;
      },
    administrator: ({ token }) => {
      const principal = requirePrincipal(token, 'admin', requireAdministrator);
      requireSecondFactor(principal, live);
      return principal;
    },
    editor:
      (scope) =>
      ({ token }) =>
        requirePrincipal(token, scope, (principal) => requireEditor(principal, live)),
    adder: ({ token }) => {
      const principal = requireHolder(token, findPrincipal);
      const contributor = contributorOf(principal);
      if (contributor && principal.scopes !== null && !principal.scopes.has('collection:write'))
        throw insufficientScope('collection:write');
      return { ...principal, contributor };
    },
  };
}

/** Whether a request for a feed has a token for feeds: in its address, or as the password of basic authentication. */
export function isFeedReader(request: Request, findPrincipal: FindPrincipal): boolean {
  const tokens = [new URL(request.url).searchParams.get('token'), basicPassword(request.headers.get('authorization'))];
  return tokens.some((token) => {
    const principal = findPrincipal(token ?? '');
    return principal !== undefined && isOfFeeds(principal);
  });
}

export const onlyAdministrators = (): DomainError => forbidden('administrators_only');

function requireAdministrator({ role }: Principal): void {
  if (role !== 'admin') throw onlyAdministrators();
}

/**
 * Of an administrator, where the setting asks for it. A passkey does not count: without an app, the password still signs in alone.
 * @throws {DomainError} forbidden
 */
export function requireSecondFactor({ role, hasSecondFactor }: Principal, live: LiveSettings): void {
  if (role === 'admin' && !hasSecondFactor && live.values().secondFactor === 'administrators') throw forbidden('second_factor_needed');
}

function requireEditor(principal: Principal, live: LiveSettings): void {
  if (isEditor(principal, live)) return;
  throw forbidden(live.values().editing === 'off' ? 'editing_off' : 'editors_only');
}

/** In a path or document id, the user who sends the request. */
const oneself = 'me';

/**
 * @throws {DomainError} not_found, unless the path names the requesting user: to others the user does not exist
 * @param idOrMe an id or `me`
 */
function requireOwn(request: Request, { userId }: Principal, idOrMe = ''): void {
  setAnswerHeaders(request, { ...answerHeadersOf(request), ...personalCaching });
  if (idOrMe !== oneself && idOrMe.toLowerCase() !== userId) throw notFound('no_user', { name: idOrMe.slice(0, 100) });
}

/** The ids that a document may use for a user's own record, including those with `me`. */
export const ownIdentity = (uuid: string, iri: string, userId: string): Identity => ({
  uuid,
  iri,
  aliases: [uuid, iri].map((id) => id.replace(userId, oneself)),
});

/** Whether the setting `editing` lets a user edit the catalog. */
export function isEditor({ role }: Pick<Principal, 'role'>, live: LiveSettings): boolean {
  const { editing } = live.values();
  return editing === 'users' || (editing === 'editors' && role !== 'user');
}

/** The author whose additions need review: anyone whose token may not edit the catalog. */
export type ContributorOf = (principal: Principal) => Contributor | undefined;

export const contributors =
  (live: LiveSettings, most: number): ContributorOf =>
  (principal) => {
    const { userKey, userId, scopes } = principal;
    if (isEditor(principal, live) && (scopes === null || scopes.has('catalog:write'))) return undefined;
    return { author: { userKey, username: userId }, most };
  };
