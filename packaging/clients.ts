/**
 * Generates clients from the executable's OpenAPI document and compiles them: `npm run clients`.
 *
 * Each generator is installed in its own temporary directory, because they need different versions of TypeScript and other
 * packages.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run';

interface Generator {
  readonly name: string;
  readonly version: string;
  /** Program of the package, with arguments. */
  readonly command: readonly [program: string, ...arguments_: string[]];
}

const orval: Generator['command'] = ['orval', '--input', 'openapi.json', '--output', 'client/index.ts', '--client', 'fetch'];

// Also the previous major version of orval, which resolves references differently.
const generators: readonly Generator[] = [
  { name: 'openapi-typescript', version: '7.13.0', command: ['openapi-typescript', 'openapi.json', '--output', 'client/index.ts'] },
  { name: '@hey-api/openapi-ts', version: '0.98.0', command: ['openapi-ts', '--input', 'openapi.json', '--output', 'client'] },
  { name: 'orval', version: '8.33.0', command: orval },
  { name: 'orval', version: '7.21.0', command: orval },
];

/** The newest version that all generators support. */
const typescript = 'typescript@5.9.3';

const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

const leitmotif = new URL(`../dist/leitmotif${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url).pathname;

async function compileClient({ name, version, command: [program, ...args] }: Generator, document: string, folder: string): Promise<void> {
  mkdirSync(folder);
  await Bun.write(join(folder, 'openapi.json'), document);
  await Bun.write(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['client'] }));
  await run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`, typescript], { cwd: folder });
  // With Bun, since some generators need a newer version of Node than this project does.
  for (const [file, ...more] of [[program, ...args] as const, ['tsc'] as const])
    await run([process.execPath, '--bun', join('node_modules', '.bin', file), ...more], { cwd: folder });
}

const temporary = mkdtempSync(join(tmpdir(), 'leitmotif-clients-'));
let allGood = true;
try {
  const document = await run([leitmotif, 'openapi'], { cwd: temporary });
  for (const [index, generator] of generators.entries()) {
    const started = performance.now();
    const error = await compileClient(generator, document, join(temporary, String(index))).catch((error: Error) => error);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${error ? 'FAIL' : 'ok  '} ${generator.name} ${generator.version} (${seconds} s)${error ? `\n${error.message}` : ''}`);
    allGood &&= !error;
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
process.exit(allGood ? 0 : 1);
