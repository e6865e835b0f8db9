import { afterAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runImport } from '../../src/import/run/run';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { wikidata } from '../../src/import/sources/wikidata';
import type { Store } from '../../src/store/database/store';
import { limitOf } from '../support/runs';
import { emptyStore, seededStore } from '../support/server';
import { planAsInLargeCatalog, planOf } from '../support/statement-plans';
import { fileOf, removeFiles } from './discogs-fakes';

setDefaultTimeout(limitOf(60_000));

afterAll(removeFiles);

/** JSON lines and XML elements by file name. */
const documents: Record<string, string[]> = JSON.parse(
  new TextDecoder().decode(Bun.gunzipSync(readFileSync(join(import.meta.dir, 'fixtures/three-sources.json.gz')))),
);

function filesOf(source: RegExp): string[] {
  return Object.entries(documents).flatMap(([name, lines]) => {
    if (!source.test(name)) return [];
    const root = /^discogs_(\w+)\.xml$/.exec(name)?.[1];
    return [fileOf(root ? `<${root}>\n${lines.join('\n')}\n</${root}>` : lines.join('\n'), name)];
  });
}

/** SQL of the statements that imports of three sources, with their reconciliation, prepare on the writing connection. */
async function statementsOfImports(): Promise<string[]> {
  const store = await seededStore();
  const spies = (['prepare', 'query'] as const).map((name) => spyOn(store.writer, name));
  const sources = [
    discogs(filesOf(/^discogs/)),
    musicbrainz(filesOf(/^(?!discogs|wikidata)/), { includeNoncommercial: false }),
    wikidata(filesOf(/^wikidata/)),
  ];
  for (const source of sources) expect((await runImport(store, source, { maxRejects: 0 })).outcome).toBe('done');
  const texts = new Set(spies.flatMap((spy) => spy.mock.calls.map(([sql]) => sql)));
  store.close();
  return [...texts].filter((sql) => /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(sql));
}

/** Order of tables and indexes of a plan. Bloom filters and covering indexes change neither. */
const stepsOf = ({ writer }: Store, sql: string): string[] =>
  planOf(writer, sql)
    .filter((step) => !step.startsWith('BLOOM FILTER'))
    .map((step) => step.replace('COVERING ', ''));

test('the plan of each statement of imports is that of a large catalog, in one never analyzed as well', async () => {
  const statements = await statementsOfImports();
  expect(statements.length).toBeGreaterThan(300);
  const [never, large] = [emptyStore(), emptyStore()];
  planAsInLargeCatalog(large);
  for (const { writer } of [never, large])
    writer.run(
      'CREATE TEMP TABLE other_title (title_folded TEXT, production_key INTEGER, PRIMARY KEY (title_folded, production_key)) WITHOUT ROWID',
    );
  const other = statements.filter((sql) => stepsOf(never, sql).join('\n') !== stepsOf(large, sql).join('\n'));
  expect(other).toEqual([]);
});
