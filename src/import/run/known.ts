import { catalog } from '../../catalog';
import { fold } from '../../database/folding';
import { normalizeBarcode, normalizeCatalogNumber } from '../../database/identifiers';
import type { Store } from '../../database/open';
import type { Known } from '../source';

/** What sources may ask of a catalog, answered by the connection that writes: as of the last batch. */
export function knownOf({ writer }: Store): Known {
  const row = <R>(sql: string, ...values: string[]): R | undefined => (writer.query(sql).get(...values) as R | null) ?? undefined;
  const isThere = (type: string, id: string): boolean => {
    const table = catalog.find(type)?.table;
    return table !== undefined && row(`SELECT 1 FROM "${table}" WHERE id = ?`, id) !== undefined;
  };
  return {
    has: isThere,
    findByLink(type, provider, externalId) {
      const table = type.toLowerCase();
      const found = row<{ id: string }>(
        `SELECT r.id FROM ${table}_external_link AS l JOIN "${table}" AS r ON r.key = l.${table}_key WHERE l.provider = ? AND l.external_id = ? ORDER BY r.id`,
        provider,
        externalId,
      );
      return found?.id;
    },
    findByName(type, name) {
      const table = catalog.find(type)?.table as string;
      // There are some twenty types of packaging, and they have no folded name.
      const isNamed = type === 'PackagingType' ? 'lower(name) = lower(?)' : 'name_folded = ?';
      const written = type === 'PackagingType' ? name : fold(name).trim();
      const found = writer.query(`SELECT id FROM ${table} WHERE ${isNamed} LIMIT 2`).all(written) as { id: string }[];
      return found.length === 1 ? found[0]?.id : undefined;
    },
    findRole(name) {
      const folded = fold(name).trim();
      return row<{ slug: string }>(
        `SELECT slug FROM artist_role WHERE role_folded = ?1
         UNION ALL SELECT r.slug FROM artist_role_alias AS a JOIN artist_role AS r ON r.key = a.role_key WHERE a.alias_folded = ?1 LIMIT 1`,
        folded,
      )?.slug;
    },
    findReleases(barcode, catalogNumber) {
      const normalized = normalizeBarcode(barcode);
      const number = normalizeCatalogNumber(catalogNumber);
      if (normalized === null || number === null) return [];
      const found = writer
        .query(
          `SELECT DISTINCT r.id FROM "release" AS r JOIN release_label AS l ON l.release_key = r.key
           WHERE r.barcode_normalized = ? AND l.catalog_number_normalized = ? ORDER BY r.id`,
        )
        .all(normalized, number) as { id: string }[];
      return found.map(({ id }) => id);
    },
    hasTracks: (releaseId) =>
      row(
        `SELECT 1 FROM "release" AS r JOIN release_format AS f ON f.release_key = r.key JOIN release_track AS t ON t.release_format_key = f.key WHERE r.id = ? LIMIT 1`,
        releaseId,
      ) !== undefined,
    note: (source, name) => row<{ value: string }>('SELECT value FROM source_note WHERE source = ? AND name = ?', source, name)?.value,
  };
}
