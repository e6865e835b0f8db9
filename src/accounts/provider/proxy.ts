import type { Context } from '../../context';
import { unauthenticated } from '../../errors';
import type { AddressOf } from '../../http/rate-limit';
import { Sessions } from '../sessions/sessions';
import type { LiveSettings } from '../settings/live-settings';
import { signInsOf } from '../sign-ins';
import { findUser } from '../users/users';
import { createAccount, isFree } from './identities';

/** Sessions end soon after the proxy stops naming their user. A client without cookies begins one by each request. */
const bounds = { days: 7, most: 10 };

/**
 * Begins sessions of users that a proxy names. No address of the API does this: proxies often let it pass without sign-in, and then with
 * whatever header a client sends.
 * @returns the session token; undefined without such an account
 */
export function proxySessions(context: Context, live: LiveSettings, addressOf: AddressOf) {
  const { store } = context;
  const signIns = signInsOf(context, live, addressOf);
  const sessions = new Sessions(store);
  return async (request: Request, name: string, former: string | undefined): Promise<string | undefined> => {
    const proof = async () => {
      const user = findUser(store, name);
      if (!user && live.values().oidcRegistration === 'yes' && isFree(store, name)) return createAccount(store, name);
      if (!user || user.disabledAt !== null) throw unauthenticated('wrong_credentials');
      return { user, spend: () => undefined };
    };
    const signIn = await signIns.byProof(request, proof).catch(() => undefined);
    if (!signIn) return undefined;
    return (await sessions.issue(signIn.user.key, signIn.origin, former, bounds)).session_token;
  };
}
