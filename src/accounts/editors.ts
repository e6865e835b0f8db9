import { type DomainError, forbidden } from '../errors';
import type { Principal } from './principal';
import type { LiveSettings } from './settings/live-settings';

/** Whether a user may change the catalog, as the setting `editing` has it today. */
export function isEditor({ role }: Pick<Principal, 'role'>, live: LiveSettings): boolean {
  const { editing } = live.values();
  return editing === 'users' || (editing === 'editors' && role !== 'user');
}

/**
 * Finds whom a token stands for, on routes that change the catalog. Whoever may not is refused; what the token is limited
 * to is another matter.
 */
export const editors =
  (findPrincipal: (token: string) => Principal | undefined, live: LiveSettings) =>
  (token: string): Principal | undefined => {
    const principal = findPrincipal(token);
    if (principal && !isEditor(principal, live)) throw notForYou(live);
    return principal;
  };

const notForYou = (live: LiveSettings): DomainError =>
  forbidden(
    live.values().editing === 'off'
      ? 'The catalog is not edited here: the setting editing is off.'
      : 'This is for editors. An administrator can make you one.',
  );
