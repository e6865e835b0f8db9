import { oneOf, type Setting, text, wholeNumber } from './setting';

export type LogLevel = 'error' | 'warn' | 'info';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Settings of logs and metrics. */
export interface ObservationSettings {
  /** `auto` depends on whether standard error is a terminal. */
  readonly logFormat: 'auto' | 'text' | 'json';
  /** The minimum level. */
  readonly logLevel: LogLevel;
  /** Whether every request is logged. */
  readonly logRequests: 'no' | 'yes';
  /** Milliseconds from which statements are logged; 0 to disable. */
  readonly slowMs: number;
  /** The same for commits, which wait for the disk; only if slow statements are logged. */
  readonly slowCommitMs: number;
  readonly metricsListen: ListenAddress | null;
  /** Bearer token for metrics; empty if not required. */
  readonly metricsToken: string;
  readonly shutdownSeconds: number;
}

export const observationSettings: { readonly [K in keyof ObservationSettings]: Setting<ObservationSettings[K]> } = {
  logFormat: {
    environment: 'LEITMOTIF_LOG_FORMAT',
    description: 'log format on standard error: text or JSON lines; auto is text on a terminal',
    ...oneOf('auto', 'text', 'json'),
    fallback: () => 'auto',
    fallbackShown: 'auto',
  },
  logLevel: {
    environment: 'LEITMOTIF_LOG_LEVEL',
    description: 'log level',
    ...oneOf('error', 'warn', 'info'),
    fallback: () => 'info',
    fallbackShown: 'info',
  },
  logRequests: {
    environment: 'LEITMOTIF_LOG_REQUESTS',
    description: 'log every request',
    ...oneOf('no', 'yes'),
    fallback: () => 'no',
    fallbackShown: 'no',
  },
  slowMs: {
    environment: 'LEITMOTIF_SLOW_MS',
    description: 'log SQL statements slower than this many milliseconds; 0 to disable',
    read: wholeNumber(0, 3_600_000),
    expected: 'a whole number from 0 to 3600000',
    fallback: () => 0,
    fallbackShown: '0',
  },
  // Hard disks take 10 to 30 ms for a commit, more under load.
  slowCommitMs: {
    environment: 'LEITMOTIF_SLOW_COMMIT_MS',
    description: 'log commits slower than this many milliseconds, if slow_ms is not 0',
    read: wholeNumber(1, 3_600_000),
    expected: 'a whole number from 1 to 3600000',
    fallback: () => 100,
    fallbackShown: '100',
  },
  metricsListen: {
    environment: 'LEITMOTIF_METRICS_LISTEN',
    description: 'separate address for Prometheus metrics, such as 127.0.0.1:9464; a port alone means 127.0.0.1',
    read: readListenAddress,
    show: showListenAddress,
    expected: 'an address with a port, such as 127.0.0.1:9464 or [::1]:9464, or a port alone',
    fallback: () => null,
    fallbackShown: 'none',
  },
  metricsToken: {
    environment: 'LEITMOTIF_METRICS_TOKEN',
    description: 'bearer token for metrics; without metrics_listen, they are served at /metrics of the server itself',
    // Long, because attempts are not limited.
    read: (value) => (/^[\x21-\x7e]{16,200}$/.test(text(value) ?? '') ? text(value) : undefined),
    expected: 'text of 16 to 200 characters of ASCII, without spaces',
    fallback: () => '',
    fallbackShown: 'none',
    isSecret: true,
  },
  shutdownSeconds: {
    environment: 'LEITMOTIF_SHUTDOWN_SECONDS',
    description: 'seconds that running requests may take to finish when the server stops',
    read: wholeNumber(0, 3_600),
    expected: 'a whole number from 0 to 3600',
    fallback: () => 10,
    fallbackShown: '10',
  },
};

function readListenAddress(value: unknown): ListenAddress | undefined {
  const [, inBrackets, plain, port] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(String(value)) ?? [];
  const number = wholeNumber(0, 65_535)(port);
  return number === undefined ? undefined : { host: inBrackets ?? plain ?? '127.0.0.1', port: number };
}

function showListenAddress(address: ListenAddress | null): string {
  if (address === null) return '';
  return `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
}
