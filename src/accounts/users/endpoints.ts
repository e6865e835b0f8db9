import {
  bodyAnswers,
  documentOf,
  documentWith,
  failure,
  invalid,
  json,
  notAcceptable,
  notFound,
  nothing,
  readAnswers,
  requestOf,
  unauthorized,
} from '../../jsonapi/answers';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { endpoint } from '../../jsonapi/route';
import { guarded, idOf } from '../answers';
import { anyNewUsers, changes, confirmation } from './input';
import { type otherUser, ownUser, seenByAdministrators } from './resources';

const tags = ['Users'];

const examples = { disabled_at: null, last_seen_at: null, collection_items: 412 };

/** How a user is shown depends on who asks: what OpenAPI says has the attributes of both, none of which is always there. */
const userMedia = documentWith(ownUser, seenByAdministrators, examples) as unknown as
  | ReturnType<typeof documentOf<typeof ownUser>>
  | ReturnType<typeof documentOf<typeof otherUser>>;

export const register = endpoint({
  method: 'post',
  path: '/api/users',
  operationId: 'register',
  tags,
  summary: 'Make an account',
  description:
    'Needs no token where the setting `registration` is `open`, where it is `invitation` and `invitation_code` is a good one, or where the server has no users yet and `setup_code` is the one in its log: that makes the first administrator. An address may register twenty users an hour. An administrator, with a token without limits or with the scope `admin`, makes users always, and says their `role`. All others are answered 403.',
  isPublic: true,
  body: requestOf(anyNewUsers, { username: 'anna', password: 'correct horse battery', email: 'anna@example.org' }),
  answers: {
    201: { description: 'The new user', headers: { Location: 'The user' }, media: documentOf(ownUser) },
    ...bodyAnswers,
    403: failure('Registration is closed, or the set-up code is wrong', 403, 'Registration is closed.'),
    406: notAcceptable,
    422: invalid('username', 'This name is taken.'),
  },
});

export const readMe = endpoint({
  method: 'get',
  path: '/api/users/me',
  operationId: 'me',
  tags,
  summary: 'Read one’s own account',
  description: 'Needs a token of any scope.',
  answers: { 200: { description: 'Whoever sends the request', media: documentOf(ownUser) }, ...readAnswers },
});

export const readUser = endpoint({
  method: 'get',
  path: '/api/users/:id',
  operationId: 'user',
  tags,
  summary: 'Read one user',
  description:
    'Needs a token without limits, or with the scope `admin`. Users read themselves, administrators everyone; to others the user is not there.',
  pathParameters: { id: idOf('The UUID of the user') },
  answers: {
    200: { description: 'The user: as administrators see them, or oneself', media: userMedia },
    ...readAnswers,
    ...guarded,
    404: notFound,
  },
});

export const changeMe = endpoint({
  method: 'patch',
  path: '/api/users/me',
  operationId: 'changeMe',
  tags,
  summary: 'Change one’s own account',
  description:
    'Needs a token without limits, or with the scope `admin`. Another password needs `current_password` and ends every other sign-in; API access tokens stay good unless `revoke_tokens` is true, which ends all but the one that asks. Ten passwords a minute may be tried.',
  body: requestOf(changes, { email: 'anna@example.net' }, ownUser.iri({ id: exampleUuid })),
  answers: {
    200: { description: 'The account as it is now', media: documentOf(ownUser) },
    ...bodyAnswers,
    ...guarded,
    406: notAcceptable,
    422: invalid('current_password', 'This is not the present password.'),
  },
});

export const deleteMe = endpoint({
  method: 'delete',
  path: '/api/users/me',
  operationId: 'deleteMe',
  tags,
  summary: 'Delete one’s own account',
  description:
    'Needs a token without limits, or with the scope `admin`, and the password. Removes all that is the user’s: tokens, collection, wishlist. The only administrator stays as long as there are others. Ten passwords a minute may be tried.',
  body: json(confirmation, { password: 'correct horse battery' }),
  answers: {
    204: nothing('Nothing is left'),
    400: bodyAnswers[400],
    401: unauthorized,
    403: failure('The password is wrong', 403, 'The password is wrong; nothing was deleted.', { source: { pointer: '/password' } }),
    406: notAcceptable,
    409: failure(
      'No administrator would be left for the other users',
      409,
      'anna is the only administrator, and stays one who is let in. Make another one first.',
    ),
    413: bodyAnswers[413],
    415: bodyAnswers[415],
    503: bodyAnswers[503],
  },
});
