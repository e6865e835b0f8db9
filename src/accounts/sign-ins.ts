import type { Context } from '../context';
import type { Store } from '../database/open';
import { addressGroup } from '../http/client-address';
import type { Policy } from '../http/rate-limit';
import { type AddressOf, budgetOf } from '../http/request-budget';
import { first } from './queries';
import { usernameFault } from './users/users';

/** Too few to guess with, enough for a bad day. */
const policy: Policy = { name: 'sign-in', quota: 10, windowSeconds: 60, counted: 'sign-ins' };

/**
 * Spends a sign-in from the budgets of the address and of the account, and throws a 429 where one of them has none left.
 * An address from which the account's user signed in before has a budget of its own for it instead of both: strangers who
 * try passwords, from however many addresses or behind the same proxy, keep nobody out of their account.
 */
export function signInBudget(context: Context, addressOf: AddressOf): (request: Request, username: string) => void {
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
