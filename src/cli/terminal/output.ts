/**
 * What comes from a catalog or a request may hold what a terminal obeys (escape sequences) or shows elsewhere (marks of
 * direction): it is written as JSON writes it. Lines and tabs stay.
 */
export const visible = (text: string): string =>
  text.replace(
    /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Writes what a command came to. Not by `process.stdout`, which takes a tenth of the start of a server to come up. */
export function print(text: string): void {
  console.log(visible(text));
}

/**
 * Writes a line to standard error, which is for what is said beside the work: progress, notes and errors. Not by
 * `console.error`, which turns every line red on a terminal, successes too.
 */
export function note(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
}

/** A number as a person reads it: "12,345". */
export const number = (value: number): string => Math.round(value).toLocaleString('en-US');

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
export const asJson = ['--json', 'print JSON instead of a table'] as const;

export const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Rows in columns that are as wide as their widest cell, under their names. */
export function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [names, ...rows];
  const widths = names.map((_, column) => Math.max(...lines.map((cells) => Bun.stringWidth(cells[column] ?? ''))));
  const padded = (cell: string, column: number): string => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell));
  return lines.map((cells) => cells.map(padded).join('  ').trimEnd()).join('\n');
}
