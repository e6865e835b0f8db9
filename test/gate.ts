/**
 * What a change has to pass, in named steps: `bun test/gate.ts` runs what takes under three minutes on two cores, `--all` every
 * step, and names of steps those alone. The last line counts the tests.
 */
import { chromiumPath } from './support/chromium';

const bun = process.execPath;

/** A test that hangs ends some time; one that waits for a busy machine does not fail for that. */
const patience = '--timeout=60000';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** The step before it in the list whose work this one needs. */
  readonly after?: string;
  /** When it runs unnamed: always (the default), only with `--all`, or only without, being part of a longer step with it. */
  readonly runs?: 'with --all' | 'without --all';
}

/**
 * One more than there are cores on the machines that run this: steps that wait for a browser, or for what a server does every
 * other second, leave their core to it.
 */
const stepsAtOnce = 3;

/** What is tried in this process beside itself: each step has a core of its own, and a heap that is soon looked through. */
const ofRecords = ['import', 'editing', 'records', 'database'];

/** Whole catalogs that are damaged, exported and counted, and compilers: half of the time of what is tried in this process. */
const ofMinutes = [
  ...['doctor', 'collection/import-quota', 'collection/files', 'collection/statistics', 'import/first-load', 'import/requested-imports'],
  ...['deep-pages', 'endpoints', 'export', 'facet-cache', 'openapi', 'search-queries', 'test-server', 'walks'],
];

/** What is tried of the executable beside itself: imports, exports and mirrors of whole catalogs. */
const ofCatalogs = ['import', 'export', 'mirror'];

/** Every page in a browser, which takes as long as all else that is tried in one. */
const everyPage = 'browser-every-page';

/** A day with the executable, and one in a browser. */
const journeys = ['collectors-day', 'browser-shop'];

const ignoring = (...patterns: readonly string[]): string[] => patterns.map((pattern) => `--path-ignore-patterns=${pattern}`);

// The longest steps first, so that the cores are busy to the end: what a browser does takes one after the other, so that it
// begins as soon as there is an executable. Biome and knip are run by pinned version instead of from package.json: their
// packages for other platforms are not in every mirror of the registry, and a lock file without them fails elsewhere.
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
  // Each further checker of the compiler looks at the same types again: with one, it takes as long, and half the work.
  { name: 'types', command: [bun, 'x', '--bun', 'tsc', '-p', '.', '--checkers', '1'] },
  { name: 'lint and format', command: [bun, 'x', '@biomejs/biome@2.6.8', 'check', '--error-on-warnings', '.'] },
  { name: 'unused code', command: [bun, 'x', '--bun', 'knip@6.44.2'] },
  { name: 'architecture', command: [bun, 'test', './test/architecture.test.ts'] },
];

/** What a step took, in seconds; of processors, what it and the programs took that it waited for, which Chromium is not one of. */
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

/** Runs a step, and prints what came of it in one piece once it has ended. */
async function run({ name, command }: Step, count: Count): Promise<boolean> {
  const started = performance.now();
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe', env: { ...process.env, FORCE_COLOR: '0' } });
  const [exitCode, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const said = output + errors;
  const [passed, failed] = [countOf(said, 'pass'), countOf(said, 'fail')];
  count.passed += passed;
  // A step that counts no tests fails as one.
  count.failed += exitCode !== 0 && failed === 0 ? 1 : failed;
  const wallSeconds = (performance.now() - started) / 1000;
  costs.push({ name, wallSeconds, cpuSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6 });
  const tests = command.includes('test') ? `, ${passed} passed, ${failed} failed` : '';
  console.log(`${exitCode === 0 ? 'ok  ' : 'FAIL'} ${name} (${wallSeconds.toFixed(1)} s${tests})`);
  // What failed comes first: a log that is cut short has it then.
  if (exitCode !== 0) console.log([...failures(said), '', said].join('\n'));
  else for (const [measured] of said.matchAll(/^Measured: .*$/gm)) console.log(`     ${measured}`);
  return exitCode === 0;
}

/** The tests that failed, each after what it threw, which Bun prints between the lines of the test before and its own. */
function failures(said: string): string[] {
  const lines = said.split('\n');
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

/** Bun's test runner closes with lines such as " 12 pass". */
const countOf = (said: string, word: string): number => Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(said)?.[1] ?? 0);

/** The browser of the browser step. On a machine of Debian's kind it is installed where it is missing. */
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
const results = new Map<string, Promise<boolean>>();
async function runWaiting(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    if (step.after) await results.get(step.after);
    const result = run(step, count);
    results.set(step.name, result);
    await result;
  }
}
await Promise.all(Array.from({ length: stepsAtOnce }, runWaiting));
const allGood = (await Promise.all(results.values())).every(Boolean);
console.log(table());
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exit(allGood ? 0 : 1);
