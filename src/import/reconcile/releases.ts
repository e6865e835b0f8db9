import { Editions, type Pair } from '../../matching/counterparts';
import { type CatalogRows, isIdOfOwnMaking, pagesOf, rowsAtOnce } from '../../records/write/catalog-rows';
import { merged, type Statement } from './statements';

/**
 * A release of Discogs is one of MusicBrainz where they share a barcode or a number of a label and nothing tells them apart,
 * and never a second one of the same source. Their albums are the same by that: first these, since a release that is gone
 * does not say of which album it was.
 */
export function* reconcileReleases(rows: CatalogRows): Generator<readonly Statement[]> {
  const { albums, isAnyPair } = albumsOf(pairsOf(rows));
  if (!isAnyPair) return;
  for (const album of albums) yield [merged('Album', ...album)];
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
  const pages = pagesOf<{ readonly key: number }>((last) => new Editions(rows).keysAfter(last?.key ?? 0, rowsAtOnce));
  for (const page of pages) {
    const editions = new Editions(rows);
    yield page.flatMap(({ key }) => editions.pairOf(key) ?? []);
  }
}

/** Which albums of Discogs are which of MusicBrainz; one whose releases are in several is the first of them by its id. */
function albumsOf(pages: Iterable<readonly Pair[]>): { readonly albums: ReadonlyMap<string, string>; readonly isAnyPair: boolean } {
  const albums = new Map<string, string>();
  let isAnyPair = false;
  for (const page of pages)
    for (const { discogs, musicbrainz } of page) {
      isAnyPair = true;
      const [album, into] = [discogs.album, musicbrainz.album];
      if (album === null || into === null || !isIdOfOwnMaking(album) || isIdOfOwnMaking(into)) continue;
      const before = albums.get(album);
      if (before === undefined || into < before) albums.set(album, into);
    }
  return { albums, isAnyPair };
}
