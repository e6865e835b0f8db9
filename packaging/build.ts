/** Builds the executable: `bun packaging/build.ts` for this machine, `--all` also for every released platform. */
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { flags } from './flags';
import { revision } from './revision';
import { targets } from './targets';

/** Entry points of the program and of its workers, which are looked up by their path below `src`. */
const entries = [
  'src/main.ts',
  'src/store/workers/checkpoint-worker.ts',
  'src/store/workers/reading-worker.ts',
  'src/app/writing-worker.ts',
  'src/backups/backup-worker.ts',
  'src/export/export-worker.ts',
  'src/search/search-worker.ts',
  'src/website/ui/sleeves/picture-worker.ts',
];

const source = revision();

/** The date is that of the commit, not of the build, so that two builds of one commit are equal. */
const sourceRevision = source ? `${source.commit} of ${new Date(source.seconds * 1000).toISOString().slice(0, 10)}` : '';

const folder = new URL('../dist/', import.meta.url).pathname;

/** Temporary output folder, which also takes the source maps that the compiler writes in addition to the embedded ones. */
const temporary = `${folder}.tmp/`;

async function build(file: string, more: readonly string[]): Promise<void> {
  const started = performance.now();
  const compiler = Bun.spawn(
    [
      process.execPath,
      'build',
      ...flags,
      `--define=SOURCE_REVISION=${JSON.stringify(sourceRevision)}`,
      ...more,
      ...entries,
      '--outfile',
      temporary + file,
    ],
    {
      cwd: new URL('..', import.meta.url).pathname,
      // Read at bundling: without it, libraries would include their development code.
      env: { ...process.env, NODE_ENV: 'production' },
      stdout: 'pipe',
      stderr: 'pipe',
    },
  );
  const [exitCode, output, errors] = await Promise.all([
    compiler.exited,
    new Response(compiler.stdout).text(),
    new Response(compiler.stderr).text(),
  ]);
  if (exitCode !== 0) {
    process.stderr.write(output + errors);
    process.exit(exitCode);
  }
  renameSync(temporary + file, folder + file);
  const megabytes = (statSync(folder + file).size / 1_000_000).toFixed(1);
  console.log(`dist/${file}  ${megabytes} MB  ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

// The rest of `dist` is preserved: building `dist/release` takes minutes.
rmSync(temporary, { recursive: true, force: true });
mkdirSync(temporary, { recursive: true });
await build(process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif', []);
if (process.argv.includes('--all')) for (const { target, file } of targets) await build(file, [`--target=${target}`]);
rmSync(temporary, { recursive: true });
