import { fstatSync } from 'node:fs';
import type { LogLevel, Settings } from '../../config';
import type { Context } from '../../context';
import { note } from '../terminal/output';

type Details = Readonly<Record<string, unknown>>;

/** The log of a server, on standard error: lines for a person on a terminal, else JSON lines, unless the setting says which. */
export function logOf({ logFormat, logLevel }: Settings): Context['log'] {
  const isText = logFormat === 'text' || (logFormat === 'auto' && isTerminal(2));
  const format = isText ? textLine : jsonLine;
  return (event, details = {}, level = 'info') => {
    if (gravity[level] >= gravity[logLevel]) note(format(event, details, level, new Date()));
  };
}

/** The module that knows terminals is loaded with all of streams, which the start of a service does without. */
const isTerminal = (descriptor: number): boolean =>
  fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(descriptor);

const gravity: Readonly<Record<LogLevel, number>> = { info: 0, warn: 1, error: 2 };

// The level comes last: what reads the line of a failed sign-in by its beginning is told where that stands.
const jsonLine = (event: string, details: Details, level: LogLevel, time: Date): string =>
  JSON.stringify({ time: time.toISOString(), event, ...details, level });

/** The event with its details after it; a text of several lines, such as a stack, stands below them. */
function textLine(event: string, details: Details, _: LogLevel, time: Date): string {
  const shown = Object.entries(details).filter(([, value]) => value !== undefined);
  const isBlock = ([, value]: [string, unknown]) => typeof value === 'string' && value.includes('\n');
  const line = [
    // Swedes write the time of day here as ISO 8601 does.
    time.toLocaleString('sv'),
    event,
    ...shown.filter((detail) => !isBlock(detail)).map(([name, value]) => `${name}=${word(value)}`),
  ].join(' ');
  const blocks = shown.filter(isBlock).flatMap(([, value]) => String(value).split('\n'));
  return [line, ...blocks.map((text) => `    ${text}`)].join('\n');
}

/** Within quotes where it could not be told from what follows. */
function word(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}
