import { statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../bench/measurement';
import { processOf } from '../support/process';

const megabyte = 1_048_576;

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
  /** Allowed growth from the second quarter to the last. */
  readonly slack: number;
}

export const rules: readonly Rule[] = [
  { measure: 'memory', name: 'memory', unit: 'MB', slack: 40 },
  { measure: 'descriptors', name: 'file descriptors', unit: '', slack: 30 },
  // Every statement is prepared once, so any growth is a leak.
  { measure: 'statements', name: 'prepared statements', unit: '', slack: 10 },
  // The feed and the revisions grow with every change.
  { measure: 'database', name: 'database', unit: 'MB', slack: 20 },
  { measure: 'log', name: 'write-ahead log', unit: 'MB', slack: 4 },
];

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

export const seen = (samples: readonly Sample[], measure: Measure): number[] =>
  samples.map((sample) => sample[measure]).filter((value) => value !== undefined);

export function mediansOf(values: readonly number[], parts: number): readonly number[] {
  const length = values.length / parts;
  return Array.from({ length: parts }, (_, n) => median(values.slice(Math.floor(n * length), Math.ceil((n + 1) * length))));
}

/** Measures that rise beyond their slack in the second half, when all caches are full. */
export function growing(samples: readonly Sample[]): readonly string[] {
  return rules.flatMap(({ measure, name, slack }) => {
    const values = seen(samples, measure);
    if (values.length === 0) return [];
    const [, second = 0, third = 0, fourth = 0] = mediansOf(values, 4);
    return fourth > second + slack && fourth > third ? [name] : [];
  });
}
