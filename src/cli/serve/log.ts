import { fstatSync } from 'node:fs';
import type { LogLevel, Settings } from '../../config';
import type { Context } from '../../context';
import { note } from '../terminal/output';

type Details = Readonly<Record<string, unknown>>;

/** Logs to standard error: text on a terminal, else JSON lines, unless set otherwise. */
export function logOf({ logFormat, logLevel }: Settings): Context['log'] {
  const isText = logFormat === 'text' || (logFormat === 'auto' && isTerminal(2));
  const format = isText ? textLine : jsonLine;
  return (event, details = {}, level = 'info') => {
    if (gravity[level] >= gravity[logLevel]) note(format(event, details, level, new Date()));
  };
}

/** `node:tty` would load all streams at startup. */
export const isTerminal = (descriptor: number): boolean =>
  fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(descriptor);

const gravity: Readonly<Record<LogLevel, number>> = { info: 0, warn: 1, error: 2 };

// The level comes last because log watchers match the start of the line.
const jsonLine = (event: string, details: Details, level: LogLevel, time: Date): string =>
  JSON.stringify({ time: time.toISOString(), event, ...details, level });

/** One line; values of several lines, such as stacks, and addresses to open stand below. */
function textLine(event: string, details: Details, _: LogLevel, time: Date): string {
  const present = Object.entries(details).filter(([, value]) => value !== undefined);
  const isBlock = ([name, value]: [string, unknown]) => typeof value === 'string' && (name === 'url' || value.includes('\n'));
  const line = [
    // The Swedish locale formats times as ISO 8601 does.
    time.toLocaleString('sv'),
    event,
    ...present.filter((detail) => !isBlock(detail)).map(([name, value]) => `${name}=${word(value)}`),
  ].join(' ');
  const blocks = present.filter(isBlock).flatMap(([, value]) => String(value).split('\n'));
  return [line, ...blocks.map((text) => `    ${text}`)].join('\n');
}

/** Quoted if ambiguous. */
function word(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}
