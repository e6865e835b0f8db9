import type { TokenHolder } from '../http/authentication';

export const scopes = [
  'catalog:read',
  'catalog:write',
  'collection:read',
  'collection:write',
  'wishlist:read',
  'wishlist:write',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

/** Editors may edit the catalog; administrators may also manage users. */
export const roles = ['user', 'editor', 'admin'] as const;

export type UserRole = (typeof roles)[number];

export interface Principal extends TokenHolder {
  readonly userKey: number;
  readonly role: UserRole;
  readonly scopes: ReadonlySet<Scope> | null;
  /** Milliseconds since the epoch; null if it never expires. */
  readonly expiresAt: number | null;
  /** The API access token; undefined for a sign-in. */
  readonly apiTokenKey: number | undefined;
  /** The sign-in; undefined for an API access token. */
  readonly familyKey: number | undefined;
}

/** @returns undefined for an invalid token */
export type FindPrincipal = (token: string) => Principal | undefined;
