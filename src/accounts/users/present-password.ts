import { Invalid, violation } from '../../api/write/write';
import type { Context } from '../../context';
import { budgetOf, type Policy } from '../../http/rate-limit';
import { message } from '../../messages/message';
import { checkPassword } from './credentials';
import type { User } from './users';

/** As for signing in: whoever found a token left open is not to guess the password behind it. */
const policy: Policy = { name: 'password', quota: 10, windowSeconds: 60, counted: 'tries of a password' };

/** The present password, which users give beside a token where the token alone is not enough. */
class PresentPassword {
  readonly #spendTry: (user: string) => void;

  constructor(private readonly context: Context) {
    this.#spendTry = budgetOf(context, policy);
  }

  /** Whether it is this user's. Throws a 429 for a user who has tried too often. */
  async isGiven(user: User, password: string): Promise<boolean> {
    this.#spendTry(user.id);
    return (await checkPassword(this.context.store, user.username, password))?.id === user.id;
  }
}

/** For an attribute that does not hold it. */
export const wrongPassword = (): Invalid => new Invalid([violation('current_password', message('wrong_current_password'))]);

const ofContexts = new WeakMap<Context, PresentPassword>();

/** The present passwords of a server: one account of the tries, wherever they are made. */
export function presentPassword(context: Context): PresentPassword {
  const known = ofContexts.get(context) ?? new PresentPassword(context);
  ofContexts.set(context, known);
  return known;
}
