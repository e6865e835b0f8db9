import { type Static, type TObject, Type as t } from '@sinclair/typebox';
import { type DocumentDecoration, Elysia } from 'elysia';
import type { Context } from '../context';
import { invalid, unauthenticated } from '../errors';
import { requireHolder } from '../http/authentication';
import { readJson } from '../http/body';
import { addressGroup } from '../http/client-address';
import type { HttpError } from '../http/errors';
import { jsonApiMediaType } from '../http/media-type';
import type { AddressOf } from '../http/request-budget';
import { answerHeadersOf, commonHeaders, newRequestId } from '../http/respond';
import { fits } from '../jsonapi/checks';
import type { Principal } from './principal';
import { signInBudget } from './sign-ins';
import { TokenPairs } from './token-pairs';
import { checkPassword } from './users';

/** These routes speak plain JSON, what goes wrong included. */
export const isTokenPath = (path: string): boolean => /^\/api\/token(?:\/|$)/.test(path);

const credentials = t.Object({ username: t.String({ maxLength: 200 }), password: t.String({ maxLength: 1_000 }) });
const refreshToken = t.Object({ refresh_token: t.String({ minLength: 1, maxLength: 1_000 }) });

/** The routes by which a client gets a pair of tokens, renews it and gives it up. They speak plain JSON. */
export function tokenController(context: Context, addressOf: AddressOf, findPrincipal: (token: string) => Principal | undefined) {
  const pairs = new TokenPairs(context.store, context.log);
  const requireBudget = signInBudget(context, addressOf);

  return new Elysia({ name: 'tokens' })
    .post(
      '/api/token',
      async ({ request }) => {
        const { username, password } = await readBody(request, credentials, 'The body holds username and password, both text.');
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
      { detail: signInDetail },
    )
    .post(
      '/api/token/refresh',
      async ({ request }) => {
        const { refresh_token } = await readBody(request, refreshToken, 'The body holds refresh_token, a text.');
        const pair = await pairs.refresh(refresh_token);
        if (!pair) throw unauthenticated('The refresh token is unknown, has expired, or was used before.');
        return answer(request, 200, pair);
      },
      { detail: refreshDetail },
    )
    .post(
      '/api/token/invalidate',
      async ({ request }) => {
        const principal = requireHolder(request, findPrincipal);
        const { refresh_token } = await readBody(request, refreshToken, 'The body holds refresh_token, a text.');
        const isRevoked = await pairs.invalidate(refresh_token, principal.userKey);
        return isRevoked
          ? answer(request, 200, { message: 'The refresh token is revoked.' })
          : answer(request, 404, { message: 'There is no such refresh token.' });
      },
      { detail: invalidateDetail },
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

async function readBody<S extends TObject>(request: Request, schema: S, rule: string): Promise<Static<S>> {
  const body = await readJson(request, ['application/json', jsonApiMediaType]);
  if (!fits(schema, body)) throw invalid(rule);
  return body;
}

const json = (schema: object, example: object) => ({ 'application/json': { schema: JSON.parse(JSON.stringify(schema)), example } });

const pairSchema = t.Object({ access_token: t.String(), expires_in: t.Integer({ description: 'Seconds' }), refresh_token: t.String() });
const examplePair = { access_token: `lm_at_${'x'.repeat(36)}`, expires_in: 3600, refresh_token: `lm_rt_${'x'.repeat(36)}` };
const failureSchema = t.Object({ code: t.Integer(), message: t.String() });
const messageSchema = t.Object({ message: t.String() });

const failure = (description: string, code: number, message: string) => ({ description, content: json(failureSchema, { code, message }) });

const tooMany = (counted: string, quota = 300) =>
  failure('Too many', 429, `Only ${quota} ${counted} are allowed in 60 seconds. The budget is whole again at 2026-01-15T09:31:00.000Z.`);
const locked = failure('Another program holds the database', 503, 'The database is being written by another program; waited 2 s.');

const signInDetail: DocumentDecoration = {
  operationId: 'signIn',
  tags: ['Tokens'],
  summary: 'Sign in for a first pair of tokens',
  description:
    'Needs no token. Ten tries a minute are allowed for one address, and for one account; an address from which its user signed in before has ten of its own.',
  security: [],
  requestBody: { required: true, content: json(credentials, { username: 'anna', password: 'correct horse battery' }) },
  responses: {
    200: { description: 'A pair of tokens', content: json(pairSchema, examplePair) },
    400: failure('The body breaks a rule', 400, 'The body holds username and password, both text.'),
    401: failure('Unknown user, or wrong password', 401, 'The user name or the password is wrong.'),
    429: tooMany('sign-ins', 10),
    503: locked,
  },
};

const refreshDetail: DocumentDecoration = {
  operationId: 'refreshTokens',
  tags: ['Tokens'],
  summary: 'Spend a refresh token for a new pair',
  description:
    'Needs no token in the header. A refresh token is spent once; within 10 seconds it gives the same pair again, later everything of its sign-in is revoked.',
  security: [],
  requestBody: { required: true, content: json(refreshToken, { refresh_token: examplePair.refresh_token }) },
  responses: {
    200: { description: 'A pair of tokens', content: json(pairSchema, examplePair) },
    400: failure('The body breaks a rule', 400, 'The body holds refresh_token, a text.'),
    401: failure('The refresh token is not good', 401, 'The refresh token is unknown, has expired, or was used before.'),
    429: tooMany('requests'),
    503: locked,
  },
};

const invalidateDetail: DocumentDecoration = {
  operationId: 'invalidateTokens',
  tags: ['Tokens'],
  summary: 'Revoke a refresh token, and all that descends from its sign-in',
  description: 'Needs any token of the same user.',
  requestBody: { required: true, content: json(refreshToken, { refresh_token: examplePair.refresh_token }) },
  responses: {
    200: { description: 'It is revoked', content: json(messageSchema, { message: 'The refresh token is revoked.' }) },
    400: failure('The body breaks a rule', 400, 'The body holds refresh_token, a text.'),
    401: failure('No good token in the header', 401, 'This needs a good token. Send it as Authorization: Bearer <token>.'),
    404: {
      description: 'No such refresh token of this user',
      content: json(messageSchema, { message: 'There is no such refresh token.' }),
    },
    429: tooMany('requests'),
    503: locked,
  },
};
