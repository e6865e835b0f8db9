import type { Context } from '../context';
import { unauthenticated } from '../errors';
import { addressGroup } from '../http/client-address';
import { type AddressOf, budgetOf, type RateLimitPolicy } from '../http/rate-limit';
import { outermost } from '../http/request';
import type { Store } from '../store/database/open';
import { checkPassword, type User } from './users';

export interface SignInOrigin {
  /** An IPv4 address, or the /64 prefix of an IPv6 address. */
  readonly address: string;
  /** Truncated. */
  readonly userAgent: string | null;
}

/**
 * Checks a name and password. Unknown users get the same response after the same time.
 * @throws {DomainError} unauthenticated
 * @throws {RateLimitExceeded}
 */
export type SignInCheck = (
  request: Request,
  credentials: { readonly username: string; readonly password: string },
) => Promise<{ readonly user: User; readonly origin: SignInOrigin }>;

/** Too few for guessing, enough for a bad day. */
const policy: RateLimitPolicy = { name: 'sign-in', quota: 10, windowSeconds: 60, counted: 'sign-ins' };

/** Twice the length that browsers send. */
const maximumUserAgent = 255;

/** The check behind all ways to sign in, with shared rate limits. */
export function signInCheck(context: Context, addressOf: AddressOf): SignInCheck {
  const requireBudget = signInBudget(context, addressOf);
  return async (request, { username, password }) => {
    requireBudget(request, username);
    const user = await checkPassword(context.store, username, password);
    const address = addressOf(request);
    context.meter?.signedIn(user !== undefined);
    context.tally?.signedIn(user !== undefined);
    if (!user) {
      // Log watchers need the address before any text that a stranger chose.
      context.log('sign-in failed', { address, username }, 'warn');
      throw unauthenticated('wrong_credentials');
    }
    const userAgent = outermost(request).headers.get('user-agent')?.slice(0, maximumUserAgent) || null;
    return { user, origin: { address: addressGroup(address), userAgent } };
  };
}

/**
 * Spends from the budget of the address, and throws 429 when it is exhausted. An address from which the user signed in before has
 * a budget for this account, so that strangers behind the same proxy cannot lock the user out. No budget is of the account alone:
 * anyone could lock it.
 */
function signInBudget(context: Context, addressOf: AddressOf): (request: Request, username: string) => void {
  const spend = budgetOf(context, policy);
  return (request, username) => {
    const address = addressGroup(addressOf(request));
    spend(hasSignedIn(context.store, username, address) ? `account ${username.toLowerCase()} from ${address}` : `address ${address}`);
  };
}

/** Whether the user has signed in from the address, including ended sign-ins as long as they are stored. */
function hasSignedIn({ reader }: Store, username: string, address: string): boolean {
  const signIn =
    'SELECT 1 FROM token_family AS f JOIN user ON user.key = f.user_key WHERE user.username = :username AND f.address = :address';
  return reader.get(`${signIn} LIMIT 1`, { username, address }) !== undefined;
}
