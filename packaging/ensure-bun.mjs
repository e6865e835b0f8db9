// npm may hold back the script by which the package of Bun puts its program in place. Run by Node before anything else.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const bun = createRequire(import.meta.url).resolve('bun/bin/bun.exe');
if (spawnSync(bun, ['--version'], { stdio: 'ignore' }).status !== 0) await import('bun/install.js');
