import type { Store } from './database/open';

/** What every part of a running server is given. */
export interface Context {
  readonly store: Store;
  /** Writes one line of the server's log. */
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}
