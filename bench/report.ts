import type { Measurement, Result, Target } from './measurement';
import { targetText } from './performance/format';

export interface Report {
  readonly measurement: Measurement;
  readonly result: Result;
}

/** Prints the result of one measurement with its notes. */
export function printResult({ measurement, result }: Report): void {
  console.log(`\n${measurement.title}: ratio to floor ${result.ratio.toFixed(2)}`);
  for (const note of result.notes ?? []) console.log(`  ${note}`);
}

/** Prints a table of all results. */
export function printTable(subject: string, reports: readonly Report[]): void {
  const heads = [subject, 'executable', 'floor', 'limit', 'ratio to floor', 'target', 'met'];
  const rows = [heads, ...reports.flatMap(rowsOf)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  console.log(`\n${[line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n')}`);
  console.log(
    '\nFloors: for start a compiled hello-world server on Elysia, for memory one on plain Bun, for reads prepared statements and\nJSON.stringify, for the limiter the executable without it, for barcodes a lookup of one.',
  );
}

/** One row, or one for each part. */
const rowsOf = ({ measurement, result }: Report): string[][] =>
  result.parts
    ? result.parts.map((part) => cellsOf({ measurement: { ...measurement, title: part.title }, result: part }))
    : [cellsOf({ measurement, result })];

function cellsOf({ measurement: { title, unit, target }, result }: Report): string[] {
  const amount = (value: number | undefined) => (value === undefined ? '' : `${formatted(value)} ${unit}`);
  const effectiveTarget = result.target ?? target;
  return [
    title,
    amount(result.value),
    amount(result.floor),
    amount(result.limit),
    result.ratio.toFixed(2),
    targetText(effectiveTarget, unit),
    isMet(effectiveTarget, result) ? 'yes' : 'no',
  ];
}

export function isMet(target: Target, { value, ratio }: Pick<Result, 'value' | 'ratio'>): boolean {
  if ('amount' in target) return value <= target.amount;
  return target.bound === 'at least' ? ratio >= target.ratio : ratio <= target.ratio;
}

const formatted = (value: number): string => (value >= 1_000 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1));
