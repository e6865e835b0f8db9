import type { Principal } from './principal';
import { hashToken, newToken } from './token';

/** The principal without a user: may read the catalog. */
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

/** The token that the website uses for visitors of a public catalog. Random, created on first use, never leaves the process. */
export function guestToken(): string {
  if (!made) {
    const token = newToken('access');
    made = { token, hash: hashToken(token) };
  }
  return made.token;
}

export const guestOf = (hash: string): Principal | undefined => (hash === made?.hash ? guest : undefined);

export const isGuest = ({ userId }: Principal): boolean => userId === guest.userId;
