import { Elysia } from 'elysia';
import type { Context } from '../context';
import { unauthenticated } from '../errors';
import { requireHolder } from '../http/authentication';
import { plainAnswer, readPlain } from './plain-json';
import type { Principal } from './principal';
import type { SignInCheck } from './sign-ins';
import { invalidateTokens, refreshTokens, signIn } from './token-endpoints';
import { TokenPairs } from './token-pairs';

/** The routes by which a client gets a pair of tokens, renews it and gives it up. They speak plain JSON. */
export function tokenController(context: Context, checkSignIn: SignInCheck, findPrincipal: (token: string) => Principal | undefined) {
  const pairs = new TokenPairs(context.store, context.log);

  return new Elysia({ name: 'tokens' })
    .post(
      signIn.route,
      async ({ request }) => {
        const credentials = await readPlain(request, signIn.body, 'The body holds username and password, both text.');
        const { user, origin } = await checkSignIn(request, credentials);
        return plainAnswer(request, 200, await pairs.issue(user.key, origin));
      },
      signIn.hook,
    )
    .post(
      refreshTokens.route,
      async ({ request }) => {
        const { refresh_token } = await readPlain(request, refreshTokens.body, 'The body holds refresh_token, a text.');
        const pair = await pairs.refresh(refresh_token);
        if (!pair) throw unauthenticated('The refresh token is unknown, has expired, or was used before.');
        return plainAnswer(request, 200, pair);
      },
      refreshTokens.hook,
    )
    .post(
      invalidateTokens.route,
      async ({ request }) => {
        const principal = requireHolder(request, findPrincipal);
        const { refresh_token } = await readPlain(request, invalidateTokens.body, 'The body holds refresh_token, a text.');
        const isRevoked = await pairs.invalidate(refresh_token, principal.userKey);
        return isRevoked
          ? plainAnswer(request, 200, { message: 'The refresh token is revoked.' })
          : plainAnswer(request, 404, { message: 'There is no such refresh token.' });
      },
      invalidateTokens.hook,
    );
}
