import { Type as t } from '@sinclair/typebox';
import {
  bodyAnswers,
  documentOf,
  documentWith,
  failure,
  invalid,
  listOf,
  notAcceptable,
  notFound,
  nothing,
  pageParameters,
  readAnswers,
  requestOf,
  serviceUnavailable,
} from '../../jsonapi/answers';
import { endpoint } from '../../jsonapi/route';
import { guarded, idOf, needsAdministrator } from '../answers';
import { invitations, maximumInvitations, newInvitations } from './resource';

const tags = ['Administration'];
const pathParameters = { id: idOf('The UUID of the invitation') };

export const listInvitations = endpoint({
  method: 'get',
  path: '/api/invitations',
  operationId: 'invitationList',
  tags,
  summary: 'List the invitations that are open',
  description: `The newest first, without those that were used or have expired. ${needsAdministrator}`,
  query: pageParameters,
  answers: { 200: { description: 'The invitations, short of their codes', media: listOf(invitations) }, ...readAnswers, ...guarded },
});

export const readInvitation = endpoint({
  method: 'get',
  path: '/api/invitations/:id',
  operationId: 'invitation',
  tags,
  summary: 'Read an invitation',
  description: needsAdministrator,
  pathParameters,
  answers: {
    200: { description: 'The invitation, short of its code', media: documentOf(invitations) },
    ...readAnswers,
    ...guarded,
    404: notFound,
  },
});

export const createInvitation = endpoint({
  method: 'post',
  path: '/api/invitations',
  operationId: 'createInvitation',
  tags,
  summary: 'Invite somebody',
  description: `The answer has the code, this once: \`invitation_code\` of \`POST /api/users\`, good for one account within 7 days, while registration is not closed. ${needsAdministrator}`,
  body: requestOf(newInvitations, { note: 'Bert, from the record fair' }),
  answers: {
    201: {
      description: 'The invitation',
      headers: { Location: 'Where the invitation is listed' },
      media: documentWith(invitations, { code: t.String() }, { code: '0'.repeat(32) }),
    },
    ...bodyAnswers,
    ...guarded,
    406: notAcceptable,
    409: failure(
      'The body is about another type, or too many are open',
      409,
      `There are ${maximumInvitations} open invitations. Withdraw some first.`,
    ),
    422: invalid('note', 'This must be a text of 1 to 255 characters, or null.'),
  },
});

export const withdrawInvitation = endpoint({
  method: 'delete',
  path: '/api/invitations/:id',
  operationId: 'withdrawInvitation',
  tags,
  summary: 'Withdraw an invitation',
  description: `Its code is void at once. ${needsAdministrator}`,
  pathParameters,
  answers: { 204: nothing('It is withdrawn'), ...guarded, 404: notFound, 406: notAcceptable, 503: serviceUnavailable },
});
