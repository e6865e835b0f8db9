import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { flush, type Source } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import { wikidata } from '../../src/import/sources/wikidata';
import type { Store } from '../../src/store/database/store';
import { comparableExport } from '../support/comparable';
import { limitOf, runs } from '../support/runs';
import { seededStore } from '../support/server';
import { fileOf, removeFiles } from './discogs-fakes';
import { importSource } from './reconciliation';
import * as w from './wikidata-items';

setDefaultTimeout(limitOf(120_000));

afterAll(removeFiles);

/** JSON lines and XML elements by file name. */
const documents = JSON.parse(
  new TextDecoder().decode(Bun.gunzipSync(readFileSync(join(import.meta.dir, 'fixtures/three-sources.json.gz')))),
) as Record<string, string[]>;

type Open = { readonly claims: Record<string, object[]>; readonly relations: object[] };

/** Changes the document with an ID in a file. */
function add(name: string, id: string, change: (document: Open) => void): void {
  const lines = documents[name] as string[];
  const at = lines.findIndex((line) => line.includes(`"id": "${id}"`));
  const document = JSON.parse(lines[at] as string);
  change(document);
  lines[at] = JSON.stringify(document);
}

const [franchise, award, series] = ['Q901', 'Q902', 'Q903'];

// The fixture has no editions, versions, series and awards.
add('wikidata.jsonl', 'Q4941', ({ claims }) => {
  claims.P179 = [w.itemClaim(franchise, w.withNumber('1'))];
  claims.P166 = [w.itemClaim(award, w.awardedIn('2013', 'P1346', 'Q315668'))];
});
add('wikidata.jsonl', 'Q184843', ({ claims }) => Object.assign(claims, { P179: [w.itemClaim(franchise)], P155: [w.itemClaim('Q4941')] }));
add('wikidata.jsonl', 'Q189505', ({ claims }) => Object.assign(claims, { P4908: [w.itemClaim(series, w.withNumber('2'))] }));
add('wikidata.jsonl', 'Q315668', ({ claims }) =>
  Object.assign(claims, { P1411: [w.itemClaim(award, w.awardedIn('2012', 'P1686', 'Q4941'))] }),
);
const further = [
  w.item(franchise, { en: 'Spies' }, { P31: [w.itemClaim('Q24856')] }),
  w.item(award, { en: 'Grammy Award for Best Score' }, {}),
  w.item(series, { en: 'Sharks' }, { P31: [w.itemClaim('Q5398426')], P1113: [w.claim({ amount: '+8', unit: '1' })] }),
];
documents['wikidata.jsonl']?.push(...further.map((one) => JSON.stringify(one)));
const relation = (type: string, target: object) => ({ type, direction: 'forward', ...target });
add('release.jsonl', '08bf8edb-e8c9-421f-b503-7346401892c3', (document) => {
  document.relations.push(relation('remaster', { release: { id: '4c1d0624-03a5-4c74-8f06-098b8b284e59' } }));
  Object.assign(document, { disambiguation: 'limited to 500 numbered copies' });
});
add('release-group.jsonl', 'd04514f1-b7e1-496f-ae1f-6862f4c63fb5', ({ relations }) =>
  relations.push(relation('single from', { release_group: { id: '07d62b2a-2b93-4a85-a59d-a1b2109d32e5' } })),
);
for (const [name, from, to] of [
  ['release.jsonl', 'cue 2', 'cue 2 (Film Version)'],
  ['release.jsonl', 'cue 3', 'cue 3 (Source)'],
  ['discogs_releases.xml', '<title>Two</title>', '<title>Two (Alternate)</title>'],
  ['discogs_releases.xml', 'Note 4035501', 'Limited to 3,000 copies'],
] as const)
  documents[name] = (documents[name] as string[]).map((line) => line.replaceAll(from, to));

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

type Commands = readonly (readonly [source: string, files: readonly string[]])[];

async function importAll(store: Store, commands: Commands, read = opened): Promise<void> {
  for (const [source, files] of commands) await importSource(store, read(source, files));
}

async function catalogOf(commands: Commands): Promise<string[]> {
  const store = await seededStore();
  await importAll(store, commands);
  const lines = comparableExport(store);
  store.close();
  return lines;
}

const bySource = (files: readonly (readonly [name: string, file: string])[]) =>
  [...Map.groupBy(files, ([name]) => sourceOf(name))].map(([source, own]) => [source, own.map(([, file]) => file)] as const);

const inOrder = bySource(names.map((name) => [name, written(name, documents[name] as string[])]));

const shuffled = <T>(of: readonly T[]) => fc.shuffledSubarray([...of], { minLength: of.length });

const orders = fc.record({
  files: shuffled(names),
  lines: fc.tuple(...names.map((name) => shuffled(documents[name] as string[]))),
  isCommandForEach: fc.boolean(),
});

type Order = typeof orders extends fc.Arbitrary<infer O> ? O : never;

function commandsIn({ files, lines, isCommandForEach }: Order): Commands {
  const given = files.map((name) => [name, written(name, lines[names.indexOf(name)] as string[])] as const);
  return isCommandForEach ? given.map(([name, file]) => [sourceOf(name), [file]] as const) : bySource(given);
}

const expected = await catalogOf(inOrder);

test('documents of three sources yield the same catalog in any order of sources, files and lines', async () => {
  const titled = (title: string) =>
    expected.filter((line) => line.startsWith('{"type":"Production"') && line.includes(`"title":"${title}"`));
  for (const film of ['Skyfall', 'Blade Runner', 'Jaws', 'The Mission']) expect(titled(film)).toHaveLength(1);
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      expect(await catalogOf(commandsIn(order))).toEqual(expected);
    }),
    { numRuns: runs(3) },
  );
});

/** Types, fields and import notes that the previous version did not have. */
const later = {
  types: ['Work', 'Franchise', 'ProductionAward', 'ReleaseRelation', 'AlbumRelation'],
  fields: [
    'sort_name',
    'edition_size',
    'numbered',
    'versions',
    'source_cue',
    'works',
    'franchises',
    'series',
    'series_number',
    'episode_count',
  ],
  notes: /^(?:won|in):|^(?:is|for):Q90\d$/,
};

const without = (object: object = {}) => Object.fromEntries(Object.entries(object).filter(([name]) => !later.fields.includes(name)));

const earlierNote = (value: string | null) =>
  value?.startsWith('{') ? JSON.stringify({ ...JSON.parse(value), series: undefined, awards: undefined }) : value;

/** A source as read by the previous version. */
function openedEarlier(name: string, files: readonly string[]): Source {
  const source = opened(name, files);
  return {
    rights: source.rights,
    get progress() {
      return source.progress;
    },
    async *items(known, from) {
      for await (const item of source.items(known, from)) {
        if (item === flush) yield item;
        else
          yield {
            ...item,
            records: item.records.flatMap((given) => {
              const record = given.record as { type: string; attributes: object; relationships?: object };
              const { attributes, relationships } = record;
              const earlier = {
                ...record,
                attributes: without(attributes),
                ...(relationships && { relationships: without(relationships) }),
              };
              return later.types.includes(record.type) ? [] : [{ ...given, record: earlier }];
            }),
            notes: (item.notes ?? []).flatMap(([note, value]) => (later.notes.test(note) ? [] : [[note, earlierNote(value)] as const])),
          };
      }
    },
  };
}

test('importing again into a catalog of the previous version yields the same catalog in any order', async () => {
  const found = new Set(expected.flatMap((line) => [JSON.parse(line).type, ...later.fields.filter((name) => line.includes(`"${name}":`))]));
  expect([...later.types, ...later.fields].filter((name) => !found.has(name))).toEqual([]);
  await fc.assert(
    fc.asyncProperty(orders, orders, async (first, second) => {
      const store = await seededStore();
      await importAll(store, commandsIn(first), openedEarlier);
      await importAll(store, commandsIn(second));
      expect(comparableExport(store)).toEqual(expected);
      store.close();
    }),
    { numRuns: runs(2) },
  );
});
