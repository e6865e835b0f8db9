import type { DocumentDecoration } from 'elysia';
import { exampleUuid, refer } from '../../jsonapi/openapi-shared';
import { documentOf, failure, guarded, headersOf, invalid, json, readResponses, requestOf, withDocument } from '../openapi';
import { changes, registrations } from './input';
import { ownUser } from './resources';

const tags = ['Users'];

const wrongPassword = failure('The password is wrong', 403, 'The password is wrong; nothing was deleted.', '/password');

export const registerDetail: DocumentDecoration = {
  operationId: 'register',
  tags,
  summary: 'Make an account',
  description:
    'Needs no token. Answers 403 unless the setting `registration` is `open`, or the server has no users yet and `setup_code` is the one in its log: that makes the first administrator. An address may register twenty users an hour.',
  security: [],
  requestBody: requestOf(registrations, { username: 'anna', password: 'correct horse battery', email: 'anna@example.org' }),
  responses: {
    201: { description: 'The new user', headers: headersOf({ Location: 'The user' }), content: documentOf(ownUser) },
    ...withDocument,
    403: failure('Registration is closed, or the set-up code is wrong', 403, 'Registration is closed.'),
    406: refer('NotAcceptable'),
    422: invalid('username', 'This name is taken.'),
  },
};

export const meDetail: DocumentDecoration = {
  operationId: 'me',
  tags,
  summary: 'Read one’s own account',
  description: 'Needs a token of any scope.',
  responses: { 200: { description: 'Whoever sends the request', content: documentOf(ownUser) }, ...readResponses },
};

export const userDetail: DocumentDecoration = {
  operationId: 'user',
  tags,
  summary: 'Read one user',
  description:
    'Needs a token without limits, or with the scope `admin`. Users read themselves, administrators everyone; to others the user is not there.',
  parameters: [
    { name: 'id1', in: 'path', required: true, description: 'The UUID of the user', schema: { type: 'string', format: 'uuid' } },
  ],
  responses: {
    200: { description: 'The user; `email` and `role` are there for oneself alone', content: documentOf(ownUser) },
    ...readResponses,
    ...guarded,
    404: refer('NotFound'),
  },
};

export const changeDetail: DocumentDecoration = {
  operationId: 'changeMe',
  tags,
  summary: 'Change one’s own account',
  description:
    'Needs a token without limits, or with the scope `admin`. Another password needs `current_password` and ends every other sign-in; API access tokens stay good unless `revoke_tokens` is true, which ends all but the one that asks. Ten passwords a minute may be tried.',
  requestBody: requestOf(changes, { email: 'anna@example.net' }, ownUser.iri({ id: exampleUuid })),
  responses: {
    200: { description: 'The account as it is now', content: documentOf(ownUser) },
    ...withDocument,
    ...guarded,
    406: refer('NotAcceptable'),
    422: invalid('current_password', 'This is not the present password.'),
  },
};

export const deleteDetail: DocumentDecoration = {
  operationId: 'deleteMe',
  tags,
  summary: 'Delete one’s own account',
  description:
    'Needs a token without limits, or with the scope `admin`, and the password. Removes all that is the user’s: tokens, collection, wishlist. Ten passwords a minute may be tried.',
  requestBody: {
    required: true,
    content: json(
      { type: 'object', required: ['password'], properties: { password: { type: 'string' } } },
      { password: 'correct horse battery' },
    ),
  },
  responses: {
    204: { description: 'Nothing is left' },
    400: withDocument[400],
    401: refer('Unauthorized'),
    403: wrongPassword,
    406: refer('NotAcceptable'),
    413: withDocument[413],
    415: withDocument[415],
    429: withDocument[429],
    503: withDocument[503],
  },
};
