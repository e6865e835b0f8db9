import type { Context } from '../context';
import { type DomainError, forbidden, unauthenticated } from '../errors';
import { addressGroup } from '../http/client-address';
import { type AddressOf, budgetOf, type RateLimitPolicy } from '../http/rate-limit';
import { outermost } from '../http/request';
import type { Store } from '../store/database/open';
import { checkBeforeWrites } from '../store/database/transactions';
import { checkCode, findApp } from './credentials/authenticator-app';
import type { LiveSettings } from './settings/live-settings';
import { isGoodTicket, newTicket } from './token';
import { checkPassword, type User } from './users';
import { userColumns } from './users/users';

export interface SignInOrigin {
  /** An IPv4 address, or the /64 prefix of an IPv6 address. */
  readonly address: string;
  /** Truncated. */
  readonly userAgent: string | null;
}

/** Who a passkey or a code is of. */
export interface SignInProof {
  readonly user: User;
  /** Uses it up, inside the transaction that signs in. */
  readonly spend: () => void;
}

export interface SignIn {
  readonly user: User;
  readonly origin: SignInOrigin;
  readonly spend: SignInProof['spend'] | undefined;
}

/** A right password whose account has an authenticator app: the ticket stands for it. */
export interface PendingSignIn {
  readonly pending: string;
}

/** Too few for guessing, enough for a bad day. */
const policy: RateLimitPolicy = { name: 'sign-in', quota: 10, windowSeconds: 60, counted: 'sign-ins' };

/** Seconds between password and code. */
const stepSeconds = 600;

/** Of an account from an address. */
const codes: RateLimitPolicy = { name: 'second-factor', quota: 10, windowSeconds: stepSeconds, counted: 'codes' };

/** Of an account from everywhere: whoever sends these has its password, and may have many addresses. */
const codesOfAll: RateLimitPolicy = { ...codes, name: 'second-factor-account', quota: 50, windowSeconds: 3_600 };

/** Twice the length that browsers send. */
const maximumUserAgent = 255;

/** All ways to sign in, with shared rate limits. */
export function signInsOf(context: Context, live: LiveSettings, addressOf: AddressOf) {
  const { store } = context;
  const requireBudget = signInBudget(context, addressOf);
  const [spendCode, spendCodeOfAll] = [budgetOf(context, codes), budgetOf(context, codesOfAll)];
  const report = (isSignedIn: boolean) => {
    context.meter?.signedIn(isSignedIn);
    context.tally?.signedIn(isSignedIn);
  };
  /** Log watchers need the address before any text that a stranger chose. */
  const refuse = (request: Request, error: DomainError, username?: string): DomainError => {
    report(false);
    context.log('sign-in failed', { address: addressOf(request), ...(username !== undefined && { username }) }, 'warn');
    return error;
  };
  const signIn = (request: Request, user: User, spend?: () => void): SignIn => {
    report(true);
    const userAgent = outermost(request).headers.get('user-agent')?.slice(0, maximumUserAgent) || null;
    return { user, origin: { address: addressGroup(addressOf(request)), userAgent }, spend };
  };
  const byCode = async (request: Request, user: User, code: string): Promise<SignIn> => {
    const app = findApp(store, user.key);
    if (!app) throw signInAgain();
    spendCode(`account ${user.id} from ${addressGroup(addressOf(request))}`);
    spendCodeOfAll(user.id);
    const spend = await checkCode(store, app, code).catch((error: DomainError) => {
      throw refuse(request, error, user.username);
    });
    return signIn(request, user, spend);
  };
  return {
    /**
     * Checks a name and password, and the code of an account with a second factor. Unknown users get the same response after the same
     * time.
     * @param isToLink whether an identity of a provider is linked, which is possible without sign-ins by password too
     * @throws {DomainError} unauthenticated; forbidden, without passwords
     * @throws {RateLimitExceeded}
     */
    async byPassword(
      request: Request,
      { username, password, code }: { readonly username: string; readonly password: string; readonly code?: string },
      isToLink = false,
    ): Promise<SignIn | PendingSignIn> {
      requireBudget(request, username);
      if (!isToLink && live.values().passwords === 'no') throw forbidden('passwords_off');
      const user = await checkPassword(store, username, password);
      if (!user) throw refuse(request, unauthenticated('wrong_credentials'), username);
      if (!findApp(store, user.key)) return signIn(request, user);
      if (code !== undefined) return byCode(request, user, code);
      return { pending: `${user.id}.${newTicket(stepOf(store, user), stepSeconds)}` };
    },

    /** The step after {@link byPassword}. A changed password or a disabled account ends it. */
    async byPendingCode(request: Request, { pending, code }: { readonly pending: string; readonly code: string }): Promise<SignIn> {
      const [id = '', ticket = ''] = pending.split('.');
      const find = () => {
        const user = store.writer.get<User>(`SELECT ${userColumns} FROM user WHERE id = :id AND disabled_at IS NULL`, { id });
        if (!user || !isGoodTicket(ticket, stepOf(store, user), stepSeconds)) throw signInAgain();
        return user;
      };
      const user = find();
      checkBeforeWrites(find);
      return byCode(request, user, code);
    },

    /**
     * By a passkey, a provider or a proxy. Without a budget of its own: nobody guesses a signature.
     * @param check throws unauthenticated
     */
    async byProof(request: Request, check: () => Promise<SignInProof> | SignInProof): Promise<SignIn> {
      const { user, spend } = await Promise.try(check).catch((error: DomainError) => {
        throw refuse(request, error);
      });
      return signIn(request, user, spend);
    },
  };
}

export type SignIns = ReturnType<typeof signInsOf>;

const signInAgain = (): DomainError => unauthenticated('sign_in_again');

/** Bound to the hash of the password, which a new password replaces. */
function stepOf({ writer }: Store, { key }: User): string {
  const { hash } = writer.get<{ hash: string }>('SELECT password_hash AS hash FROM user WHERE key = :key', { key }) ?? { hash: '' };
  return `second step of ${key} with ${hash}`;
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
