import { type DomainError, forbidden } from '../errors';
import type { Principal } from './principal';

/**
 * Finds whom a token stands for, on routes that are there for administrators alone. Whoever else has a good token is
 * refused; what the token is limited to is another matter.
 */
export const administrators =
  (findPrincipal: (token: string) => Principal | undefined) =>
  (token: string): Principal | undefined => {
    const principal = findPrincipal(token);
    if (principal && principal.role !== 'admin') throw onlyAdministrators();
    return principal;
  };

export const onlyAdministrators = (): DomainError => forbidden('This is for administrators.');
