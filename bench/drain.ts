/**
 * Decompresses a dump, or maps it to records, and discards the result: `bun bench/drain.ts decode|musicbrainz FILE`.
 * Runs in its own process so that its peak memory can be measured.
 */

import type { KnownRecords } from '../src/import/source';
import { musicbrainz } from '../src/import/sources/musicbrainz';
import { openPlain } from '../src/import/streams';

/** An empty catalog that has every role. */
const emptyCatalog: KnownRecords = {
  has: () => false,
  knows: () => false,
  findByLink: () => undefined,
  findByName: () => undefined,
  tracksOf: () => [],
  findRole: (name) => name.toLowerCase().replaceAll(' ', '-'),
  note: () => undefined,
};

const [work, file = ''] = process.argv.slice(2);
const started = performance.now();
const amounts = work === 'decode' ? await decode() : await map();
console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, ...amounts }));

async function decode(): Promise<object> {
  let bytes = 0;
  for await (const chunk of openPlain(file).chunks) bytes += chunk.length;
  return { bytes };
}

async function map(): Promise<object> {
  let [items, records] = [0, 0];
  const source = musicbrainz([file], { includeNoncommercial: false });
  for await (const item of source.items(emptyCatalog, undefined)) {
    if (typeof item === 'symbol') continue;
    items++;
    records += item.records.length;
  }
  return { items, records, documents: source.progress.documents };
}
