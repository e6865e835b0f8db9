/**
 * Changes the security-relevant code in many small ways and counts how often its tests notice: `npm run mutation`, with
 * `-- --only PATH` for one file or folder, `--sample N` for some mutants of each and `--seed N` for the same ones again.
 * It works on a copy of the repository, in which each test file runs alone first, to measure the lines that it covers; the system's
 * temporary folder caches them. Survivors that cannot be noticed are in accepted.json, with the reason.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { parseArgs } from 'node:util';
import survivorsWithReason from './accepted.json';
import { type Mutant, mutantsOf, withMutant } from './mutants';

/** Below this share, tests would let too much pass. */
const leastShare = 0.9;

/** Test files that a mutant runs at most, the nearest ones: hundreds run what runs while a module is loaded, or for every request. */
const mostTests = 40;

const root = join(import.meta.dir, '../..');
const { only, sample, seed } = parseArgs({
  options: {
    only: {
      type: 'string',
      multiple: true,
      default: ['src/accounts', 'src/http', 'src/website/http', 'src/records/provenance', 'src/records/write/precedence', 'src/matching'],
    },
    sample: { type: 'string', default: 'all' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
}).values;

/** Read once: the repository may be edited meanwhile. */
const sources = new Map<string, string>();
const sourceOf = (file: string): string => {
  const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
  sources.set(file, source);
  return source;
};
/** Survivors that no test can notice, or need not. */
const accepted: readonly (Omit<Mutant, 'line'> & { readonly reason: string })[] = survivorsWithReason;
const isOneOf = ({ file, before, after }: Omit<Mutant, 'line'>, of: readonly Omit<Mutant, 'line'>[]): boolean =>
  of.some((one) => one.file === file && one.before === before && one.after === after);

/** The order depends on the seed alone. */
const rank = (mutant: Mutant): number => Number(Bun.hash(`${seed} ${JSON.stringify(mutant)}`) % 1_000_003n);

function chosenMutants(): Mutant[] {
  const files = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].filter((file) => only.some((path) => file.startsWith(path)));
  const all = files.toSorted().flatMap((file) => mutantsOf(file, sourceOf(file)));
  for (const one of accepted)
    if (files.includes(one.file) && !isOneOf(one, all)) console.log(`No mutant any more: ${one.file}, ${one.before}`);
  const open = all.filter((mutant) => !isOneOf(mutant, accepted)).toSorted((a, b) => rank(a) - rank(b));
  return sample === 'all' ? open : open.slice(0, Number(sample));
}

/** A copy of the repository, in which one test run works at a time. */
function createCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'leitmotif-mutation-'));
  for (const name of ['src', 'test', 'db', 'seed', 'docs', 'packaging', 'package.json', 'bunfig.toml', 'tsconfig.json', 'CHANGELOG.md'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

let timeouts = 0;

async function passes(copy: string, tests: readonly string[], milliseconds: number): Promise<boolean> {
  const child = Bun.spawn([process.execPath, 'test', '--bail', '--timeout=60000', ...tests], {
    cwd: copy,
    // Mutants and their original see the same random values.
    env: { ...process.env, PROPERTY_SEED: '1' },
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: Math.ceil(milliseconds),
    killSignal: 'SIGKILL',
  });
  const isPassed = (await child.exited) === 0;
  if (child.signalCode === 'SIGKILL') timeouts++;
  return isPassed;
}

/** Works through a list, in each copy one item at a time. */
async function inCopies<T>(items: readonly T[], work: (item: T, copy: string) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item, copy);
    }),
  );
}

/** A test file, run alone. */
interface TestFile {
  readonly path: string;
  readonly milliseconds: number;
  /** A character for each line of a file of `src`: 1 if it runs, 0 if not, a space if it has no code or continues a statement. */
  readonly lines: Readonly<Record<string, string>>;
}

function linesIn(lcov: string): Record<string, string> {
  const records = lcov.split('end_of_record\n').map((record): [string, string] => {
    const marks: string[] = [];
    for (const [, line, count] of record.matchAll(/^DA:(\d+),(\d+)/gm)) marks[Number(line)] = count === '0' ? '0' : '1';
    return [/^SF:(.*)/m.exec(record)?.[1] ?? '', Array.from(marks, (mark) => mark ?? ' ').join('')];
  });
  return Object.fromEntries(records.filter(([file]) => file.startsWith('src/')));
}

/** Each test file's lines depend on itself and on all that is not a test file. */
const digestOfShared = [...new Bun.Glob('{src,test,db}/**').scanSync(root)]
  .filter((file) => !/\.test\.|^test\/mutation/.test(file))
  .toSorted()
  .reduce((digest, file) => Bun.hash(readFileSync(join(root, file)), digest), 0n);

/** @returns undefined if it fails without a mutant */
async function measured(path: string, copy: string): Promise<TestFile | undefined> {
  const cached = join(tmpdir(), 'leitmotif-coverage', `${Bun.hash(path + sourceOf(path), digestOfShared)}.json`);
  if (!existsSync(cached)) {
    const [started, folder] = [performance.now(), join(copy, 'coverage')];
    const options = ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${folder}`];
    if (!(await passes(copy, [path, ...options], 600_000))) return undefined;
    const milliseconds = performance.now() - started;
    const lines = linesIn(readFileSync(join(folder, 'lcov.info'), 'utf8'));
    await Bun.write(cached, JSON.stringify({ path, milliseconds, lines } satisfies TestFile));
  }
  return JSON.parse(readFileSync(cached, 'utf8'));
}

/** Whether a test file runs a line. Lines inside of a statement, as those of SQL, count as the one that it begins in. */
const runs = ({ lines }: TestFile, file: string, line: number): boolean =>
  (lines[file] ?? '')
    .slice(0, line + 1)
    .trimEnd()
    .endsWith('1');

const linesRun = ({ lines }: TestFile, file: string): number => (lines[file] ?? '').replace(/[^1]/g, '').length;

/** Test files that run a line: those named as its file, those of its folder, then those that run much of it in little time. */
function nearestTests({ file, line }: Mutant): TestFile[] {
  const [name, folder] = [parse(file).name, file.split('/')[1]];
  const loading = tests.filter(({ lines }) => file in lines);
  // Each runs what runs while the file is loaded.
  const least = Math.min(...loading.map((test) => linesRun(test, file)));
  const nearness = (test: TestFile): number =>
    (linesRun(test, file) - least) ** 2 / test.milliseconds +
    (parse(test.path).name === `${name}.test` ? 2e6 : test.path.startsWith(`test/${folder}/`) ? 1e6 : 0);
  return loading
    .filter((test) => runs(test, file, line))
    .map((test) => ({ test, nearness: nearness(test) }))
    .toSorted((a, b) => b.nearness - a.nearness)
    .slice(0, mostTests)
    .map(({ test }) => test);
}

const mutants = chosenMutants();
const copies = Array.from({ length: Math.min(availableParallelism(), mutants.length) }, createCopy);
process.on('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
console.log(`${mutants.length} mutants, seed ${seed}.`);
const tests: TestFile[] = [];
// Tests of the executable run none of the copy's code, and those of the architecture only read it.
const paths = [...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync(root)].filter((path) => !/^test\/(?:built|architecture)/.test(path));
await inCopies(paths.toSorted(), async (path, copy) => {
  const test = await measured(path, copy);
  if (test) tests.push(test);
  else console.log(`${path} fails without a mutant and is left out.`);
});
const survivors: Mutant[] = [];
await inCopies(mutants, async (mutant, copy) => {
  const [path, nearest] = [join(copy, mutant.file), nearestTests(mutant)];
  writeFileSync(path, withMutant(sourceOf(mutant.file), mutant));
  let isNoticed = false;
  for (const batch of [nearest.slice(0, 1), nearest.slice(1, 6), nearest.slice(6)]) {
    // A mutant that takes many times as long is noticed; a busy machine takes several times as long.
    const limit = batch.reduce((sum, { milliseconds }) => sum + milliseconds * 10, 60_000);
    const paths = batch.map((test) => test.path);
    isNoticed ||= paths.length > 0 && !(await passes(copy, paths, limit));
  }
  if (!isNoticed) {
    survivors.push(mutant);
    const reason = nearest.length === 0 ? ' (no test runs it)' : '';
    console.log(`${mutant.file}:${mutant.line}${reason}\n  - ${mutant.before}\n  + ${mutant.after}`);
  }
  writeFileSync(path, sourceOf(mutant.file));
});
const share = mutants.length === 0 ? 0 : 1 - survivors.length / mutants.length;
const noticed = `${mutants.length - survivors.length} of ${mutants.length} mutants were noticed (${Math.floor(share * 100)} %)`;
console.log(`${noticed}, ${timeouts} of them by their time, seed ${seed}.`);
process.exit(share >= leastShare ? 0 : 1);
