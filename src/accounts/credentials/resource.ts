import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { json } from '../../api/openapi/answers';
import { writableField } from '../../api/schema/fields';
import { defineResource } from '../../api/schema/registry';
import { moment } from '../../api/schema/schemas';
import { message } from '../../messages/message';
import { adminWrites } from '../answers';
import { tokenName } from '../api-tokens/routes';
import { appSecret } from './authenticator-app';

export const credentials = defineResource({
  type: 'Credential',
  table: 'credential',
  path: '/api/users/:userId/credentials',
  noun: 'credential',
  nouns: 'credentials',
  description:
    'A passkey (WebAuthn) or an account at the sign-in provider, each of which signs in alone, or an authenticator app, whose codes signing in with the password needs.',
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
  attributes: t.Object({
    kind: t.Union([t.Literal('passkey'), t.Literal('app'), t.Literal('provider')]),
    name: t.String(),
    host: t.Union([t.String(), t.Null()], {
      description: 'Of a passkey, the host name of this server where it works; of a provider, its issuer',
    }),
    recovery_codes_left: t.Integer({ description: '0 for a passkey' }),
    created_at: moment(),
    last_used_at: t.Union([moment(), t.Null()]),
  }),
  rows: (db) =>
    db
      .selectFrom('credential')
      .innerJoin('user', 'user.key', 'credential.user_key')
      .select(['credential.key', 'credential.id as _id', 'user.id as userId', 'credential.kind', 'credential.name', 'credential.host'])
      .select(['credential.created_at', 'credential.last_used_at'])
      .select(sql<number>`(SELECT count(*) FROM recovery_code WHERE credential_key = credential.key)`.as('recovery_codes_left')),
  writes: adminWrites({ name: tokenName }),
  example: {
    kind: 'passkey',
    name: 'Phone',
    host: 'music.example.org',
    recovery_codes_left: 0,
    created_at: '2026-01-15T09:30:00.000+00:00',
    last_used_at: '2026-01-16T20:12:00.000+00:00',
  },
});

/** For the browser, by the standard. */
export const optionsAnswer = {
  description: 'The options',
  media: json(t.Unsafe<object>({ type: 'object' }), { challenge: 'x'.repeat(100) }),
};

const credential = {
  ...writableField({ schema: t.Object({}, { description: 'Of a passkey, as JSON' }), expected: message('invalid_credential') }, ''),
  toStored: (value: unknown) => JSON.stringify(value),
};

const secret = writableField(
  { schema: t.String({ pattern: appSecret.source, description: 'Of an app: 160 bits in base32' }), expected: message('invalid_secret') },
  '',
);

const code = writableField(
  {
    schema: t.String({ maxLength: 100, description: 'Of an app: six digits, every 30 seconds, SHA-1 (RFC 6238)' }),
    expected: message('invalid_text'),
  },
  '',
);

export const newCredentials = { ...credentials, writes: adminWrites({ name: tokenName, credential, secret, code }) };
