/**
 * Measures the executable: `npm run bench`, or `npm run bench -- one-artist start` for some of the measurements.
 * `--data DIR` keeps the generated catalog there for the next run, `--scale 0.1` makes a tenth of it, `--quick` measures
 * for shorter, and `--executable FILE` measures another build.
 *
 * The figures are ratios to the least program that does the same work, taken side by side in one run: absolute times
 * belong to a machine and a moment. A missed target is printed and fails nothing.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareCatalog } from './catalog';
import { requireWrk } from './load';
import { type Bench, BenchError, type Measurement, type Pace } from './measurement';
import { measurements } from './measurements';
import { stopAll } from './processes';
import { type Sizes, sizesAt } from './records';
import { printLine, printTable, type Report } from './report';

interface Options {
  readonly chosen: readonly Measurement[];
  readonly data: string | undefined;
  readonly sizes: Sizes;
  readonly pace: Pace;
  readonly executable: string;
}

async function main(): Promise<void> {
  const { chosen, data, sizes, pace, executable } = readOptions();
  requireWrk();
  if (!existsSync(executable)) throw new BenchError(`${executable} is not there. Make it with npm run build.`);
  const temporary = mkdtempSync(join(tmpdir(), 'leitmotif-bench-'));
  const clean = async () => {
    await stopAll();
    rmSync(temporary, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void clean().then(() => process.exit(130)));
  try {
    console.log(machine());
    const catalog = await prepareCatalog(data ?? join(temporary, 'data'), sizes);
    const subject = Object.entries(sizes).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`);
    console.log(subject.join(', '));
    printTable('measurement', await measureAll(chosen, { executable, cacheOption: cacheOptionOf(executable), catalog, temporary, pace }));
  } finally {
    await clean();
  }
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      scale: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
      executable: { type: 'string' },
    },
  });
  const scale = Number(values.scale);
  if (!(scale >= 0.01 && scale <= 10)) throw new BenchError('--scale must be a number from 0.01 to 10.');
  const unknown = positionals.find((name) => !measurements.some((measurement) => measurement.name === name));
  if (unknown !== undefined)
    throw new BenchError(`There is no measurement "${unknown}". There are ${measurements.map(({ name }) => name).join(', ')}.`);
  return {
    chosen: positionals.length ? measurements.filter(({ name }) => positionals.includes(name)) : measurements,
    data: values.data,
    sizes: sizesAt(scale),
    pace: values.quick ? quickPace : fullPace,
    executable: values.executable ?? join(import.meta.dir, '..', 'dist', process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif'),
  };
}

const fullPace: Pace = { rounds: 5, roundSeconds: 3, warmUpSeconds: 2, share: 1 };
const quickPace: Pace = { rounds: 3, roundSeconds: 1, warmUpSeconds: 1, share: 0.1 };

async function measureAll(chosen: readonly Measurement[], bench: Bench): Promise<Report[]> {
  const reports: Report[] = [];
  for (const measurement of chosen) {
    const report = { measurement, result: await measurement.measure(bench) };
    printLine(report);
    reports.push(report);
  }
  return reports;
}

/** Builds that keep answers in memory say in their help what sets how much. */
const cacheOptionOf = (executable: string): string | undefined =>
  /--[\w-]*cache[\w-]*/.exec(Bun.spawnSync([executable, 'serve', '--help']).stdout.toString())?.[0];

const machine = (): string =>
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${process.platform} ${process.arch}, Bun ${Bun.version}`;

try {
  await main();
} catch (error) {
  const isExpected = error instanceof BenchError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isExpected ? `bench: ${(error as Error).message}` : error);
  process.exit(1);
}
