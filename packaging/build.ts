/** Builds the executable: `bun packaging/build.ts` for this machine, `--all` for every platform that is released. */
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { flags } from './flags';
import { targets } from './targets';

/** The program, and what it runs in threads of its own, which is found by its place below `src`. */
const entries = [
  'src/main.ts',
  'src/store/workers/checkpoint-worker.ts',
  'src/store/workers/reading-worker.ts',
  'src/backups/backup-worker.ts',
  'src/export/export-worker.ts',
  'src/search/search-worker.ts',
  'src/website/ui/sleeves/picture-worker.ts',
];

const folder = new URL('../dist/', import.meta.url).pathname;

/** The compiler embeds the source maps, and leaves copies of them beside what it makes. */
const workshop = `${folder}.making/`;

async function build(file: string, more: readonly string[]): Promise<void> {
  const started = performance.now();
  const compiler = Bun.spawn([process.execPath, 'build', ...flags, ...more, ...entries, '--outfile', workshop + file], {
    cwd: new URL('..', import.meta.url).pathname,
    // Read when the bundle is made: libraries keep their development branches otherwise.
    env: { ...process.env, NODE_ENV: 'production' },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [exitCode, output, errors] = await Promise.all([
    compiler.exited,
    new Response(compiler.stdout).text(),
    new Response(compiler.stderr).text(),
  ]);
  if (exitCode !== 0) {
    process.stderr.write(output + errors);
    process.exit(exitCode);
  }
  renameSync(workshop + file, folder + file);
  const megabytes = (statSync(folder + file).size / 1_000_000).toFixed(1);
  console.log(`dist/${file}  ${megabytes} MB  ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

// The rest of the folder stays: `dist/release` takes minutes to make.
rmSync(workshop, { recursive: true, force: true });
mkdirSync(workshop, { recursive: true });
await build(process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif', []);
if (process.argv.includes('--all')) for (const { target, file } of targets) await build(file, [`--target=${target}`]);
rmSync(workshop, { recursive: true });
