import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoRecords } from '../support/demo-records';
import { rowsOfFile } from './kept';

/** So many labels of the demo are changed by editors meanwhile, and left to them. */
export const labelsOfEditors = 2;

/** Writes files into a folder that a catalog and a collection can be filled from. */
export function writeImports(cwd: string): void {
  const labels = demoRecords('Label').slice(labelsOfEditors);
  const lines = labels.map((label) => JSON.stringify({ ...label, attributes: { ...label.attributes, name: 'imported' } }));
  writeFileSync(join(cwd, 'labels.jsonl'), `${lines.join('\n')}\n`);
  const rows = Array.from({ length: rowsOfFile }, (_, row) => `K ${row},A Composer,Killed ${row},Mercury,LP,,1958,${900_000 + row}\n`);
  writeFileSync(join(cwd, 'rows.csv'), `Catalog#,Artist,Title,Label,Format,Rating,Released,release_id\n${rows.join('')}`);
}
