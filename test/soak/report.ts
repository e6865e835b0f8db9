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

export const faultsOf = ({ samples, done }: Run): readonly string[] => [
  ...Object.entries(samples).flatMap(([who, of]) => growing(of).map((what) => `${what} of the ${who} kept growing`)),
  ...done.faults,
];

const noFaults = 'No measure kept growing, no request failed, and the mirror ended with the same catalog.';

export function reportOf(run: Run): string {
  const { minutes, version, beganAt, secondsBetween, watchSeconds, done, samples } = run;
  return `# Soak test

A long run finds leaks: many clients use a server with the demo catalog, while imports, backups and a mirror run beside it. Speed is
measured [elsewhere](performance.md).

\`npm run soak -- --minutes ${minutes} --report docs/soak.md\` measures and writes this page.

| | |
| --- | --- |
| program | Leitmotif ${version} |
| machine | ${cpus().length} cores, ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()} |
| start | ${beganAt.toISOString().slice(0, 16).replace('T', ' ')} UTC |
| duration | ${minutes} minutes, a sample every ${secondsBetween} seconds |
${Object.entries(done.counts)
  .map(([name, count]) => `| ${name} | ${count.toLocaleString('en')} |`)
  .join('\n')}
| mirror interval | ${watchSeconds} seconds |

## Result

${
  faultsOf(run)
    .map((fault) => `- ${fault}`)
    .join('\n') || noFaults
}

## Resources

Medians of each quarter of the run:

| process | measure | first | second | third | fourth | highest |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${Object.entries(samples)
  .flatMap(([who, of]) => tableOf(who, of))
  .join('\n')}

From start to end; a full bar is the maximum:

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
