import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../bench/measurement';

const megabyte = 1_048_576;

/** What one process takes at one moment. */
export interface Sample {
  readonly memory: number;
  readonly descriptors: number;
  readonly database: number;
  readonly log: number;
}

type Measure = keyof Sample;

interface Rule {
  readonly measure: Measure;
  readonly name: string;
  readonly unit: string;
  /** What the last quarter may have on top of the second one: what a run needs without being said to leak. */
  readonly slack: number;
}

const rules: readonly Rule[] = [
  { measure: 'memory', name: 'memory', unit: 'MB', slack: 40 },
  { measure: 'descriptors', name: 'file descriptors', unit: '', slack: 30 },
  // Every change leaves a line in the feed, and every revision is kept: this one may grow, slowly.
  { measure: 'database', name: 'database', unit: 'MB', slack: 20 },
  { measure: 'log', name: 'write-ahead log', unit: 'MB', slack: 8 },
];

/** Looks at a process of this machine, by what Linux says of it, and at the database that it has. */
export function sampleOf(pid: number, data: string): Sample {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const size = (file: string) => (statSync(join(data, file), { throwIfNoEntry: false })?.size ?? 0) / megabyte;
  return {
    memory: kilobytes / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    database: size('leitmotif.db'),
    log: size('leitmotif.db-wal'),
  };
}

/** The medians of the four quarters of a run. */
function quarters(samples: readonly Sample[], measure: Measure): readonly number[] {
  const length = samples.length / 4;
  const quarter = (n: number) => samples.slice(Math.floor(n * length), Math.ceil((n + 1) * length));
  return [0, 1, 2, 3].map((n) => median(quarter(n).map((sample) => sample[measure])));
}

/** What rose from each quarter to the next, further than it may: half a run is enough to fill what is meant to be filled. */
export function growing(samples: readonly Sample[]): readonly string[] {
  return rules.flatMap(({ measure, name, slack }) => {
    const [, second = 0, third = 0, fourth = 0] = quarters(samples, measure);
    return fourth > second + slack && fourth > third ? [name] : [];
  });
}

/** The rows of a table in Markdown. */
export function tableOf(who: string, samples: readonly Sample[]): string {
  return rules
    .map(({ measure, name, unit }) => {
      const shown = [...quarters(samples, measure), Math.max(...samples.map((sample) => sample[measure]))];
      return `| ${who} | ${name}${unit && `, ${unit}`} | ${shown.map((value) => value.toFixed(unit ? 1 : 0)).join(' | ')} |`;
    })
    .join('\n');
}
