import { type RawBuilder, sql } from 'kysely';
import { keysOf } from './linked-filters';
import { reference, slugWord } from './parameters';
import type { Filter, Keyed, Table, Target } from './resource';

/** A filter that is given once for each of some words. */
export type KeyedFilter<T extends Table> = Filter<T, string> & { readonly keyedBy: NonNullable<Filter<T>['keyedBy']> };

/**
 * Keeps rows that lead to a record in each of the ways that are asked for: `credit[composer]=…&credit[director]=…` keeps what
 * one composed and the other directed.
 * @param called what the word in brackets is
 * @param pairs SQL that selects, for such a word, the `key` of a row and the key of what it leads to as `value`
 */
export function leadsToAs<T extends Table>(
  table: T,
  called: string,
  pairs: (word: RawBuilder<string>) => RawBuilder<unknown>,
  target: () => Target,
  description: string,
): KeyedFilter<T> {
  return {
    kind: reference(() => target().path),
    keyedBy: { kind: slugWord(called), called },
    description,
    many: true,
    bind: (given) => ({
      shape: String(given.length),
      values: Object.fromEntries(
        (given as Keyed[]).flatMap(({ word, values }, index) => [
          [`word${index}`, word],
          [`value${index}`, JSON.stringify(values)],
        ]),
      ),
    }),
    where: (rows, bound, shape) =>
      Array.from({ length: Number(shape) }, (_, index) => index).reduce((narrowed, index) => {
        const found = keysOf(target(), () => bound(`value${index}`), 'many');
        const all = pairs(bound<string>(`word${index}`));
        return narrowed.where(sql<boolean>`${sql.ref(`${table}.key`)} IN (SELECT key FROM (${all}) WHERE value IN ${found})`);
      }, rows),
  };
}
