/** Reads a file in a process of its own, whose memory can be told: `bun bench/drain.ts decode|musicbrainz FILE [WORKERS]`. */

import type { KnownRecords } from '../src/import/source';
import { musicbrainz } from '../src/import/sources/musicbrainz';
import { openPlain } from '../src/import/streams';

/** A catalog that has nothing but the roles. */
const nothingKnown: KnownRecords = {
  has: () => false,
  knows: () => false,
  findByLink: () => undefined,
  findByName: () => undefined,
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
  for await (const item of source.items(nothingKnown, undefined)) {
    if (typeof item === 'symbol') continue;
    items++;
    records += item.records.length;
  }
  return { items, records, documents: source.progress.documents };
}
