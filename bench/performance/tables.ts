import type { Result } from '../measurement';
import { isMet } from '../report';
import { type Measured, partOf, partsOf, type Run, resultOf } from './results';
import { amountOf, nameOf, number, ratioOf, table, wanted } from './words';

/** A measurement by its name, or one part of it, under what it is called in the table. */
export interface Line {
  readonly name: string;
  readonly label: string;
  readonly part?: string;
}

/** What was measured, a line for each catalog, beside its floor; in brackets the quartiles of the ratios. */
export function comparisons(runs: readonly Run[], lines: readonly Line[], floor: string): string {
  const found = lines.flatMap((line) => runs.flatMap((run) => findLine(run, line) ?? []).map((one) => ({ ...one, label: line.label })));
  const isLimited = found.some(({ result }) => result.limit !== undefined);
  const heads = ['', 'catalog', 'Leitmotif', floor, ...(isLimited ? ['limit'] : []), 'ratio', 'target', 'met'];
  const rows = found.map(({ label, catalog, target: usual, unit, result }) => {
    const target = result.target ?? usual;
    const [ours, floors, limit, ratio] = amountsOf(result, unit);
    return [label, catalog, ours, floors, ...(isLimited ? [limit] : []), ratio, wanted(target, unit), yes(isMet(target, result))].map(
      String,
    );
  });
  return rows.length === 0 ? notMeasured : table(heads, rows);
}

const notMeasured = 'Not measured.';

/** Every part of a measurement as a line. */
export const partsAsLines = (runs: readonly Run[], name: string): Line[] =>
  partsOf(runs, name).map((title) => ({ name, label: title, part: title }));

/** Milliseconds, without a floor, a line for each catalog, and how many first pages of the smaller one that is. */
export function slowestTable(runs: readonly Run[]): string {
  const [firstPage = 1] = runs.flatMap((run) => amountIn(run, 'slowest', 'firstPage'));
  const cells = (title: string, run: Run, value: number) => [title, nameOf(run), `${number(value)} ms`, number(value / firstPage)];
  const pages = runs.flatMap((run) => amountIn(run, 'slowest', 'firstPage').map((value) => [...cells('a first page', run, value), '', '']));
  const parts = runs.flatMap((run) => (resultOf(run, 'slowest')?.parts ?? []).map((part, place) => ({ part, run, place })));
  const rows = parts
    .toSorted((one, other) => one.place - other.place)
    .map(({ part, run }) => {
      const { target } = part;
      return [...cells(part.title, run, part.value), target ? wanted(target, 'ms') : '', target ? yes(isMet(target, part)) : ''];
    });
  return rows.length === 0 ? notMeasured : table(['', 'catalog', 'time', 'first pages', 'target', 'met'], [...pages, ...rows]);
}

/** What a reader of single artists waits beside heavy work, a line for each catalog. */
export function besideTable(runs: readonly Run[]): string {
  const titles = partsOf(runs, 'beside').filter((title) => title.startsWith('p99 '));
  const rows = titles.flatMap((title) =>
    runs.flatMap((run) => {
      const parts = resultOf(run, 'beside')?.parts?.filter((part) => part.title.endsWith(title.slice(3))) ?? [];
      const [part] = parts;
      if (!part) return [];
      const waits = ['p50', 'p99', 'max', 'idleP99', 'idleMax', 'busyP99', 'busyMax'].map((name) => millisecondsOf(amountOf(part, name)));
      return [[title.replace('p99 beside ', ''), nameOf(run), ...waits, yes(parts.every((one) => one.target && isMet(one.target, one)))]];
    }),
  );
  return rows.length === 0 ? notMeasured : table(besideHeads, rows);
}

const besideHeads = ['other load', 'catalog', 'median', 'p99', 'max', 'idle server p99', 'max', 'busy server p99', 'max', 'met'];

const millisecondsOf = (amount: number | undefined): string => (amount === undefined ? '' : `${number(amount)} ms`);

const amountIn = (run: Run, name: string, figure: string): number[] => {
  const result = resultOf(run, name);
  const amount = result && amountOf(result, figure);
  return amount === undefined ? [] : [amount];
};

type Found = Omit<Measured, 'result'> & { readonly result: Result; readonly catalog: string };

function findLine(run: Run, { name, part }: Line): Found | undefined {
  const one = run.measured.find((measured) => measured.name === name);
  const result = part === undefined ? one?.result : partOf(run, name, part);
  return one && result && { ...one, result, catalog: nameOf(run) };
}

function amountsOf(result: Result, unit: Measured['unit']): [ours: string, floor: string, limit: string, ratio: string] {
  const amount = (value: number) => `${number(value)}${unit === 'requests/s' ? '/s' : ` ${unit}`}`;
  const spread = result.spread ? ` (${result.spread.map(ratioOf).join(' to ')})` : '';
  const limit = result.limit === undefined ? '' : amount(result.limit);
  return [amount(result.value), amount(result.floor), limit, ratioOf(result.ratio) + spread];
}

const yes = (isSo: boolean): string => (isSo ? 'yes' : '**no**');
