import type { Measurement, Result } from '../measurement';
import { type Mark, type Row, renderChart } from './chart';
import { amountOf, nameOf, number, ratioOf } from './format';
import { partOf, partsOf, type Results, type Run, resultOf } from './results';

/** The charts of the report, as SVG by file name. */
export function chartsOf({ runs }: Results): Readonly<Record<'reads' | 'slowest' | 'beside' | 'pocketbase', string>> {
  const series = runs.map(nameOf);
  return {
    reads: renderChart({
      title: 'Reads relative to the floor',
      note: 'higher is better; › continues beyond the scale',
      series,
      axis: 'linear',
      format: ratioOf,
      rows: [
        rowOf(runs, 'one artist', (run) => resultOf(run, 'one-artist'), 'one-artist'),
        rowOf(runs, 'a page of 30 artists', (run) => resultOf(run, 'first-page'), 'first-page'),
        rowOf(runs, 'the slowest list or single read', (run) => resultOf(run, 'every-read'), 'every-read'),
      ],
    }),
    slowest: renderChart({
      title: 'The slowest requests',
      note: 'lower is better; logarithmic scale',
      series,
      axis: 'logarithmic',
      format: (value) => `${number(value)} ms`,
      rows: partsOf(runs, 'slowest').map((title, index) => ({
        label: title,
        marks: runs.map((run) => markOf(resultOf(run, 'slowest')?.parts?.[index])),
        target: targetOf(resultOf(runs[0] as Run, 'slowest')?.parts?.[index]?.target),
      })),
    }),
    beside: renderChart({
      title: 'p99 latency of single-artist reads under load',
      note: 'lower is better; logarithmic scale',
      series,
      axis: 'logarithmic',
      format: (value) => `${number(value)} ms`,
      rows: partsOf(runs, 'latency')
        .filter((title) => title.startsWith('p99'))
        .map((title) => ({
          label: title.replace('p99, other load: ', ''),
          marks: runs.map((run) => tailOf(partOf(run, 'latency', title))),
          target: targetOf(partOf(runs[0] as Run, 'latency', title)?.target),
        })),
    }),
    pocketbase: renderChart({
      title: 'Requests per second relative to PocketBase',
      note: 'higher is better; logarithmic scale',
      series,
      axis: 'logarithmic',
      format: (value) => `${ratioOf(value)}×`,
      rows: partsOf(runs, 'pocketbase').map((title) => rowOf(runs, title, (run) => partOf(run, 'pocketbase', title), 'pocketbase')),
    }),
  };
}

function rowOf(runs: readonly Run[], label: string, find: (run: Run) => Result | undefined, name: string): Row {
  const target = runs.flatMap(({ measured }) => measured).find((one) => one.name === name)?.target;
  return { label, marks: runs.map((run) => ratioMark(find(run))), target: target && 'ratio' in target ? target.ratio : undefined };
}

const ratioMark = (result: Result | undefined): Mark | undefined =>
  result && { value: result.ratio, from: result.spread?.[0], to: result.spread?.[1] };

const markOf = (result: Result | undefined): Mark | undefined => result && { value: result.value };

const tailOf = (result: Result | undefined): Mark | undefined =>
  result && { value: result.value, from: amountOf(result, 'p50'), to: amountOf(result, 'max') };

const targetOf = (target: Measurement['target'] | undefined): number | undefined =>
  target && 'amount' in target ? target.amount : undefined;
