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

/** What a user may be. An editor may change the catalog, an administrator that and the users as well. */
export const roles = ['user', 'editor', 'admin'] as const;

export type Role = (typeof roles)[number];

export interface Principal extends TokenHolder {
  readonly userKey: number;
  readonly role: Role;
  readonly scopes: ReadonlySet<Scope> | null;
  /** Milliseconds of the epoch; `null` where the token never expires. */
  readonly expiresAt: number | null;
  /** Of the API access token that it is made with; `undefined` for one of a sign-in. */
  readonly apiTokenKey: number | undefined;
  /** Of the sign-in that the token is of; `undefined` for an API access token. */
  readonly familyKey: number | undefined;
}

/** Finds whom a token stands for; `undefined` for one that is not good. */
export type FindPrincipal = (token: string) => Principal | undefined;
