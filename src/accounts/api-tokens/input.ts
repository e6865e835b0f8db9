import { Type as t } from '@sinclair/typebox';
import { fits } from '../../api/schema/checks';
import { field, type Writes } from '../../api/schema/fields';
import { readDocument } from '../../api/write/write';
import { message } from '../../messages/message';
import { timestamp } from '../../store/values/time';
import { type Scope, scopes } from '../principal';
import { type TokenLimits, tokenNameFault } from '../tokens';
import { apiTokens, scopeSchema } from './resource';

const name = field(
  {
    schema: t.String({ minLength: 1, maxLength: 255 }),
    expected: message('invalid_label'),
    isAllowed: (value) => typeof value === 'string' && tokenNameFault(value) === undefined,
  },
  '',
);

const moment = t.String({ format: 'date-time' });

const fields = {
  name,
  scopes: {
    ...field({ schema: t.Array(scopeSchema, { minItems: 1, uniqueItems: true }), expected: message('invalid_words', { values: scopes }) }),
    toStored: (value) => JSON.stringify(value),
  },
  expires_at: {
    ...field({
      schema: moment,
      expected: message('invalid_future_time'),
      isAllowed: (value) => fits(moment, value) && Date.parse(value) > Date.now(),
    }),
    toStored: (value) => timestamp(new Date(value as string)),
  },
  current_password: field(
    {
      schema: t.String({ description: 'Lets a token create one with more rights or a later expiry than its own' }),
      expected: message('invalid_text'),
    },
    '',
  ),
} satisfies Writes['fields'];

export const newTokens = {
  ...apiTokens,
  writes: { fields, references: {}, required: ['name'] as const, scopes: { read: 'admin', write: 'admin' } },
};

export interface NewToken {
  readonly name: string;
  readonly limits: TokenLimits;
  /** The current password, if given. */
  readonly password: string | undefined;
  readonly ignored: readonly string[];
}

export function readNewToken(body: unknown): NewToken {
  const { values, ignored } = readDocument(newTokens, body);
  const { name, scopes, expires_at, current_password } = values;
  const limits = {
    scopes: typeof scopes === 'string' ? (JSON.parse(scopes) as Scope[]) : (scopes as null | undefined),
    expiresAt: expires_at as string | null | undefined,
  };
  return { name: name as string, limits, password: current_password as string | undefined, ignored };
}
