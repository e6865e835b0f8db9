import { Editions, type Pair } from '../../matching/counterparts';
import { noRights } from '../../records/provenance/sources';
import { CatalogRows, isIdOfOwnMaking, isOfOwnMaking, pagesOf, rowsAtOnce } from '../../records/write/catalog-rows';
import type { Store } from '../../store/database/store';
import { packedId, typeKey } from '../../store/values/packed-id';
import { flush, type Source, type SourceItem } from '../source';
import { reconcileLinks } from './links';
import { reconcileGroupsOfSeveral, reconcileProven, reconcileStandInProductions, reconcileTitles } from './productions';
import { reconcileStandInLabels, reconcileStandInReleases, reconcileStandInSlugs } from './stand-ins';
import { entry, merged, type ReconciledKind, type Statement } from './statements';

export type ReconciledCounts = Readonly<Record<ReconciledKind, number>>;

/** What follows from all that the catalog has, whichever source said it. */
export interface Reconciliation extends Source {
  readonly merged: ReconciledCounts;
}

export const noneReconciled: ReconciledCounts = { artists: 0, releases: 0, productions: 0, albums: 0, labels: 0, organizations: 0 };

export const reconcileSource = 'settle';

/** Rises with every change of the rules: a catalog that was reconciled by older rules is reconciled again. */
const rules = 7;

/** What is found by one step may be what another looks for; each round merges something, or is the last. */
const mostRounds = 10;

/** The steps, in their order: labels tell releases, releases tell which stand-ins are the same, and these tell entries. */
const steps: readonly ((rows: CatalogRows) => Generator<readonly Statement[]>)[] = [
  reconcileLinks,
  reconcileGroupsOfSeveral,
  reconcileProven,
  reconcileStandInLabels,
  (rows) => reconcileCompanies(rows, 'Label'),
  (rows) => reconcileCompanies(rows, 'Organization'),
  reconcileReleases,
  reconcileStandInReleases,
  reconcileStandInSlugs,
  reconcileStandInProductions,
  reconcileTitles,
  reconcileEntries,
];

/** The version of the catalog that reconciliation saw last: each change of it has a number in the feed. */
const standing = (rows: CatalogRows): string =>
  `${rules}:${rows.one<{ last: number | null }>('SELECT max(sequence) AS last FROM change')?.last ?? 0}`;

/** The note that the catalog is reconciled as it stands, to be remembered under {@link reconcileSource}. */
export const reconciledNote = (rows: CatalogRows): readonly [name: string, value: string] => ['standing', standing(rows)];

export function isReconciled(store: Store): boolean {
  const rows = new CatalogRows(store);
  const noted = rows.one<{ value: string }>("SELECT value FROM source_note WHERE source = ? AND name = 'standing'", reconcileSource);
  return noted?.value === standing(rows);
}

/**
 * Merges records that are the same where no source says so: a function of the catalog alone. It is idempotent, and what was
 * interrupted is done again by the next import.
 */
export function reconciliation(store: Store): Reconciliation {
  const merged = { ...noneReconciled };
  return {
    rights: noRights,
    merged,
    progress: { documents: 0, bytes: 0, totalBytes: undefined, skippedByLicence: 0, warnings: [], completed: [] },
    async *items() {
      const rows = new CatalogRows(store);
      let line = 0;
      for (let round = 0; round < mostRounds; round++) {
        const before = line;
        for (const step of steps)
          for (const statements of step(rows)) {
            for (const statement of statements) yield itemOf(statement, ++line);
            if (statements.length > 0) yield flush;
            for (const { counts } of statements) if (counts) merged[counts]++;
          }
        if (line === before) break;
      }
      yield { ...itemOf(undefined, ++line), notes: [reconciledNote(rows)] };
    },
  };
}

const itemOf = (statement: Statement | undefined, line: number): SourceItem => ({
  source: reconcileSource,
  file: reconcileSource,
  line,
  offset: 0,
  records: statement ? [statement.record] : [],
  position: {},
});

interface Namesakes {
  readonly name: string;
  readonly own: string;
  readonly other: string;
}

/**
 * A label of Discogs is the one label of another source that has its name, and a company likewise. Where Discogs numbers
 * one, or either side has two of a name, they stay apart: nothing else tells whether they are the same.
 */
export function* reconcileCompanies(rows: CatalogRows, type: 'Label' | 'Organization'): Generator<readonly Statement[]> {
  const table = type.toLowerCase();
  // That its name had a number behind it says a note of the source that gave it.
  const sql = `
    SELECT name_folded AS name, max(CASE WHEN ${isOfOwnMaking('id')} THEN id END) AS own, max(CASE WHEN NOT ${isOfOwnMaking('id')} THEN id END) AS other
    FROM ${table} WHERE name_folded > ? AND NOT EXISTS (
      SELECT 1 FROM source_note WHERE source = 'discogs/releases' AND name = 'numbered:${type}:' || ${table}.id)
    GROUP BY name_folded HAVING count(*) = 2 AND own IS NOT NULL AND other IS NOT NULL AND EXISTS (
      SELECT 1 FROM imported_record WHERE type_key = ${typeKey(`'${type}'`)} AND id = ${packedId('own')}
        AND source_key IN (SELECT key FROM import_source WHERE name IN ('discogs/releases', 'discogs/labels')))
    ORDER BY name_folded LIMIT ${rowsAtOnce}`;
  for (const page of pagesOf<Namesakes>((last) => rows.all(sql, last?.name ?? '')))
    yield page.map(({ own, other }) => merged(type, own, other));
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
