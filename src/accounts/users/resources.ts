import { Type as t } from '@sinclair/typebox';
import { defineResource } from '../../jsonapi/resource';

const shown = {
  username: t.String({ description: '3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen' }),
  created_at: t.String({ format: 'date-time' }),
};

const kind = { type: 'User', table: 'user', path: '/api/users', noun: 'user', nouns: 'users' } as const;

const exampleOfAll = { username: 'anna', created_at: '2026-01-15T09:30:00.000+00:00' };

/** A user as others see them. */
export const otherUser = defineResource({
  ...kind,
  description: 'Someone with an account here.',
  attributes: t.Object(shown),
  rows: (db) => db.selectFrom('user').select(['key', 'id as _id', 'username', 'created_at']),
  example: exampleOfAll,
});

/** A user as they see themselves. */
export const ownUser = defineResource({
  ...kind,
  description: 'Whoever sends the request.',
  attributes: t.Object({
    ...shown,
    email: t.Union([t.String(), t.Null()]),
    role: t.Union([t.Literal('user'), t.Literal('admin')]),
  }),
  rows: (db) => db.selectFrom('user').select(['key', 'id as _id', 'username', 'created_at', 'email', 'role']),
  example: { ...exampleOfAll, email: 'anna@example.org', role: 'user' as const },
});
