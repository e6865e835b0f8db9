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
import type { AnyRow } from '../../api/read/queries';
import type { Paging } from '../../api/read/query';
import { defineRoute } from '../../api/route';
import { text } from '../../api/schema/schemas';
import { notFound } from '../../errors';
import { bearerToken } from '../../http/authentication';
import type { Store } from '../../store/database/open';
import type { Guard } from '../access';
import { guarded } from '../answers';
import { AccountDocuments, nothingLeft } from '../documents';
import { lastUses } from '../last-uses';
import { plainAnswer } from '../plain-json';
import type { Principal } from '../principal';
import type { SignInCheck } from '../sign-ins';
import { credentialsBody, signInRefusals } from '../token-routes';
import { browserOf } from './browser';
import { sessionIdleDays, sessionLifetimeDays } from './lifetimes';
import { currentSession, sessions as resource } from './resource';
import { Sessions, type SignIn } from './sessions';

const needs = 'Needs a token without limits, or with the scope `admin`.';

/** How a browser signs in, and users look after their sign-ins. */
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
      summary: 'Sign in as a browser does',
      description: `Needs no token. A session’s token ends once it was not used for ${sessionIdleDays} days, and ${sessionLifetimeDays} days after the sign-in at the latest. Where another session’s token is sent in \`Authorization\`, that one ends. The limits are those of \`POST /api/token\`, and shared with it.`,
      body: credentialsBody,
      answers: {
        201: {
          description: 'The session',
          media: json(
            t.Object({ session_token: t.String(), expires_in: t.Integer({ description: 'Seconds, unless it is used before' }) }),
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
      summary: 'List one’s sign-ins',
      description: `Those of browsers and of programs that have not ended, the one that was used last before the others. ${needs}`,
      pathParameters: { userId: listOwner },
      query: pageParameters,
      answers: { 200: { description: 'The sign-ins', media: listOf(resource) }, ...readAnswers, ...guarded, 404: noRecord },
      access,
      handle: ({ request, principal }) => {
        lastUses(store).write();
        const page = ({ page, itemsPerPage }: Paging) => {
          const found = sessions.list(principal.userKey);
          const shown = found.slice((page - 1) * itemsPerPage, page * itemsPerPage);
          return { rows: shown.map((signIn) => rowOf(signIn, principal)), total: found.length };
        };
        return documents.list(request, page, resource.listPath({ userId: principal.userId }));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/:userId/sessions/:id',
      operationId: 'endSession',
      tags: ['Users'],
      summary: 'End a sign-in',
      description: `All its tokens stop working at once. ${needs}`,
      pathParameters: {
        userId: listOwner,
        id: { description: `The UUID of the sign-in, or \`${currentSession}\` for the one that the request’s token is of`, schema: text() },
      },
      answers: { 204: nothing('It has ended'), ...guarded, 404: noRecord, 406: notAcceptable, 503: serviceUnavailable },
      access,
      handle: async ({ request, principal: { userKey, familyKey }, params: { id } }) => {
        const isMeant = (signIn: SignIn) => (id === currentSession ? signIn.key === familyKey : signIn.id === id.toLowerCase());
        const found = sessions.list(userKey).find(isMeant);
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
      summary: 'End all other sign-ins',
      description: `All but the one that the request’s token is of. API access tokens stay good. ${needs}`,
      pathParameters: { userId: listOwner },
      answers: { 204: nothing('They have ended'), ...guarded, 404: noRecord, 406: notAcceptable, 503: serviceUnavailable },
      access,
      handle: async ({ request, principal: { userKey, familyKey } }) => {
        await sessions.endOthers(userKey, familyKey);
        return nothingLeft(request);
      },
    }),
  ];
}

const rowOf = ({ id, kind, createdAt, lastUsedAt, address, userAgent, key }: SignIn, { userId, familyKey }: Principal): AnyRow =>
  ({
    key,
    _id: id,
    userId,
    kind,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    address,
    user_agent: userAgent,
    browser: browserOf(userAgent),
    is_current: key === familyKey ? 1 : 0,
  }) as unknown as AnyRow;
