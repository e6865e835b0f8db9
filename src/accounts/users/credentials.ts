import { unauthenticated } from '../../errors';
import type { Store } from '../../store/database/open';
import { checkBeforeWrites } from '../../store/database/transactions';
import { isPassword, nobodysHash } from './passwords';
import { type User, userColumns } from './users';

interface Credentials extends User {
  readonly passwordHash: string;
}

/** The user with this name and password. Unknown and disabled users take as long as a wrong password. */
export async function checkPassword(store: Store, username: string, password: string): Promise<User | undefined> {
  const found = findCredentials(store, username);
  const isRight = await isPassword(password, found?.passwordHash ?? nobodysHash());
  if (!found || !isRight || found.disabledAt !== null) return undefined;
  // The user may have been disabled or changed the password meanwhile, or does so before the request writes.
  const current = () => {
    const now = findCredentials(store, username);
    return now?.passwordHash === found.passwordHash && now.disabledAt === null ? now : undefined;
  };
  checkBeforeWrites(() => {
    if (!current()) throw unauthenticated('wrong_credentials');
  });
  return current();
}

/** Case-insensitive. */
const findCredentials = ({ writer }: Store, username: string): Credentials | undefined =>
  writer.get<Credentials>(`SELECT ${userColumns}, password_hash AS passwordHash FROM user WHERE username = :username`, { username });
