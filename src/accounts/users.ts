import type { Store } from '../database/open';
import { prepare } from '../database/prepare';
import { now } from '../database/time';
import { SetupError, UsageError } from '../errors';

const usernamePattern = /^[A-Za-z0-9._-]{3,40}$/;

/** Long enough to stand guessing at; the upper bound keeps hashing one cheap. */
const minimumPasswordLength = 10;
const maximumPasswordLength = 200;

/** Argon2id as OWASP's Password Storage Cheat Sheet has it: 19 MiB, two passes. */
const hashing = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

export interface User {
  readonly key: number;
  readonly id: string;
  readonly username: string;
}

/** The user of this name, ignoring case. */
export function findUser(store: Store, username: string): User | undefined {
  const { db, writer } = store;
  const byName = prepare<{ username: string }>()(writer, (p) =>
    db.selectFrom('user').select(['key', 'id', 'username']).where('username', '=', p('username')),
  );
  const user = byName.get({ username });
  byName.close();
  return user;
}

/**
 * Makes a user.
 * @throws {UsageError} for a name or password out of its rule
 * @throws {SetupError} where the name is taken
 */
export async function createUser(store: Store, username: string, password: string): Promise<User> {
  if (!usernamePattern.test(username))
    throw new UsageError('A user name has 3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen.');
  const length = [...password].length;
  if (length < minimumPasswordLength || length > maximumPasswordLength) {
    throw new UsageError(`A password has ${minimumPasswordLength} to ${maximumPasswordLength} characters.`);
  }
  const passwordHash = await Bun.password.hash(password, hashing);
  const { db, writer } = store;
  const insert = prepare<{ id: string; username: string; hash: string; now: string }>()(writer, (p) =>
    db
      .insertInto('user')
      .values({ id: p('id'), username: p('username'), password_hash: p('hash'), created_at: p('now') })
      .returning(['key', 'id', 'username']),
  );
  return store.write(() => {
    if (findUser(store, username)) throw new SetupError(`There is a user ${username} already.`);
    return insert.get({ id: Bun.randomUUIDv7(), username, hash: passwordHash, now: now() }) as User;
  });
}
