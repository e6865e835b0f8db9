import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { text } from '../../api/schema/parameters';
import { defineResource } from '../../api/schema/registry';
import { roles } from '../principal';
import { accountLanguages, themes } from './users';

const literals = <W extends string>(words: readonly W[]) => words.map((word) => t.Literal(word));

const common = {
  username: t.String({ description: '3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen' }),
  created_at: t.String({ format: 'date-time' }),
};

const role = t.Union(literals(roles));

const kind = { type: 'User', table: 'user', path: '/api/users', noun: 'user', nouns: 'users' } as const;

const exampleOfAll = { username: 'anna', created_at: '2026-01-15T09:30:00.000+00:00' };

export const seenByAdministrators = {
  disabled_at: t.Union([t.String({ format: 'date-time' }), t.Null()], { description: 'When the account was disabled' }),
  last_seen_at: t.Union([t.String({ format: 'date-time' }), t.Null()], { description: 'When a token of the user was last used' }),
  collection_items: t.Integer({ minimum: 0, description: 'Number of items in their collection' }),
  credentials: t.Integer({ minimum: 0, description: 'Number of their passkeys and authenticator apps' }),
};

/** Last use of any token. */
const lastSeen = sql<string | null>`(
  SELECT max(at) FROM (
    SELECT max(last_used_at) AS at FROM token WHERE user_key = "user".key AND kind IN ('api', 'session')
    UNION ALL SELECT max(last_used_at) FROM token_family WHERE user_key = "user".key
  )
)`;

const credentials = sql<number>`(SELECT count(*) FROM credential WHERE user_key = "user".key)`;

const collectionItems = sql<number>`(SELECT count(*) FROM collection_item WHERE user_key = "user".key)`;

/** A user as administrators see them. */
export const otherUser = defineResource({
  ...kind,
  description: 'An account on this server.',
  attributes: t.Object({
    ...common,
    role,
    ...seenByAdministrators,
  }),
  rows: (db) =>
    db
      .selectFrom('user')
      .select(['user.key', 'user.id as _id', 'user.username', 'user.created_at', 'user.role', 'user.disabled_at'])
      .select([lastSeen.as('last_seen_at'), collectionItems.as('collection_items'), credentials.as('credentials')]),
  filters: {
    q: {
      kind: text(40, 'anna'),
      description: 'Users whose name contains this, ignoring case',
      many: false,
      bind: ([typed]) => {
        const value = (typed as string).trim().toLowerCase();
        return value === '' ? null : { shape: 'contains', values: { value } };
      },
      where: (rows, bound) => rows.where(sql<boolean>`instr(lower("user".username), ${bound()}) > 0`),
    },
  },
  orders: { username: 'username', createdAt: 'created_at' },
  defaultOrder: 'username',
  example: {
    ...exampleOfAll,
    role: 'user',
    disabled_at: null,
    last_seen_at: '2026-01-16T20:12:00.000+00:00',
    collection_items: 412,
    credentials: 1,
  },
});

/** A user as they see themselves. */
export const ownUser = defineResource({
  ...kind,
  description: 'The requesting user.',
  attributes: t.Object({
    ...common,
    email: t.Union([t.String(), t.Null()]),
    role,
    language: t.Union([...literals(accountLanguages), t.Null()], { description: 'Language of the website; null for the browser’s' }),
    theme: t.Union([...literals(themes), t.Null()], { description: 'Theme of the website; null for the system’s' }),
  }),
  rows: (db) => db.selectFrom('user').select(['key', 'id as _id', 'username', 'created_at', 'email', 'role', 'language', 'theme']),
  example: { ...exampleOfAll, email: 'anna@example.org', role: 'user' as const, language: 'de' as const, theme: null },
});
