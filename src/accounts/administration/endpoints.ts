import { Type as t } from '@sinclair/typebox';
import {
  bodyAnswers,
  documentOf,
  failure,
  invalid,
  json,
  jsonApi,
  listOf,
  notAcceptable,
  notFound,
  pageParameters,
  readAnswers,
  requestOf,
  serviceUnavailable,
} from '../../jsonapi/answers';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { text } from '../../jsonapi/parameters';
import { endpoint } from '../../jsonapi/route';
import { closed, objectDocument } from '../../jsonapi/schemas';
import { guarded, idOf, needsAdministrator } from '../answers';
import { signIn } from '../token-endpoints';
import { standings } from '../users/input';
import { otherUser } from '../users/resources';

const tags = ['Administration'];
const pathParameters = { id: idOf('The UUID of the user') };

export const listUsers = endpoint({
  method: 'get',
  path: '/api/users',
  operationId: 'userList',
  tags,
  summary: 'List the users of this server',
  description: `By name, or as \`order[username]\` and \`order[createdAt]\` say. ${needsAdministrator}`,
  query: { q: { ...text(40, 'anna'), description: 'Users whose name contains this, ignoring case' }, ...pageParameters },
  answers: { 200: { description: 'The users', media: listOf(otherUser) }, ...readAnswers, ...guarded },
});

export const changeUser = endpoint({
  method: 'patch',
  path: '/api/users/:id',
  operationId: 'changeUser',
  tags,
  summary: 'Change what a user may do here',
  description: `Who is \`disabled\` is kept out: the password and all tokens stop working at once, and work again once they are let in. ${needsAdministrator}`,
  pathParameters,
  body: requestOf(standings, { disabled: true }, otherUser.iri({ id: exampleUuid })),
  answers: {
    200: { description: 'The user as they are now', media: documentOf(otherUser) },
    ...bodyAnswers,
    ...guarded,
    404: notFound,
    406: notAcceptable,
    409: failure(
      'No administrator would be left, or the body is about another record',
      409,
      'anna is the only administrator, and stays one who is let in. Make another one first.',
    ),
    422: invalid('role', 'This must be one of user, editor, admin.'),
  },
});

const resetId = `/api/users/${exampleUuid}/password-reset`;

export const createPasswordReset = endpoint({
  method: 'post',
  path: '/api/users/:id/password-reset',
  operationId: 'createPasswordReset',
  tags,
  summary: 'Let a user set another password',
  description: `The answer has a code, this once, for \`POST /api/password-reset\`: good for 24 hours, and void once there is another. Takes no body. ${needsAdministrator}`,
  pathParameters,
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
    ...guarded,
    404: notFound,
    406: notAcceptable,
    503: serviceUnavailable,
  },
});

const message = t.Object({ message: t.String() });

export const resetPassword = endpoint({
  method: 'post',
  path: '/api/password-reset',
  operationId: 'resetPassword',
  tags: ['Tokens'],
  summary: 'Set another password by a code',
  description:
    'Needs no token, but a code that an administrator made, which is spent by it. All sign-ins of the user end; API access tokens stay good. An address may try ten codes a minute.',
  isPublic: true,
  body: json(t.Object({ code: t.String({ maxLength: 200 }), password: t.String({ maxLength: 1_000 }) }), {
    code: '0'.repeat(32),
    password: 'another correct horse',
  }),
  answers: {
    200: { description: 'The password is set', media: json(message, { message: 'The password is set.' }) },
    400: { ...signIn.answers[400], description: 'The body or the password breaks a rule' },
    403: { ...signIn.answers[400], description: 'The code is not good' },
    429: signIn.answers[429],
    503: signIn.answers[503],
  },
});
