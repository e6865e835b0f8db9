import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chartsOf } from './charts';
import { pageOf } from './page';
import type { Results } from './results';

const root = join(import.meta.dir, '..', '..');

/** The files of the report by path from the project root. */
export function filesOf(results: Results): ReadonlyMap<string, string> {
  const charts = Object.entries(chartsOf(results)).map(([name, drawing]) => [`docs/performance/${name}.svg`, drawing] as const);
  return new Map([['docs/performance.md', pageOf(results)], ...charts]);
}

/** Writes docs/performance.md and its charts. */
export async function writeReport(results: Results): Promise<void> {
  mkdirSync(join(root, 'docs', 'performance'), { recursive: true });
  for (const [name, text] of filesOf(results)) {
    await Bun.write(join(root, name), text);
    console.log(`Wrote ${name}.`);
  }
}
