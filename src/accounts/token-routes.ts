import { Type as t } from '@sinclair/typebox';
import { json } from '../api/openapi/answers';
import { defineRoute } from '../api/route';
import type { Context } from '../context';
import { unauthenticated } from '../errors';
import { type Message, message, sentenceOf } from '../messages/message';
import type { Guard } from './access';
import { plainAnswer, plainBody } from './plain-json';
import type { SignIns } from './sign-ins';
import { TokenPairs } from './token-pairs';

// Plain JSON, errors included.

const credentials = t.Object({
  username: t.String({ maxLength: 200 }),
  password: t.String({ maxLength: 1_000 }),
  code: t.Optional(t.String({ maxLength: 100, description: 'Of the authenticator app, or a recovery code, if the account has an app' })),
});
const refreshToken = t.Object({ refresh_token: t.String({ minLength: 1, maxLength: 1_000 }) });
const pair = t.Object({ access_token: t.String(), expires_in: t.Integer({ description: 'Seconds' }), refresh_token: t.String() });
const failed = t.Object({ code: t.Integer(), message: t.String(), error: t.String({ description: 'Stable error code' }) });
const confirmation = t.Object({ message: t.String() });

const examplePair = { access_token: `lm_at_${'x'.repeat(36)}`, expires_in: 3600, refresh_token: `lm_rt_${'x'.repeat(36)}` };
const sent = plainBody(refreshToken, { refresh_token: examplePair.refresh_token });

export const plainFailure = (description: string, code: number, problem: Message) => ({
  description,
  media: json(failed, { code, message: sentenceOf(problem), error: problem.code }),
});
const tooMany = (counted: string, quota = 300) =>
  plainFailure('Too many', 429, message('rate_limited', { quota, requests: counted, seconds: 60, resetsAt: '2026-01-15T09:31:00.000Z' }));
const locked = plainFailure('Another program holds the database', 503, message('database_busy'));

export const credentialsBody = plainBody(credentials, { username: 'anna', password: 'correct horse battery' });

export const signInRefusals = {
  400: plainFailure('The body is invalid', 400, message('required')),
  401: plainFailure('Unknown user, wrong password, or a missing or wrong `code`', 401, message('wrong_credentials')),
  403: plainFailure('Nobody signs in with a password', 403, message('passwords_off')),
  429: tooMany('sign-ins', 10),
  503: locked,
};

export function tokenRoutes(guard: Guard, context: Context, signIns: SignIns) {
  const pairs = new TokenPairs(context.store, context.log);
  return [
    defineRoute({
      method: 'post',
      path: '/api/token',
      operationId: 'signIn',
      tags: ['Tokens'],
      summary: 'Sign in with a token pair',
      description:
        'Needs no token. An account with an authenticator app needs `code`; without it, `error` is `second_factor_required`. Limited to ten attempts a minute per address; an account that signed in from the address before has its own limit there. Ten codes in ten minutes lock the account for the address.',
      body: credentialsBody,
      answers: {
        200: { description: 'A pair of tokens', media: json(pair, examplePair) },
        ...signInRefusals,
      },
      handle: async ({ request, body }) => {
        const signIn = await signIns.byPassword(request, body);
        if ('pending' in signIn) throw unauthenticated('second_factor_required');
        return plainAnswer(request, 200, await pairs.issue(signIn.user.key, signIn.origin, signIn.spend));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/token/refresh',
      operationId: 'refreshTokens',
      tags: ['Tokens'],
      summary: 'Refresh a token pair',
      description:
        'Needs no token in the header. A refresh token works once. Used again within 10 seconds it returns the same pair; later, all tokens of its sign-in are revoked.',
      body: sent,
      answers: {
        200: { description: 'A pair of tokens', media: json(pair, examplePair) },
        400: plainFailure('The body is invalid', 400, message('required')),
        401: plainFailure('Invalid refresh token', 401, message('wrong_refresh_token')),
        429: tooMany('requests'),
        503: locked,
      },
      handle: async ({ request, body }) => {
        const pair = await pairs.refresh(body.refresh_token);
        if (!pair) throw unauthenticated('wrong_refresh_token');
        return plainAnswer(request, 200, pair);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/token/invalidate',
      operationId: 'invalidateTokens',
      tags: ['Tokens'],
      summary: 'Revoke a refresh token and its sign-in',
      description: 'Needs any token of the same user.',
      body: sent,
      answers: {
        200: { description: 'Revoked', media: json(confirmation, { message: 'The refresh token is revoked.' }) },
        400: plainFailure('The body is invalid', 400, message('required')),
        401: plainFailure('No valid token in the header', 401, message('missing_token')),
        404: {
          description: 'No such refresh token of this user',
          media: json(confirmation, { message: 'There is no such refresh token.' }),
        },
        429: tooMany('requests'),
        503: locked,
      },
      access: guard.holder,
      handle: async ({ request, principal, body }) => {
        const isRevoked = await pairs.invalidate(body.refresh_token, principal.userKey);
        return isRevoked
          ? plainAnswer(request, 200, { message: 'The refresh token is revoked.' })
          : plainAnswer(request, 404, { message: 'There is no such refresh token.' });
      },
    }),
  ];
}
