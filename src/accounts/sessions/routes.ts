import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { Type as t } from '@sinclair/typebox';
import { json } from '../../api/openapi/answers';
import { exampleUuid, listOwner } from '../../api/openapi/shared';
import { defineRoute } from '../../api/route';
import { text } from '../../api/schema/schemas';
import { notFound } from '../../errors';
import { bearerToken } from '../../http/authentication';
import type { PublicAddress } from '../../http/public-address';
import { message, sentenceOf } from '../../messages/message';
import type { Store } from '../../store/database/open';
import type { Guard } from '../access';
import { deleteRoute, neededAdmin, ownListRoute } from '../answers';
import { checkPasskey, passkeyPlace, requestOptions } from '../credentials/passkeys';
import { optionsAnswer } from '../credentials/resource';
import { AccountDocuments, nothingLeft } from '../documents';
import { plainAnswer, plainBody } from '../plain-json';
import { lastUses } from '../principal';
import type { SignIn, SignIns } from '../sign-ins';
import { sessionIdleDays, sessionLifetimeDays } from '../token';
import { credentialsBody, plainFailure, signInRefusals } from '../token-routes';
import { currentSession, sessions as resource, Sessions } from './sessions';

/** Ordered: most browsers also name others. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * A `User-Agent` as a person would say it: "Firefox on Linux", or just the program: "curl". Only for telling sign-ins apart;
 * clients may send anything.
 */
export function browserOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = nameIn(browsers, userAgent);
  if (browser === undefined) return /^[A-Za-z][\w.+-]{0,39}/.exec(userAgent)?.[0] ?? null;
  const system = nameIn(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}

const nameIn = (names: typeof browsers, userAgent: string): string | undefined => names.find(([, mark]) => mark.test(userAgent))?.[0];

const session = t.Object({ session_token: t.String(), expires_in: t.Integer({ description: 'Seconds until it expires without use' }) });
const exampleSession = { session_token: `lm_st_${'x'.repeat(36)}`, expires_in: 2_592_000 };

export const sessionAnswer = { description: 'The session', media: json(session, exampleSession) };

/** With what the request for it asked to come back. */
export const sessionWithTarget = {
  description: 'The session',
  media: json(t.Composite([session, t.Object({ to: t.String() })]), { ...exampleSession, to: '/wishlist' }),
};

/** A secret of the browser: it alone can answer the challenge. */
export const browserSecret = t.String({
  minLength: 16,
  maxLength: 200,
  description: 'A random text of the client, the same for challenge and answer',
});
export const exampleBrowser = '0'.repeat(32);

const tags = ['Tokens'];

const passkeyRefusals = {
  ...signInRefusals,
  409: plainFailure('No HTTPS', 409, message('passkeys_need_https', { origin: 'http://music.example.org' })),
};

export function sessionRoutes(guard: Guard, store: Store, signIns: SignIns, publicAddress: PublicAddress) {
  const pathParameters = { userId: listOwner };
  const own = { tags: ['Users'], access: guard.owner('admin'), pathParameters };
  const documents = new AccountDocuments(store, resource);
  const sessions = new Sessions(store);
  const begin = async (request: Request, { user, origin, spend }: SignIn): Promise<Response> => {
    const former = bearerToken(request.headers.get('authorization'));
    return plainAnswer(request, 201, await sessions.issue(user.key, origin, former, { spend }));
  };
  return [
    defineRoute({
      method: 'post',
      path: '/api/sessions',
      operationId: 'createSession',
      tags,
      summary: 'Sign in with a session token',
      description: `Needs no token. An account with an authenticator app needs \`code\`; without it, \`error\` is \`second_factor_required\`, and \`pending\` is for \`POST /api/sessions/code\`. A session token expires after ${sessionIdleDays} days without use, at most ${sessionLifetimeDays} days after sign-in. A session token sent in \`Authorization\` is ended. Shares the limits of \`POST /api/token\`.`,
      body: credentialsBody,
      answers: {
        201: sessionAnswer,
        ...signInRefusals,
      },
      handle: async ({ request, body }) => {
        const signIn = await signIns.byPassword(request, body);
        if ('user' in signIn) return begin(request, signIn);
        const problem = message('second_factor_required');
        return plainAnswer(request, 401, { code: 401, message: sentenceOf(problem), error: problem.code, ...signIn });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/code',
      operationId: 'createSessionByCode',
      tags,
      summary: 'Complete a sign-in with a code',
      description:
        'After a 401 of `POST /api/sessions` with the error `second_factor_required`, with its `pending`, which is valid for ten minutes. Ten codes in ten minutes lock the account for the address.',
      body: plainBody(t.Object({ pending: t.String({ maxLength: 300 }), code: t.String({ maxLength: 100 }) }), {
        pending: `${exampleUuid}.0`,
        code: '123456',
      }),
      answers: { 201: sessionAnswer, ...signInRefusals },
      handle: async ({ request, body }) => begin(request, await signIns.byPendingCode(request, body)),
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/passkey-options',
      operationId: 'passkeySignInOptions',
      tags,
      summary: 'Begin to sign in with a passkey',
      description: 'Options for `navigator.credentials.get`, with a challenge for five minutes. Needs no token and names no account.',
      body: plainBody(t.Object({ browser: browserSecret }), { browser: exampleBrowser }),
      answers: { 200: optionsAnswer, ...passkeyRefusals },
      handle: async ({ request, body }) =>
        plainAnswer(request, 200, await requestOptions(body.browser, passkeyPlace(publicAddress, request))),
    }),
    defineRoute({
      method: 'post',
      path: '/api/sessions/passkey',
      operationId: 'createSessionByPasskey',
      tags,
      summary: 'Sign in with a passkey',
      description: 'With the credential that the browser returned.',
      body: plainBody(t.Object({ browser: browserSecret, credential: t.Object({}) }), { browser: exampleBrowser, credential: {} }),
      answers: { 201: sessionAnswer, ...passkeyRefusals },
      handle: async ({ request, body: { browser, credential } }) => {
        const place = passkeyPlace(publicAddress, request);
        // The library checks what a browser may have sent.
        const response = credential as AuthenticationResponseJSON;
        return begin(request, await signIns.byProof(request, () => checkPasskey(store, browser, response, place)));
      },
    }),
    defineRoute({
      ...own,
      ...ownListRoute(resource, 'The sign-ins'),
      path: '/api/users/:userId/sessions',
      operationId: 'sessionList',
      summary: 'List your sessions',
      description: `Active sessions of browsers and programs, most recently used first. ${neededAdmin}`,
      handle: ({ request, principal }) => {
        lastUses(store).write();
        const rows = sessions.list(principal.userKey).map((row) => ({
          ...row,
          browser: browserOf(row.user_agent),
          is_current: row.key === principal.familyKey ? 1 : 0,
        }));
        return documents.list(request, rows, resource.listPath({ userId: principal.userId }));
      },
    }),
    defineRoute({
      ...own,
      ...deleteRoute('Session ended'),
      path: '/api/users/:userId/sessions/:id',
      operationId: 'endSession',
      summary: 'End a session',
      description: `All its tokens stop working immediately. ${neededAdmin}`,
      pathParameters: {
        ...pathParameters,
        id: { description: `Session UUID, or \`${currentSession}\` for the session of the request`, schema: text() },
      },
      handle: async ({ request, principal: { userKey, familyKey }, params: { id } }) => {
        const found = sessions.list(userKey).find(({ key, _id }) => (id === currentSession ? key === familyKey : _id === id.toLowerCase()));
        if (!found) throw notFound('no_sign_in', { id: id.slice(0, 100) });
        await sessions.endOne(userKey, found.key);
        return nothingLeft(request);
      },
    }),
    defineRoute({
      ...own,
      ...deleteRoute('Sessions ended'),
      path: '/api/users/:userId/sessions',
      operationId: 'endOtherSessions',
      summary: 'End all other sessions',
      description: `All except the session of the request. API access tokens keep working. ${neededAdmin}`,
      handle: async ({ request, principal: { userKey, familyKey } }) => {
        await sessions.endOthers(userKey, familyKey);
        return nothingLeft(request);
      },
    }),
  ];
}
