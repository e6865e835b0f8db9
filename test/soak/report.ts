import { cpus, release, totalmem } from 'node:os';
import type { Done } from './load';
import { growing, mediansOf, rules, type Sample, seen } from './samples';

export interface Run {
  readonly minutes: number;
  readonly version: string;
  readonly beganAt: Date;
  readonly secondsBetween: number;
  readonly watchSeconds: number;
  readonly done: Done;
  readonly samples: Readonly<Record<string, readonly Sample[]>>;
}

/** What went wrong, in sentences. */
export const faultsOf = ({ samples, done }: Run): readonly string[] => [
  ...Object.entries(samples).flatMap(([who, of]) => growing(of).map((what) => `${what} of the ${who} grew`)),
  ...done.faults,
];

const wellEnded = 'Nothing kept growing, no answer was a failure, and the mirror was the same catalog at the end.';

/** All of it in Markdown, with a table and a chart. */
export function reportOf(run: Run): string {
  const { minutes, version, beganAt, secondsBetween, watchSeconds, done, samples } = run;
  return `# A long run

What \`npm run soak -- --minutes ${minutes} --report docs/soak.md\` saw: a server of the demo catalog that many used at once, with imports,
backups and a mirror beside it. It says whether anything leaks; it is no measure of speed, for which \`npm run bench\` is there.

| | |
| --- | --- |
| program | Leitmotif ${version} |
| machine | ${cpus().length} cores, ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()} |
| began | ${beganAt.toISOString().slice(0, 16).replace('T', ' ')} UTC |
| took | ${minutes} minutes, with a sample every ${secondsBetween} seconds |
${Object.entries(done.counts)
  .map(([name, count]) => `| ${name} | ${count.toLocaleString('en')} |`)
  .join('\n')}
| the mirror asked for changes | every ${watchSeconds} seconds |

## What came of it

${
  faultsOf(run)
    .map((fault) => `- ${fault}`)
    .join('\n') || wellEnded
}

## What each process took

The medians of the quarters of the run.

| process | what | first | second | third | fourth | highest |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${Object.entries(samples)
  .flatMap(([who, of]) => tableOf(who, of))
  .join('\n')}

From the start to the end, each bar from nothing to the highest:

\`\`\`text
${Object.entries(samples)
  .flatMap(([who, of]) => chartsOf(who, of))
  .join('\n')}
\`\`\`
`;
}

function tableOf(who: string, samples: readonly Sample[]): string[] {
  return rules.flatMap(({ measure, name, unit }) => {
    const values = seen(samples, measure);
    if (values.length === 0) return [];
    const shown = [...mediansOf(values, 4), Math.max(...values)].map((value) => value.toFixed(unit ? 1 : 0));
    return [`| ${who} | ${name}${unit && `, ${unit}`} | ${shown.join(' | ')} |`];
  });
}

const bars = '▁▂▃▄▅▆▇█';

/** As wide as a line of the page on a phone takes. */
const chartColumns = 40;

function chartsOf(who: string, samples: readonly Sample[]): string[] {
  return rules.flatMap(({ measure, name }) => {
    const values = seen(samples, measure);
    if (values.length === 0) return [];
    const highest = Math.max(...values);
    const barOf = (value: number) => bars[highest === 0 ? 0 : Math.round((value / highest) * (bars.length - 1))];
    const chart = mediansOf(values, Math.min(chartColumns, values.length)).map(barOf).join('');
    return [`${`${who}, ${name}`.padEnd(28)} ${chart}`];
  });
}
