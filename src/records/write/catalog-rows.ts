import type { Store } from '../../store/database/store';
import { packedId, typeKey } from '../../store/values/identifiers';

type Value = string | number | null;

/** Reads the catalog during reconciliation and scans, on the writing connection, as of the last batch. */
export class CatalogRows {
  constructor(private readonly store: Store) {}

  all<R>(sql: string, ...values: readonly Value[]): R[] {
    return this.store.writer.query(sql).all(...values) as R[];
  }

  one<R>(sql: string, ...values: readonly Value[]): R | undefined {
    return (this.store.writer.query(sql).get(...values) as R | null) ?? undefined;
  }

  run(sql: string, ...values: readonly Value[]): void {
    this.store.writer.query(sql).run(...values);
  }
}

/** Pages of rows; each page is requested after the results of the previous one are written. */
export function* pagesOf<R>(next: (last: R | undefined) => readonly R[]): Generator<readonly R[]> {
  for (let last: R | undefined; ; ) {
    const page = next(last);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1);
  }
}

/** Rows read between writes. */
export const rowsAtOnce = 1_000;

/** SQL: whether a UUID was generated from a source id, as opposed to an MBID. */
export const isGeneratedId = (id: string): string => `substr(${id}, 15, 1) = '5'`;

/** {@link isGeneratedId} for a UUID. */
export const isGenerated = (id: string): boolean => id[14] === '5';

/** SQL: whether a record comes from a person, a record file or another catalog rather than an external source. */
export const isManual = (type: string, id: string): string => `NOT EXISTS (
  SELECT 1 FROM import_source AS s CROSS JOIN imported_record AS i ON i.source_key = s.key AND i.type_key = ${typeKey(type)}
    AND i.id = ${packedId(id)}
  WHERE s.name LIKE 'musicbrainz/%' OR s.name LIKE 'discogs/%' OR s.name = 'wikidata')`;
