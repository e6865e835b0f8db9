import { Type as t } from '@sinclair/typebox';
import {
  documentOf,
  failure,
  invalid,
  json,
  jsonApi,
  notFound as noRecord,
  nothing,
  pageParameters,
  requestOf,
} from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { defineRoute } from '../../api/route';
import { text } from '../../api/schema/parameters';
import { closed, objectDocument } from '../../api/schema/schemas';
import type { Context } from '../../context';
import { conflict, type DomainError, forbidden, notFound } from '../../errors';
import type { Sender } from '../../http/authentication';
import { addressGroup } from '../../http/client-address';
import { type AddressOf, budgetOf, type RateLimitPolicy } from '../../http/rate-limit';
import { respond } from '../../http/respond';
import { message } from '../../messages/message';
import { type Guard, onlyAdministrators, requireSecondFactor } from '../access';
import { guardedBody, guardedWrite, listRoute, needsAdministrator, uuidParameter } from '../answers';
import { OneTimeCodes } from '../codes/one-time-codes';
import { resetSecondFactor } from '../credentials/authenticator-app';
import { AccountDocuments, nothingLeft } from '../documents';
import { plainAnswer, plainBody } from '../plain-json';
import { lastUses, roles } from '../principal';
import type { LiveSettings } from '../settings/live-settings';
import { signInRefusals } from '../token-routes';
import { accountStatus, readAccountStatus } from '../users/input';
import { otherUser } from '../users/resources';
import { changeAccountStatus, changePassword, findUserById, requirePassword, type User } from '../users/users';

const tags = ['Administration'];
const pathParameters = { id: uuidParameter('The UUID of the user') };

const resetId = `/api/users/${exampleUuid}/password-reset`;

const confirmation = t.Object({ message: t.String() });

/** As strict as sign-in, although the codes are long. */
const tries: RateLimitPolicy = { name: 'password-reset', quota: 10, windowSeconds: 60, counted: 'tries of a code' };

/** User administration, and resetting a password with a code. */
export function administrationRoutes(guard: Guard, context: Context, live: LiveSettings, addressOf: AddressOf) {
  const { store } = context;
  const documents = new AccountDocuments(store, otherUser, () => notFound('user_deleted'));
  const codes = new OneTimeCodes(store);
  const spendTry = budgetOf(context, tries);
  /** Other users see only themselves. */
  const access = (sender: Sender<{ readonly id: string }>) => {
    const { id } = sender.params;
    const principal = guard.user('admin')(sender);
    if (principal.role !== 'admin') throw id.toLowerCase() === principal.userId ? onlyAdministrators() : noUser(id);
    requireSecondFactor(principal, live);
    return principal;
  };
  const getUser = (id: string): User => {
    const user = findUserById(store, id.toLowerCase());
    if (!user) throw noUser(id);
    return user;
  };
  const ofUser = { tags, access, pathParameters };
  return [
    defineRoute({
      method: 'post',
      path: '/api/password-reset',
      operationId: 'resetPassword',
      tags: ['Tokens'],
      summary: 'Reset a password with a code',
      description:
        'Needs no token, but a single-use code from an administrator. Ends all sessions of the user; API access tokens keep working. Limited to ten attempts a minute per address.',
      body: plainBody(t.Object({ code: t.String({ maxLength: 200 }), password: t.String({ maxLength: 1_000 }) }), {
        code: '0'.repeat(32),
        password: 'another correct horse',
      }),
      answers: {
        200: { description: 'Password set', media: json(confirmation, { message: 'The password is set.' }) },
        400: { ...signInRefusals[400], description: 'The body or the password is invalid' },
        403: { ...signInRefusals[400], description: 'Invalid code' },
        429: signInRefusals[429],
        503: signInRefusals[503],
      },
      handle: async ({ request, body: { code, password } }) => {
        spendTry(addressGroup(addressOf(request)));
        if (!codes.isGood('password_reset', code)) throw forbidden('invalid_code');
        requirePassword(password);
        const revoked = await changePassword(store, () => codes.spend('password_reset', code) ?? undefined, password);
        if (revoked === undefined) throw forbidden('invalid_code');
        return plainAnswer(request, 200, { message: 'The password is set.' });
      },
    }),
    defineRoute({
      tags,
      access: guard.administrator,
      ...listRoute(otherUser, 'The users'),
      path: '/api/users',
      operationId: 'userList',
      summary: 'List users',
      description: `By name, unless \`order[username]\` or \`order[createdAt]\` is given. ${needsAdministrator}`,
      query: { q: { ...text(40, 'anna'), description: 'Users whose name contains this, ignoring case' }, ...pageParameters },
      handle: ({ request }) => {
        lastUses(store).write();
        return documents.listAll(request);
      },
    }),
    defineRoute({
      ...ofUser,
      method: 'patch',
      path: '/api/users/:id',
      operationId: 'changeUser',
      summary: 'Change the role or status of a user',
      description: `While \`disabled\`, the password and all tokens stop working; they work again when the user is enabled. ${needsAdministrator}`,
      body: requestOf(accountStatus, { disabled: true }, otherUser.iri({ id: exampleUuid })),
      answers: {
        200: { description: 'The updated user', media: documentOf(otherUser) },
        ...guardedBody,
        404: noRecord,
        409: failure(
          'No administrator would be left, or the body names another record',
          409,
          message('last_administrator', { name: 'anna' }),
        ),
        422: invalid('role', message('invalid_word', { values: roles })),
      },
      handle: async ({ request, principal, params: { id }, body }) => {
        documents.requireAnswerable(request);
        const user = getUser(id);
        const { standing, ignored } = readAccountStatus(body, user.id, principal.userId);
        await changeAccountStatus(store, user, standing, live);
        return documents.present(request, 'user.id = :id', { id: user.id }, { ignored, sent: { body, to: accountStatus } });
      },
    }),
    defineRoute({
      ...ofUser,
      method: 'post',
      path: '/api/users/:id/password-reset',
      operationId: 'createPasswordReset',
      summary: 'Create a password reset code',
      description: `Returns a code for \`POST /api/password-reset\` once, valid for 24 hours or until another is created. No request body. ${needsAdministrator}`,
      answers: {
        201: {
          description: 'The code',
          media: jsonApi(
            objectDocument(
              'PasswordReset',
              closed({ username: t.String(), code: t.String(), expires_at: t.String({ format: 'date-time' }) }),
              {},
            ),
            {
              data: {
                id: resetId,
                type: 'PasswordReset',
                attributes: { username: 'anna', code: '0'.repeat(32), expires_at: '2026-01-16T09:30:00.000+00:00' },
                links: { self: resetId },
              },
            },
          ),
        },
        ...guardedWrite,
      },
      handle: async ({ request, principal, params }) => {
        const { id, key, username } = getUser(params.id);
        const { code, expiresAt } = await store.write(() => codes.make('password_reset', { makerKey: principal.userKey, userKey: key }));
        const iri = `${otherUser.iri({ id })}/password-reset`;
        const attributes = { username, code, expires_at: expiresAt };
        const document = { data: { id: iri, type: 'PasswordReset', attributes, links: { self: iri } } };
        return respond(request, document, 201, { 'cache-control': 'no-store' });
      },
    }),
    defineRoute({
      ...ofUser,
      method: 'post',
      path: '/api/users/:id/second-factor-reset',
      operationId: 'resetSecondFactor',
      summary: 'Reset the second factor of a user',
      description: `Removes authenticator app, recovery codes and passkeys of a user who lost them, and ends their sessions; API access tokens keep working. Not your own. No request body. ${needsAdministrator}`,
      answers: {
        204: nothing('Reset'),
        ...guardedWrite,
        409: failure('Your own need your password', 409, message('own_second_factor')),
      },
      handle: async ({ request, principal, params }) => {
        const { id, key } = getUser(params.id);
        if (id === principal.userId) throw conflict('own_second_factor');
        if ((await resetSecondFactor(store, key)) === 0) throw notFound('no_second_factor');
        context.log('second factor reset', { user: id, by: principal.userId });
        return nothingLeft(request);
      },
    }),
  ];
}

const noUser = (id: string): DomainError => notFound('no_user', { name: id.slice(0, 100) });
