import type { CatalogRows } from '../records/write/catalog-rows';
import { fold } from '../store/values/folding';
import { areTitlesAlike, type CatalogEdition, findSharing, haveOtherPages, likenessOf, likenessToTrueOne, readEdition } from './editions';
import { type FoundPair, type Judgement, judgePairs, type PairFinder, type PairReason, type Sureness, sharingInRange } from './pair';

export interface ComparedRelease extends CatalogEdition {
  readonly title: string;
  readonly year: number | null;
  readonly isProvisional: boolean;
  /** Artist names and the credit line. */
  readonly artists: readonly string[];
  readonly line: string;
  /** Discogs and MusicBrainz pages: `discogs 7`. */
  readonly pages: readonly string[];
  /** Catalog numbers regardless of label; decisive together with a similar title. */
  readonly plainNumbers: readonly string[];
  /** Fingerprint of its tracks; null if few or unknown. */
  readonly tracks: number | null;
}

/**
 * Relation of two releases: identical if an import would not distinguish them, else editions of one album if not yet under one;
 * `undefined` if nothing supports either.
 */
export function judgeReleases(one: ComparedRelease, other: ComparedRelease): Judgement | undefined {
  const reasons = reasonsOf(one, other);
  if (reasons.length === 0) return undefined;
  const areSame = !haveOtherPages(one.pages, other.pages) && mayBeOne(one, other);
  if (areSame) return { suggestion: 'same', sureness: surenessOf(reasons), reasons };
  if (areUnderOneAlbum(one, other)) return undefined;
  // Missing values do not distinguish a provisional release from the real one, whose album it joins.
  if (one.isProvisional !== other.isProvisional) return undefined;
  if (!reasons.includes('tracks') && !(reasons.includes('title') || (reasons.includes('number') && shareArtist(one, other))))
    return undefined;
  return { suggestion: 'editions', sureness: reasons.includes('tracks') ? 'likely' : 'possible', reasons };
}

function reasonsOf(one: ComparedRelease, other: ComparedRelease): PairReason[] {
  const hasSameTitle = one.title === other.title;
  // Provisional releases have little data, and their year is often of another pressing.
  const isOfYear = one.year === other.year || one.year === null || other.year === null || (one.isProvisional && other.isProvisional);
  const found: readonly (readonly [PairReason, boolean])[] = [
    ['barcode', one.barcode !== null && one.barcode === other.barcode],
    ['number', areTitlesAlike(one.title, other.title) && one.plainNumbers.some((number) => other.plainNumbers.includes(number))],
    ['tracks', one.tracks !== null && one.tracks === other.tracks],
    ['title', hasSameTitle && isOfYear && shareArtist(one, other)],
  ];
  return found.filter(([, is]) => is).map(([reason]) => reason);
}

const shareArtist = (one: ComparedRelease, other: ComparedRelease): boolean =>
  (one.line !== '' && one.line === other.line) || one.artists.some((name) => other.artists.includes(name));

function mayBeOne(one: ComparedRelease, other: ComparedRelease): boolean {
  if (other.isProvisional !== one.isProvisional) {
    const [standIn, trueOne] = other.isProvisional ? [other, one] : [one, other];
    return likenessToTrueOne(standIn, trueOne) !== undefined;
  }
  return likenessOf(one, other) !== undefined;
}

/** Two albums of one source are distinct as far as it knows. */
const areUnderOneAlbum = (one: ComparedRelease, other: ComparedRelease): boolean =>
  one.album !== null && other.album !== null && (one.album === other.album || haveOtherPages(one.pages, other.pages));

function surenessOf(reasons: readonly PairReason[]): Sureness {
  const has = (reason: PairReason) => reasons.includes(reason);
  const isNumbered = has('barcode') || has('number');
  if (isNumbered && reasons.length > 1) return 'certain';
  return isNumbered || (has('tracks') && has('title')) ? 'likely' : 'possible';
}

interface Row {
  readonly title: string;
  readonly provisional: 0 | 1;
  readonly year: number | null;
  readonly line: string | null;
  readonly artists: string;
  readonly pages: string;
  readonly plainNumbers: string;
  readonly tracks: number | null;
}

const described = `
  SELECT r.title_folded AS title, r.provisional, r.year, r.artist_credit AS line,
    (SELECT json_group_array(a.name_folded ORDER BY c.position) FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
      WHERE c.release_key = r.key AND c.list = 'artists') AS artists,
    (SELECT json_group_array(provider || ' ' || external_id) FROM release_external_link
      WHERE release_key = r.key AND provider IN ('discogs', 'musicbrainz')) AS pages,
    (SELECT json_group_array(catalog_number_normalized) FROM release_label
      WHERE release_key = r.key AND catalog_number_normalized IS NOT NULL) AS plainNumbers,
    (SELECT tracks FROM release_fingerprint WHERE release_id = r.id) AS tracks
  FROM "release" AS r WHERE r.key = ?`;

/** Shared values that lead to other releases, unless too many. */
const ways: readonly string[] = [
  `SELECT r.key FROM "release" AS one CROSS JOIN "release" AS r ON r.barcode_normalized = one.barcode_normalized
   WHERE one.key = ?1 AND r.key <> one.key`,
  `SELECT DISTINCT other.release_key AS key FROM release_label AS one
   CROSS JOIN release_label AS other ON other.catalog_number_normalized = one.catalog_number_normalized
   WHERE one.release_key = ?1 AND other.release_key <> one.release_key`,
  `SELECT r.key FROM "release" AS one CROSS JOIN "release" AS r ON r.title_folded = one.title_folded
   WHERE one.key = ?1 AND r.key <> one.key AND one.unreviewed_by IS NULL AND r.unreviewed_by IS NULL`,
  `SELECT r.key FROM "release" AS one CROSS JOIN release_fingerprint AS own ON own.release_id = one.id
   CROSS JOIN release_fingerprint AS f ON f.tracks = own.tracks CROSS JOIN "release" AS r ON r.id = f.release_id
   WHERE one.key = ?1 AND r.key <> one.key`,
];

/** For frequent titles, those of the same year. */
const ofYear = `
  SELECT r.key FROM "release" AS one CROSS JOIN "release" AS r ON r.title_folded = one.title_folded AND r.year IS one.year
  WHERE one.key = ?1 AND r.key <> one.key AND one.unreviewed_by IS NULL AND r.unreviewed_by IS NULL`;

const sharing = sharingInRange('release', ways);

/** Cached releases: each is compared with several others in turn. */
const maximumCached = 10_000;

/** Finds duplicate releases with the similarity rules of imports. */
export class ReleasePairs implements PairFinder {
  readonly type = 'Release';
  readonly table = 'release';
  readonly #fingerprints: Fingerprints;
  readonly #compared = new Map<number, ComparedRelease>();

  constructor(private readonly rows: CatalogRows) {
    this.#fingerprints = new Fingerprints(rows);
  }

  begin(): void {
    this.#compared.clear();
  }

  prepare(first: number, last: number): void {
    this.#fingerprints.write(first, last);
    for (const key of this.#compared.keys()) if (key >= first && key <= last) this.#compared.delete(key);
  }

  sharing(first: number, last: number): number[] {
    return this.rows.all<{ key: number }>(sharing, first, last).map(({ key }) => key);
  }

  pairsOf(key: number): FoundPair[] {
    const candidates = [...this.#candidates(key)].map((candidate) => this.#read(candidate));
    return judgePairs(this.#read(key), candidates, judgeReleases);
  }

  #candidates(key: number): Set<number> {
    const found = new Set<number>();
    for (const way of ways) {
      const keys = findSharing(this.rows, way, key) ?? (way.includes('title_folded') ? findSharing(this.rows, ofYear, key) : undefined);
      for (const one of keys ?? []) found.add(one);
    }
    return found;
  }

  #read(key: number): ComparedRelease {
    const known = this.#compared.get(key);
    if (known) return known;
    const { provisional, artists, pages, plainNumbers, line, ...row } = this.rows.one<Row>(described, key) as Row;
    const names: string[] = JSON.parse(artists);
    const read = {
      ...readEdition(this.rows, key),
      ...row,
      isProvisional: provisional === 1,
      artists: names.length > 0 ? names : line === null ? [] : [fold(line)],
      line: line === null ? names.join(', ') : fold(line),
      pages: JSON.parse(pages) as string[],
      plainNumbers: JSON.parse(plainNumbers) as string[],
    };
    if (this.#compared.size >= maximumCached) this.#compared.clear();
    this.#compared.set(key, read);
    return read;
  }
}

/** With fewer tracks, fingerprints collide: a theme and its reprise. */
const fewestTracks = 4;

/** Track hashes of releases, for finding equal track lists. */
export class Fingerprints {
  constructor(private readonly rows: CatalogRows) {}

  /** Writes those of a key range. */
  write(first: number, last: number): void {
    const titles = new Map<string, string[]>();
    for (const { id, title } of this.rows.all<{ id: string; title: string | null }>(tracks, first, last)) {
      const known = titles.get(id) ?? [];
      if (title !== null) known.push(title);
      titles.set(id, known);
    }
    for (const [id, all] of titles) {
      if (all.length < fewestTracks) this.rows.run('DELETE FROM release_fingerprint WHERE release_id = ?', id);
      else this.rows.run(upsert, id, numberOf(all));
    }
  }
}

const tracks = `
  SELECT r.id, t.title_folded AS title FROM "release" AS r
  LEFT JOIN release_format AS f ON f.release_key = r.key
  LEFT JOIN release_track AS t ON t.release_format_key = f.key AND t.parent_key IS NULL
  WHERE r.key BETWEEN ? AND ? ORDER BY r.key, f.position, t.position`;

const upsert = `
  INSERT INTO release_fingerprint (release_id, tracks) VALUES (?1, ?2)
  ON CONFLICT (release_id) DO UPDATE SET tracks = ?2 WHERE tracks <> ?2`;

/** As many bits as a JavaScript integer holds. */
const numberOf = (titles: readonly string[]): number => Number(Bun.hash.xxHash64(titles.join('\n')) >> 11n);
