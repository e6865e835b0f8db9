import { existsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import packageFile from '../../package.json';
import { BenchError, type Measurement, type Result } from '../measurement';
import { pocketBaseVersion } from '../pocketbase/executable';
import type { Sizes } from '../records';

/** Contents of `bench/results/report.json`, from which the report can be regenerated without measuring. */
export interface Results {
  /** ISO 8601. */
  readonly date: string;
  readonly machine: { readonly processor: string; readonly cores: number; readonly gigabytes: number; readonly system: string };
  /** One-minute load average before the first measurement. */
  readonly load: number;
  readonly versions: { readonly leitmotif: string; readonly bun: string; readonly pocketbase: string };
  /** The smaller catalog first. */
  readonly runs: readonly Run[];
}

/** The measurements of one catalog. */
export interface Run {
  readonly sizes: Sizes;
  readonly bytes: number;
  /** Number of copies of each record of the smaller catalog. */
  readonly copies?: number;
  readonly minutes: number;
  readonly measured: readonly Measured[];
}

export interface Measured extends Pick<Measurement, 'name' | 'title' | 'unit' | 'target'> {
  readonly result?: Result;
  /** Reason for a missing result. */
  readonly failure?: string;
}

const loadBefore = loadavg()[0] as number;

const file = join(import.meta.dir, '..', 'results', 'report.json');

export async function readResults(): Promise<Results> {
  if (!existsSync(file)) throw new BenchError(`${file} does not exist. Run npm run bench -- --report first.`);
  return (await Bun.file(file).json()) as Results;
}

export async function saveResults(runs: readonly Run[]): Promise<void> {
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

/** Rounds measured values to four significant digits. Sizes and counts are integers and stay exact. */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** Result of a measurement; `undefined` if it was not run or failed. */
export const resultOf = ({ measured }: Run, name: string): Result | undefined => measured.find((one) => one.name === name)?.result;

/** Titles of a measurement's parts, from the first run that has them. */
export const partsOf = (runs: readonly Run[], name: string): string[] =>
  runs.map((run) => resultOf(run, name)?.parts?.map(({ title }) => title)).find((titles) => titles !== undefined) ?? [];

export const partOf = (run: Run, name: string, title: string): Result | undefined =>
  resultOf(run, name)?.parts?.find((part) => part.title === title);
