import { Database } from 'bun:sqlite';
import type { Bench } from './measurement';

/** Two letters that words of an index begin with, and how many hits they have, words counted one by one. */
export interface Prefix {
  readonly letters: string;
  readonly hits: number;
}

/** Every two letters that words of this kind of record begin with, those with the most hits first. */
export function twoLetterPrefixes({ catalog }: Bench, kind: 'artist' | 'release'): Prefix[] {
  const database = new Database(catalog.file, { readonly: true });
  try {
    return database
      .query<Prefix, []>(
        `SELECT substr(term, 1, 2) AS letters, sum(doc) AS hits FROM ${kind}_search_word WHERE length(term) >= 2 GROUP BY 1 ORDER BY 2 DESC`,
      )
      .all();
  } finally {
    database.close();
  }
}

export const searchFor = (kind: 'artist' | 'release', { letters }: Prefix): string => `/api/${kind}s?q=${encodeURIComponent(letters)}`;
