import type { Store } from '../../store/database/open';
import { first } from '../../store/database/sql';
import { isPassword, nobodysHash } from './passwords';
import { type User, usersOf } from './users';

/** A user with what their password is checked against, which goes no further than that check. */
interface Credentials extends User {
  readonly passwordHash: string;
}

/**
 * The user of this name and password. Who is unknown or disabled is not told from who has another password, neither by
 * the answer nor by the time that it takes.
 */
export async function checkPassword(store: Store, username: string, password: string): Promise<User | undefined> {
  const found = findCredentials(store, username);
  const isRight = await isPassword(password, found?.passwordHash ?? nobodysHash());
  if (!found || !isRight || found.disabledAt !== null) return undefined;
  // The user may have been disabled or given another password meanwhile.
  const now = findCredentials(store, username);
  return now?.passwordHash === found.passwordHash && now.disabledAt === null ? now : undefined;
}

/** The user of this name, ignoring case, with the hash of the password. */
function findCredentials(store: Store, username: string): Credentials | undefined {
  return first(store.writer, usersOf(store).select('user.password_hash as passwordHash').where('user.username', '=', username));
}
