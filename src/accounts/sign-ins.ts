import type { Context } from '../context';
import { unauthenticated } from '../errors';
import { addressGroup } from '../http/client-address';
import { outermost } from '../http/in-process';
import { type AddressOf, budgetOf, type Policy } from '../http/rate-limit';
import type { Store } from '../store/database/open';
import { first } from '../store/database/sql';
import { checkPassword, type User } from './users';
import { usernameFault } from './users/users';

/** From where somebody signs in. */
export interface SignInOrigin {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  readonly address: string;
  /** What the client says of itself; no more of it than helps to tell one from another. */
  readonly userAgent: string | null;
}

/**
 * Checks a name and a password, and says whose they are and from where they came.
 * @throws {DomainError} unauthenticated, in the same words and after the same time for an unknown user
 * @throws {RateLimitExceeded} for one who has tried too often
 */
export type SignInCheck = (
  request: Request,
  credentials: { readonly username: string; readonly password: string },
) => Promise<{ readonly user: User; readonly origin: SignInOrigin }>;

/** Too few to guess with, enough for a bad day. */
const policy: Policy = { name: 'sign-in', quota: 10, windowSeconds: 60, counted: 'sign-ins' };

/** The longest that a client may say of itself; browsers need half of it. */
const maximumUserAgent = 255;

/** The one check behind all ways to sign in: its budgets are spent by each of them. */
export function signInCheck(context: Context, addressOf: AddressOf): SignInCheck {
  const requireBudget = signInBudget(context, addressOf);
  return async (request, { username, password }) => {
    requireBudget(request, username);
    const user = await checkPassword(context.store, username, password);
    const address = addressOf(request);
    context.meter?.signedIn(user !== undefined);
    context.tally?.signedIn(user !== undefined);
    if (!user) {
      // Whoever watches the log for this reads the address from before anything that a stranger chose.
      context.log('sign-in failed', { address, username }, 'warn');
      throw unauthenticated('wrong_credentials');
    }
    const userAgent = outermost(request).headers.get('user-agent')?.slice(0, maximumUserAgent) || null;
    return { user, origin: { address: addressGroup(address), userAgent } };
  };
}

/**
 * Spends a sign-in from the budgets of the address and of the account, and throws a 429 where one of them has none left.
 * An address from which the account's user signed in before has a budget of its own for it instead of both: strangers who
 * try passwords, from however many addresses or behind the same proxy, keep nobody out of their account.
 */
function signInBudget(context: Context, addressOf: AddressOf): (request: Request, username: string) => void {
  const spend = budgetOf(context, policy);
  return (request, username) => {
    const address = addressGroup(addressOf(request));
    const account = username.toLowerCase();
    if (hasSignedIn(context.store, username, address)) return spend(`account ${account} from ${address}`);
    spend(`address ${address}`);
    // What can be no user's name is nobody's account, and may be long.
    if (usernameFault(username) === undefined) spend(`account ${account}`);
  };
}

/** Whether a user signed in from an address as long ago as sign-ins are remembered, ended ones too. */
function hasSignedIn({ db, reader }: Store, username: string, address: string): boolean {
  const signIns = db.selectFrom('token_family').innerJoin('user', 'user.key', 'token_family.user_key').select('token_family.key');
  const found = first(reader, signIns.where('user.username', '=', username).where('token_family.address', '=', address).limit(1));
  return found !== undefined;
}
