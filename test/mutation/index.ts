/**
 * Changes the security-relevant code in many small ways and counts how often its tests notice: `npm run mutation`, with
 * `-- --only PATH` for one file or folder, `--sample N` for some mutants of each and `--seed N` for the same ones again.
 * It works on a copy of the repository. Survivors that cannot be noticed are in accepted.json, with the reason.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { parseArgs } from 'node:util';
import survivorsWithReason from './accepted.json';
import { type Mutant, mutantsOf, withMutant } from './mutants';

const testsOfProvenance: readonly string[] = [
  'test/records',
  'test/import/musicbrainz-reimports',
  'test/import/three-sources',
  'test/import/wikidata-enrich',
  'test/import/first-load',
  'test/editing/concurrent',
  'test/editing/merging',
  'test/editing/records',
  'test/editing/revisions',
  'test/editing/undone-merges',
];

const testsOfAccounts: readonly string[] = [
  'test/accounts',
  'test/http/sign-ins',
  'test/http/rate-limit',
  'test/http/answers',
  'test/http/response-cache',
  'test/website/accounts',
  'test/website/registration',
  'test/website/administration',
  'test/website/private-feeds',
  'test/operations/metrics',
  'test/notifications/mail',
];

/** Tests of each folder, the nearest first, which run on their own. The first path that fits decides. */
const testsOf: readonly (readonly [path: string, tests: readonly string[]])[] = [
  ['src/accounts/imports', ['test/accounts/imports', 'test/import/requested-imports', 'test/accounts', 'test/website/administration']],
  ['src/accounts/access', [...testsOfAccounts, 'test/online/online', 'test/collection/provisional']],
  ['src/accounts', testsOfAccounts],
  ['src/http/listen', ['test/http/listen']],
  [
    'src/http',
    [
      'test/http',
      'test/accounts',
      'test/api/bad-input',
      'test/editing/accepted-forms',
      'test/operations',
      'test/app/held-requests',
      'test/backups/one-backup',
    ],
  ],
  [
    'src/website/http',
    [
      'test/website/accounts',
      'test/website/assets',
      'test/website/stores',
      'test/website/form-upload',
      'test/website/editing/records',
      'test/website/feeds',
      'test/website/private-feeds',
      'test/website/import',
      'test/website/backups',
      'test/website/scan',
      'test/website/settings',
      'test/website/administration-imports',
      'test/website/problem-page',
      'test/website/bulk-edits',
      'test/website/aborted-requests',
      'test/http/forms',
      'test/http/base-path',
      'test/http/hostile',
      'test/http/sign-ins',
    ],
  ],
  ['src/records/provenance', testsOfProvenance],
  ['src/records/write/precedence', testsOfProvenance],
  ['src/matching/titles', ['test/import/titles', 'test/import/film-titles']],
  ['src/matching/decide', ['test/matching/decide', 'test/editing/duplicates']],
  ['src/matching/duplicate', ['test/matching/duplicates', 'test/editing/duplicates', 'test/website/duplicates']],
  ['src/matching/typed-records', ['test/matching/typed-records', 'test/editing/named-records', 'test/collection/look-ups']],
  ['src/matching/productions', ['test/matching/productions', 'test/import/reconcile']],
  [
    'src/matching/counterparts',
    [
      'test/import/reconcile',
      'test/import/artist-identity',
      'test/editing/provisional',
      'test/editing/undone-provisional',
      'test/collection/provisional',
    ],
  ],
  ['src/matching/described-releases', ['test/matching/described-releases', 'test/collection']],
  ['src/matching', ['test/matching', 'test/editing/duplicates', 'test/import/reconcile']],
  ['src/covers', ['test/covers']],
  ['src/store/files/file-lock', ['test/database/file-lock', 'test/import/run']],
];

/** Below this share, tests would let too much pass. */
const leastShare = 0.9;

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

const allTests: readonly string[] = ['test'];
const testsFor = (file: string): readonly string[] => testsOf.find(([path]) => file.startsWith(path))?.[1] ?? allTests;
/** Tests named like a file: they run first, since most mutants do not pass them. */
const namesakesOf = (file: string): string[] => [...new Bun.Glob(`test/**/${parse(file).name}.test.ts`).scanSync(root)];
/** Read once: the repository may be edited meanwhile. */
const sources = new Map<string, string>();
const sourceOf = (file: string): string => {
  const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
  sources.set(file, source);
  return source;
};
/** Survivors that no test can notice, or need not. */
const accepted: readonly (Omit<Mutant, 'line'> & { readonly reason: string })[] = survivorsWithReason;
const isAccepted = ({ file, before, after }: Mutant): boolean =>
  accepted.some((one) => one.file === file && one.before === before && one.after === after);

/** The order depends on the seed alone. */
const rank = (mutant: Mutant): number => Number(Bun.hash(`${seed} ${JSON.stringify(mutant)}`) % 1_000_003n);

function chosenMutants(): Mutant[] {
  const files = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].filter((file) => only.some((path) => file.startsWith(path)));
  const all = files.toSorted().flatMap((file) => mutantsOf(file, sourceOf(file)));
  const open = all.filter((mutant) => !isAccepted(mutant)).toSorted((a, b) => rank(a) - rank(b));
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

async function passes(copy: string, tests: readonly string[], milliseconds: number): Promise<boolean> {
  const child = Bun.spawn([process.execPath, 'test', '--bail', '--timeout=60000', ...tests], {
    cwd: copy,
    // Mutants and their original see the same random values.
    env: { ...process.env, PROPERTY_SEED: '1' },
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: Math.ceil(milliseconds),
    killSignal: 'SIGKILL',
  });
  return (await child.exited) === 0;
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

const mutants = chosenMutants();
const copies = Array.from({ length: Math.min(availableParallelism(), mutants.length) }, createCopy);
process.on('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
console.log(`${mutants.length} mutants, seed ${seed}.`);
/** Longest test runs by their tests; a mutant that takes several times as long is noticed. */
const limits = new Map<readonly string[], number>();
await inCopies([...new Set(mutants.map(({ file }) => testsFor(file)))], async (tests, copy) => {
  const started = performance.now();
  if (!(await passes(copy, tests, 600_000))) throw new Error(`The tests fail without a mutant: ${tests.join(' ')}`);
  limits.set(tests, (performance.now() - started) * 4 + 20_000);
});
const survivors: Mutant[] = [];
await inCopies(mutants, async (mutant, copy) => {
  const [path, tests] = [join(copy, mutant.file), testsFor(mutant.file)];
  writeFileSync(path, withMutant(sourceOf(mutant.file), mutant));
  const limit = limits.get(tests) ?? 0;
  const rounds = [namesakesOf(mutant.file), tests.slice(0, 1), tests.slice(1)];
  let isNoticed = false;
  for (const round of rounds) isNoticed ||= round.length > 0 && !(await passes(copy, round, limit));
  if (!isNoticed) {
    survivors.push(mutant);
    console.log(`${mutant.file}:${mutant.line}\n  - ${mutant.before}\n  + ${mutant.after}`);
  }
  writeFileSync(path, sourceOf(mutant.file));
});
const share = mutants.length === 0 ? 0 : 1 - survivors.length / mutants.length;
console.log(`${mutants.length - survivors.length} of ${mutants.length} mutants were noticed (${Math.floor(share * 100)} %), seed ${seed}.`);
process.exit(share >= leastShare ? 0 : 1);
