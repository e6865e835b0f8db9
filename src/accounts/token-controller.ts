import type { Static, TSchema } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Context } from '../context';
import { invalid, unauthenticated } from '../errors';
import { requireHolder } from '../http/authentication';
import { readJson } from '../http/body';
import { addressGroup } from '../http/client-address';
import type { HttpError } from '../http/errors';
import { jsonApiMediaType } from '../http/media-type';
import type { AddressOf } from '../http/request-budget';
import { answerHeadersOf, commonHeaders, newRequestId } from '../http/respond';
import type { OneMedia } from '../jsonapi/answers';
import { fits } from '../jsonapi/checks';
import type { Principal } from './principal';
import { signInBudget } from './sign-ins';
import { invalidateTokens, refreshTokens, signIn } from './token-endpoints';
import { TokenPairs } from './token-pairs';
import { checkPassword } from './users';

/** These routes speak plain JSON, what goes wrong included. */
export const isTokenPath = (path: string): boolean => /^\/api\/token(?:\/|$)/.test(path);

/** The routes by which a client gets a pair of tokens, renews it and gives it up. They speak plain JSON. */
export function tokenController(context: Context, addressOf: AddressOf, findPrincipal: (token: string) => Principal | undefined) {
  const pairs = new TokenPairs(context.store, context.log);
  const requireBudget = signInBudget(context, addressOf);

  return new Elysia({ name: 'tokens' })
    .post(
      signIn.route,
      async ({ request }) => {
        const { username, password } = await readBody(request, signIn.body, 'The body holds username and password, both text.');
        requireBudget(request, username);
        const user = await checkPassword(context.store, username, password);
        const address = addressOf(request);
        if (!user) {
          // Whoever watches the log for this reads the address from before anything that a stranger chose.
          context.log('sign-in failed', { address, username });
          throw unauthenticated('The user name or the password is wrong.');
        }
        return answer(request, 200, await pairs.issue(user.key, addressGroup(address)));
      },
      signIn.hook,
    )
    .post(
      refreshTokens.route,
      async ({ request }) => {
        const { refresh_token } = await readBody(request, refreshTokens.body, 'The body holds refresh_token, a text.');
        const pair = await pairs.refresh(refresh_token);
        if (!pair) throw unauthenticated('The refresh token is unknown, has expired, or was used before.');
        return answer(request, 200, pair);
      },
      refreshTokens.hook,
    )
    .post(
      invalidateTokens.route,
      async ({ request }) => {
        const principal = requireHolder(request, findPrincipal);
        const { refresh_token } = await readBody(request, invalidateTokens.body, 'The body holds refresh_token, a text.');
        const isRevoked = await pairs.invalidate(refresh_token, principal.userKey);
        return isRevoked
          ? answer(request, 200, { message: 'The refresh token is revoked.' })
          : answer(request, 404, { message: 'There is no such refresh token.' });
      },
      invalidateTokens.hook,
    );
}

/** The answer to an error of these routes, as the interface shows it. */
export function presentTokenError({ status, detail, headers }: HttpError, request: Request, id?: string): Response {
  return answer(request, status, { code: status, message: detail }, headers, id);
}

/** An answer in plain JSON. What holds tokens is kept by nobody (RFC 6749, section 5.1). */
function answer(
  request: Request,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  id: string = newRequestId(),
): Response {
  const common = {
    ...commonHeaders,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': id,
    ...answerHeadersOf(request),
  };
  return new Response(JSON.stringify(body), { status, headers: { ...common, ...headers } });
}

async function readBody<S extends TSchema>(request: Request, { schema }: OneMedia<S>, rule: string): Promise<Static<S>> {
  const body = await readJson(request, ['application/json', jsonApiMediaType]);
  if (!fits(schema, body)) throw invalid(rule);
  return body;
}
