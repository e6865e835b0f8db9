import type { Result } from '../measurement';
import { isMet } from '../report';
import { amountOf, nameOf, number, ratioOf, table, targetText } from './format';
import { type Measured, partOf, partsOf, type Run, resultOf } from './results';

/** A measurement, or a part of it, with its label in a table. */
export interface Line {
  /** Name of the measurement. */
  readonly name: string;
  readonly label: string;
  /** Title of the part. */
  readonly part?: string;
}

/** Compares measurements with their floors, one row for each catalog. Quartiles of the ratios are in brackets. */
export function comparisons(runs: readonly Run[], lines: readonly Line[], floor: string): string {
  const found = lines.flatMap((line) => runs.flatMap((run) => findLine(run, line) ?? []).map((one) => ({ ...one, label: line.label })));
  const isLimited = found.some(({ result }) => result.limit !== undefined);
  const heads = ['measurement', 'catalog', 'Leitmotif', floor, ...(isLimited ? ['limit'] : []), 'ratio', 'target', 'met'];
  const rows = found.map(({ label, catalog, target: usual, unit, result }) => {
    const target = result.target ?? usual;
    const [ours, floors, limit, ratio] = amountsOf(result, unit);
    return [
      label,
      catalog,
      ours,
      floors,
      ...(isLimited ? [limit] : []),
      ratio,
      targetText(target, unit),
      yesOrNo(isMet(target, result)),
    ].map(String);
  });
  return rows.length === 0 ? notMeasured : table(heads, rows);
}

const notMeasured = 'Not measured.';

/** Every part of a measurement as a line. */
export const partsAsLines = (runs: readonly Run[], name: string): Line[] =>
  partsOf(runs, name).map((title) => ({ name, label: title, part: title }));

/** Times in milliseconds, one row for each catalog, also as multiples of the smaller catalog's first page. */
export function slowestTable(runs: readonly Run[]): string {
  const [firstPage = 1] = runs.flatMap((run) => amountIn(run, 'slowest', 'firstPage'));
  const cells = (title: string, run: Run, value: number) => [title, nameOf(run), `${number(value)} ms`, number(value / firstPage)];
  const pages = runs.flatMap((run) => amountIn(run, 'slowest', 'firstPage').map((value) => [...cells('a first page', run, value), '', '']));
  const parts = runs.flatMap((run) => (resultOf(run, 'slowest')?.parts ?? []).map((part, index) => ({ part, run, index })));
  const rows = parts
    .toSorted((one, other) => one.index - other.index)
    .map(({ part, run }) => {
      const { target } = part;
      return [...cells(part.title, run, part.value), target ? targetText(target, 'ms') : '', target ? yesOrNo(isMet(target, part)) : ''];
    });
  return rows.length === 0 ? notMeasured : table(['request', 'catalog', 'time', 'first pages', 'target', 'met'], [...pages, ...rows]);
}

/** Latency of single-artist reads under load, one row for each load and catalog. */
export function latencyTable(runs: readonly Run[]): string {
  const titles = partsOf(runs, 'latency').filter((title) => title.startsWith('p99'));
  const rows = titles.flatMap((title) =>
    runs.flatMap((run) => {
      const parts = resultOf(run, 'latency')?.parts?.filter((part) => part.title.endsWith(title.slice(3))) ?? [];
      const [part] = parts;
      if (!part) return [];
      const times = ['p50', 'p99', 'max', 'idleP99', 'idleMax', 'busyP99', 'busyMax'].map((name) => millisecondsOf(amountOf(part, name)));
      return [
        [
          title.replace('p99, other load: ', ''),
          nameOf(run),
          ...times,
          yesOrNo(parts.every((one) => one.target && isMet(one.target, one))),
        ],
      ];
    }),
  );
  return rows.length === 0 ? notMeasured : table(latencyHeads, rows);
}

const latencyHeads = ['other load', 'catalog', 'median', 'p99', 'max', 'idle server p99', 'max', 'busy server p99', 'max', 'met'];

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

const yesOrNo = (value: boolean): string => (value ? 'yes' : '**no**');
