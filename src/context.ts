import type { GivenSettings } from './config';
import type { Store } from './database/open';

/** What every part of a running server is given. */
export interface Context {
  readonly store: Store;
  /** As they were when the server started; what an administrator may change meanwhile is elsewhere. */
  readonly settings: GivenSettings;
  /** Where the server is reached, such as `http://127.0.0.1:8420`; of one short of a port nobody knows. */
  readonly origin?: () => string;
  /** Writes one line of the server's log. */
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
  /** The address at the other end of a request's connection. */
  readonly peerAddress: (request: Request) => string;
}
