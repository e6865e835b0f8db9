import type { Principal } from './principal';
import { hashToken, newToken } from './token';

const token = newToken('access');

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

const guestHash = hashToken(token);

/**
 * The token with which this server asks itself for whoever is not signed in, where its catalog is public. It is made at
 * random when the process starts, and never leaves it.
 */
export const guestToken = (): string => token;

/** The guest, where a hash is that of the guest's token. */
export const guestOf = (hash: string): Principal | undefined => (hash === guestHash ? guest : undefined);

export const isGuest = ({ userId }: Principal): boolean => userId === guest.userId;
