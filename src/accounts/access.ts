import { type DomainError, forbidden } from '../errors';
import { bearerToken, insufficientScope, requireHolder, requireScope } from '../http/authentication';
import type { Access } from '../jsonapi/route';
import type { Contributor } from '../records/unreviewed';
import { type ContributorOf, type Editing, isEditor } from './editors';
import { requireOwn } from './own';
import type { FindPrincipal, Principal, Scope } from './principal';

/** Who may come in to the routes of this server. The role is checked before the scopes of the token. */
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

export function guardOf(findPrincipal: FindPrincipal, live: Editing, contributorOf: ContributorOf): Guard {
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

export const onlyAdministrators = (): DomainError => forbidden('This is for administrators.');

function requireAdministrator({ role }: Principal): void {
  if (role !== 'admin') throw onlyAdministrators();
}

function requireEditor(principal: Principal, live: Editing): void {
  if (isEditor(principal, live)) return;
  throw forbidden(
    live.values().editing === 'off'
      ? 'The catalog is not edited here: the setting editing is off.'
      : 'This is for editors. An administrator can make you one.',
  );
}
