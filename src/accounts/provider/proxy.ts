import type { Context } from '../../context';
import { unauthenticated } from '../../errors';
import { addressGroup } from '../../http/client-address';
import type { AddressOf } from '../../http/rate-limit';
import { Sessions } from '../sessions/sessions';
import type { LiveSettings } from '../settings/live-settings';
import { signInsOf } from '../sign-ins';
import { addUser, findUser } from '../users/users';
import { isFree } from './identities';

/** Sessions end soon after the proxy stops naming their user. A client without cookies begins one by each request. */
const bounds = { days: 7, most: 10 };

/**
 * Begins sessions of users that a proxy names. No address of the API does this: proxies often let it pass without sign-in, and then with
 * whatever header a client sends.
 * @param spend charges the user for the request, or the address of somebody new; a refused request begins nothing
 * @returns the session token; undefined without such an account
 * @throws {RateLimitExceeded}
 */
export function proxySessions(context: Context, live: LiveSettings, addressOf: AddressOf) {
  const { store } = context;
  const signIns = signInsOf(context, live, addressOf);
  const sessions = new Sessions(store);
  return async (
    request: Request,
    name: string,
    former: string | undefined,
    spend: (principal: string) => void,
  ): Promise<string | undefined> => {
    const known = findUser(store, name);
    spend(known?.id ?? addressGroup(addressOf(request)));
    const mayRegister = !known && live.values().oidcRegistration === 'yes' && isFree(store, name);
    const proof = async () => {
      // Browsers send several requests at once, of which one makes the account.
      const user = mayRegister ? ((await addUser(store, { username: name })) ?? findUser(store, name)) : known;
      if (!user || user.disabledAt !== null) throw unauthenticated('wrong_credentials');
      return { user, spend: () => undefined };
    };
    const signIn = await signIns.byProof(request, proof).catch(() => undefined);
    if (!signIn) return undefined;
    return (await sessions.issue(signIn.user.key, signIn.origin, former, bounds)).session_token;
  };
}
