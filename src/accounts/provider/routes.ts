import { Type as t } from '@sinclair/typebox';
import { bodyAnswers, failure, json, notFound as noRecord, nothing, serviceUnavailable } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { defineRoute } from '../../api/route';
import { wrongMember } from '../../api/schema/checks';
import { orNull } from '../../api/schema/schemas';
import { settings } from '../../config';
import type { Context } from '../../context';
import { forbidden, notFound, unauthenticated } from '../../errors';
import { bearerToken } from '../../http/authentication';
import { budgetOf, type RateLimitPolicy } from '../../http/rate-limit';
import { message, sentenceOf } from '../../messages/message';
import type { Guard } from '../access';
import { guarded, needsAdministrator } from '../answers';
import { nothingLeft } from '../documents';
import { plainAnswer, plainBody } from '../plain-json';
import { browserSecret, exampleBrowser, sessionAnswer, sessionWithTarget } from '../sessions/routes';
import { Sessions } from '../sessions/sessions';
import type { LiveSettings } from '../settings/live-settings';
import type { SignIn, SignIns } from '../sign-ins';
import { plainFailure, signInRefusals } from '../token-routes';
import { findUserById } from '../users/users';
import { createAccount, identityIn, isFree, linkedAccount, linkIdentity, pendingIdentity } from './identities';
import type { SignInProvider } from './provider';

const tags = ['Tokens'];

const refusals = {
  ...signInRefusals,
  409: plainFailure('There is no provider, or the name or the identity is taken', 409, message('no_provider')),
};

const tests: RateLimitPolicy = { name: 'provider-test', quota: 10, windowSeconds: 60, counted: 'tests' };

const linking = t.Object({
  browser: browserSecret,
  pending: t.String({ maxLength: 4_000 }),
  username: t.String({ maxLength: 200 }),
  password: t.Optional(t.String({ maxLength: 1_000, description: 'Without it, a new account is made' })),
  code: t.Optional(t.String({ maxLength: 100 })),
});

const identity = t.Object({
  user: t.String({ maxLength: 36, description: 'UUID' }),
  issuer: t.String({ minLength: 1, maxLength: 500 }),
  subject: t.String({ minLength: 1, maxLength: 255 }),
});

interface Needs {
  readonly context: Context;
  readonly live: LiveSettings;
  readonly provider: SignInProvider;
  readonly signIns: SignIns;
}

/** Sign-in by an OpenID Connect provider. */
export function providerRoutes(guard: Guard, { context, live, provider, signIns }: Needs) {
  const { store } = context;
  const sessions = new Sessions(store);
  const begin = async (request: Request, { user, origin, spend }: SignIn, more: object = {}): Promise<Response> => {
    const former = bearerToken(request.headers.get('authorization'));
    return plainAnswer(request, 201, { ...(await sessions.issue(user.key, origin, former, { spend })), ...more });
  };
  const administration = { tags: ['Administration'], access: guard.administrator };
  const spendTest = budgetOf(context, tests);
  const mayRegister = () => live.values().oidcRegistration === 'yes';
  return [
    defineRoute({
      method: 'post',
      path: '/api/sessions/provider',
      operationId: 'beginProviderSignIn',
      tags,
      summary: 'Begin to sign in at the provider',
      description: 'The address to open in the browser, for ten minutes. Needs no token. `to` comes back with the session.',
      body: plainBody(t.Object({ browser: browserSecret, to: t.Optional(t.String({ maxLength: 500 })) }), { browser: exampleBrowser }),
      answers: {
        200: {
          description: 'The address',
          media: json(t.Object({ url: t.String() }), { url: 'https://auth.example.org/authorize?client_id=leitmotif' }),
        },
        ...refusals,
      },
      handle: async ({ request, body: { browser, to = '' } }) =>
        plainAnswer(request, 200, { url: await provider.begin(request, browser, to) }),
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/provider/callback',
      operationId: 'createSessionByProvider',
      tags,
      summary: 'Sign in at the provider',
      description:
        'With the query that the provider added to its callback. An identity without an account is a 401 `provider_unlinked`, with `pending` for `POST /api/sessions/provider/link`; where the setting `oidc_registration` is on and the name is free, it gets an account.',
      body: plainBody(t.Object({ browser: browserSecret, answer: t.String({ maxLength: 4_000 }) }), {
        browser: exampleBrowser,
        answer: 'code=…&state=…',
      }),
      answers: { 201: sessionWithTarget, ...refusals },
      handle: async ({ request, body: { browser, answer } }) => {
        const { identity, to } = await provider.complete(request, browser, answer).catch((error: Error) => {
          context.log('provider sign-in failed', { error: error.message }, 'warn');
          throw error;
        });
        const { username = '' } = identity;
        const isNew = mayRegister() && isFree(store, username);
        const proof = linkedAccount(store, live, identity) ?? (isNew ? await createAccount(store, live, username, identity) : undefined);
        if (proof) return begin(request, await signIns.byProof(request, () => proof), { to });
        const { issuer, subject } = identity;
        context.log('provider identity without account', { issuer, subject }, 'info');
        const problem = message('provider_unlinked');
        const pending = { pending: pendingIdentity(identity, browser), username, may_register: mayRegister(), to };
        return plainAnswer(request, 401, { code: 401, message: sentenceOf(problem), error: problem.code, ...pending });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/provider/link',
      operationId: 'linkProviderIdentity',
      tags,
      summary: 'Link an identity at the provider to an account, and sign in',
      description: 'With the password of the account, and its code if it has an authenticator app; without a password, with a new account.',
      body: plainBody(linking, { browser: exampleBrowser, pending: 'x'.repeat(40), username: 'anna', password: 'correct horse battery' }),
      answers: { 201: sessionAnswer, ...refusals, 403: plainFailure('No new accounts', 403, message('closed_registration')) },
      handle: async ({ request, body: { browser, pending, username, password, code } }) => {
        const identity = identityIn(pending, browser);
        if (password === undefined) {
          if (!mayRegister()) throw forbidden('closed_registration');
          const proof = await createAccount(store, live, username, identity);
          return begin(request, await signIns.byProof(request, () => proof));
        }
        const signIn = await signIns.byPassword(request, { username, password, ...(code !== undefined && { code }) }, true);
        if ('pending' in signIn) throw unauthenticated('second_factor_required');
        const spend = () => {
          signIn.spend?.();
          linkIdentity(store, signIn.user, identity);
        };
        return begin(request, { ...signIn, spend });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/provider/sign-out',
      operationId: 'providerSignOut',
      tags,
      summary: 'Get the address that ends a session at the provider',
      description: 'Null if it has none. Needs no token and no request body.',
      answers: {
        200: { description: 'The address', media: json(t.Object({ url: orNull(t.String()) }), { url: 'https://auth.example.org/logout' }) },
        429: refusals[429],
        503: refusals[503],
      },
      handle: async ({ request }) => plainAnswer(request, 200, { url: (await provider.signOutAddress(request)) ?? null }),
    }),
    defineRoute({
      ...administration,
      method: 'post',
      path: '/api/provider/test',
      operationId: 'testProvider',
      summary: 'Test the sign-in provider',
      description: `Reads its configuration and keys, and has it check id and secret of this server. Waits for up to 30 seconds. Limited to ten tests a minute. No request body. ${needsAdministrator}`,
      answers: {
        200: {
          description: 'What was found',
          media: json(
            t.Object({
              milliseconds: t.Integer(),
              problem: orNull(t.String({ description: 'Error code or reason; null if it works' })),
              redirect_uri: t.String({ description: 'To be entered at the provider' }),
            }),
            { milliseconds: 84, problem: null, redirect_uri: 'https://music.example.org/sign-in/provider/callback' },
          ),
        },
        ...guarded,
        503: serviceUnavailable,
      },
      handle: async ({ request, principal: { userId } }) => {
        spendTest(userId);
        return plainAnswer(request, 200, await provider.test(request));
      },
    }),
    defineRoute({
      ...administration,
      method: 'post',
      path: '/api/provider/identities',
      operationId: 'linkIdentityOfUser',
      summary: 'Link the identity of a user at the provider',
      description: `\`subject\` is in the log line of the refused sign-in. ${needsAdministrator}`,
      body: plainBody(identity, { user: exampleUuid, issuer: 'https://auth.example.org', subject: '248289761001' }),
      answers: {
        204: nothing('Linked'),
        ...bodyAnswers,
        ...guarded,
        404: noRecord,
        409: failure('Linked already', 409, message('identity_linked')),
      },
      handle: async ({ request, body: { user: id, issuer: written, subject } }) => {
        const issuer = settings.oidcIssuer.read(written);
        if (!issuer) throw wrongMember('/issuer', 'an https address, or an http address on this machine');
        const user = findUserById(store, id.toLowerCase());
        if (!user) throw notFound('no_record_here', { kind: 'user', id: id.slice(0, 100) });
        await store.write(() =>
          linkIdentity(store, user, { issuer, subject, username: undefined, email: undefined, isEmailVerified: false, role: undefined }),
        );
        return nothingLeft(request);
      },
    }),
  ];
}
