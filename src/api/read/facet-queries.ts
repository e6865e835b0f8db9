import { type Kysely, type RawBuilder, sql } from 'kysely';
import { parameter } from '../../store/database/sql';
import { fold } from '../../store/values/folding';
import type { Facet, Resource, Rows, Table } from '../schema/resource';
import { allRows, amongKeys, boundOf, isWhole, keyOf, narrowed, type Selection, shapeOf } from './selection';

/** A facet value with the number of records it leaves. */
export interface FacetValue {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

/** Values of a facet, with the total number of values. */
export interface Counted {
  readonly values: readonly FacetValue[];
  readonly total: number;
}

export interface CountedFacet {
  readonly most: number;
  /** Already folded. */
  readonly query: string;
}

/** Query that counts the values of a facet, with its row mapper. */
export interface FacetQuery {
  /** Identifies its SQL. */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: as the statements give it.
  build(db: Kysely<any>): RawBuilder<unknown>;
  counted(rows: readonly object[]): Counted;
}

/** More than any vocabulary, or the decades and countries, can have. */
const maximumWords = 1_000;

/** Counts the values of a filter over the records of a list. */
export function facetQuery(resource: Resource, name: string, selection: Selection, asked: CountedFacet): FacetQuery {
  const facet = resource.filters[name]?.facet;
  if (!facet) throw new Error(`${resource.type} declares a facet ${name}, and no filter of that name whose values can be counted.`);
  return facet.records ? ofRecords(resource, name, facet, selection, asked) : ofWords(resource, name, facet, selection, asked);
}

/** Keys of the records that match the filters. */
export const foundKeys = (resource: Resource, selection: Selection, all: Rows<Table>): Rows<Table> =>
  narrowed(resource, selection, all).select(keyOf(resource));

export const nameOfShape = (resource: Resource, selection: Selection): string =>
  `${selection.among ? 'among ' : ''}${shapeOf(resource, selection)}`;

/** Vocabularies are small: all words are counted, and the requested ones selected here. */
function ofWords(resource: Resource, name: string, facet: Facet<Table>, selection: Selection, { most, query }: CountedFacet): FacetQuery {
  const { nameOf: called = String, isByValue } = facet;
  return {
    name: `words ${name} ${nameOfShape(resource, selection)}`,
    build: (db) => sql`
      WITH counted AS MATERIALIZED (${counts(db, resource, name, facet, selection)})
      SELECT value, count FROM counted WHERE value IS NOT NULL ORDER BY count DESC, value LIMIT ${sql.lit(maximumWords)}`,
    counted(rows) {
      const found = rows as readonly { readonly value: string | number; readonly count: number }[];
      const all = found.filter(({ value }) => fold(called(value)).includes(query));
      const shown = all.slice(0, most);
      if (isByValue) shown.sort((a, b) => (a.value < b.value ? -1 : 1));
      return { values: shown.map(({ value, count }) => ({ value: String(value), name: called(value), count })), total: all.length };
    },
  };
}

/** Names only values as frequent as the last one shown, since naming all of them would be wasted work. */
function ofRecords(resource: Resource, name: string, facet: Facet<Table>, selection: Selection, { query }: CountedFacet): FacetQuery {
  const target = facet.records?.();
  if (!target?.named) throw new Error(`Records that ${name} of ${resource.type} leads to have no names.`);
  const { table, path, named, bySlug } = target;
  const value = bySlug ? sql`named.slug` : sql`${sql.lit(`${path}/`)} || named.id`;
  const isNamedSo = query === '' ? isFrequent : sql`instr(named.${sql.ref(named.folded)}, ${parameter('query')}) > 0`;
  const total = query === '' ? sql`(SELECT count(*) FROM counted WHERE value IS NOT NULL)` : sql`count(*) OVER ()`;
  return {
    name: `${query === '' ? 'frequent' : 'named'} ${name} ${nameOfShape(resource, selection)}`,
    build: (db) => sql`
      WITH counted AS MATERIALIZED (${counts(db, resource, name, facet, selection)})
      SELECT ${value} AS value, named.${sql.ref(named.shown)} AS name, counted.count, ${total} AS total
      FROM counted CROSS JOIN ${sql.table(table)} AS named ON named.key = counted.value WHERE ${isNamedSo}
      ORDER BY counted.count DESC, named.${sql.ref(named.folded)}, named.id LIMIT ${parameter('most')} + 0`,
    counted(rows) {
      const found = rows as readonly (FacetValue & { readonly total: number })[];
      return { values: found.map(({ value, name, count }) => ({ value, name, count })), total: found[0]?.total ?? 0 };
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as the statements give it.
function counts(db: any, resource: Resource, name: string, facet: Facet<Table>, selection: Selection): RawBuilder<unknown> {
  const rows = narrowed(resource, selection, allRows(db, resource));
  const { among, ...own } = selection;
  const isKnown = among && isWhole(resource, own);
  return facet.counts(rows, isWhole(resource, selection), boundOf(name), isKnown ? amongKeys : undefined);
}

/** Whether a value is at least as frequent as the last one shown, ties included. */
const isFrequent = sql`counted.count >= coalesce((SELECT count FROM counted WHERE value IS NOT NULL ORDER BY count DESC LIMIT 1 OFFSET ${parameter('most')} - 1), 0)`;
