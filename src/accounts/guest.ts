import type { Principal } from './principal';
import { hashToken, newToken } from './token';

/** Whom a guest's token stands for: nobody, who may read the catalog. */
const guest: Principal = {
  userKey: -1,
  userId: '',
  role: 'user',
  scopes: new Set(['catalog:read'] as const),
  expiresAt: null,
  apiTokenKey: undefined,
  familyKey: undefined,
};

let made: { readonly token: string; readonly hash: string } | undefined;

/**
 * The token with which this server asks itself for whoever is not signed in, where its catalog is public. It is made at
 * random when it is first needed, and never leaves the process.
 */
export function guestToken(): string {
  if (!made) {
    const token = newToken('access');
    made = { token, hash: hashToken(token) };
  }
  return made.token;
}

/** The guest, where a hash is that of the guest's token. */
export const guestOf = (hash: string): Principal | undefined => (hash === made?.hash ? guest : undefined);

export const isGuest = ({ userId }: Principal): boolean => userId === guest.userId;
