import { Type as t } from '@sinclair/typebox';
import {
  json,
  listOf,
  notFound as noRecord,
  notAcceptable,
  nothing,
  pageParameters,
  readAnswers,
  serviceUnavailable,
} from '../../api/openapi/answers';
import { listOwner } from '../../api/openapi/shared';
import { defineRoute } from '../../api/route';
import { text } from '../../api/schema/schemas';
import { notFound } from '../../errors';
import { bearerToken } from '../../http/authentication';
import type { Store } from '../../store/database/open';
import type { Guard } from '../access';
import { guarded } from '../answers';
import { AccountDocuments, nothingLeft } from '../documents';
import { plainAnswer } from '../plain-json';
import { lastUses } from '../principal';
import type { SignInCheck } from '../sign-ins';
import { credentialsBody, signInRefusals } from '../token-routes';
import { sessionIdleDays, sessionLifetimeDays } from './lifetimes';
import { currentSession, sessions as resource } from './resource';
import { Sessions } from './sessions';

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

const needs = 'Needs an unrestricted token or the scope `admin`.';

export function sessionRoutes(guard: Guard, store: Store, checkSignIn: SignInCheck) {
  const access = guard.owner('admin');
  const documents = new AccountDocuments(store, resource);
  const sessions = new Sessions(store);
  return [
    defineRoute({
      method: 'post',
      path: '/api/sessions',
      operationId: 'createSession',
      tags: ['Tokens'],
      summary: 'Sign in with a session token',
      description: `Needs no token. A session token expires after ${sessionIdleDays} days without use, at most ${sessionLifetimeDays} days after sign-in. A session token sent in \`Authorization\` is ended. Shares the limits of \`POST /api/token\`.`,
      body: credentialsBody,
      answers: {
        201: {
          description: 'The session',
          media: json(
            t.Object({ session_token: t.String(), expires_in: t.Integer({ description: 'Seconds until it expires without use' }) }),
            {
              session_token: `lm_st_${'x'.repeat(36)}`,
              expires_in: 2_592_000,
            },
          ),
        },
        ...signInRefusals,
      },
      handle: async ({ request, body }) => {
        const { user, origin } = await checkSignIn(request, body);
        const former = bearerToken(request.headers.get('authorization'));
        return plainAnswer(request, 201, await sessions.issue(user.key, origin, former));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/:userId/sessions',
      operationId: 'sessionList',
      tags: ['Users'],
      summary: 'List your sessions',
      description: `Active sessions of browsers and programs, most recently used first. ${needs}`,
      pathParameters: { userId: listOwner },
      query: pageParameters,
      answers: { 200: { description: 'The sign-ins', media: listOf(resource) }, ...readAnswers, ...guarded, 404: noRecord },
      access,
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
      method: 'delete',
      path: '/api/users/:userId/sessions/:id',
      operationId: 'endSession',
      tags: ['Users'],
      summary: 'End a session',
      description: `All its tokens stop working immediately. ${needs}`,
      pathParameters: {
        userId: listOwner,
        id: { description: `Session UUID, or \`${currentSession}\` for the session of the request`, schema: text() },
      },
      answers: { 204: nothing('Session ended'), ...guarded, 404: noRecord, 406: notAcceptable, 503: serviceUnavailable },
      access,
      handle: async ({ request, principal: { userKey, familyKey }, params: { id } }) => {
        const found = sessions.list(userKey).find(({ key, _id }) => (id === currentSession ? key === familyKey : _id === id.toLowerCase()));
        if (!found) throw notFound('no_sign_in', { id: id.slice(0, 100) });
        await sessions.endOne(userKey, found.key);
        return nothingLeft(request);
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/:userId/sessions',
      operationId: 'endOtherSessions',
      tags: ['Users'],
      summary: 'End all other sessions',
      description: `All except the session of the request. API access tokens keep working. ${needs}`,
      pathParameters: { userId: listOwner },
      answers: { 204: nothing('Sessions ended'), ...guarded, 404: noRecord, 406: notAcceptable, 503: serviceUnavailable },
      access,
      handle: async ({ request, principal: { userKey, familyKey } }) => {
        await sessions.endOthers(userKey, familyKey);
        return nothingLeft(request);
      },
    }),
  ];
}
