// Films, albums, editions and people that MusicBrainz, Discogs and Wikidata all know, by links, by barcodes, and by nothing
// but their titles: what comes of them is one catalog, whatever came first.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { runImport } from '../../src/import/run/run';
import type { Source } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { wikidata } from '../../src/import/sources/wikidata';
import { comparableExport } from '../support/comparable';
import { limitOf, runs } from '../support/runs';
import { seededStore } from '../support/server';
import { fileOf, removeFiles } from './discogs-fakes';

setDefaultTimeout(limitOf(120_000));

afterAll(removeFiles);

/** Lines of JSON, and elements of XML, by the names of their files. */
const documents = JSON.parse(
  new TextDecoder().decode(Bun.gunzipSync(readFileSync(join(import.meta.dir, 'fixtures/three-sources.json.gz')))),
) as Record<string, string[]>;

const names = Object.keys(documents);

const sourceOf = (name: string): string =>
  name.startsWith('discogs') ? 'discogs' : name.startsWith('wikidata') ? 'wikidata' : 'musicbrainz';

function opened(source: string, files: readonly string[]): Source {
  if (source === 'discogs') return discogs(files);
  return source === 'wikidata' ? wikidata(files) : musicbrainz(files, { includeNoncommercial: false });
}

function written(name: string, lines: readonly string[]): string {
  const root = /^discogs_(\w+)\.xml$/.exec(name)?.[1];
  return fileOf(root ? `<${root}>\n${lines.join('\n')}\n</${root}>` : lines.join('\n'), name);
}

async function catalogOf(commands: readonly (readonly [source: string, files: readonly string[]])[]): Promise<string[]> {
  const store = await seededStore();
  for (const [source, files] of commands) {
    const { ending, rejected } = await runImport(store, opened(source, files), { maxRejects: 0 });
    expect([ending, rejected]).toEqual(['done', 0]);
  }
  const lines = comparableExport(store);
  store.close();
  return lines;
}

const bySource = (files: readonly (readonly [name: string, file: string])[]) =>
  [...Map.groupBy(files, ([name]) => sourceOf(name))].map(([source, own]) => [source, own.map(([, file]) => file)] as const);

test('three sources, their files and their lines in any order, give one catalog of true films', async () => {
  const expected = await catalogOf(bySource(names.map((name) => [name, written(name, documents[name] as string[])])));
  const titled = (title: string) =>
    expected.filter((line) => line.startsWith('{"type":"Production"') && line.includes(`"title":"${title}"`));
  for (const film of ['Skyfall', 'Blade Runner', 'Jaws', 'The Mission']) expect(titled(film)).toHaveLength(1);
  const shuffled = <T>(of: readonly T[]) => fc.shuffledSubarray([...of], { minLength: of.length });
  const orders = fc.record({
    files: shuffled(names),
    lines: fc.tuple(...names.map((name) => shuffled(documents[name] as string[]))),
    isCommandForEach: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(orders, async ({ files, lines, isCommandForEach }) => {
      const given = files.map((name) => [name, written(name, lines[names.indexOf(name)] as string[])] as const);
      expect(await catalogOf(isCommandForEach ? given.map(([name, file]) => [sourceOf(name), [file]]) : bySource(given))).toEqual(expected);
    }),
    { numRuns: runs(3) },
  );
});
