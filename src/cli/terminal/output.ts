/** Escapes control and bidirectional characters from the catalog or requests as JSON does, except line feeds and tabs. */
export const visible = (text: string): string =>
  text.replace(
    /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Writes to standard output. `process.stdout` would take a tenth of a server's startup. */
export function print(text: string): void {
  console.log(visible(text));
}

/** Prints an address as a QR code in black and white on a terminal of any colors, if it is wide enough. */
export async function printQrCode(address: string): Promise<void> {
  const { renderUnicodeCompact } = await import('uqr');
  const lines = renderUnicodeCompact(address, { border: 2 }).split('\n');
  const { columns } = process.stdout;
  if (columns > 0 && columns < (lines[0]?.length ?? 0)) return;
  console.log(lines.map((line) => `\u001b[97;40m${line}\u001b[0m`).join('\n'));
  print('Scan this code with your phone.');
}

/** Writes all of a text to standard output, also to a slow reader, who may close it early. */
export async function printWhole(text: string): Promise<void> {
  await Bun.write(Bun.stdout, text).catch((error: { code?: unknown }) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Writes progress, notes and errors to standard error. `console.error` would color every line red. */
export function note(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
}

/** "12,345" */
export const number = (value: number): string => Math.round(value).toLocaleString('en-US');

/** "38.2 MB" */
export function size(bytes: number): string {
  for (const [unit, factor] of [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const)
    if (bytes >= factor) return `${(bytes / factor).toFixed(1)} ${unit}`;
  return `${bytes} bytes`;
}

export const asJson = ['--json', 'print JSON instead of a table'] as const;

export const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Pads columns to their widest cell. */
export function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [names, ...rows];
  const widths = names.map((_, column) => Math.max(...lines.map((cells) => Bun.stringWidth(cells[column] ?? ''))));
  const padded = (cell: string, column: number): string => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell));
  return lines.map((cells) => cells.map(padded).join('  ').trimEnd()).join('\n');
}
