/**
 * Benchmark of the executable: `npm run bench`, or `npm run bench -- one-artist start` for selected measurements.
 * `--data DIR` stores the generated catalog there for later runs, `--scale 0.1` generates a tenth of it, `--quick` shortens
 * the measurements, and `--executable FILE` measures another build. `--report` writes docs/performance.md, with
 * `--large DIR` for a second catalog too. `--rewrite` regenerates it from the results of the last report.
 *
 * Results are ratios to a minimal program that does the same work, measured side by side in one run, since absolute times
 * depend on the machine. A missed target is printed but does not fail the run.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareCatalog } from './catalog';
import { requireWrk } from './load';
import { type Bench, BenchError, type Measurement, type Pace } from './measurement';
import { measurements } from './measurements';
import { deadlineOf, measureRun, reportPace } from './performance/measure';
import { type Run, readResults, saveResults } from './performance/results';
import { writeReport } from './performance/write';
import { stopAll } from './processes';
import { type Sizes, sizesAt } from './records';
import { printResult, printTable, type Report } from './report';

interface Options {
  readonly chosen: readonly Measurement[];
  readonly data: string | undefined;
  readonly sizes: Sizes;
  readonly pace: Pace;
  readonly executable: string;
  readonly task: 'measure' | 'report' | 'rewrite';
  /** The second catalog of a report. */
  readonly large: { readonly data: string; readonly sizes: Sizes } | undefined;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.task === 'rewrite') return writeReport(await readResults());
  requireWrk();
  if (!existsSync(options.executable)) throw new BenchError(`${options.executable} does not exist. Run npm run build.`);
  console.log(machine());
  if (options.task === 'measure')
    return withBench(options, async (bench) => printTable('measurement', await measureAll(options.chosen, bench)));
  const catalogs = [options, ...(options.large ? [{ ...options, ...options.large }] : [])];
  const runs: Run[] = [];
  for (const [index, one] of catalogs.entries())
    await withBench(one, async (bench) => {
      runs.push(await measureRun(bench, one.sizes, index > 0, deadlineOf(index, catalogs.length), (run) => saveResults([...runs, run])));
    });
  await writeReport(await readResults());
  // Measurements that timed out may still be running.
  process.exit(0);
}

/** Prepares the catalog and a temporary directory for the work. Afterwards, or on a signal, stops servers and removes the directory. */
async function withBench({ data, sizes, pace, executable }: Options, work: (bench: Bench) => Promise<void>): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'leitmotif-bench-'));
  const clean = async () => {
    await stopAll();
    rmSync(temporary, { recursive: true, force: true });
  };
  const end = () => void clean().then(() => process.exit(130));
  for (const signal of signals) process.once(signal, end);
  try {
    const catalog = await prepareCatalog(data ?? join(temporary, 'data'), sizes);
    console.log(
      Object.entries(sizes)
        .map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`)
        .join(', '),
    );
    await work({ executable, cacheOption: cacheOptionOf(executable), catalog, temporary, pace });
  } finally {
    for (const signal of signals) process.off(signal, end);
    await clean();
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      scale: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
      executable: { type: 'string' },
      report: { type: 'boolean', default: false },
      rewrite: { type: 'boolean', default: false },
      large: { type: 'string' },
      'large-scale': { type: 'string', default: '10' },
    },
  });
  const unknown = positionals.find((name) => !measurements.some((measurement) => measurement.name === name));
  if (unknown !== undefined)
    throw new BenchError(`Unknown measurement "${unknown}". Available: ${measurements.map(({ name }) => name).join(', ')}.`);
  if (values.report && positionals.length > 0) throw new BenchError('--report runs all measurements, so it takes no names.');
  if (values.large !== undefined && !values.report) throw new BenchError('--large needs --report.');
  return {
    chosen: positionals.length ? measurements.filter(({ name }) => positionals.includes(name)) : measurements,
    data: values.data,
    sizes: sizesOf('--scale', values.scale),
    pace: values.quick ? quickPace : values.report ? reportPace : fullPace,
    executable: values.executable ?? join(import.meta.dir, '..', 'dist', process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif'),
    task: values.rewrite ? 'rewrite' : values.report ? 'report' : 'measure',
    large: values.large === undefined ? undefined : { data: values.large, sizes: sizesOf('--large-scale', values['large-scale']) },
  };
}

function sizesOf(option: string, value: string): Sizes {
  const scale = Number(value);
  if (!(scale >= 0.01 && scale <= 10)) throw new BenchError(`${option} must be a number from 0.01 to 10.`);
  return sizesAt(scale);
}

const fullPace: Pace = { rounds: 5, roundSeconds: 3, warmUpSeconds: 2, share: 1 };
const quickPace: Pace = { rounds: 3, roundSeconds: 1, warmUpSeconds: 1, share: 0.1 };

async function measureAll(chosen: readonly Measurement[], bench: Bench): Promise<Report[]> {
  const reports: Report[] = [];
  for (const measurement of chosen) {
    const report = { measurement, result: await measurement.measure(bench) };
    printResult(report);
    reports.push(report);
  }
  return reports;
}

/** The option for the size of the response cache, found in the help text; `undefined` for builds without a cache. */
const cacheOptionOf = (executable: string): string | undefined =>
  /--response-cache[\w-]*/.exec(Bun.spawnSync([executable, 'serve', '--help']).stdout.toString())?.[0];

const machine = (): string =>
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${process.platform} ${process.arch}, Bun ${Bun.version}`;

try {
  await main();
} catch (error) {
  const isExpected = error instanceof BenchError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isExpected ? `bench: ${(error as Error).message}` : error);
  process.exit(1);
}
