import {
  bodyAnswers,
  documentOf,
  documentWith,
  failure,
  invalid,
  notAcceptable,
  nothing,
  readAnswers,
  requestOf,
  unauthorized,
} from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { defineRoute } from '../../api/route';
import { Invalid, violation } from '../../api/write/write';
import type { Context } from '../../context';
import { notFound } from '../../errors';
import { bearerToken, requireScope } from '../../http/authentication';
import type { AddressOf } from '../../http/rate-limit';
import { message } from '../../messages/message';
import { type Guard, requireSecondFactor } from '../access';
import { getRoute, guardedBody, neededAdmin, uuidParameter } from '../answers';
import { AccountDocuments, type Differences, nothingLeft, recordRows } from '../documents';
import { type FindPrincipal, isGuest, isOfFeeds } from '../principal';
import type { LiveSettings } from '../settings/live-settings';
import { hashToken } from '../token';
import { anyNewUsers, changes, confirmation, readChange } from './input';
import { presenceCheck, presentPassword, requireFreshSignIn, wrongPassword } from './present-password';
import { Registration } from './registration';
import { otherUser, ownUser, seenByAdministrators } from './resources';
import type { SetUpCode } from './set-up-code';
import { changeAccount, deleteUser, findUserById, type User } from './users';

const tags = ['Users'];

const examples = { disabled_at: null, last_seen_at: null, collection_items: 412, credentials: 0 };

/** The schema combines both views; every attribute is optional. */
const userMedia = documentWith(ownUser, seenByAdministrators, examples) as unknown as
  | ReturnType<typeof documentOf<typeof ownUser>>
  | ReturnType<typeof documentOf<typeof otherUser>>;

const ofId = 'user.id = :id';

export function userRoutes(
  guard: Guard,
  context: Context,
  live: LiveSettings,
  addressOf: AddressOf,
  findPrincipal: FindPrincipal,
  setUpCode: SetUpCode,
  mail: { readonly isMailOn: boolean },
) {
  const { store } = context;
  const documents = new AccountDocuments(store, ownUser, gone);
  const registration = new Registration(context, live, addressOf, setUpCode);
  const isPresentPassword = presentPassword(context);
  const requirePresence = presenceCheck(context);
  const present = (request: Request, id: string, differences?: Differences) => documents.present(request, ofId, { id }, differences);
  const getUser = (id: string): User => {
    const user = findUserById(store, id);
    if (!user) throw gone();
    return user;
  };
  return [
    defineRoute({
      method: 'post',
      path: '/api/users',
      operationId: 'register',
      tags,
      summary: 'Create an account',
      description:
        'Needs no token if `registration` is `open`, if it is `invitation` and `invitation_code` is valid, or if the server has no users and `setup_code` is the one in its log, which creates the first administrator. Limited to twenty registrations an hour per address. Administrators with an unrestricted token or the scope `admin` can always create users and set their `role`. Everyone else gets 403.',
      body: requestOf(anyNewUsers, { username: 'anna', password: 'correct horse battery', email: 'anna@example.org' }),
      answers: {
        201: { description: 'The new user', headers: { Location: 'The user' }, media: documentOf(ownUser) },
        ...bodyAnswers,
        403: failure('Registration is closed, or the set-up code is wrong', 403, message('closed_registration')),
        406: notAcceptable,
        422: invalid('username', message('username_taken')),
      },
      isPublic: true,
      access: ({ token }) => {
        const principal = token === undefined ? undefined : findPrincipal(token);
        const isAdministrator = principal?.role === 'admin' && (principal.scopes === null || principal.scopes.has('admin'));
        if (isAdministrator) requireSecondFactor(principal, live);
        else registration.requirePossible();
        return { isAdministrator };
      },
      handle: async ({ request, principal: { isAdministrator }, body }) => {
        documents.requireAnswerable(request);
        const { user, ignored } = await (isAdministrator ? registration.create(body) : registration.register(request, body));
        return present(request, user.id, { status: 201, headers: { location: ownUser.iri({ id: user.id }) }, ignored });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/me',
      operationId: 'me',
      tags,
      summary: 'Get your account',
      description: 'Needs a token of any scope except `feed:read`.',
      answers: { 200: { description: 'The requesting user', media: documentOf(ownUser) }, ...readAnswers },
      access: ({ token }) =>
        // Allowed with every other scope: these tokens may ask whose they are.
        requireScope(
          token,
          (written) => {
            const principal = findPrincipal(written);
            return principal && !isGuest(principal) && !isOfFeeds(principal) ? { ...principal, scopes: null } : principal;
          },
          'admin',
        ),
      handle: ({ request, principal: { userId } }) => present(request, userId),
    }),
    defineRoute({
      method: 'patch',
      path: '/api/users/me',
      operationId: 'changeMe',
      tags,
      summary: 'Change your account',
      description:
        'Needs an unrestricted token or the scope `admin`. A new password needs `current_password`, as a new e-mail address does where passwords can be reset by e-mail. For that, an account without a password needs a sign-in within ten minutes. No link to reset the password goes to an address that was saved without it. A new password ends all other sessions; API access tokens keep working unless `revoke_tokens` is true, which revokes all except the one in use. Limited to ten password attempts a minute.',
      body: requestOf(changes, { email: 'anna@example.net' }, ownUser.iri({ id: exampleUuid })),
      answers: {
        200: { description: 'The updated account', media: documentOf(ownUser) },
        ...guardedBody,
        422: invalid('current_password', message('wrong_current_password')),
      },
      access: guard.user('admin'),
      handle: async ({ request, principal, body }) => {
        documents.requireAnswerable(request);
        const { userId } = principal;
        const user = getUser(userId);
        const { password, current_password = '', revoke_tokens, ignored, ...account } = readChange(body, user);
        // Links that set a password go to this address.
        const isNewAddress = account.email !== undefined && account.email !== user.email;
        const isConfirmed = account.email !== undefined && current_password !== '';
        const goLinksThere = mail.isMailOn && live.values().passwords === 'yes';
        if (isNewAddress && !isConfirmed && goLinksThere) {
          if (user.hasPassword === 0) requireFreshSignIn(store, principal);
          else throw new Invalid([violation('current_password', message('missing_current_password'))]);
        }
        if ((isConfirmed || password !== undefined) && !(await isPresentPassword(user, current_password))) throw wrongPassword();
        const is_email_confirmed = isNewAddress || isConfirmed ? Number(isConfirmed) : undefined;
        const keptToken = hashToken(bearerToken(request.headers.get('authorization')) ?? '');
        await changeAccount(
          store,
          user.key,
          { ...account, is_email_confirmed, password },
          { keptToken, revokesTokens: revoke_tokens === 1 },
        );
        return present(request, userId, { ignored, sent: { body, to: changes } });
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/me',
      operationId: 'deleteMe',
      tags,
      summary: 'Delete your account',
      description:
        'Needs an unrestricted token or the scope `admin`, and the password, or a sign-in within ten minutes of an account without one. Deletes the tokens, collection and wishlist too. The only administrator who can sign in cannot be deleted while there are other users. Limited to ten password attempts a minute.',
      body: confirmation,
      answers: {
        ...bodyAnswers,
        204: nothing('Account deleted'),
        401: unauthorized,
        403: failure('The password is wrong', 403, message('wrong_password'), { source: { pointer: '/password' } }),
        406: notAcceptable,
        409: failure('No administrator would be left for the other users', 409, message('last_administrator', { name: 'anna' })),
      },
      access: guard.user('admin'),
      handle: async ({ request, principal, body }) => {
        const user = getUser(principal.userId);
        await requirePresence(user, principal, body);
        await deleteUser(store, user, live);
        setUpCode.issue();
        return nothingLeft(request);
      },
    }),
    defineRoute({
      tags,
      ...getRoute('The user', userMedia),
      path: '/api/users/:id',
      operationId: 'user',
      summary: 'Get a user',
      description: `${neededAdmin} Users can read themselves, administrators everyone; otherwise 404.`,
      pathParameters: { id: uuidParameter('The UUID of the user') },
      access: guard.user('admin'),
      handle: ({ request, principal, params }) => {
        const { userId, role } = principal;
        const id = params.id.toLowerCase();
        if (id === userId) return present(request, id);
        requireSecondFactor(principal, live);
        const [row] = role === 'admin' ? recordRows(store, otherUser, ofId, { id }) : [];
        if (!row) throw notFound('no_user', { name: params.id.slice(0, 100) });
        return documents.single(request, row, {}, otherUser);
      },
    }),
  ];
}

const gone = () => notFound('user_deleted');
