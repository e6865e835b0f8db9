import { bearer } from '@elysiajs/bearer';
import { Elysia } from 'elysia';
import { type Message, message, sentenceOf } from '../messages/message';
import { HttpError } from './errors';

/** Whom a token stands for, as far as a request is let through. */
export interface TokenHolder {
  readonly userId: string;
  /** What the token may do; `null` for all that its user may. */
  readonly scopes: ReadonlySet<string> | null;
}

/** Finds whom a token stands for; `undefined` for one that is not good. */
export type FindHolder<P extends TokenHolder = TokenHolder> = (token: string) => P | undefined;

type ScopeOf<P extends TokenHolder> = P extends { readonly scopes: ReadonlySet<infer S> | null } ? S & string : never;

const realm = 'Bearer realm="leitmotif"';

/**
 * Lets only requests with a good bearer token of a scope through to the routes of the app that uses it, and tells them
 * whose it is, as `principal`. Answers others with 401 or 403 and the challenge of RFC 6750, section 3.
 */
export const authentication = <P extends TokenHolder>(findPrincipal: FindHolder<P>, scope: ScopeOf<P>) =>
  new Elysia({ name: 'authentication', seed: scope }).use(bearer()).resolve({ as: 'scoped' }, ({ bearer, headers }) => {
    // The plugin would take a token from the query too, where it ends in logs and histories.
    const token = headers.authorization?.startsWith('Bearer ') ? bearer : bearerToken(headers.authorization ?? null);
    return { principal: requireScope(token, findPrincipal, scope) };
  });

/** Whom a token stands for, if it has a scope. */
export function requireScope<P extends TokenHolder>(token: string | undefined, findPrincipal: FindHolder<P>, scope: ScopeOf<P>): P {
  if (token === undefined) throw challenge(401, message('missing_token'));
  const principal = findPrincipal(token);
  if (!principal) {
    const problem = message('bad_token');
    throw challenge(401, problem, `, error="invalid_token", error_description="${sentenceOf(problem)}"`);
  }
  if (principal.scopes !== null && !principal.scopes.has(scope)) throw insufficientScope(scope);
  return principal;
}

/** The refusal of a good token that may not do what is asked. */
export const insufficientScope = (scope: string): HttpError =>
  challenge(403, message('insufficient_scope', { scope }), `, error="insufficient_scope", scope="${scope}"`);

/** A refusal that says how to come in. */
const challenge = (status: number, problem: Message, more = ''): HttpError =>
  new HttpError(status, problem, { header: 'Authorization' }, { 'www-authenticate': realm + more });

/** Whom a request's token stands for, on a route that tells those without a good one in its own words. */
export function requireHolder<P extends TokenHolder>(request: Request, findPrincipal: FindHolder<P>): P {
  const token = bearerToken(request.headers.get('authorization'));
  const principal = token === undefined ? undefined : findPrincipal(token);
  if (!principal) throw challenge(401, message('missing_token'));
  return principal;
}

/** The token of an Authorization header; the name of the scheme may be in any case (RFC 9110, section 11.1). */
export function bearerToken(authorization: string | null): string | undefined {
  return authorization !== null && /^bearer /i.test(authorization) ? authorization.slice('bearer '.length).trim() : undefined;
}
