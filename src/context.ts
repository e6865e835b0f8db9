import type { ConfiguredSettings, LogLevel } from './config';
import type { Store } from './store/database/open';

export interface Context {
  readonly store: Store;
  /** As given at startup. For settings that change at runtime, see LiveSettings. */
  readonly settings: ConfiguredSettings;
  /** Such as `http://127.0.0.1:8420`, the best for links first; missing in tests without a port. */
  readonly origins?: () => readonly [string, ...string[]];
  /** Logs one line; the default level is `info`. */
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>, level?: LogLevel) => void;
  /** The remote address of the connection. */
  readonly peerAddress: (request: Request) => string;
  /** Checkpoints of the write-ahead log; missing in memory. */
  readonly checkpoints?: Checkpoints;
  /** Present if metrics are enabled. */
  readonly meter?: Meter;
  /** Waits before a background job tries again; by default, a timer. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Numbers on the administration page; missing in tests without a port. */
  readonly tally?: Tally;
}

export interface Checkpoints {
  /** Time of the last one in milliseconds since the epoch; initially the start. */
  readonly lastAt: number;
  readonly hasFailed: boolean;
}

export interface Meter {
  begun(): void;
  /** @param route the path template, possibly still loading */
  answered(method: string, route: string | Promise<string>, status: number, seconds: number): void;
  signedIn(isRight: boolean): void;
  rateLimited(policy: string): void;
  /** In the Prometheus text format. */
  read(): Promise<{ readonly text: string; readonly mediaType: string }>;
}

/** Numbers about the server for administrators. */
export interface Tally {
  signedIn(isRight: boolean): void;
  /** @param at monotonic time */
  answered(status: number, milliseconds: number, at?: number): void;
  /** Since the start. */
  readonly signIns: { readonly good: number; readonly failed: number };
  readonly total: number;
  lastHour(): Done;
}

export interface Done {
  readonly requests: number;
  /** Status 500 and above. */
  readonly failed: number;
  /** Status 429. */
  readonly refused: number;
  /** A second or more to the first byte. */
  readonly slow: number;
  /** To the first byte, within 10 %; null without requests. */
  readonly medianMilliseconds: number | null;
  readonly p99Milliseconds: number | null;
}
