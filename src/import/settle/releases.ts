import { type CatalogRows, pagesOf, rowsAtOnce } from './catalog-rows';
import { Editions, type Pair } from './editions';
import { merged, type Statement } from './statements';

/**
 * A release of Discogs is one of MusicBrainz where they share a barcode or a number of a label and nothing tells them apart,
 * and never a second one of the same source. Their albums are the same by that: first these, since a release that is gone
 * does not say of which album it was.
 */
export function* settleReleases(rows: CatalogRows): Generator<readonly Statement[]> {
  for (const album of albumsOf(pairsOf(rows))) yield [merged('Album', ...album)];
  for (;;) {
    let isAnyFound = false;
    for (const pairs of pairsOf(rows)) {
      isAnyFound ||= pairs.length > 0;
      yield pairs.map(({ discogs, musicbrainz }) => merged('Release', discogs.id, musicbrainz.id));
    }
    // One that another was preferred to may be the next that is most like it.
    if (!isAnyFound) return;
  }
}

function* pairsOf(rows: CatalogRows): Generator<readonly Pair[]> {
  const editions = new Editions(rows);
  const pages = pagesOf<{ readonly key: number }>((last) => editions.keysAfter(last?.key ?? 0, rowsAtOnce));
  for (const page of pages) yield page.flatMap(({ key }) => editions.pairOf(key) ?? []);
}

/** Which albums of Discogs are which of MusicBrainz; one whose releases are in several is the first of them by its id. */
function albumsOf(pages: Iterable<readonly Pair[]>): Map<string, string> {
  const albums = new Map<string, string>();
  for (const page of pages)
    for (const { discogs, musicbrainz } of page) {
      const [album, into] = [discogs.album, musicbrainz.album];
      if (album === null || into === null || !isOfOwnMaking(album) || isOfOwnMaking(into)) continue;
      const before = albums.get(album);
      if (before === undefined || into < before) albums.set(album, into);
    }
  return albums;
}

/** A UUID of version 5: that of an album of MusicBrainz is its own. */
const isOfOwnMaking = (id: string): boolean => id[14] === '5';
