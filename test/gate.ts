/**
 * Checks of a change in named steps: `bun test/gate.ts` runs those that take under three minutes on two cores, `--all` runs all,
 * and step names run only these. A file with a failed test runs once more, alone, after the other steps: if it passes then, the test
 * depends on the speed of the machine, and the output names it. The last line counts the tests.
 */
import { chromiumPath } from './support/chromium';

const bun = process.execPath;

/** Ends tests that hang, but not tests on a busy machine. */
const patience = '--timeout=60000';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** An earlier step that must have ended. */
  readonly after?: string;
  /** When it runs unnamed: always by default; without `--all` if a longer step includes it otherwise. */
  readonly runs?: 'with --all' | 'without --all';
}

/**
 * One more than the cores of the machines that run this, since steps also wait for browsers and servers.
 */
const stepsAtOnce = 3;

/** A step of its own, since garbage collection slows down with the heap of a process. */
const ofRecords = ['import', 'editing', 'records', 'database'];

/** Tests with whole catalogs and compilers: half of the time of all tests without the executable. */
const ofMinutes = [
  ...['doctor', 'collection/import-quota', 'collection/files', 'collection/statistics', 'import/first-load', 'import/requested-imports'],
  ...[
    'api/deep-pages',
    'api/endpoints',
    'api/facet-cache',
    'api/openapi',
    'api/test-server',
    'export/export',
    'search/search-queries',
    'walks',
  ],
];

/** Tests of the executable with whole catalogs: imports, exports and mirrors. */
const ofCatalogs = ['import', 'export', 'mirror'];

/** Every page in a browser, which takes as long as all other browser tests. */
const everyPage = 'browser-every-page';

/** A collection on the command line, and a day in a shop in a browser. */
const journeys = ['collection-cli', 'browser-shop'];

const ignoring = (...patterns: readonly string[]): string[] => patterns.map((pattern) => `--path-ignore-patterns=${pattern}`);

// The longest steps come first, so that the cores are busy to the end. Biome and knip have pinned versions in scripts instead of in
// the dependencies: some mirrors of the registry lack their packages for other platforms, and a lock file without these fails elsewhere.
const steps: readonly Step[] = [
  { name: 'build', command: [bun, 'packaging/build.ts'] },
  {
    name: 'tests',
    command: [
      bun,
      'test',
      patience,
      ...ignoring('**/built/**', '**/architecture.test.ts', ...['website', ...ofRecords].map((name) => `test/${name}/**`)),
      ...ignoring(...ofMinutes.map((name) => `test/${name}*`), 'test/doctor/**'),
    ],
  },
  { name: 'long tests', command: [bun, 'test', patience, ...ofMinutes.map((name) => `test/${name}`)], runs: 'with --all' },
  {
    name: 'executable',
    command: [bun, 'test', patience, './test/built', ...ignoring(...['browser', ...ofCatalogs].map((name) => `**/built/${name}*`))],
    after: 'build',
    runs: 'with --all',
  },
  {
    name: 'browser',
    command: [bun, 'test', patience, 'test/built/browser', ...ignoring(`**/built/${everyPage}*`)],
    after: 'build',
    runs: 'with --all',
  },
  {
    name: 'records',
    command: [
      bun,
      'test',
      patience,
      ...ofRecords.map((name) => `./test/${name}`),
      ...ignoring(...ofMinutes.map((name) => `test/${name}*`)),
    ],
  },
  { name: 'every page', command: [bun, 'test', patience, `test/built/${everyPage}`], after: 'build', runs: 'with --all' },
  { name: 'pages', command: [bun, 'test', patience, './test/website'] },
  {
    name: 'imports and exports',
    command: [bun, 'test', patience, ...ofCatalogs.map((name) => `test/built/${name}`)],
    after: 'build',
    runs: 'with --all',
  },
  {
    name: 'journeys',
    command: [bun, 'test', patience, ...journeys.map((name) => `test/built/${name}`)],
    after: 'build',
    runs: 'without --all',
  },
  // Further checkers repeat work: one takes as long, with half the CPU time.
  { name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
  { name: 'lint and format', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'unused code', command: [bun, 'x', '--bun', 'knip@6.44.2'] },
  { name: 'architecture', command: [bun, 'test', './test/architecture.test.ts'] },
];

/** Duration and CPU time of a step in seconds; CPU time includes awaited child processes, but not Chromium. */
interface Cost {
  readonly name: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}
const costs: Cost[] = [];

interface Count {
  passed: number;
  failed: number;
}

/** Runs a step and prints its result when it has ended. @return files with a failed test; `undefined` if anything else failed */
async function run({ name, command }: Step, count: Count): Promise<readonly string[] | undefined> {
  const started = performance.now();
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe', env: { ...process.env, FORCE_COLOR: '0' } });
  const [exitCode, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const printed = output + errors;
  const [passed, failed] = [countOf(printed, 'pass'), countOf(printed, 'fail')];
  count.passed += passed;
  // A step that counts no tests fails as one.
  count.failed += exitCode !== 0 && failed === 0 ? 1 : failed;
  const wallSeconds = (performance.now() - started) / 1000;
  costs.push({ name, wallSeconds, cpuSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6 });
  const tests = command.includes('test') ? `, ${passed} passed, ${failed} failed` : '';
  console.log(`${exitCode === 0 ? 'ok  ' : 'FAIL'} ${name} (${wallSeconds.toFixed(1)} s${tests})`);
  // Failures come first, in case the log is cut.
  if (exitCode !== 0) console.log([...failures(printed), '', printed].join('\n'));
  else for (const [measured] of printed.matchAll(/^Measured: .*$/gm)) console.log(`     ${measured}`);
  const files = filesWithFailure(printed);
  return exitCode === 0 || (files.length > 0 && countOf(printed, 'error') === 0) ? files : undefined;
}

/** Bun prints the tests of a file below its path, and at the end all failed ones again. */
function filesWithFailure(printed: string): string[] {
  const [results = ''] = printed.split(/^\d+ tests? failed:$/m);
  return results
    .split(/^(?=test\/\S+:$)/m)
    .filter((part) => /^\(fail\)/m.test(part))
    .map((part) => part.slice(0, part.indexOf(':')));
}

/** Failed tests with their errors, which Bun prints before the line of the test. */
function failures(printed: string): string[] {
  const lines = printed.split('\n');
  return lines.flatMap((line, index) => {
    if (!line.startsWith('(fail)')) return [];
    const before = lines.slice(Math.max(0, index - 60), index);
    return before.slice(before.findLastIndex((other) => /^\((pass|fail)\)/.test(other)) + 1).concat(line);
  });
}

function table(): string {
  const lines = costs
    .toSorted((one, other) => other.wallSeconds - one.wallSeconds)
    .map(({ name, wallSeconds, cpuSeconds }) => [name, wallSeconds.toFixed(1), cpuSeconds.toFixed(1)] as const);
  return [['', 'seconds', 'of processors'] as const, ...lines]
    .map(([name, wall, cpu]) => `${name.padEnd(20)}${wall.padStart(8)}${cpu.padStart(15)}`)
    .join('\n');
}

/** Bun's test runner ends with lines such as " 12 pass". */
const countOf = (printed: string, word: string): number => Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(printed)?.[1] ?? 0);

/** Installs Chromium on Debian if it is missing. */
async function ensureChromium(): Promise<void> {
  try {
    chromiumPath();
  } catch {
    if (process.getuid?.() !== 0 || !Bun.which('apt-get')) return;
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']]) {
      await Bun.spawn(['apt-get', '-qq', ...args], {
        stdout: 'ignore',
        stderr: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).exited;
    }
  }
}

const isWhole = process.argv.includes('--all');
const asked = process.argv.slice(2).filter((argument) => argument !== '--all');
const count: Count = { passed: 0, failed: 0 };
const unasked = isWhole ? 'without --all' : 'with --all';
const waiting = steps.filter(({ name, runs }) => (asked.length === 0 ? runs !== unasked : asked.includes(name)));
if (waiting.some(({ name }) => ['browser', 'every page', 'journeys'].includes(name))) await ensureChromium();
const results = new Map<string, ReturnType<typeof run>>();
async function runWaiting(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    if (step.after) await results.get(step.after);
    const result = run(step, count);
    results.set(step.name, result);
    await result;
  }
}
await Promise.all(Array.from({ length: stepsAtOnce }, runWaiting));
const files = await Promise.all(results.values());
let allGood = files.every((failed) => failed?.length === 0);
const failedFiles = files.flatMap((failed) => failed ?? []);
if (!allGood && !files.includes(undefined)) {
  const again: Count = { passed: 0, failed: 0 };
  const failed = await run({ name: 'once more', command: [bun, 'test', patience, ...failedFiles.map((file) => `./${file}`)] }, again);
  allGood = failed?.length === 0;
  if (allGood) {
    console.log(`These tests depend on the speed of the machine, and passed alone: ${failedFiles.join(', ')}`);
    count.passed += count.failed;
    count.failed = 0;
  }
}
console.log(table());
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(allGood ? 0 : 1);
