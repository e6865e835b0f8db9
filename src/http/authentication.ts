import { bearer } from '@elysiajs/bearer';
import type { AnyElysia } from 'elysia';
import { type Message, message, sentenceOf } from '../messages/message';
import { HttpError } from './errors';

export interface TokenHolder {
  readonly userId: string;
  /** Scopes of the token; `null` for all of its user's rights. */
  readonly scopes: ReadonlySet<string> | null;
}

/** Finds the principal of a token; `undefined` for an invalid token. */
export type FindHolder<P extends TokenHolder = TokenHolder> = (token: string) => P | undefined;

type ScopeOf<P extends TokenHolder> = P extends { readonly scopes: ReadonlySet<infer S> | null } ? S & string : never;

const realm = 'Bearer realm="leitmotif"';

/** A request as access rules see it. */
export interface Sender<Params = unknown> {
  readonly request: Request;
  readonly token: string | undefined;
  readonly params: Params;
}

/** Authorizes a request. Returns the principal; throws 401, 403 or 404 otherwise. */
export type Access<P = unknown, Params = unknown> = (sender: Sender<Params>) => P;

/** What the macro `access` adds to the context of a handler. */
export interface Authorized {
  readonly principal: unknown;
  /** Applies the rule again: rights may end while a request waits. */
  readonly authorize: () => unknown;
}

interface BearerContext extends Pick<Sender, 'request' | 'params'> {
  readonly bearer?: string | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Elysia plugin with the macro `access`, the rule of a route. */
export const authentication = (app: AnyElysia) =>
  app.use(bearer()).macro({
    access: (rule: Access) => ({
      resolve: ({ bearer, headers: { authorization = '' }, request, params }: BearerContext): Authorized => {
        // The plugin would also accept a token in the query, where it would end up in logs and histories.
        const token = authorization.startsWith('Bearer ') ? bearer?.trim() : bearerToken(authorization);
        const authorize = () => rule({ request, token, params });
        return { principal: authorize(), authorize };
      },
    }),
  });

/** Rule of routes for every valid token with a scope. */
export const scopeRule =
  <P extends TokenHolder>(findPrincipal: FindHolder<P>, scope: ScopeOf<P>): Access<P> =>
  ({ token }) =>
    requireScope(token, findPrincipal, scope);

/** Holder of a valid token with a scope. */
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

/** 403 for a valid token without the required scope. */
export const insufficientScope = (scope: string): HttpError =>
  challenge(403, message('insufficient_scope', { scope }), `, error="insufficient_scope", scope="${scope}"`);

/** A refusal with the `WWW-Authenticate` challenge. */
const challenge = (status: number, problem: Message, more = ''): HttpError =>
  new HttpError(status, problem, { header: 'Authorization' }, { 'www-authenticate': realm + more });

/** Holder of a token, for routes with their own 401 message. */
export function requireHolder<P extends TokenHolder>(token: string | undefined, findPrincipal: FindHolder<P>): P {
  const principal = token === undefined ? undefined : findPrincipal(token);
  if (!principal) throw challenge(401, message('missing_token'));
  return principal;
}

/** Password of basic authentication (RFC 7617). */
export function basicPassword(authorization: string | null): string | undefined {
  const [, credentials] = /^basic (.*)/i.exec(authorization ?? '') ?? [];
  return (
    credentials &&
    Buffer.from(credentials, 'base64')
      .toString()
      .replace(/^[^:]*:?/, '')
  );
}

/** Token of an Authorization header; the scheme name is case-insensitive (RFC 9110, section 11.1). */
export const bearerToken = (authorization: string | null): string | undefined => /^bearer (.*)/i.exec(authorization ?? '')?.[1]?.trim();
