import { Type as t } from '@sinclair/typebox';
import { type WritableField, type Writes, writableField } from '../../api/schema/fields';
import { Invalid, readDocument, violation } from '../../api/write/write';
import { longestMailAddress, mailAddress } from '../../config';
import { message } from '../../messages/message';
import { ownIdentity } from '../access';
import { adminWrites } from '../answers';
import { plainBody } from '../plain-json';
import { roles, type UserRole } from '../principal';
import { maximumPasswordLength, minimumPasswordLength, passwordFault } from './passwords';
import { otherUser, ownUser } from './resources';
import { type AccountChange, accountLanguages, type NewUser, themes, type User, usernameFault } from './users';

/** Only sending mail would tell whether an address works. */
export const emailField = (description?: string) =>
  writableField({
    schema: t.String({ maxLength: longestMailAddress, ...(description && { description }) }),
    expected: message('invalid_email', { max: longestMailAddress }),
    isAllowed: (value) => typeof value === 'string' && mailAddress.test(value),
  });

const email = emailField();

const password = writableField(
  {
    schema: t.String({ minLength: minimumPasswordLength, maxLength: maximumPasswordLength }),
    expected: message('wrong_length', { min: minimumPasswordLength, max: maximumPasswordLength }),
    isAllowed: (value) => typeof value === 'string' && passwordFault(value) === undefined,
  },
  '',
);

const username = writableField(
  {
    schema: t.String({ pattern: '^[A-Za-z0-9._-]{3,40}$' }),
    expected: message('invalid_username'),
    isAllowed: (value) => typeof value === 'string' && usernameFault(value) === undefined,
  },
  '',
);

const text = (description: string) => writableField({ schema: t.String({ description }), expected: message('invalid_text') }, '');

const oneOf = <W extends string>(words: readonly W[]) => ({
  schema: t.Union(words.map((word) => t.Literal(word))),
  expected: message('invalid_word', { values: words }),
});

const role = writableField(oneOf(roles), 'user');

const newAccount = <F extends Writes['fields']>(fields: F) => ({ ...adminWrites(fields), required: ['username', 'password'] as const });

const registrations = {
  ...ownUser,
  writes: newAccount({ username, password, email }),
};

const newUsers = {
  ...ownUser,
  writes: newAccount({ username, password, email, role }),
};

export const anyNewUsers = {
  ...ownUser,
  writes: newAccount({
    ...newUsers.writes.fields,
    setup_code: text('Set-up code of a server without users; creates the first administrator'),
    invitation_code: text('Code of an invitation'),
  }),
};

/** A command, not stored. */
const revoke_tokens: WritableField<boolean> = {
  ...writableField(
    {
      schema: t.Boolean({ description: 'With a new password: also revokes all API access tokens except the one in use' }),
      expected: message('invalid_boolean'),
    },
    0,
  ),
  toStored: Number,
};

const language = writableField(oneOf(accountLanguages));
const theme = writableField(oneOf(themes));

export const changes = {
  ...ownUser,
  writes: adminWrites({ email, language, theme, password, current_password: text('Required to change the password'), revoke_tokens }),
};

/** The codes of a body, read before anything else. */
export function codesOf(body: unknown): { setUp: string | undefined; invitation: string | undefined } {
  const attributes = (body as { data?: { attributes?: Record<string, unknown> } } | null)?.data?.attributes;
  const codeOf = (name: string) => (typeof attributes?.[name] === 'string' ? attributes[name] : undefined);
  return { setUp: codeOf('setup_code'), invitation: codeOf('invitation_code') };
}

export const readRegistration = (body: unknown) => readUser(registrations, body);

export const readNewUser = (body: unknown) => readUser(newUsers, body);

function readUser(resource: typeof registrations, body: unknown): NewUser & { ignored: readonly string[] } {
  const { values, ignored } = readDocument(resource, body);
  const { username, password, email = null, role = 'user' } = values;
  return {
    username: username as string,
    password: password as string,
    email: email as string | null,
    role: role as UserRole,
    ignored: ignored.filter((name) => !codeNames.includes(name)),
  };
}

const codeNames = ['setup_code', 'invitation_code'];

export interface AccountUpdate extends AccountChange {
  readonly current_password?: string;
  /** 1 to revoke API access tokens too. */
  readonly revoke_tokens?: number;
}

export function readChange(body: unknown, user: User): AccountUpdate & { ignored: readonly string[] } {
  const { values, ignored } = readDocument(changes, body, ownIdentity(user.id, changes.iri({ id: user.id }), user.id));
  const change: AccountUpdate = values;
  if (change.password !== undefined && change.current_password === undefined)
    throw new Invalid([violation('current_password', message('missing_current_password'))]);
  if (change.password === undefined && change.revoke_tokens === 1)
    throw new Invalid([violation('revoke_tokens', message('unused_revoke_tokens'))]);
  return { ...change, ignored };
}

/** Users confirm with their password, if they have one. */
export const confirmation = plainBody(t.Object({ password: t.Optional(t.String()) }), { password: 'correct horse battery' }, [
  'application/json',
]);

/** A command: stored is the time since when. */
const disabled: WritableField<boolean> = {
  ...writableField({ schema: t.Boolean({ description: 'Whether the user is disabled' }), expected: message('invalid_boolean') }, 0),
  toStored: Number,
};

export const accountStatus = { ...otherUser, writes: adminWrites({ role, disabled }) };

export interface AccountStatus {
  readonly role?: UserRole;
  readonly isDisabled?: boolean;
}

export function readAccountStatus(body: unknown, id: string, userId: string): { standing: AccountStatus; ignored: readonly string[] } {
  const { values, ignored } = readDocument(accountStatus, body, ownIdentity(id, accountStatus.iri({ id }), userId));
  const { role, disabled } = values;
  return { standing: { role: role as UserRole | undefined, ...(disabled !== undefined && { isDisabled: disabled === 1 }) }, ignored };
}
