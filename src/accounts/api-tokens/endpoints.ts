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
import { guarded, idOf } from '../answers';
import { newTokens } from './input';
import { apiTokens } from './resource';

const tags = ['Users'];
const needs = 'Needs a token without limits, or with the scope `admin`.';
const pathParameters = { id: idOf('The UUID of the token, as it is listed') };
const example = { name: 'phone', scopes: ['collection:read' as const, 'wishlist:read' as const] };

export const listTokens = endpoint({
  method: 'get',
  path: '/api/users/me/tokens',
  operationId: 'apiTokenList',
  tags,
  summary: 'List one’s API access tokens',
  description: `The newest first, without those that were revoked. ${needs}`,
  query: pageParameters,
  answers: { 200: { description: 'The tokens, short of their secrets', media: listOf(apiTokens) }, ...readAnswers, ...guarded },
});

export const readToken = endpoint({
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
    404: notFound,
  },
});

export const createToken = endpoint({
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
      'The token that makes this one has the scopes admin, and can give no others. With current_password, your password, you can.',
      { source: { pointer: '/data/attributes/scopes' } },
    ),
    406: notAcceptable,
    422: invalid('name', 'You have a token of this name already.'),
  },
});

export const revokeToken = endpoint({
  method: 'delete',
  path: '/api/users/me/tokens/:id',
  operationId: 'revokeApiToken',
  tags,
  summary: 'Revoke an API access token',
  description: `It stops working at once, and so do those that were made with it without the password. ${needs}`,
  pathParameters,
  answers: { 204: nothing('It is revoked'), ...guarded, 404: notFound, 406: notAcceptable, 503: serviceUnavailable },
});
