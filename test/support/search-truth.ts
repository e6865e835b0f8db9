import { expect } from 'bun:test';
import { words } from '../../src/store/database/full-text';
import type { Store } from '../../src/store/database/open';

/** Checks that search indexes match the records exactly. */
export function expectTrueSearch(store: Store): void {
  for (const [index, query] of Object.entries(indexes)) expect(byWord(indexedWordsOf(store, index))).toEqual(byWord(wordsOf(store, query)));
}

/** Each index with the view or table of its expected content. */
const indexes = {
  artist_search: 'SELECT key, name, other_names FROM artist_search_entry',
  production_search: 'SELECT key, name, other_names FROM production_search_entry',
  release_search: 'SELECT key, name, other_names FROM release_search_entry',
  label_search: 'SELECT key, name FROM label_search_entry',
};

/** Row keys by word, derived from the tables. */
function wordsOf(store: Store, query: string): Map<string, number[]> {
  const found = new Map<string, Set<number>>();
  for (const { key, name, other_names } of store.writer.query(query).all() as { key: number; name: string; other_names?: string }[]) {
    for (const word of `${name} ${other_names ?? ''}`.match(words) ?? []) found.set(word, (found.get(word) ?? new Set()).add(key));
  }
  return new Map([...found].map(([word, keys]) => [word, [...keys].sort((a, b) => a - b)]));
}

function indexedWordsOf(store: Store, index: string): Map<string, number[]> {
  const terms = store.writer.query(`SELECT term FROM ${index}_word`).values().flat() as string[];
  const rows = store.writer.query(`SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid`);
  return new Map(terms.map((term) => [term, rows.values(`"${term}"`).flat() as number[]]));
}

const byWord = (map: Map<string, number[]>) => [...map].filter(([, keys]) => keys.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
