import { Invalid, violation } from '../../api/write/write';
import type { Context } from '../../context';
import { budgetOf, type RateLimitPolicy } from '../../http/rate-limit';
import { message } from '../../messages/message';
import { checkPassword } from './credentials';
import type { User } from './users';

/** As strict as sign-in: someone who finds an open session must not guess the password. */
const policy: RateLimitPolicy = { name: 'password', quota: 10, windowSeconds: 60, counted: 'tries of a password' };

/** The current password, which some requests need besides a token. */
class PresentPassword {
  readonly #spendTry: (user: string) => void;

  constructor(private readonly context: Context) {
    this.#spendTry = budgetOf(context, policy);
  }

  /** @throws {RateLimitExceeded} */
  async isGiven(user: User, password: string): Promise<boolean> {
    this.#spendTry(user.id);
    return (await checkPassword(this.context.store, user.username, password))?.id === user.id;
  }
}

export const wrongPassword = (): Invalid => new Invalid([violation('current_password', message('wrong_current_password'))]);

const ofContexts = new WeakMap<Context, PresentPassword>();

/** One instance per server, so that all requests share a budget. */
export function presentPassword(context: Context): PresentPassword {
  const known = ofContexts.get(context) ?? new PresentPassword(context);
  ofContexts.set(context, known);
  return known;
}
