import { type MatchedComposer, type MatchedPair, matchedComposers, matchedPairs, numberedKeysAfter } from '../../matching/counterparts';
import { noRights } from '../../records/provenance/sources';
import { CatalogRows, isGenerated, pagesOf, rowsAtOnce } from '../../records/write/catalog-rows';
import type { ImportedRecord } from '../../records/write/record';
import type { Store } from '../../store/database/store';
import { flush, type Source, type SourceItem } from '../source';
import { reconcileLinks } from './links';
import { reconcileGroupsOfSeveral, reconcileProven, reconcileProvisionalProductions, reconcileTitles } from './productions';
import { reconcileProvisionalLabels, reconcileProvisionalReleases, reconcileProvisionalSlugs } from './provisional';
import { entry, isOfDiscogs, mergeStatement, sameReleases } from './statements';

export const reconcileSource = 'settle';

/** Incremented whenever the rules change, so that existing catalogs are reconciled again. */
const rules = 10;

/** One step may enable another; each round merges something or is the last. */
const mostRounds = 10;

/**
 * Steps in dependency order: labels identify releases, releases identify provisional productions, and these determine the
 * entries.
 */
const steps: readonly ((rows: CatalogRows) => Generator<readonly ImportedRecord[]>)[] = [
  reconcileLinks,
  reconcileComposers,
  reconcileGroupsOfSeveral,
  reconcileProven,
  reconcileProvisionalLabels,
  (rows) => reconcileCompanies(rows, 'Label'),
  (rows) => reconcileCompanies(rows, 'Organization'),
  reconcileReleases,
  reconcileProvisionalReleases,
  reconcileProvisionalSlugs,
  reconcileProvisionalProductions,
  reconcileTitles,
  reconcileEntries,
];

/** Last feed sequence that reconciliation has seen. */
const standing = (rows: CatalogRows): string =>
  `${rules}:${rows.one<{ last: number | null }>('SELECT max(sequence) AS last FROM change')?.last ?? 0}`;

/** Note that the catalog is reconciled in its current state, stored under {@link reconcileSource}. */
export const reconciledNote = (rows: CatalogRows): readonly [name: string, value: string] => ['standing', standing(rows)];

export function isReconciled(store: Store): boolean {
  const rows = new CatalogRows(store);
  const noted = rows.one<{ value: string }>("SELECT value FROM source_note WHERE source = ? AND name = 'standing'", reconcileSource);
  return noted?.value === standing(rows);
}

/**
 * Merges records that are the same although no source says so, depending on the catalog alone. Idempotent: an interrupted run is
 * repeated by the next import.
 */
export function reconciliation(store: Store): Source {
  return {
    rights: noRights,
    progress: { documents: 0, bytes: 0, totalBytes: undefined, skippedByLicence: 0, warnings: [], whole: [] },
    async *items() {
      const rows = new CatalogRows(store);
      let line = 0;
      for (let round = 0; round < mostRounds; round++) {
        const before = line;
        for (const step of steps)
          for (const statements of step(rows)) {
            for (const statement of statements) yield itemOf(++line, statement);
            if (statements.length > 0) yield flush;
          }
        if (line === before) break;
      }
      yield { ...itemOf(++line), notes: [reconciledNote(rows)] };
    },
  };
}

const itemOf = (line: number, ...records: readonly ImportedRecord[]): SourceItem => ({
  source: reconcileSource,
  file: reconcileSource,
  line,
  offset: 0,
  records,
  position: {},
});

interface Namesakes {
  readonly name: string;
  readonly first: string;
  readonly second: string;
}

/**
 * A Discogs label or company is the only one of another source with its name. If Discogs numbers it, or either side has several
 * of the name, they stay separate.
 */
function* reconcileCompanies(rows: CatalogRows, type: 'Label' | 'Organization'): Generator<readonly ImportedRecord[]> {
  // Its source recorded in a note that the name was numbered.
  const sql = `
    SELECT name_folded AS name, min(id) AS first, max(id) AS second FROM ${type.toLowerCase()} AS company
    WHERE name_folded > ? AND NOT EXISTS (
      SELECT 1 FROM source_note WHERE source = 'discogs/releases' AND name = 'numbered:${type}:' || company.id)
    GROUP BY name_folded HAVING count(*) = 2 AND ${isOfDiscogs(type, 'first')} <> ${isOfDiscogs(type, 'second')}
    ORDER BY name_folded LIMIT ${rowsAtOnce}`;
  const isOwn = (id: string): boolean => rows.one<{ own: 0 | 1 }>(`SELECT ${isOfDiscogs(type, '?1')} AS own`, id)?.own === 1;
  for (const page of pagesOf<Namesakes>((last) => rows.all(sql, last?.name ?? '')))
    yield page.map(({ first, second }) => (isOwn(first) ? mergeStatement(type, first, second) : mergeStatement(type, second, first)));
}

function* reconcileComposers(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  for (const page of pagesOf<MatchedComposer>((last) => matchedComposers(rows, last?.key ?? 0)))
    yield page.map(({ id, into }) => ({ ...mergeStatement('Artist', id, into), isUndoable: true }));
}

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

/** An album of more productions belongs to none of them. */
const mostOfOneAlbum = 100;

/**
 * A release without productions inherits those of other editions of its album. A provisional release waits for the real one,
 * which may have its own.
 */
function* reconcileEntries(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
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

/** Productions whose music the editions of an album contain: films, if any, otherwise provisional productions. */
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

/**
 * A Discogs release is a MusicBrainz release if they share a barcode or catalog number and nothing distinguishes them; never two
 * of the same source. Their albums are then the same; these come first, since a merged release no longer tells its album.
 */
function* reconcileReleases(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  // Without one, comparing all releases of Discogs that share a barcode finds nothing.
  if (!rows.one("SELECT 1 FROM release_external_link WHERE provider = 'musicbrainz' LIMIT 1")) return;
  const { albums, isAnyPair } = albumsOf(pairsOf(rows));
  if (!isAnyPair) return;
  for (const album of albums) yield [mergeStatement('Album', ...album)];
  for (;;) {
    let isAnyFound = false;
    for (const pairs of pairsOf(rows)) {
      isAnyFound ||= pairs.length > 0;
      yield pairs.flatMap(({ discogs, musicbrainz }) => sameReleases(rows, discogs.id, musicbrainz.id));
    }
    // The second-best match of one may be the best match of another.
    if (!isAnyFound) return;
  }
}

function* pairsOf(rows: CatalogRows): Generator<readonly MatchedPair[]> {
  for (const page of pagesOf<{ readonly key: number }>((last) => numberedKeysAfter(rows, last?.key ?? 0, rowsAtOnce)))
    yield matchedPairs(
      rows,
      page.map(({ key }) => key),
    );
}

/** Maps Discogs albums to MusicBrainz albums; if an album's releases are in several, the first id wins. */
function albumsOf(pages: Iterable<readonly MatchedPair[]>): { readonly albums: ReadonlyMap<string, string>; readonly isAnyPair: boolean } {
  const albums = new Map<string, string>();
  let isAnyPair = false;
  for (const page of pages)
    for (const { discogs, musicbrainz } of page) {
      isAnyPair = true;
      const [album, into] = [discogs.album, musicbrainz.album];
      if (album === null || into === null || !isGenerated(album) || isGenerated(into)) continue;
      const before = albums.get(album);
      if (before === undefined || into < before) albums.set(album, into);
    }
  return { albums, isAnyPair };
}
