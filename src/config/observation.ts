import { oneOf, optionalText, text, wholeNumber } from './setting';

export type LogLevel = 'error' | 'warn' | 'info';

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Settings of logs and metrics. */
export const observationSettings = {
  logFormat: {
    description: 'log format on standard error: text or JSON lines; auto is text on a terminal',
    ...oneOf(['auto', 'text', 'json'], 'auto'),
  },
  logLevel: {
    description: 'log level',
    ...oneOf(['error', 'warn', 'info'], 'info'),
  },
  logRequests: {
    description: 'log every request',
    ...oneOf(['no', 'yes'], 'no'),
  },
  slowMs: {
    description: 'log SQL statements slower than this many milliseconds; 0 to disable',
    ...wholeNumber(0, 3_600_000, 0),
  },
  // Hard disks take 10 to 30 ms for a commit, more under load.
  slowCommitMs: {
    description: 'log commits slower than this many milliseconds, if slow_ms is not 0',
    ...wholeNumber(1, 3_600_000, 100),
  },
  metricsListen: {
    description: 'separate address for Prometheus metrics, such as 127.0.0.1:9464; a port alone means 127.0.0.1',
    read: readListenAddress,
    show: showListenAddress,
    expected: 'an address with a port, such as 127.0.0.1:9464 or [::1]:9464, or a port alone',
    fallback: () => null,
  },
  metricsToken: {
    description: 'bearer token for metrics; without metrics_listen, they are served at /metrics of the server itself',
    // Long, because attempts are not limited.
    ...optionalText(
      (value) => (/^[\x21-\x7e]{16,200}$/.test(text(value) ?? '') ? text(value) : undefined),
      'text of 16 to 200 characters of ASCII, without spaces',
    ),
    isSecret: true,
  },
  shutdownSeconds: {
    description: 'seconds that running requests may take to finish when the server stops',
    ...wholeNumber(0, 3_600, 10),
  },
};

function readListenAddress(value: unknown): ListenAddress | null | undefined {
  const [, inBrackets, plain, port] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(String(value)) ?? [];
  const number = wholeNumber(0, 65_535, 0).read(port);
  return number === undefined ? undefined : { host: inBrackets ?? plain ?? '127.0.0.1', port: number };
}

function showListenAddress(address: ListenAddress | null): string {
  if (address === null) return '';
  return `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
}
