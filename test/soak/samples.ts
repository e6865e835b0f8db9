import { statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../bench/measurement';
import { processOf } from '../support/process';

const megabyte = 1_048_576;

/** What one process takes at one moment; of what it does not tell, nothing. */
export interface Sample {
  readonly memory: number;
  readonly descriptors: number;
  readonly statements?: number | undefined;
  readonly database: number;
  readonly log: number;
}

export type Measure = keyof Sample;

interface Rule {
  readonly measure: Measure;
  readonly name: string;
  readonly unit: string;
  /** What the last quarter may have on top of the second one: what a run needs without being said to leak. */
  readonly slack: number;
}

export const rules: readonly Rule[] = [
  { measure: 'memory', name: 'memory', unit: 'MB', slack: 40 },
  { measure: 'descriptors', name: 'file descriptors', unit: '', slack: 30 },
  // Each request has those that it needs from the second time on: any more are a leak.
  { measure: 'statements', name: 'prepared statements', unit: '', slack: 10 },
  // Every change leaves a line in the feed, and every revision is kept: this one may grow, slowly.
  { measure: 'database', name: 'database', unit: 'MB', slack: 20 },
  { measure: 'log', name: 'write-ahead log', unit: 'MB', slack: 4 },
];

/** Looks at a process of this machine, by what Linux says of it, and at the database that it has. */
export function sampleOf(pid: number, data: string, statements?: number): Sample {
  const { memory, descriptors } = processOf(pid);
  const size = (file: string) => (statSync(join(data, file), { throwIfNoEntry: false })?.size ?? 0) / megabyte;
  return {
    memory,
    descriptors,
    statements,
    database: size('leitmotif.db'),
    log: size('leitmotif.db-wal'),
  };
}

/** What was seen of one measure, in order; nothing where the process does not tell. */
export const seen = (samples: readonly Sample[], measure: Measure): number[] =>
  samples.map((sample) => sample[measure]).filter((value) => value !== undefined);

/** The medians of so many equal parts of a run. */
export function mediansOf(values: readonly number[], parts: number): readonly number[] {
  const length = values.length / parts;
  return Array.from({ length: parts }, (_, n) => median(values.slice(Math.floor(n * length), Math.ceil((n + 1) * length))));
}

/** What rose from each quarter to the next, further than it may: half a run is enough to fill what is meant to be filled. */
export function growing(samples: readonly Sample[]): readonly string[] {
  return rules.flatMap(({ measure, name, slack }) => {
    const values = seen(samples, measure);
    if (values.length === 0) return [];
    const [, second = 0, third = 0, fourth = 0] = mediansOf(values, 4);
    return fourth > second + slack && fourth > third ? [name] : [];
  });
}
