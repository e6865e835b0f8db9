/** Rows in columns that are as wide as their widest cell, under their names. */
export function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [names, ...rows];
  const widths = names.map((_, column) => Math.max(...lines.map((cells) => Bun.stringWidth(cells[column] ?? ''))));
  const padded = (cell: string, column: number): string => cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell));
  return lines.map((cells) => cells.map(padded).join('  ').trimEnd()).join('\n');
}
