import type { Context } from '../../context';
import type { FindHolder } from '../../http/authentication';
import type { PublicAddress } from '../../http/public-address';
import type { AddressOf } from '../../http/rate-limit';

export interface Server {
  readonly context: Context;
  /** Answers a request as the API does. */
  readonly handle: (request: Request) => Response | Promise<Response>;
  /** Answers a client of the API that nothing is at a path. */
  readonly refuse: (request: Request) => Response;
  /** The OpenAPI document. */
  readonly describe: () => Promise<object>;
  readonly findPrincipal: FindHolder;
  readonly addressOf: AddressOf;
  readonly publicAddress: PublicAddress;
  /** The token by which pages ask for whoever is not signed in; `undefined` where those see no catalog. */
  readonly guestToken: () => string | undefined;
  /** Whether search engines may keep pages. */
  readonly isIndexed: () => boolean;
}

/** Makes the website, which answers every request that is for none of the API. */
export type CreateSite = (server: Server) => (request: Request) => Promise<Response>;
