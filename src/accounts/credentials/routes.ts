import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type as t } from '@sinclair/typebox';
import {
  documentOf,
  documentWith,
  failure,
  invalid,
  notFound as noRecord,
  nothing,
  requestOf,
  serviceUnavailable,
  unauthorized,
} from '../../api/openapi/answers';
import { exampleUuid, listOwner } from '../../api/openapi/shared';
import { defineRoute } from '../../api/route';
import { readDocument } from '../../api/write/write';
import type { Context } from '../../context';
import { forbidden, notFound } from '../../errors';
import type { PublicAddress } from '../../http/public-address';
import { outermost } from '../../http/request';
import { message } from '../../messages/message';
import { updateText } from '../../store/database/connection';
import { type Guard, ownIdentity } from '../access';
import { createdAnswer, guardedBody, neededAdmin, ownListRoute, uuidParameter } from '../answers';
import { AccountDocuments, type Differences, nothingLeft } from '../documents';
import { plainAnswer } from '../plain-json';
import type { Principal } from '../principal';
import { browserOf } from '../sessions/routes';
import type { LiveSettings } from '../settings/live-settings';
import { confirmation } from '../users/input';
import { presenceCheck, requireFreshSignIn } from '../users/present-password';
import { findUserById, type User } from '../users/users';
import { addApp, noCredential, replaceRecoveryCodes } from './authenticator-app';
import { addPasskey, creationOptions, maximumPasskeys, passkeyPlace } from './passkeys';
import { credentials, newCredentials, optionsAnswer } from './resource';

const tags = ['Users'];
const path = '/api/users/:userId/credentials';
const needsSignIn = 'Needs the token of a sign-in, which is at most ten minutes old if the account has no password.';
const needsPassword = `Needs the password, limited to ten attempts a minute, or a sign-in within ten minutes of an account without one. ${neededAdmin}`;
const pathParameters = { userId: listOwner };
const ofOne = { ...pathParameters, id: uuidParameter('The UUID of the credential') };

const notOfSignIn = failure('The token is not of a sign-in, or of an old one, or the password is wrong', 403, message('sign_in_needed'));

const refusals = { ...guardedBody, 403: notOfSignIn, 404: noRecord };

const ofUser = 'credential.user_key = :user';
const ofId = `${ofUser} AND credential.id = :id`;

const needsHttps = message('passkeys_need_https', { origin: 'http://music.example.org' });

const withCodes = documentWith(
  credentials,
  { recovery_codes: t.Optional(t.Array(t.String(), { description: 'Of an app' })) },
  { recovery_codes: ['jbsw-y3dp-ehpk-3pxp'] },
);

interface NamedCredential {
  readonly key: number;
  readonly _id: string;
  readonly name: string;
}

/** Passkeys and the authenticator app of a user. */
export function credentialRoutes(guard: Guard, context: Context, live: LiveSettings, publicAddress: PublicAddress) {
  const { store } = context;
  const documents = new AccountDocuments(store, credentials, noCredential);
  const requirePresence = presenceCheck(context);
  const access = guard.owner('admin');
  const userOf = ({ userId }: Principal): User => {
    const user = findUserById(store, userId);
    if (!user) throw notFound('user_deleted');
    return user;
  };
  /** An API access token must not open a way in that outlives it, nor a session that may be somebody else's. */
  const sessionOf = (principal: Principal): number => {
    if (principal.familyKey === undefined) throw forbidden('sign_in_needed');
    if (userOf(principal).hasPassword === 0) requireFreshSignIn(store, principal);
    return principal.familyKey;
  };
  const presentNew = (request: Request, { userKey, userId }: Principal, id: string, differences: Differences = {}): Response => {
    const headers = { location: credentials.iri({ userId, id }), 'cache-control': 'no-store' };
    return documents.present(request, ofId, { user: userKey, id }, { status: 201, headers, ...differences });
  };
  const own = { tags, pathParameters, access };
  return [
    defineRoute({
      ...own,
      ...ownListRoute(credentials, 'Without keys and secrets'),
      path,
      operationId: 'credentialList',
      summary: 'List your passkeys and your authenticator app',
      description: `Oldest first. ${neededAdmin}`,
      handle: ({ request, principal: { userKey, userId } }) => {
        const rows = documents.rows(ofUser, { user: userKey }, 'credential.created_at, credential.key');
        return documents.list(request, rows, credentials.listPath({ userId }));
      },
    }),
    defineRoute({
      ...own,
      method: 'post',
      path: '/api/users/:userId/passkey-options',
      operationId: 'passkeyOptions',
      summary: 'Begin to add a passkey',
      description: `Options for \`navigator.credentials.create\`, with a challenge for five minutes. No request body. ${needsSignIn}`,
      answers: {
        200: optionsAnswer,
        401: unauthorized,
        403: notOfSignIn,
        404: noRecord,
        409: failure('No HTTPS', 409, needsHttps),
        503: serviceUnavailable,
      },
      handle: async ({ request, principal }) => {
        const place = passkeyPlace(publicAddress, request);
        return plainAnswer(request, 200, await creationOptions(store, userOf(principal), sessionOf(principal), place));
      },
    }),
    defineRoute({
      ...own,
      method: 'post',
      path,
      operationId: 'addCredential',
      summary: 'Add a passkey, or turn on an authenticator app',
      description: `A passkey has the \`credential\` that the browser returned; there are at most ${maximumPasskeys}. An app has a new random \`secret\`, and the \`code\` that it shows; from then on, signing in with the password needs one. The response has its recovery codes, once. Without \`name\`, it is named after the browser. ${needsSignIn}`,
      body: requestOf(newCredentials, { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', code: '123456' }),
      answers: {
        201: createdAnswer('credential', withCodes),
        ...refusals,
        409: failure('Too many passkeys, a known one, an app is on, or no HTTPS', 409, message('many_passkeys', { max: maximumPasskeys })),
        422: failure('The code or the credential is wrong', 422, message('clock_off', { seconds: 120 })),
      },
      handle: async ({ request, principal, body }) => {
        documents.requireAnswerable(request);
        const { userKey } = principal;
        const { values, ignored } = readDocument(newCredentials, body);
        const session = sessionOf(principal);
        const { credential, secret, code } = values;
        const name = String(values.name ?? browserOf(outermost(request).headers.get('user-agent')) ?? 'Leitmotif');
        if (secret !== undefined) {
          const { id, codes } = await addApp(store, { userKey, name, secret: String(secret) }, String(code));
          return presentNew(request, principal, id, { more: { recovery_codes: codes }, ignored });
        }
        const response: RegistrationResponseJSON = JSON.parse(String(credential ?? '{}'));
        const id = await addPasskey(store, { userKey, session, name }, response, passkeyPlace(publicAddress, request));
        return presentNew(request, principal, id, { ignored });
      },
    }),
    defineRoute({
      ...own,
      method: 'patch',
      path: `${path}/:id`,
      operationId: 'renameCredential',
      summary: 'Rename a passkey',
      description: neededAdmin,
      pathParameters: ofOne,
      body: requestOf(credentials, { name: 'Security key, blue' }, credentials.iri({ userId: exampleUuid, id: exampleUuid })),
      answers: {
        200: { description: 'The credential', media: documentOf(credentials) },
        ...refusals,
        422: invalid('name', message('invalid_label')),
      },
      handle: async ({ request, principal: { userKey, userId }, params: { id }, body }) => {
        documents.requireAnswerable(request);
        const { key, _id, name: before } = documents.row<NamedCredential>(ofId, { user: userKey, id });
        const { values, ignored } = readDocument(credentials, body, ownIdentity(_id, credentials.iri({ userId, id: _id }), userId));
        const { name = before } = values;
        await store.write(() => store.writer.change(updateText('credential', ['name']), { name, key }));
        return documents.present(request, ofId, { user: userKey, id }, { ignored, sent: { body, to: credentials } });
      },
    }),
    defineRoute({
      ...own,
      method: 'delete',
      path: `${path}/:id`,
      operationId: 'removeCredential',
      summary: 'Remove a passkey, or turn off your authenticator app',
      description: `The recovery codes of an app end with it. ${needsPassword}`,
      pathParameters: ofOne,
      body: confirmation,
      answers: {
        204: nothing('Removed'),
        ...refusals,
        409: failure('The user, or no administrator, could sign in any more', 409, message('only_way_in')),
      },
      handle: async ({ request, principal, params: { id }, body }) => {
        await requirePresence(userOf(principal), principal, body);
        const values = { user: principal.userKey, id: id.toLowerCase() };
        const remove = () => store.writer.change('DELETE FROM credential WHERE user_key = :user AND id = :id', values);
        const removed = await store.write(() => live.keepingWayIn(principal.userKey, remove));
        if (removed === 0) throw noCredential(id);
        return nothingLeft(request);
      },
    }),
    defineRoute({
      ...own,
      method: 'post',
      path: `${path}/:id/recovery-codes`,
      operationId: 'createRecoveryCodes',
      summary: 'Create new recovery codes',
      description: `Of an authenticator app; the former ones end. ${needsPassword}`,
      pathParameters: ofOne,
      body: confirmation,
      answers: { 201: createdAnswer('app', withCodes), ...refusals },
      handle: async ({ request, principal, params: { id }, body }) => {
        await requirePresence(userOf(principal), principal, body);
        const codes = await replaceRecoveryCodes(store, principal.userKey, id.toLowerCase());
        return presentNew(request, principal, id, { more: { recovery_codes: codes } });
      },
    }),
  ];
}
