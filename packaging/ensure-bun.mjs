// Runs Bun's install script if npm skipped it (ignore-scripts), so that the bun executable exists. Runs in Node.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const bun = createRequire(import.meta.url).resolve('bun/bin/bun.exe');
if (spawnSync(bun, ['--version'], { stdio: 'ignore' }).status !== 0) await import('bun/install.js');
