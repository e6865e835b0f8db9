/**
 * Measures the executable: `npm run bench`, or `npm run bench -- one-artist start` for some of the measurements.
 * `--data DIR` keeps the generated catalog there for the next run, `--artists N` makes another size, and
 * `--executable FILE` measures another build.
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
import { type Bench, BenchError, type Measurement } from './measurement';
import { measurements } from './measurements';
import { stopAll } from './processes';
import { printLine, printTable, type Report } from './report';

interface Options {
  readonly chosen: readonly Measurement[];
  readonly data: string | undefined;
  readonly artists: number;
  readonly executable: string;
}

async function main(): Promise<void> {
  const { chosen, data, artists, executable } = readOptions();
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
    const catalog = await prepareCatalog(data ?? join(temporary, 'data'), artists);
    printTable(`${artists} artists`, await measureAll(chosen, { executable, catalog, temporary }));
  } finally {
    await clean();
  }
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' }, artists: { type: 'string', default: '100000' }, executable: { type: 'string' } },
  });
  const artists = Number(values.artists);
  if (!Number.isInteger(artists) || artists < 1_000) throw new BenchError('--artists must be a whole number from 1000.');
  const unknown = positionals.find((name) => !measurements.some((measurement) => measurement.name === name));
  if (unknown !== undefined)
    throw new BenchError(`There is no measurement "${unknown}". There are ${measurements.map(({ name }) => name).join(', ')}.`);
  return {
    chosen: positionals.length ? measurements.filter(({ name }) => positionals.includes(name)) : measurements,
    data: values.data,
    artists,
    executable: values.executable ?? join(import.meta.dir, '..', 'dist', process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif'),
  };
}

async function measureAll(chosen: readonly Measurement[], bench: Bench): Promise<Report[]> {
  const reports: Report[] = [];
  for (const measurement of chosen) {
    const report = { measurement, result: await measurement.measure(bench) };
    printLine(report);
    reports.push(report);
  }
  return reports;
}

const machine = (): string =>
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${process.platform} ${process.arch}, Bun ${Bun.version}`;

try {
  await main();
} catch (error) {
  const isExpected = error instanceof BenchError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isExpected ? `bench: ${(error as Error).message}` : error);
  process.exit(1);
}
