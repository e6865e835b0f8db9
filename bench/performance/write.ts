import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chartsOf } from './charts';
import { pageOf } from './page';
import { readmeWith } from './readme';
import type { Results } from './results';

const root = join(import.meta.dir, '..', '..');

/** What the report consists of, by the names of the files below the root of the project. */
export async function filesOf(results: Results): Promise<ReadonlyMap<string, string>> {
  const charts = Object.entries(chartsOf(results)).map(([name, drawing]) => [`docs/performance/${name}.svg`, drawing] as const);
  const readme = readmeWith(await Bun.file(join(root, 'README.md')).text(), results);
  return new Map([['docs/performance.md', pageOf(results)], ...charts, ['README.md', readme]]);
}

/** Writes the chapter, its drawings and the part of the README. */
export async function writeReport(results: Results): Promise<void> {
  mkdirSync(join(root, 'docs', 'performance'), { recursive: true });
  for (const [name, text] of await filesOf(results)) {
    await Bun.write(join(root, name), text);
    console.log(`Wrote ${name}.`);
  }
}
