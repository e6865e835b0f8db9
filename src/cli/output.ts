/**
 * Writes a line to standard error, which is for what is said beside the work: progress, notes and errors. Not by
 * `console.error`, which turns every line red on a terminal, successes too.
 */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A number as a person reads it: "12,345". */
export const number = (value: number): string => Math.round(value).toLocaleString('en-US');

/** How many there are of something: "1 token", "12,345 tokens". */
export const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** So many bytes as a person reads them: "38.2 MB". */
export function size(bytes: number): string {
  for (const [unit, factor] of [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const)
    if (bytes >= factor) return `${(bytes / factor).toFixed(1)} ${unit}`;
  return `${bytes} bytes`;
}

/** The option of lists that programs read. */
export const asJson = ['--json', 'print a JSON list in the place of a table'] as const;

export const json = (value: unknown): string => JSON.stringify(value, null, 2);
