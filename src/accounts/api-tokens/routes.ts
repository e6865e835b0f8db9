import { Type as t } from '@sinclair/typebox';
import { documentOf, documentWith, failure, invalid, requestOf } from '../../api/openapi/answers';
import { defineRoute } from '../../api/route';
import { futureTime, type Writes, wordsField, writableField } from '../../api/schema/fields';
import { Invalid, readDocument, violation } from '../../api/write/write';
import type { Context } from '../../context';
import { forbidden, notFound } from '../../errors';
import { message } from '../../messages/message';
import { timestamp } from '../../store/values/dates';
import type { Guard } from '../access';
import { adminWrites, createdAnswer, deleteRoute, getRoute, guardedBody, listRoute, neededAdmin, uuidParameter } from '../answers';
import { AccountDocuments, nothingLeft } from '../documents';
import { scopes as everyScope, lastUses, type Principal, type Scope, scopes } from '../principal';
import { addApiToken, apiTokenLifetimeDays, inDays, revokeApiToken, type TokenLimits, tokenNameFault } from '../tokens';
import { presentPassword, requireFreshSignIn, wrongPassword } from '../users/present-password';
import { findUserById } from '../users/users';
import { apiTokens } from './resource';

export const tokenName = writableField(
  {
    schema: t.String({ minLength: 1, maxLength: 255 }),
    expected: message('invalid_label'),
    isAllowed: (value) => typeof value === 'string' && tokenNameFault(value) === undefined,
  },
  '',
);

const fields = {
  name: tokenName,
  scopes: wordsField(scopes, null, { minItems: 1 }),
  expires_at: futureTime(),
  current_password: writableField(
    {
      schema: t.String({ description: 'Lets a token create one with more rights or a later expiry than its own' }),
      expected: message('invalid_text'),
    },
    '',
  ),
} satisfies Writes['fields'];

export const newTokens = {
  ...apiTokens,
  writes: { ...adminWrites(fields), required: ['name'] as const },
};

export interface NewToken {
  readonly name: string;
  readonly limits: TokenLimits;
  /** The current password, if given. */
  readonly password: string | undefined;
  readonly ignored: readonly string[];
}

export function readNewToken(body: unknown): NewToken {
  const { values, ignored } = readDocument(newTokens, body);
  const { name, scopes, expires_at, current_password } = values;
  const limits = {
    scopes: typeof scopes === 'string' ? (JSON.parse(scopes) as Scope[]) : (scopes as null | undefined),
    expiresAt: expires_at as string | null | undefined,
  };
  return { name: name as string, limits, password: current_password as string | undefined, ignored };
}

const tags = ['Users'];
const pathParameters = { id: uuidParameter('Token UUID') };
const example = { name: 'phone', scopes: ['collection:read' as const, 'wishlist:read' as const] };

const noToken = (id: string) => notFound('no_token', { id });

const ofUser = 'user_key = :user';
const ofId = `${ofUser} AND id = :id`;

export function apiTokenRoutes(guard: Guard, context: Context) {
  const { store } = context;
  const ofAll = { tags, access: guard.user('admin'), path: '/api/users/me/tokens' as const };
  const ofOne = { ...ofAll, pathParameters, path: '/api/users/me/tokens/:id' as const };
  const documents = new AccountDocuments(store, apiTokens, noToken);
  const isPresentPassword = presentPassword(context);
  return [
    defineRoute({
      ...ofAll,
      ...listRoute(apiTokens, 'Tokens without their secrets'),
      operationId: 'apiTokenList',
      summary: 'List your API access tokens',
      description: `Newest first, without revoked ones. ${neededAdmin}`,
      handle: ({ request, principal: { userKey } }) => {
        lastUses(store).write();
        return documents.list(request, documents.rows(ofUser, { user: userKey }, 'created_at DESC, id DESC'));
      },
    }),
    defineRoute({
      ...ofAll,
      method: 'post',
      operationId: 'createApiToken',
      summary: 'Create an API access token',
      description: [
        'The response has the secret in `token`, once. Without `scopes` it has all rights of its user. Without `expires_at` it is valid for 365 days; null means it never expires.',
        'A token created with an API access token cannot have more rights or a later expiry than that one, and is revoked with it; by default it has the same. Send `current_password` to lift these limits; session access tokens do not need it. Of an account without a password, one that is valid for longer than 365 days needs a sign-in within ten minutes, unless it only reads feeds. Limited to ten password attempts a minute.',
        neededAdmin,
      ].join(' '),
      body: requestOf(newTokens, example),
      answers: {
        201: createdAnswer('token', documentWith(apiTokens, { token: t.String() }, { token: `lm_pat_${'x'.repeat(36)}` })),
        ...guardedBody,
        403: failure(
          'The requesting token lacks the scope `admin` or the requested rights',
          403,
          message('token_exceeds_scopes', { scopes: ['admin'] }),
          { source: { pointer: '/data/attributes/scopes' } },
        ),
        422: invalid('name', message('token_name_taken')),
      },
      handle: async ({ request, principal, body }) => {
        documents.requireAnswerable(request);
        const { userId, userKey } = principal;
        const { name, limits, password, ignored } = readNewToken(body);
        const user = findUserById(store, userId);
        if (!user) throw notFound('user_deleted');
        if (password !== undefined && !(await isPresentPassword(user, password))) throw wrongPassword();
        // Users who signed in have already given their password, if they have one.
        const isSignedIn = principal.apiTokenKey === undefined;
        if (isSignedIn && user.hasPassword === 0 && outlivesSessions(limits)) requireFreshSignIn(store, principal);
        const isFree = password !== undefined || isSignedIn;
        const added = await addApiToken(store, userKey, name, isFree ? limits : inheritedLimits(limits, principal));
        if (!added) throw new Invalid([violation('name', message('token_name_taken'))]);
        const { id, token } = added;
        // The only response that contains the token must not be cached (RFC 6749, section 5.1).
        const headers = { location: apiTokens.iri({ id }), 'cache-control': 'no-store' };
        return documents.present(request, ofId, { user: userKey, id }, { status: 201, headers, more: { token }, ignored });
      },
    }),
    defineRoute({
      ...ofOne,
      ...getRoute('The token without its secret', documentOf(apiTokens)),
      operationId: 'apiToken',
      summary: 'Get one of your API access tokens',
      description: neededAdmin,
      handle: ({ request, principal: { userKey }, params: { id } }) => {
        lastUses(store).write();
        return documents.present(request, ofId, { user: userKey, id });
      },
    }),
    defineRoute({
      ...ofOne,
      ...deleteRoute('Revoked'),
      operationId: 'revokeApiToken',
      summary: 'Revoke an API access token',
      description: `Takes effect immediately, also for tokens created with it without the password. ${neededAdmin}`,
      handle: async ({ request, principal: { userKey }, params: { id } }) => {
        if ((await revokeApiToken(store, id, userKey)) === 0) throw noToken(id.slice(0, 100));
        return nothingLeft(request);
      },
    }),
  ];
}

/** Feeds never do: their tokens stay in other programs, and open nothing else. */
const outlivesSessions = ({ scopes, expiresAt }: TokenLimits): boolean =>
  expiresAt !== undefined && (expiresAt === null || expiresAt > inDays(apiTokenLifetimeDays)) && scopes?.join() !== 'feed:read';

/**
 * Limits of a token created with another API access token: never wider or longer-lived than its creator, and revoked with it.
 * @throws {DomainError} forbidden
 */
function inheritedLimits({ scopes, expiresAt }: TokenLimits, maker: Principal): TokenLimits {
  return {
    scopes: inheritedScopes(scopes, maker.scopes),
    expiresAt: inheritedEnd(expiresAt, maker.expiresAt),
    makerKey: maker.apiTokenKey,
  };
}

function inheritedScopes(requested: TokenLimits['scopes'], own: Principal['scopes']): readonly Scope[] | null {
  if (own === null) return requested ?? null;
  if (requested === undefined) return everyScope.filter((scope) => own.has(scope));
  if (requested?.every((scope) => own.has(scope))) return requested;
  throw forbidden('token_exceeds_scopes', { scopes: [...own] }, { pointer: '/data/attributes/scopes' });
}

function inheritedEnd(requested: TokenLimits['expiresAt'], own: number | null): string | null | undefined {
  if (own === null) return requested;
  const end = timestamp(own);
  const asUsual = inDays(apiTokenLifetimeDays);
  if (requested === undefined) return Date.parse(asUsual) < own ? asUsual : end;
  if (requested !== null && Date.parse(requested) <= own) return requested;
  throw forbidden('token_expires_later', { end }, { pointer: '/data/attributes/expires_at' });
}
