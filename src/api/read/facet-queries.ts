import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../store/database/schema';
import { parameter } from '../../store/database/sql';
import { fold } from '../../store/values/folding';
import type { Facet, Resource, Table } from '../schema/resource';
import { boundOf, filteredRows, isWhole, type Selection, shapeOf } from './selection';

/** A facet value with the number of records it leaves. */
export interface FacetValue {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

/** Values of a facet, with the total number of values. */
export interface CountedFacet {
  readonly values: readonly FacetValue[];
  readonly total: number;
}

export interface FacetInput {
  readonly most: number;
  /** Already folded. */
  readonly query: string;
}

/** Query that counts the values of a facet, with its row mapper. */
export interface FacetQuery {
  /** Identifies its SQL. */
  readonly shape: string;
  build(db: Kysely<Schema>): RawBuilder<unknown>;
  counted(rows: readonly object[]): CountedFacet;
}

/** More than any vocabulary, or the decades and countries, can have. */
const maximumWords = 1_000;

/** Counts the values of a filter over the records of a list. */
export function facetQuery(resource: Resource, name: string, selection: Selection, input: FacetInput): FacetQuery {
  const facet = resource.filters[name]?.facet;
  if (!facet) throw new Error(`${resource.type} declares a facet ${name}, and no filter of that name whose values can be counted.`);
  return facet.records ? ofRecords(resource, name, facet, selection, input) : ofWords(resource, name, facet, selection, input);
}

const listShape = (resource: Resource, selection: Selection): string => `${selection.among ? 'among ' : ''}${shapeOf(resource, selection)}`;

/** Vocabularies are small: all words are counted, and the requested ones selected here. */
function ofWords(resource: Resource, name: string, facet: Facet<Table>, selection: Selection, { most, query }: FacetInput): FacetQuery {
  const { nameOf = String, isByValue } = facet;
  return {
    shape: `words ${name} ${listShape(resource, selection)}`,
    build: (db) => sql`
      WITH counted AS MATERIALIZED (${counts(db, resource, name, facet, selection)})
      SELECT value, count FROM counted WHERE value IS NOT NULL ORDER BY count DESC, value LIMIT ${sql.lit(maximumWords)}`,
    counted(rows) {
      const words = rows as readonly { readonly value: string | number; readonly count: number }[];
      const all = words.filter(({ value }) => fold(nameOf(value)).includes(query));
      const first = all.slice(0, most);
      if (isByValue) first.sort((a, b) => (a.value < b.value ? -1 : 1));
      return { values: first.map(({ value, count }) => ({ value: String(value), name: nameOf(value), count })), total: all.length };
    },
  };
}

/** Names only values as frequent as the last one shown, since naming all of them would be wasted work. */
function ofRecords(resource: Resource, name: string, facet: Facet<Table>, selection: Selection, { query }: FacetInput): FacetQuery {
  const target = facet.records?.();
  if (!target?.named) throw new Error(`Records that ${name} of ${resource.type} leads to have no names.`);
  const { table, path, named, bySlug } = target;
  const value = bySlug ? sql`named.slug` : sql`${sql.lit(`${path}/`)} || named.id`;
  const isSelected = query === '' ? isFrequent : sql`instr(named.${sql.ref(named.folded)}, ${parameter('query')}) > 0`;
  const total = query === '' ? sql`(SELECT count(*) FROM counted WHERE value IS NOT NULL)` : sql`count(*) OVER ()`;
  return {
    shape: `${query === '' ? 'frequent' : 'named'} ${name} ${listShape(resource, selection)}`,
    build: (db) => sql`
      WITH counted AS MATERIALIZED (${counts(db, resource, name, facet, selection)})
      SELECT ${value} AS value, named.${sql.ref(named.shown)} AS name, counted.count, ${total} AS total
      FROM counted CROSS JOIN ${sql.table(table)} AS named ON named.key = counted.value WHERE ${isSelected}
      ORDER BY counted.count DESC, named.${sql.ref(named.folded)}, named.id LIMIT ${parameter('most')} + 0`,
    counted(rows) {
      const found = rows as readonly (FacetValue & { readonly total: number })[];
      return { values: found.map(({ value, name, count }) => ({ value, name, count })), total: found[0]?.total ?? 0 };
    },
  };
}

const counts = (db: Kysely<Schema>, resource: Resource, name: string, facet: Facet<Table>, selection: Selection): RawBuilder<unknown> =>
  facet.counts(filteredRows(db, resource, selection), isWhole(resource, selection), boundOf(name));

/** Whether a value is at least as frequent as the last one shown, ties included. */
const isFrequent = sql`counted.count >= coalesce((SELECT count FROM counted WHERE value IS NOT NULL ORDER BY count DESC LIMIT 1 OFFSET ${parameter('most')} - 1), 0)`;
