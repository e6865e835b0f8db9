import { type CatalogRows, pagesOf, rowsAtOnce } from '../../records/write/catalog-rows';
import { entry, type Statement } from './statements';

interface Edition {
  readonly key: number;
  readonly id: string;
  readonly album_key: number;
}

interface AlbumEntry {
  readonly id: string;
  readonly kind: string;
  readonly position: number;
  readonly provisional: 0 | 1;
}

/** An album of more is no album of any of them. */
const mostOfOneAlbum = 100;

/**
 * A release that nobody gave a production has those of the other editions of its album. What stands in for a release waits
 * for the true one, which may name them itself.
 */
export function* reconcileEntries(rows: CatalogRows): Generator<readonly Statement[]> {
  const pages = pagesOf<Edition>((last) =>
    rows.all(
      `SELECT r.key, r.id, r.album_key FROM "release" AS r
       WHERE r.key > ? AND r.album_key IS NOT NULL AND r.provisional = 0 AND NOT EXISTS (SELECT 1 FROM production_entry WHERE release_key = r.key)
       ORDER BY r.key LIMIT ${rowsAtOnce}`,
      last?.key ?? 0,
    ),
  );
  for (const page of pages)
    yield page.flatMap(({ id, album_key }) => entriesOf(rows, album_key).map((of) => entry(of.id, id, of.kind, of.position)));
}

/** What the editions of an album have the music of: films, where there are any, else what stands in for one. */
function entriesOf(rows: CatalogRows, album: number): readonly AlbumEntry[] {
  const entries = rows.all<AlbumEntry>(
    `SELECT p.id, min(e.kind) AS kind, min(e.position) AS position, p.provisional
     FROM "release" AS r JOIN production_entry AS e ON e.release_key = r.key JOIN production AS p ON p.key = e.production_key
     WHERE r.album_key = ? GROUP BY p.key ORDER BY position, p.id LIMIT ${mostOfOneAlbum}`,
    album,
  );
  const films = entries.filter(({ provisional }) => provisional === 0);
  return films.length > 0 ? films : entries;
}
