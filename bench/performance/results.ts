import { existsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import packageFile from '../../package.json';
import { BenchError, type Measurement, type Result } from '../measurement';
import { pocketBaseVersion } from '../pocketbase/executable';
import type { Sizes } from '../records';

/** Everything that the report is written from. It is kept, so that the report can be written anew without measuring. */
export interface Results {
  /** The day, as ISO 8601 has it. */
  readonly date: string;
  readonly machine: { readonly processor: string; readonly cores: number; readonly gigabytes: number; readonly system: string };
  /** How many processes wanted a core in the minute before anything was measured. */
  readonly load: number;
  readonly versions: { readonly leitmotif: string; readonly bun: string; readonly pocketbase: string };
  /** The smaller catalog first. */
  readonly runs: readonly Run[];
}

/** What was measured on one catalog. */
export interface Run {
  readonly sizes: Sizes;
  readonly bytes: number;
  /** How often it has each record of the smaller one, whose rows were copied to make it. */
  readonly copies?: number;
  readonly minutes: number;
  readonly measured: readonly Measured[];
}

export interface Measured extends Pick<Measurement, 'name' | 'title' | 'unit' | 'target'> {
  readonly result?: Result;
  /** In place of a result, why there is none. */
  readonly failure?: string;
}

const loadBefore = loadavg()[0] as number;

const file = join(import.meta.dir, '..', 'results', 'report.json');

export async function readResults(): Promise<Results> {
  if (!existsSync(file)) throw new BenchError(`${file} is not there. Measure first: npm run bench -- --report`);
  return (await Bun.file(file).json()) as Results;
}

export async function keepResults(runs: readonly Run[]): Promise<void> {
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    machine: {
      processor: cpus()[0]?.model ?? 'an unknown processor',
      cores: availableParallelism(),
      gigabytes: Math.round(totalmem() / 1_000_000_000),
      system: `${process.platform} ${process.arch}, kernel ${release().split('-')[0]}`,
    },
    load: loadBefore,
    versions: { leitmotif: packageFile.version, bun: Bun.version, pocketbase: pocketBaseVersion },
    runs,
  };
  await Bun.write(file, `${JSON.stringify(results, rounded, 1)}\n`);
}

/** Four digits say all that a measurement knows; sizes and counts are whole. */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** A measurement of a run; `undefined` where it was not made or failed. */
export const resultOf = ({ measured }: Run, name: string): Result | undefined => measured.find((one) => one.name === name)?.result;

/** The titles of the parts of a measurement, in the first catalog where it was made. */
export const partsOf = (runs: readonly Run[], name: string): string[] =>
  runs.map((run) => resultOf(run, name)?.parts?.map(({ title }) => title)).find((titles) => titles !== undefined) ?? [];

export const partOf = (run: Run, name: string, title: string): Result | undefined =>
  resultOf(run, name)?.parts?.find((part) => part.title === title);
