/**
 * Writes the OpenAPI document and its TypeScript types into the package: `npm run prepack`. The generator is installed in a temporary
 * directory, because it needs an earlier version of TypeScript.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run';

const root = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'leitmotif-types-'));
try {
  await Bun.write(join(root, 'openapi.json'), await run([process.execPath, 'src/main.ts', 'openapi'], { cwd: root }));
  await Bun.write(join(folder, 'package.json'), '{ "private": true }');
  await run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', 'openapi-typescript@7.13.0', 'typescript@5.9.3'], {
    cwd: folder,
  });
  const generate = [process.execPath, '--bun', join('node_modules', '.bin', 'openapi-typescript'), join(root, 'openapi.json')];
  await run([...generate, '--output', 'openapi.d.ts'], { cwd: folder });
  copyFileSync(join(folder, 'openapi.d.ts'), join(root, 'openapi.d.ts'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
