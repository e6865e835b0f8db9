/// <reference path="../db/embedded.d.ts" />
/** What a client in TypeScript knows of the whole server; see src/jsonapi/client-types.ts. */
import type { apiTokens } from './accounts/api-tokens/resource';
import type { collectionItems } from './accounts/collection/collection-items';
import type { ownUser } from './accounts/users/resources';
import type { wishlistItems } from './accounts/wishlist/wishlist-items';
import type { Catalog } from './catalog';
import type { VocabularyRoutes } from './catalog/vocabulary-endpoints';
import type { ExportRoutes } from './export/client-types';
import type {
  AppOf,
  At,
  DescriptionOf,
  Errors,
  ListDocument,
  Route,
  RoutesOf,
  SingleDocument,
  WriteDocument,
  WriteErrors,
} from './jsonapi/client-types';
import type { SearchRoutes } from './search/client-types';

/** The server's routes, for `treaty<App>` of @elysiajs/eden. */
export type App = AppOf<
  RoutesOf<Catalog, [typeof collectionItems, typeof wishlistItems]> &
    SearchRoutes &
    VocabularyRoutes &
    ExportRoutes &
    ServerRoutes &
    TokenRoutes &
    UserRoutes
>;

type ServerRoutes = At<'/health', { get: Route<{ 200: { status: string } }> }> &
  At<
    '/api',
    { get: Route<{ 200: { meta: { name: string; interfaceVersion: string; serverVersion: string }; links: Record<string, string> } }> }
  >;

interface TokenPair {
  access_token: string;
  /** In seconds. */
  expires_in: number;
  refresh_token: string;
}

interface TokenFailure {
  code: number;
  message: string;
}

type TokenErrors = {
  400: TokenFailure;
  401: TokenFailure;
  429: TokenFailure;
  503: TokenFailure;
};

interface RefreshToken {
  refresh_token: string;
}

type TokenRoutes = At<
  '/api/token',
  {
    post: Route<{ 200: TokenPair } & TokenErrors, unknown, { username: string; password: string }>;
    refresh: { post: Route<{ 200: TokenPair } & TokenErrors, unknown, RefreshToken> };
    invalidate: { post: Route<{ 200: { message: string }; 404: { message: string } } & TokenErrors, unknown, RefreshToken> };
  }
>;

type OwnUser = DescriptionOf<typeof ownUser>;
type ApiToken = DescriptionOf<typeof apiTokens>;

/** A new token, which is shown this once. */
type CreatedToken = SingleDocument<ApiToken> & { data: { attributes: { token: string } } };

interface NewUser {
  data: { type: 'User'; attributes: { username: string; password: string; email?: string | null; setup_code?: string } };
}

interface UserChange {
  data: { type: 'User'; id?: string; attributes: { email?: string | null; password?: string; current_password?: string } };
}

type UserRoutes = At<
  '/api/users',
  {
    post: Route<{ 201: SingleDocument<OwnUser> } & WriteErrors, unknown, NewUser>;
    me: {
      get: Route<{ 200: SingleDocument<OwnUser> } & Errors>;
      patch: Route<{ 200: SingleDocument<OwnUser> } & WriteErrors, unknown, UserChange>;
      tokens: {
        get: Route<{ 200: ListDocument<ApiToken> } & Errors, { page?: number; itemsPerPage?: number }>;
        post: Route<{ 201: CreatedToken } & WriteErrors, unknown, WriteDocument<ApiToken>>;
        ':id': {
          get: Route<{ 200: SingleDocument<ApiToken> } & Errors>;
          // biome-ignore lint/suspicious/noConfusingVoidType: an answer without a body.
          delete: Route<{ 204: void } & Errors>;
        };
      };
    };
  }
>;
