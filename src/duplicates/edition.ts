import type { CatalogRows } from '../records/catalog-rows';
import type { Edition } from './release-likeness';

/** A release of the catalog, as far as it tells it from others. */
export interface CatalogEdition extends Edition {
  readonly key: number;
  /** The album of which it is an edition, by its UUID. */
  readonly album: string | null;
}

interface Row extends Omit<CatalogEdition, 'numbers' | 'formats' | 'isUnofficial'> {
  readonly numbers: string;
  readonly formats: string;
  readonly unofficial: 0 | 1;
}

const detailed = `
  SELECT r.key, r.id, r.barcode_normalized AS barcode, r.release_date AS date, r.country, (SELECT id FROM album WHERE key = r.album_key) AS album,
    (SELECT json_group_array(label_key || ' ' || catalog_number_normalized) FROM release_label
      WHERE release_key = r.key AND label_key IS NOT NULL AND catalog_number_normalized IS NOT NULL) AS numbers,
    (SELECT json_group_object(format_type, quantity) FROM
      (SELECT format_type, sum(quantity) AS quantity FROM release_format WHERE release_key = r.key GROUP BY format_type)) AS formats,
    EXISTS (SELECT 1 FROM release_format AS f, json_each(f.descriptions) AS d WHERE f.release_key = r.key
      AND d.value IN ('Unofficial Release', 'Test Pressing', 'Promo', 'White Label')) AS unofficial
  FROM "release" AS r`;

/** What tells the release of a key from others. */
export function readEdition(rows: CatalogRows, key: number): CatalogEdition {
  const { numbers, formats, unofficial, ...row } = rows.one<Row>(`${detailed} WHERE r.key = ?`, key) as Row;
  return { ...row, numbers: JSON.parse(numbers), formats: JSON.parse(formats), isUnofficial: unofficial === 1 };
}
