import type { Measurement, Result } from '../measurement';
import { drawn, type Mark, type Row } from './chart';
import { partOf, partsOf, type Results, type Run, resultOf } from './results';
import { amountOf, nameOf, number, ratioOf } from './words';

/** Of the report, by their names: the drawings that stand beside its tables. */
export function chartsOf({ runs }: Results): Readonly<Record<'reads' | 'slowest' | 'beside' | 'pocketbase', string>> {
  const series = runs.map(nameOf);
  return {
    reads: drawn({
      title: 'Reads, as a share of the floor',
      note: 'more is better; › goes on beyond the scale',
      series,
      axis: 'from zero',
      format: ratioOf,
      rows: [
        rowOf(runs, 'one artist', (run) => resultOf(run, 'one-artist'), 'one-artist'),
        rowOf(runs, 'a page of 30 artists', (run) => resultOf(run, 'first-page'), 'first-page'),
        rowOf(runs, 'the slowest of all lists and single reads', (run) => resultOf(run, 'every-read'), 'every-read'),
      ],
    }),
    slowest: drawn({
      title: 'The slowest requests',
      note: 'less is better; logarithmic scale',
      series,
      axis: 'by tens',
      format: (value) => `${number(value)} ms`,
      rows: partsOf(runs, 'slowest').map((title, index) => ({
        label: title,
        marks: runs.map((run) => markOf(resultOf(run, 'slowest')?.parts?.[index])),
        target: targetOf(resultOf(runs[0] as Run, 'slowest')?.parts?.[index]?.target),
      })),
    }),
    beside: drawn({
      title: '99 of 100 single artists beside heavy work',
      note: 'less is better; logarithmic scale',
      series,
      axis: 'by tens',
      format: (value) => `${number(value)} ms`,
      rows: partsOf(runs, 'beside')
        .filter((title) => title.startsWith('p99'))
        .map((title) => ({
          label: title.replace('p99 beside ', ''),
          marks: runs.map((run) => tailOf(partOf(run, 'beside', title))),
          target: targetOf(partOf(runs[0] as Run, 'beside', title)?.target),
        })),
    }),
    pocketbase: drawn({
      title: 'Requests a second, as a multiple of PocketBase',
      note: 'more is better; logarithmic scale',
      series,
      axis: 'by tens',
      format: (value) => `${ratioOf(value)}×`,
      rows: partsOf(runs, 'pocketbase').map((title) => rowOf(runs, title, (run) => partOf(run, 'pocketbase', title), 'pocketbase')),
    }),
  };
}

function rowOf(runs: readonly Run[], label: string, find: (run: Run) => Result | undefined, name: string): Row {
  const target = runs.flatMap(({ measured }) => measured).find((one) => one.name === name)?.target;
  return { label, marks: runs.map((run) => shareOf(find(run))), target: target && 'ratio' in target ? target.ratio : undefined };
}

const shareOf = (result: Result | undefined): Mark | undefined =>
  result && { value: result.ratio, from: result.spread?.[0], to: result.spread?.[1] };

const markOf = (result: Result | undefined): Mark | undefined => result && { value: result.value };

const tailOf = (result: Result | undefined): Mark | undefined =>
  result && { value: result.value, from: amountOf(result, 'p50'), to: amountOf(result, 'max') };

const targetOf = (target: Measurement['target'] | undefined): number | undefined =>
  target && 'amount' in target ? target.amount : undefined;
