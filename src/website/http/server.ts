import type { Reader } from '../../accounts/users/users';
import type { Settings } from '../../config';
import type { Context } from '../../context';
import type { FindHolder } from '../../http/authentication';
import type { PublicAddress } from '../../http/public-address';
import type { AddressOf } from '../../http/rate-limit';

export interface ServerMeta
  extends Pick<Settings, 'registration' | 'catalogVisibility' | 'editing' | 'secondFactor' | 'passwords' | 'onlineSources'> {
  readonly passwordResetByMail: boolean;
  readonly isSetUp: boolean;
  readonly hasPasskeys: boolean;
  /** Host of the OpenID Connect provider. */
  readonly signInProvider: string | null;
}

export interface Server {
  readonly context: Context;
  /** As the API does. */
  readonly handle: (request: Request) => Response | Promise<Response>;
  /** 404 as the API does. */
  readonly refuse: (request: Request) => Response;
  readonly describe: () => Promise<object>;
  readonly findPrincipal: FindHolder;
  readonly addressOf: AddressOf;
  readonly publicAddress: PublicAddress;
  /** Token for visitors; undefined if the catalog is private. */
  readonly guestToken: () => string | undefined;
  /** Token to read a feed of a private catalog with; undefined without a feed reader's token. */
  readonly feedToken: (request: Request) => string | undefined;
  readonly isIndexed: () => boolean;
  /** By UUID. */
  readonly findReader: (id: string) => Reader | undefined;
  /** Signs in the user that a trusted proxy names; undefined without such an account. */
  readonly beginProxySession: (
    request: Request,
    name: string,
    former: string | undefined,
    spend: (principal: string) => void,
  ) => Promise<string | undefined>;
  /** As `/api` tells it. */
  readonly meta: () => ServerMeta;
}

/** @returns the handler of all non-API requests */
export type CreateSite = (server: Server) => (request: Request) => Promise<Response>;
