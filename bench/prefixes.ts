import { Database } from 'bun:sqlite';
import type { Bench } from './measurement';

/** A kind that is searched by words. */
export type Searched = 'artist' | 'production' | 'release';

/** Letters that words of an index begin with, and how many hits they have, words counted one by one. */
export interface Prefix {
  readonly letters: string;
  readonly hits: number;
}

/** Every letter, or every two letters, that words of this kind of record begin with, those with the most hits first. */
export function prefixesOf({ catalog }: Bench, kind: Searched, length: 1 | 2): Prefix[] {
  const database = new Database(catalog.file, { readonly: true });
  try {
    return database
      .query<Prefix, [number, number]>(
        `SELECT substr(term, 1, ?1) AS letters, sum(doc) AS hits FROM ${kind}_search_word WHERE length(term) >= ?2 GROUP BY 1 ORDER BY 2 DESC`,
      )
      .all(length, length);
  } finally {
    database.close();
  }
}

export const searchFor = (kind: Searched, { letters }: Prefix): string => `/api/${kind}s?q=${encodeURIComponent(letters)}`;
