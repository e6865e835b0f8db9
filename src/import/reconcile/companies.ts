import { type CatalogRows, isOfOwnMaking, pagesOf, rowsAtOnce } from '../../records/write/catalog-rows';
import { packedId, typeKey } from '../../store/values/packed-id';
import { merged, type Statement } from './statements';

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
