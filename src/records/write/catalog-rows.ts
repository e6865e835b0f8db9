import type { Store } from '../../store/database/store';
import { packedId, typeKey } from '../../store/values/packed-id';

type Value = string | number | null;

/** Reads a catalog while it is settled or looked through: by the connection that writes, as of the last batch. */
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

/** Rows in pages, each asked for once what the one before led to is written. */
export function* pagesOf<R>(next: (last: R | undefined) => readonly R[]): Generator<readonly R[]> {
  for (let last: R | undefined; ; ) {
    const page = next(last);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1);
  }
}

/** So many rows are looked through before what comes of them is written. */
export const rowsAtOnce = 1_000;

/** In SQL, whether a record has a UUID that was made of what a source calls it: MusicBrainz has its own for its records. */
export const isOfOwnMaking = (id: string): string => `substr(${id}, 15, 1) = '5'`;

/** {@link isOfOwnMaking} of a UUID itself. */
export const isIdOfOwnMaking = (id: string): boolean => id[14] === '5';

/** In SQL, whether no source that knows its own records alone gave a record: a person did, a file of records, or another catalog. */
export const isByHand = (type: string, id: string): string => `NOT EXISTS (
  SELECT 1 FROM import_source AS s CROSS JOIN imported_record AS i ON i.source_key = s.key AND i.type_key = ${typeKey(type)}
    AND i.id = ${packedId(id)}
  WHERE s.name LIKE 'musicbrainz/%' OR s.name LIKE 'discogs/%' OR s.name = 'wikidata')`;
