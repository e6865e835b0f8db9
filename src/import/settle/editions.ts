import { type CatalogRows, isOfOwnMaking } from './catalog-rows';
import { compareLikeness, type Edition, type Likeness, likenessOf } from './release-likeness';

/** A release that one source has and the other has not, as far as anybody says. */
export interface Unlinked extends Edition {
  readonly key: number;
  /** The album of which it is an edition, by its UUID. */
  readonly album: string | null;
}

/** Two releases that are the same. */
export interface Pair {
  readonly discogs: Unlinked;
  readonly musicbrainz: Unlinked;
}

interface Row extends Omit<Edition, 'numbers' | 'formats' | 'isUnofficial'> {
  readonly key: number;
  readonly album: string | null;
  readonly numbers: string;
  readonly formats: string;
  readonly unofficial: 0 | 1;
}

/** A number that more releases have tells nothing of any of them. */
const mostOfOneNumber = 50;

const hasLink = (provider: string): string =>
  `EXISTS (SELECT 1 FROM release_external_link AS l WHERE l.release_key = r.key AND l.provider = '${provider}')`;

/** In SQL, what makes a release `r` one that a source has alone. */
const isAlone = {
  // What stands in for a release says too little of it.
  discogs: `r.provisional = 0 AND ${isOfOwnMaking('r.id')} AND ${hasLink('discogs')} AND NOT ${hasLink('musicbrainz')}`,
  musicbrainz: `NOT ${isOfOwnMaking('r.id')} AND ${hasLink('musicbrainz')} AND NOT ${hasLink('discogs')}`,
} as const;

type Side = keyof typeof isAlone;

const detailed = `
  SELECT r.key, r.id, r.barcode_normalized AS barcode, r.release_date AS date, r.country, (SELECT id FROM album WHERE key = r.album_key) AS album,
    (SELECT json_group_array(label_key || ' ' || catalog_number_normalized) FROM release_label
      WHERE release_key = r.key AND label_key IS NOT NULL AND catalog_number_normalized IS NOT NULL) AS numbers,
    (SELECT json_group_object(format_type, quantity) FROM
      (SELECT format_type, sum(quantity) AS quantity FROM release_format WHERE release_key = r.key GROUP BY format_type)) AS formats,
    EXISTS (SELECT 1 FROM release_format AS f, json_each(f.descriptions) AS d WHERE f.release_key = r.key
      AND d.value IN ('Unofficial Release', 'Test Pressing', 'Promo', 'White Label')) AS unofficial
  FROM "release" AS r`;

/** Those that share a barcode, or a number of a label, with the release of a key. */
const sharing = (side: Side): string => `
  SELECT r.key FROM "release" AS one CROSS JOIN "release" AS r ON r.barcode_normalized = one.barcode_normalized
    WHERE one.key = ?1 AND r.key <> one.key AND ${isAlone[side]}
  UNION
  SELECT r.key FROM release_label AS one
    CROSS JOIN release_label AS other ON other.catalog_number_normalized = one.catalog_number_normalized AND other.label_key = one.label_key
    CROSS JOIN "release" AS r ON r.key = other.release_key
    WHERE one.release_key = ?1 AND other.release_key <> one.release_key AND ${isAlone[side]}
  LIMIT ${mostOfOneNumber + 1}`;

/** Finds which release of Discogs is which of MusicBrainz. Made anew once something was written. */
export class Editions {
  readonly #editions = new Map<number, Unlinked>();

  constructor(private readonly rows: CatalogRows) {}

  /** The keys, after one, of the releases that Discogs alone has and that share a number with another release. */
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
   * The release of MusicBrainz that one of Discogs is: the one that is most like it, where no other of Discogs is more like
   * that one. Such a pair stays one whatever becomes of others.
   */
  pairOf(key: number): Pair | undefined {
    const musicbrainz = this.#best(key, 'musicbrainz');
    if (musicbrainz === undefined || this.#best(musicbrainz.key, 'discogs')?.key !== key) return undefined;
    return { discogs: this.#edition(key), musicbrainz };
  }

  #best(of: number, side: Side): Unlinked | undefined {
    const keys = this.rows.all<{ key: number }>(sharing(side), of);
    if (keys.length === 0 || keys.length > mostOfOneNumber) return undefined;
    const one = this.#edition(of);
    let best: { readonly edition: Unlinked; readonly likeness: Likeness } | undefined;
    for (const { key } of keys) {
      const edition = this.#edition(key);
      const likeness = likenessOf(one, edition);
      if (likeness === undefined) continue;
      const order = best === undefined ? -1 : compareLikeness(likeness, best.likeness);
      if (order < 0 || (order === 0 && best !== undefined && edition.id < best.edition.id)) best = { edition, likeness };
    }
    return best?.edition;
  }

  /** One is held against several others. */
  #edition(key: number): Unlinked {
    let edition = this.#editions.get(key);
    if (!edition) {
      edition = readEdition(this.rows, key);
      this.#editions.set(key, edition);
    }
    return edition;
  }
}

/** What tells the release of a key from others. */
export function readEdition(rows: CatalogRows, key: number): Unlinked {
  const { numbers, formats, unofficial, ...row } = rows.one<Row>(`${detailed} WHERE r.key = ?`, key) as Row;
  return { ...row, numbers: JSON.parse(numbers), formats: JSON.parse(formats), isUnofficial: unofficial === 1 };
}
