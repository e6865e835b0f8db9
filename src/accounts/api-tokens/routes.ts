import { Type as t } from '@sinclair/typebox';
import {
  bodyAnswers,
  documentOf,
  documentWith,
  failure,
  invalid,
  listOf,
  notFound as noRecord,
  notAcceptable,
  nothing,
  pageParameters,
  readAnswers,
  requestOf,
  serviceUnavailable,
} from '../../api/openapi/answers';
import type { AnyRow } from '../../api/read/queries';
import { defineRoute } from '../../api/route';
import { uuidPattern } from '../../api/schema/checks';
import { Invalid, violation } from '../../api/write/write';
import type { Context } from '../../context';
import { notFound } from '../../errors';
import { message } from '../../messages/message';
import { all, first } from '../../store/database/sql';
import type { Guard } from '../access';
import { guarded, idOf } from '../answers';
import { AccountDocuments, type Differences, nothingLeft } from '../documents';
import { lastUses } from '../last-uses';
import { addApiToken, revokeApiToken } from '../tokens';
import { presentPassword, wrongPassword } from '../users/present-password';
import { findUserById } from '../users/users';
import { inheritedLimits } from './inheritance';
import { newTokens, readNewToken } from './input';
import { apiTokens } from './resource';

const tags = ['Users'];
const needs = 'Needs a token without limits, or with the scope `admin`.';
const pathParameters = { id: idOf('The UUID of the token, as it is listed') };
const example = { name: 'phone', scopes: ['collection:read' as const, 'wishlist:read' as const] };

/** The API access tokens that users make for programs. */
export function apiTokenRoutes(guard: Guard, context: Context) {
  const { store } = context;
  const access = guard.user('admin');
  const documents = new AccountDocuments(store, apiTokens);
  const password = presentPassword(context);
  const rowsOf = (user: number) => apiTokens.rows(store.db).where('user_key', '=', user);
  const present = (request: Request, user: number, id: string, differences?: Differences): Response => {
    const row = first(store.reader, rowsOf(user).where('id', '=', id.toLowerCase())) as AnyRow | undefined;
    if (!row) throw noToken(id);
    return documents.single(request, row, differences);
  };
  const requirePassword = async (userId: string, given: string): Promise<void> => {
    const user = findUserById(store, userId);
    if (!user) throw notFound('user_deleted');
    if (!(await password.isGiven(user, given))) throw wrongPassword();
  };
  return [
    defineRoute({
      method: 'get',
      path: '/api/users/me/tokens',
      operationId: 'apiTokenList',
      tags,
      summary: 'List one’s API access tokens',
      description: `The newest first, without those that were revoked. ${needs}`,
      query: pageParameters,
      answers: { 200: { description: 'The tokens, short of their secrets', media: listOf(apiTokens) }, ...readAnswers, ...guarded },
      access,
      handle: ({ request, principal: { userKey } }) => {
        lastUses(store).write();
        return documents.list(request, ({ page, itemsPerPage }) => {
          const rows = all(store.reader, rowsOf(userKey).orderBy('created_at', 'desc').orderBy('id', 'desc')) as AnyRow[];
          return { rows: rows.slice((page - 1) * itemsPerPage, page * itemsPerPage), total: rows.length };
        });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/users/me/tokens',
      operationId: 'createApiToken',
      tags,
      summary: 'Make an API access token',
      description: [
        'The answer has it in `token`, this once. Without `scopes` it may do all that its user may. Without `expires_at` it is good for 365 days; with null it never expires.',
        'One that is made with an API access token may do what that one may at most, is good as long at most, and is revoked with it; without `scopes` and `expires_at` it has as much of both as it can. The user’s password in `current_password` lifts that; an access token of a sign-in, for which the password was given, needs none. Ten passwords a minute may be tried.',
        needs,
      ].join(' '),
      body: requestOf(newTokens, example),
      answers: {
        201: {
          description: 'The token',
          headers: { Location: 'Where the token is listed' },
          media: documentWith(apiTokens, { token: t.String() }, { token: `lm_pat_${'x'.repeat(36)}` }),
        },
        ...bodyAnswers,
        ...guarded,
        403: failure(
          'The token that makes it lacks the scope `admin`, or is to give more than it has',
          403,
          message('token_exceeds_scopes', { scopes: ['admin'] }),
          { source: { pointer: '/data/attributes/scopes' } },
        ),
        406: notAcceptable,
        422: invalid('name', message('token_name_taken')),
      },
      access,
      handle: async ({ request, principal, body }) => {
        documents.requireAnswerable(request);
        const { userId, userKey } = principal;
        const { name, limits, password, ignored } = readNewToken(body);
        if (password !== undefined) await requirePassword(userId, password);
        // Users who signed in gave their password for that.
        const isFree = password !== undefined || principal.apiTokenKey === undefined;
        const added = await addApiToken(store, userKey, name, isFree ? limits : inheritedLimits(limits, principal));
        if (!added) throw new Invalid([violation('name', message('token_name_taken'))]);
        const { id, token } = added;
        // No cache may store the one answer that has the token itself (RFC 6749, section 5.1).
        const headers = { location: apiTokens.iri({ id }), 'cache-control': 'no-store' };
        return present(request, userKey, id, { status: 201, headers, more: { token }, ignored });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/me/tokens/:id',
      operationId: 'apiToken',
      tags,
      summary: 'Read one of one’s API access tokens',
      description: needs,
      pathParameters,
      answers: {
        200: { description: 'The token, short of its secret', media: documentOf(apiTokens) },
        ...readAnswers,
        ...guarded,
        404: noRecord,
      },
      access,
      handle: ({ request, principal: { userKey }, params: { id } }) => {
        lastUses(store).write();
        return present(request, userKey, id);
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/me/tokens/:id',
      operationId: 'revokeApiToken',
      tags,
      summary: 'Revoke an API access token',
      description: `It stops working at once, and so do those that were made with it without the password. ${needs}`,
      pathParameters,
      answers: { 204: nothing('It is revoked'), ...guarded, 404: noRecord, 406: notAcceptable, 503: serviceUnavailable },
      access,
      handle: async ({ request, principal: { userKey }, params: { id } }) => {
        if (!uuidPattern.test(id) || (await revokeApiToken(store, id, userKey)) === 0) throw noToken(id);
        return nothingLeft(request);
      },
    }),
  ];
}

const noToken = (id: string) => notFound('no_token', { id: id.slice(0, 100) });
