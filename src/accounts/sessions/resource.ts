import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { defineResource } from '../../api/schema/registry';
import { moment } from '../../api/schema/schemas';

/** In a path, the sign-in of the request's token. */
export const currentSession = 'current';

/** A sign-in of a browser or program. */
export const sessions = defineResource({
  type: 'Session',
  table: 'token_family',
  path: '/api/users/:userId/sessions',
  noun: 'sign-in',
  nouns: 'sign-ins',
  description: 'An active sign-in with its tokens.',
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
  attributes: t.Object({
    kind: t.Union([t.Literal('session'), t.Literal('pair')], { description: 'A browser, or a program with a token pair' }),
    created_at: moment(),
    last_used_at: t.Union([moment(), t.Null()], {
      description: 'For a browser to the hour, for a program its last token refresh; null if unknown',
    }),
    address: t.Union([t.String(), t.Null()], { description: 'Client address; the /64 of an IPv6 address' }),
    user_agent: t.Union([t.String(), t.Null()], { description: 'User-Agent header, up to 255 characters' }),
    browser: t.Union([t.String(), t.Null()], { description: 'Readable form of the user agent' }),
    is_current: t.Boolean({ description: 'Whether this request uses it' }),
  }),
  rows: (db) =>
    db
      .selectFrom('token_family')
      .innerJoin('user', 'user.key', 'token_family.user_key')
      .select(['token_family.key', 'token_family.id as _id', 'user.id as userId'])
      .select(['token_family.kind', 'token_family.created_at', 'token_family.last_used_at', 'token_family.address'])
      .select(['token_family.user_agent', 'token_family.user_agent as browser', sql<0 | 1>`0`.as('is_current')]),
  example: {
    kind: 'session',
    created_at: '2026-01-15T09:30:00.000+00:00',
    last_used_at: '2026-01-16T20:12:00.000+00:00',
    address: '192.0.2.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    browser: 'Firefox on Linux',
    is_current: true,
  },
});
