import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoRecords } from '../support/demo-records';
import { collectionRows } from './data-checks';

/** Labels of the demo that are edited meanwhile and not imported. */
export const editedLabels = 2;

/** Writes a file of records and a collection file. */
export function writeImports(cwd: string): void {
  const labels = demoRecords('Label').slice(editedLabels);
  const lines = labels.map((label) => JSON.stringify({ ...label, attributes: { ...label.attributes, name: 'imported' } }));
  writeFileSync(join(cwd, 'labels.jsonl'), `${lines.join('\n')}\n`);
  const rows = Array.from({ length: collectionRows }, (_, row) => `K ${row},A Composer,Killed ${row},Mercury,LP,,1958,${900_000 + row}\n`);
  writeFileSync(join(cwd, 'rows.csv'), `Catalog#,Artist,Title,Label,Format,Rating,Released,release_id\n${rows.join('')}`);
}
