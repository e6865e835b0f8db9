import { Database } from 'bun:sqlite';
import type { Bench } from './measurement';

/** A kind of record with a full-text index of words. */
export type SearchedKind = 'artist' | 'production' | 'release';

/** A prefix of indexed words. */
export interface Prefix {
  readonly letters: string;
  /** Sum of the hits of each word: a record with two of the words counts twice. */
  readonly hits: number;
}

/** All one- or two-letter prefixes of the kind's words, those with the most hits first. */
export function prefixesOf({ catalog }: Bench, kind: SearchedKind, length: 1 | 2): Prefix[] {
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

export const searchFor = (kind: SearchedKind, { letters }: Prefix): string => `/api/${kind}s?q=${encodeURIComponent(letters)}`;
