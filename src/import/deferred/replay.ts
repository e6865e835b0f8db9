import { noRights } from '../../records/provenance/sources';
import type { Store } from '../../store/database/store';
import { flush, type KnownRecords, type Replayer, type Source, type SourceItem } from '../source';
import { DeferredBlocks } from './blocks';

const namesAtOnce = 5_000;

/** Readers of deferred documents per source, in the order of reference: works, artists, labels. */
const replayers: readonly (readonly [source: string, load: () => Promise<(known: KnownRecords) => Replayer>])[] = [
  ['musicbrainz/work', async () => (await import('../sources/musicbrainz/read-line')).musicbrainzReplayer],
  ['musicbrainz/artist', async () => (await import('../sources/musicbrainz/read-line')).musicbrainzReplayer],
  ['musicbrainz/label', async () => (await import('../sources/musicbrainz/read-line')).musicbrainzReplayer],
  ['discogs/artists', async () => (await import('../sources/discogs/read-element')).discogsReplayer],
  ['discogs/labels', async () => (await import('../sources/discogs/read-element')).discogsReplayer],
  ['wikidata', async () => (await import('../sources/wikidata/map-entity')).wikidataReplayer],
];

/** Imports deferred documents that are referred to by now, as if they came from a file. */
export function deferredSource(store: Store): Source {
  const blocks = new DeferredBlocks(store);
  const progress = { documents: 0, bytes: 0, totalBytes: undefined, skippedByLicence: 0, warnings: [], whole: [] };
  return {
    rights: noRights,
    progress,
    async *items(known) {
      const present = new Set(blocks.sources());
      // One document may refer to another, so this repeats until nothing new is found.
      for (let hasRestarted = true; hasRestarted; ) {
        hasRestarted = false;
        for (const [source, load] of replayers) {
          if (!present.has(source)) continue;
          for await (const item of named(blocks, source, (await load())(known))) {
            hasRestarted ||= item !== flush;
            yield item;
          }
        }
      }
    },
  };
}

/** Deferred documents of a source that something refers to, in key order. */
async function* named(blocks: DeferredBlocks, source: string, replayer: Replayer): AsyncGenerator<SourceItem | typeof flush> {
  for (let last = ''; ; ) {
    const page = blocks.namesAfter(source, last, namesAtOnce);
    if (page.length === 0) return;
    last = page.at(-1) as string;
    const wanted = new Set(page.filter((name) => replayer.isNamed(source, name)));
    if (wanted.size === 0) continue;
    for (const block of blocks.with(source, [...wanted])) {
      for (const document of block.documents) {
        if (!document.names.some((name) => wanted.has(name))) continue;
        const item = replayer.read(source, document);
        const { names, file, line, offset } = document;
        if (item) yield { source, file, line, offset, document: names[0], position: {}, ...item };
      }
    }
    yield flush;
  }
}
