import { bearer } from '@elysiajs/bearer';
import { Elysia } from 'elysia';
import { type Principal, requireScope, type Scope } from '../accounts/principal';
import { Problem } from '../errors';

const realm = 'Bearer realm="leitmotif"';

/**
 * Lets only requests with a good bearer token of a scope through to the routes of the app that uses it, and tells them
 * whose it is, as `principal`. Answers others with 401 or 403 and the challenge of RFC 6750, section 3.
 */
export const authentication = (findPrincipal: (token: string) => Principal | undefined, scope: Scope) =>
  new Elysia({ name: 'authentication', seed: scope }).use(bearer()).resolve({ as: 'scoped' }, ({ bearer, headers }) => {
    // The plugin would take a token from the query too, where it ends in logs and histories.
    const token = headers.authorization?.startsWith('Bearer ') ? bearer : bearerToken(headers.authorization ?? null);
    if (token === undefined) {
      throw new Problem(
        401,
        'This needs a token. Send it as Authorization: Bearer <token>.',
        { header: 'Authorization' },
        { 'www-authenticate': realm },
      );
    }
    const principal = findPrincipal(token);
    if (principal) {
      requireScope(principal, scope);
      return { principal };
    }
    throw new Problem(
      401,
      'The token is unknown, has expired or was revoked.',
      { header: 'Authorization' },
      {
        'www-authenticate': `${realm}, error="invalid_token", error_description="The token is unknown, has expired or was revoked."`,
      },
    );
  });

/** The token of an Authorization header; the name of the scheme may be in any case (RFC 9110, section 11.1). */
export function bearerToken(authorization: string | null): string | undefined {
  return authorization !== null && /^bearer /i.test(authorization) ? authorization.slice('bearer '.length).trim() : undefined;
}
