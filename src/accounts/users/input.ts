import { Type as t } from '@sinclair/typebox';
import { invalid } from '../../errors';
import { readJson } from '../../http/body';
import { jsonApiMediaType } from '../../http/media-type';
import { fits } from '../../jsonapi/checks';
import { type Field, field, type Writes } from '../../jsonapi/fields';
import { Invalid, readDocument, violation } from '../../jsonapi/write';
import { ownIdentity } from '../own';
import { maximumPasswordLength, minimumPasswordLength, passwordFault } from './passwords';
import { ownUser } from './resources';
import { type User, usernameFault } from './users';

/** RFC 5321, section 4.5.3.1: the longest address that mail can be sent to. */
const maximumEmailLength = 254;

// Whether mail arrives is known once it is sent: here it only has to look like an address.
const email = field({
  schema: t.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: maximumEmailLength }),
  expected: `an e-mail address of at most ${maximumEmailLength} characters`,
});

const password = field(
  {
    schema: t.String({ minLength: minimumPasswordLength, maxLength: maximumPasswordLength }),
    expected: `a text of ${minimumPasswordLength} to ${maximumPasswordLength} characters`,
    isAllowed: (value) => typeof value === 'string' && passwordFault(value) === undefined,
  },
  '',
);

const username = field(
  {
    schema: t.String({ pattern: '^[A-Za-z0-9._-]{3,40}$' }),
    expected: '3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen',
    isAllowed: (value) => typeof value === 'string' && usernameFault(value) === undefined,
  },
  '',
);

const text = (description: string) => field({ schema: t.String({ description }), expected: 'a text' }, '');

const writes = <F extends Writes['fields'], R extends keyof F & string>(fields: F, required: readonly R[]) => ({
  fields,
  references: {},
  required,
  scopes: { read: 'admin', write: 'admin' },
});

/** What a new user may say of themselves. */
export const registrations = {
  ...ownUser,
  writes: writes({ username, password, email, setup_code: text('Of a server without users; makes the first administrator') }, [
    'username',
    'password',
  ]),
};

/** A wish rather than an attribute: it is not kept. */
const revoke_tokens: Field<boolean> = {
  ...field(
    {
      schema: t.Boolean({ description: 'With another password: also ends all API access tokens but the one that asks' }),
      expected: 'true or false',
    },
    0,
  ),
  toStored: Number,
};

/** What users may change of themselves. */
export const changes = {
  ...ownUser,
  writes: writes({ email, password, current_password: text('Needed for another password'), revoke_tokens }, []),
};

export interface Registration {
  readonly username: string;
  readonly password: string;
  readonly email: string | null;
}

/** The set-up code that a body carries, before anything else is asked of it. */
export function setUpCodeOf(body: unknown): string | undefined {
  const code = (body as { data?: { attributes?: { setup_code?: unknown } } } | null)?.data?.attributes?.setup_code;
  return typeof code === 'string' ? code : undefined;
}

/** Reads what a new user sends. */
export function readRegistration(body: unknown): Registration & { ignored: readonly string[] } {
  const { values, ignored } = readDocument(registrations, body);
  const { username, password, email = null } = values;
  return { username: username as string, password: password as string, email: email as string | null, ignored };
}

export interface Change {
  /** `null` takes it away. */
  readonly email?: string | null;
  readonly password?: string;
  readonly current_password?: string;
  /** 1 to end API access tokens with the password. */
  readonly revoke_tokens?: number;
}

/** Reads what a user sends of themselves. */
export async function readChange(request: Request, user: User): Promise<Change & { ignored: readonly string[] }> {
  const body = await readJson(request, [jsonApiMediaType]);
  const { values, ignored } = readDocument(changes, body, ownIdentity(user.id, changes.iri({ id: user.id }), user.id));
  const change: Change = values;
  if (change.password !== undefined && change.current_password === undefined)
    throw new Invalid([violation('current_password', 'This is required where the password changes.')]);
  if (change.password === undefined && change.revoke_tokens === 1)
    throw new Invalid([violation('revoke_tokens', 'This goes with another password.')]);
  return { ...change, ignored };
}

/** The password by which users say that they mean it. */
export const confirmation = t.Object({ password: t.String() });

/** Reads the password by which users say that they mean it. */
export async function readConfirmation(request: Request): Promise<string> {
  const body = await readJson(request, ['application/json']);
  if (fits(confirmation, body)) return body.password;
  throw invalid('The body must hold password, a text.', { pointer: '/password' });
}
