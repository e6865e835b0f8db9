import type { GivenSettings, LogLevel } from './config';
import type { Store } from './store/database/open';

export interface Context {
  readonly store: Store;
  /** As they were when the server started; what an administrator may change meanwhile is elsewhere. */
  readonly settings: GivenSettings;
  /** Where the server is reached, such as `http://127.0.0.1:8420`; of one short of a port nobody knows. */
  readonly origin?: () => string;
  /** Writes one line of the server's log; `info` unless it is said. */
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>, level?: LogLevel) => void;
  /** The address at the other end of a request's connection. */
  readonly peerAddress: (request: Request) => string;
  /** How what is in the log of the database comes into its file; one in memory has neither. */
  readonly checkpoints?: Checkpoints;
  /** Counts what the server does, where somebody wants to know. */
  readonly meter?: Meter;
  /** Counts the little that administrators see of every server; of one short of a port nobody knows. */
  readonly tally?: Tally;
}

export interface Checkpoints {
  /** When one was last done, in milliseconds of the epoch; at the start at the latest. */
  readonly lastAt: number;
  readonly hasFailed: boolean;
}

export interface Meter {
  /** A request from outside has come. */
  begun(): void;
  /** It was answered; `route` is the template of its path, or will be. */
  answered(method: string, route: string | Promise<string>, status: number, seconds: number): void;
  /** Somebody tried a name and a password. */
  signedIn(isRight: boolean): void;
  /** A request was refused, because the budget of this policy was spent. */
  rateLimited(policy: string): void;
  /** Everything that was counted, in the text format of Prometheus. */
  read(): Promise<{ readonly text: string; readonly mediaType: string }>;
}

/** What a server did, in numbers for a person. */
export interface Tally {
  /** Somebody tried a name and a password. */
  signedIn(isRight: boolean): void;
  /** A request from outside was answered; the time is by the clock that nobody sets. */
  answered(status: number, milliseconds: number, at?: number): void;
  /** Names and passwords that were tried since the start. */
  readonly signIns: { readonly good: number; readonly failed: number };
  readonly total: number;
  lastHour(): Done;
}

export interface Done {
  readonly requests: number;
  /** Answered with a status from 500 on. */
  readonly failed: number;
  /** Answered with a 429. */
  readonly refused: number;
  /** Those whose answer took a second or longer to begin. */
  readonly slow: number;
  /** In how many milliseconds half of the answers began, and 99 of 100, to within a tenth; `null` where there were none. */
  readonly medianMilliseconds: number | null;
  readonly p99Milliseconds: number | null;
}
