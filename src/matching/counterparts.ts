import { type CatalogRows, isGeneratedId } from '../records/write/catalog-rows';
import { type CatalogEdition, compareLikeness, findSharing, type Likeness, likenessOf, readEdition } from './editions';

/** Two identical releases. */
export interface MatchedPair {
  readonly discogs: CatalogEdition;
  readonly musicbrainz: CatalogEdition;
}

const hasLink = (provider: string): string =>
  `EXISTS (SELECT 1 FROM release_external_link AS l WHERE l.release_key = r.key AND l.provider = '${provider}')`;

/** SQL: release `r` comes from this source alone. */
const isAlone = {
  // Provisional releases have too little data.
  discogs: `r.provisional = 0 AND ${isGeneratedId('r.id')} AND ${hasLink('discogs')} AND NOT ${hasLink('musicbrainz')}`,
  musicbrainz: `NOT ${isGeneratedId('r.id')} AND ${hasLink('musicbrainz')} AND NOT ${hasLink('discogs')}`,
} as const;

type Side = keyof typeof isAlone;

/** Releases that share a barcode or catalog number with one. */
const sharing = (side: Side): string => `
  SELECT r.key FROM "release" AS one CROSS JOIN "release" AS r ON r.barcode_normalized = one.barcode_normalized
    WHERE one.key = ?1 AND r.key <> one.key AND ${isAlone[side]}
  UNION
  SELECT r.key FROM release_label AS one
    CROSS JOIN release_label AS other ON other.catalog_number_normalized = one.catalog_number_normalized AND other.label_key = one.label_key
    CROSS JOIN "release" AS r ON r.key = other.release_key
    WHERE one.release_key = ?1 AND other.release_key <> one.release_key AND ${isAlone[side]}`;

/** Matches Discogs releases to MusicBrainz releases. Recreated after writes. */
export class Editions {
  readonly #editions = new Map<number, CatalogEdition>();

  constructor(private readonly rows: CatalogRows) {}

  /** Keys after one of Discogs-only releases that share a number with another release. */
  keysAfter(key: number, most: number): { readonly key: number }[] {
    return this.rows.all(
      `SELECT r.key FROM "release" AS r WHERE r.key > ? AND ${isAlone.discogs} AND (
         EXISTS (SELECT 1 FROM "release" AS m WHERE m.barcode_normalized = r.barcode_normalized AND m.key <> r.key)
         OR EXISTS (SELECT 1 FROM release_label AS a CROSS JOIN release_label AS b
           ON b.catalog_number_normalized = a.catalog_number_normalized AND b.label_key = a.label_key
           WHERE a.release_key = r.key AND b.release_key <> r.key))
       ORDER BY r.key LIMIT ?`,
      key,
      most,
    );
  }

  /**
   * The matching MusicBrainz release: the most similar one, unless another Discogs release is more similar to it. Stable against
   * changes elsewhere.
   */
  pairOf(key: number): MatchedPair | undefined {
    const musicbrainz = this.#best(key, 'musicbrainz');
    if (musicbrainz === undefined || this.#best(musicbrainz.key, 'discogs')?.key !== key) return undefined;
    return { discogs: this.#edition(key), musicbrainz };
  }

  #best(of: number, side: Side): CatalogEdition | undefined {
    const keys = findSharing(this.rows, sharing(side), of) ?? [];
    if (keys.length === 0) return undefined;
    const one = this.#edition(of);
    let best: { readonly edition: CatalogEdition; readonly likeness: Likeness } | undefined;
    for (const key of keys) {
      const edition = this.#edition(key);
      const likeness = likenessOf(one, edition);
      if (likeness === undefined) continue;
      const order = best === undefined ? -1 : compareLikeness(likeness, best.likeness);
      if (order < 0 || (order === 0 && best !== undefined && edition.id < best.edition.id)) best = { edition, likeness };
    }
    return best?.edition;
  }

  /** One release is compared with several others. */
  #edition(key: number): CatalogEdition {
    let edition = this.#editions.get(key);
    if (!edition) {
      edition = readEdition(this.rows, key);
      this.#editions.set(key, edition);
    }
    return edition;
  }
}
