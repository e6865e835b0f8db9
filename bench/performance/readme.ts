import { BenchError } from '../measurement';
import { partOf, type Results, type Run, resultOf } from './results';
import { amountOf, isBusy, nameOf, number, ratioOf, table } from './words';

const heading = '## How fast it is';

/** The README with the lines that these results make of its part on speed. */
export function readmeWith(readme: string, results: Results): string {
  const start = readme.indexOf(`${heading}\n`);
  const end = readme.indexOf('\n## ', start + heading.length);
  if (start < 0 || end < 0) throw new BenchError(`The README has no part "${heading}" with another after it.`);
  return `${readme.slice(0, start)}${heading}\n\n${section(results)}\n${readme.slice(end)}`;
}

function section({ runs, machine, load }: Results): string {
  const lines: [string, (run: Run) => string | undefined][] = [
    ['one artist by id, beside the least program that reads it', (run) => share(run, 'one-artist')],
    ['a first page of 30 artists, beside the same', (run) => share(run, 'first-page')],
    ['the slowest search of two letters', (run) => milliseconds(resultOf(run, 'slowest')?.parts?.[0]?.value)],
    ['a single artist beside that search over and over, 99 of 100', (run) => milliseconds(besideSearch(run))],
    ['deep pages, beside PocketBase', (run) => multiple(partOf(run, 'pocketbase', 'deep pages by name')?.ratio)],
  ];
  const rows = lines.map(([label, cell]) => [label, ...runs.map((run) => cell(run) ?? 'not measured')]);
  return `Measured with \`npm run bench -- --report\` on ${machine.cores} cores, tokens checked and nothing answered from memory${isBusy(load) ? ` (**the machine had other work**, a load of ${number(load)}: measure again before you believe it)` : ''}:

${table(['', ...runs.map(nameOf)], rows)}

[docs/performance.md](docs/performance.md) has the rest, with charts, targets that were missed, and how to repeat it.`;
}

function share(run: Run, name: string): string | undefined {
  const result = resultOf(run, name);
  return result && `${number(result.value)}/s, ${ratioOf(result.ratio)} of it`;
}

function besideSearch(run: Run): number | undefined {
  const part = partOf(run, 'beside', 'p99 beside the search with the most hits');
  return part && amountOf(part, 'p99');
}

const milliseconds = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${number(value)} ms`);

const multiple = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${ratioOf(value)} times as many`);
