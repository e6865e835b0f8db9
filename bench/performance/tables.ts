import type { Result } from '../measurement';
import { isMet } from '../report';
import { type Measured, type Run, resultOf } from './results';
import { amountOf, nameOf, number, table, wanted } from './words';

/** A measurement by its name, or one part of it, under what it is called in the table. */
export interface Line {
  readonly name: string;
  readonly label: string;
  readonly part?: string;
}

/** What was measured on each catalog, beside its floor: medians, and in brackets the quartiles of the ratios. */
export function comparisons(runs: readonly Run[], lines: readonly Line[], floor: string): string {
  const isLimited = runs.some((run) => lines.some((line) => findLine(run, line)?.result.limit !== undefined));
  const others = isLimited ? [floor, 'limit'] : [floor];
  const heads = ['', ...runs.flatMap((run) => [`Leitmotif, ${nameOf(run)}`, ...others, 'ratio']), 'target', 'met'];
  const cellsOf = (found: Found | undefined) => (isLimited ? cellsWithLimit(found) : cellsWithLimit(found).toSpliced(2, 1));
  const rows = lines.flatMap((line) => {
    const found = runs.map((run) => findLine(run, line));
    const measured = found.find((one) => one !== undefined);
    return measured
      ? [[line.label, ...found.flatMap(cellsOf), wanted(measured.result.target ?? measured.target, measured.unit), verdict(found)]]
      : [];
  });
  return rows.length === 0 ? notMeasured : table(heads, rows);
}

const notMeasured = 'Not measured.';

/** Every part of a measurement as a line. */
export const partsAsLines = (runs: readonly Run[], name: string): Line[] =>
  (runs.map((run) => resultOf(run, name)?.parts).find((parts) => parts !== undefined) ?? []).map(({ title }) => ({
    name,
    label: title,
    part: title,
  }));

/** Milliseconds, without a floor: those of each catalog, and how many first pages that is. */
export function slowestTable(runs: readonly Run[]): string {
  const parts = runs.map((run) => resultOf(run, 'slowest')?.parts ?? []);
  // What a first page takes on the smaller catalog is what all is compared with.
  const firstPage = runs.flatMap((run) => amountIn(run, 'slowest', 'firstPage')).at(0) ?? 1;
  const longest = parts.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const rows = longest.map((_, index) => {
    const [found] = parts.flatMap((list) => list[index] ?? []);
    const cells = parts.flatMap((list) => {
      const part = list[index];
      return part
        ? [`${part.title === found?.title ? '' : `${part.title}: `}${number(part.value)} ms`, number(part.value / firstPage)]
        : ['', ''];
    });
    const target = found?.target;
    return [
      found?.title ?? '',
      ...cells,
      target ? wanted(target, 'ms') : '',
      target ? yes(parts.every((list) => !list[index] || isMet(target, list[index] as Result))) : '',
    ];
  });
  return rows.length === 0 ? notMeasured : table(['', ...runs.flatMap((run) => [nameOf(run), 'first pages']), 'target', 'met'], rows);
}

/** What a reader of single artists waits beside heavy work. */
export function besideTable(runs: readonly Run[]): string {
  const titles = partsAsLines(runs, 'beside').flatMap(({ label }) => (label.startsWith('p99 ') ? [label] : []));
  const rows = titles.map((title) => {
    const parts = runs.map((run) => resultOf(run, 'beside')?.parts?.filter((part) => part.title.endsWith(title.slice(3))) ?? []);
    const cells = parts.map(([part]) => (part ? ['p50', 'p99', 'max'].map((name) => number(amountOf(part, name) ?? 0)).join(' / ') : ''));
    return [title.replace('p99 beside ', ''), ...cells, yes(parts.flat().every((part) => part.target && isMet(part.target, part)))];
  });
  return rows.length === 0
    ? notMeasured
    : table(['beside', ...runs.map((run) => `${nameOf(run)}: half / 99 of 100 / longest, ms`), 'met'], rows);
}

const amountIn = (run: Run, name: string, figure: string): number[] => {
  const result = resultOf(run, name);
  const amount = result && amountOf(result, figure);
  return amount === undefined ? [] : [amount];
};

type Found = Omit<Measured, 'result'> & { readonly result: Result };

function findLine({ measured }: Run, { name, part }: Line): Found | undefined {
  const one = measured.find((measured) => measured.name === name);
  const result = part === undefined ? one?.result : one?.result?.parts?.find(({ title }) => title === part);
  return one && result && { ...one, result };
}

function cellsWithLimit(found: Found | undefined): string[] {
  if (!found) return ['', '', '', ''];
  const { result, unit } = found;
  const amount = (value: number) => `${number(value)}${unit === 'requests/s' ? '/s' : ` ${unit}`}`;
  const spread = result.spread ? ` (${result.spread.map(number).join(' to ')})` : '';
  const limit = result.limit === undefined ? '' : amount(result.limit);
  return [amount(result.value), amount(result.floor), limit, number(result.ratio) + spread];
}

const verdict = (found: readonly (Found | undefined)[]): string =>
  yes(found.every((one) => !one || isMet(one.result.target ?? one.target, one.result)));

const yes = (isSo: boolean): string => (isSo ? 'yes' : '**no**');
