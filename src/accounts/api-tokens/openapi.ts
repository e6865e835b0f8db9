import { Type as t } from '@sinclair/typebox';
import type { DocumentDecoration } from 'elysia';
import { refer } from '../../jsonapi/openapi-shared';
import { documentOf, failure, guarded, headersOf, invalid, listOf, readResponses, requestOf, withDocument } from '../openapi';
import { newTokens } from './input';
import { apiTokens } from './resource';

const tags = ['Users'];
const needs = 'Needs a token without limits, or with the scope `admin`.';

const id = {
  name: 'id',
  in: 'path' as const,
  required: true,
  description: 'The UUID of the token, as it is listed',
  schema: { type: 'string' as const, format: 'uuid' },
};

const page = (name: string, description: string) => ({
  name,
  in: 'query' as const,
  required: false,
  description,
  schema: { type: 'integer' as const, minimum: 1 },
});

export const listDetail: DocumentDecoration = {
  operationId: 'apiTokenList',
  tags,
  summary: 'List one’s API access tokens',
  description: `The newest first, without those that were revoked. ${needs}`,
  parameters: [page('page', 'Which page, from 1'), page('itemsPerPage', 'How many records a page has. More than 100 are 100.')],
  responses: { 200: { description: 'The tokens, short of their secrets', content: listOf(apiTokens) }, ...readResponses, ...guarded },
};

export const singleDetail: DocumentDecoration = {
  operationId: 'apiToken',
  tags,
  summary: 'Read one of one’s API access tokens',
  description: needs,
  parameters: [id],
  responses: {
    200: { description: 'The token, short of its secret', content: documentOf(apiTokens) },
    ...readResponses,
    ...guarded,
    404: refer('NotFound'),
  },
};

export const createDetail: DocumentDecoration = {
  operationId: 'createApiToken',
  tags,
  summary: 'Make an API access token',
  description: [
    'The answer has it in `token`, this once. Without `scopes` it may do all that its user may. Without `expires_at` it is good for 365 days; with null it never expires.',
    'One that is made with an API access token may do what that one may at most, is good as long at most, and is revoked with it; without `scopes` and `expires_at` it has as much of both as it can. The user’s password in `current_password` lifts that; an access token of a sign-in, for which the password was given, needs none. Ten passwords a minute may be tried.',
    needs,
  ].join(' '),
  requestBody: requestOf(newTokens, { name: 'phone', scopes: ['collection:read', 'wishlist:read'] }),
  responses: {
    201: {
      description: 'The token',
      headers: headersOf({ Location: 'Where the token is listed' }),
      content: documentOf(apiTokens, { schema: { token: t.String() }, example: { token: `lm_pat_${'x'.repeat(36)}` } }),
    },
    ...withDocument,
    ...guarded,
    403: failure(
      'The token that makes it lacks the scope `admin`, or is to give more than it has',
      403,
      'The token that makes this one has the scopes admin, and can give no others. With current_password, your password, you can.',
      '/data/attributes/scopes',
    ),
    406: refer('NotAcceptable'),
    422: invalid('name', 'You have a token of this name already.'),
  },
};

export const revokeDetail: DocumentDecoration = {
  operationId: 'revokeApiToken',
  tags,
  summary: 'Revoke an API access token',
  description: `It stops working at once, and so do those that were made with it without the password. ${needs}`,
  parameters: [id],
  responses: {
    204: { description: 'It is revoked' },
    ...guarded,
    404: refer('NotFound'),
    406: refer('NotAcceptable'),
    503: refer('ServiceUnavailable'),
  },
};
