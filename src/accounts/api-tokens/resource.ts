import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { defineResource } from '../../api/schema/registry';
import { moment } from '../../api/schema/schemas';
import { type Scope, scopes } from '../principal';

const scopeSchema = t.Union(scopes.map((scope) => t.Literal(scope)));

/** An API access token without its secret. */
export const apiTokens = defineResource({
  type: 'ApiToken',
  table: 'token',
  path: '/api/users/me/tokens',
  noun: 'API access token',
  nouns: 'API access tokens',
  description: 'A token for a program that acts on behalf of its user.',
  attributes: t.Object({
    name: t.String({ description: 'Name of the token' }),
    scopes: t.Union([t.Array(scopeSchema), t.Null()], { description: 'Scopes; null for all rights of its user' }),
    created_at: moment(),
    expires_at: t.Union([moment(), t.Null()], { description: 'null if it never expires' }),
    last_used_at: t.Union([moment(), t.Null()], { description: 'To the minute' }),
  }),
  rows: (db) =>
    db
      .selectFrom('token')
      .where('kind', '=', 'api')
      .where('revoked_at', 'is', null)
      .select(['key', 'id as _id', 'created_at', 'expires_at', 'last_used_at'])
      .select([sql<string>`name`.as('name'), sql<Scope[] | null>`scopes`.as('scopes')]),
  example: {
    name: 'phone',
    scopes: ['collection:read', 'wishlist:read'],
    created_at: '2026-01-15T09:30:00.000+00:00',
    expires_at: '2027-01-15T09:30:00.000+00:00',
    last_used_at: null,
  },
});
