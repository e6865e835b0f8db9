import { fold } from '../database/folding';
import type { CatalogRows } from '../records/catalog-rows';
import { readEdition } from './edition';
import { Fingerprints } from './fingerprints';
import { type FoundPair, inOrder, mostSharing, type PairFinder } from './pair';
import { type ComparedRelease, judgeReleases } from './release-judgement';

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

/** By each of these a release leads to others, if not to too many. */
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

/** Of a title that many releases have, those of the same year. */
const ofYear = `
  SELECT r.key FROM "release" AS one CROSS JOIN "release" AS r ON r.title_folded = one.title_folded AND r.year IS one.year
  WHERE one.key = ?1 AND r.key <> one.key AND one.unreviewed_by IS NULL AND r.unreviewed_by IS NULL`;

const sharing = `
  SELECT seen.key FROM "release" AS seen WHERE seen.key BETWEEN ?1 AND ?2 AND (
    ${ways.map((way) => `EXISTS (${way.replaceAll('?1', 'seen.key')})`).join(' OR ')})
  ORDER BY seen.key`;

/** Releases looked at are held against several others, and these against others again. */
const mostKept = 10_000;

/** Finds releases that may be one, by the rules of likeness by which an import settles them. */
export class ReleasePairs implements PairFinder {
  readonly type = 'Release';
  readonly table = 'release';
  readonly #fingerprints: Fingerprints;
  readonly #compared = new Map<number, ComparedRelease>();

  constructor(private readonly rows: CatalogRows) {
    this.#fingerprints = new Fingerprints(rows);
  }

  prepare(first: number, last: number): void {
    this.#compared.clear();
    this.#fingerprints.write(first, last);
  }

  sharing(first: number, last: number): number[] {
    return this.rows.all<{ key: number }>(sharing, first, last).map(({ key }) => key);
  }

  pairsOf(key: number): FoundPair[] {
    const own = this.#read(key);
    return [...this.#candidates(key)].flatMap((candidate): FoundPair[] => {
      const [one, other] = inOrder(own, this.#read(candidate));
      const judgement = judgeReleases(one, other);
      return judgement ? [{ one: one.id, other: other.id, isProvisional: other.isProvisional && !one.isProvisional, ...judgement }] : [];
    });
  }

  #candidates(key: number): Set<number> {
    const found = new Set<number>();
    for (const way of ways) {
      const keys = this.#few(way, key) ?? (way.includes('title_folded') ? this.#few(ofYear, key) : undefined) ?? [];
      for (const one of keys) found.add(one);
    }
    return found;
  }

  #few(way: string, key: number): number[] | undefined {
    const keys = this.rows.all<{ key: number }>(`${way} LIMIT ${mostSharing + 1}`, key);
    return keys.length > mostSharing ? undefined : keys.map(({ key }) => key);
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
    if (this.#compared.size >= mostKept) this.#compared.clear();
    this.#compared.set(key, read);
    return read;
  }
}
