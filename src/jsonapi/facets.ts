import { sql } from 'kysely';
import { catalogRevision } from '../database/catalog-revision';
import { fold } from '../database/folding';
import type { Store } from '../database/open';
import { parameter, type Values } from '../database/prepare';
import { RevisionCache } from '../database/revision-cache';
import { Statements } from '../database/statements';
import type { FacetReading } from './facet-reading';
import type { Facet, Resource, Rows, Table } from './resource';
import { amongKeys, boundOf, isOfCatalog, isWhole, narrowed, type Selection, shapeOf, valuesOf } from './selection';

/** A value of a filter, and how many records of the list it would leave. */
export interface FacetValue {
  /** As the filter takes it. */
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

/** Members of `meta`. */
export interface FacetCounts {
  readonly facets: Readonly<Record<string, readonly FacetValue[]>>;
  /** How many values there are of each, of which the first are shown. */
  readonly facetTotals: Readonly<Record<string, number>>;
}

/** The keys that filters leave, by the shapes of these. */
type Found = Map<string, readonly number[]>;

interface Counted {
  readonly values: readonly FacetValue[];
  readonly total: number;
}

/** The most shapes of such queries kept prepared, at some 10 kB each. */
const maximumStatements = 200;

/** The most facets remembered: a kilobyte each as pages ask for them, and a hundred where one is shown in full. */
const maximumRemembered = 500;

/** More words than any vocabulary has, and more decades and countries than there are. */
const maximumWords = 1_000;

/** Counts the values of filters over the records of a list, each once for a state of the catalog. */
export class Facets {
  readonly #statements: Statements;
  readonly #remembered: RevisionCache<Counted>;
  /** What is one person's own changes with what they keep. */
  readonly #ofPersons: RevisionCache<Counted>;

  constructor(store: Store) {
    this.#statements = new Statements(store, { most: maximumStatements });
    this.#remembered = new RevisionCache(catalogRevision(store), maximumRemembered);
    this.#ofPersons = new RevisionCache(store, maximumRemembered);
  }

  /** Each facet counts what would be left if its value were chosen beside the other filters. */
  count(resource: Resource, selection: Selection, asked: FacetReading): FacetCounts {
    const found: Found = new Map();
    const counted = asked.names.map((name) => [name, this.#facet(resource, name, selection, asked, found)] as const);
    return {
      facets: Object.fromEntries(counted.map(([name, { values }]) => [name, values])),
      facetTotals: Object.fromEntries(counted.map(([name, { total }]) => [name, total])),
    };
  }

  #facet(resource: Resource, name: string, selection: Selection, { most, query, asker }: FacetReading, found: Found): Counted {
    const facet = facetOf(resource, name);
    const others: Selection = { ...selection, orders: [], filters: selection.filters.filter((filter) => filter.name !== name) };
    const given = { [`${name}.user`]: asker?.userKey ?? null, most, query: fold(query).trim() };
    const count = () => {
      const rows = this.#found(resource, others, found);
      const values = { ...valuesOf(rows), ...given };
      return facet.records ? this.#records(resource, name, facet, rows, values) : this.#words(resource, name, facet, rows, values);
    };
    if (selection.among) return count();
    const remembered = isOfCatalog(resource, others) && !resource.filters[name]?.scopes ? this.#remembered : this.#ofPersons;
    return remembered.find(`${name} ${shapeOf(resource, others)} ${JSON.stringify([valuesOf(others), given])}`, count) as Counted;
  }

  /** What filters leave of a list is found once, for all facets that it is counted for. */
  #found(resource: Resource, others: Selection, found: Found): Selection {
    if (others.filters.length === 0) return others;
    const shape = nameOf(resource, others);
    let among = found.get(shape);
    if (!among) {
      const statement = this.#statements.get<{ key: number }>(`found ${shape}`, (db) =>
        narrowed(resource, others, db.selectFrom(resource.table) as unknown as Rows<Table>).select(
          sql.ref<number>(`${resource.table}.key`).as('key'),
        ),
      );
      among = statement.all(valuesOf(others)).map(({ key }) => key);
      found.set(shape, among);
    }
    return { filters: [], orders: [], withinKey: others.withinKey, among };
  }

  /** Words are few: all of them are counted, and those that are asked for are picked here. */
  #words(resource: Resource, name: string, facet: Facet<Table>, others: Selection, values: Values & Asked): Counted {
    const { nameOf: called = String, isByValue } = facet;
    const all = this.#statements
      .get<{ value: string | number; count: number }>(
        `words ${name} ${nameOf(resource, others)}`,
        (db) => sql`
          WITH counted AS MATERIALIZED (${this.#counts(db, resource, name, facet, others)})
          SELECT value, count FROM counted WHERE value IS NOT NULL ORDER BY count DESC, value LIMIT ${sql.lit(maximumWords)}`,
      )
      .all(values)
      .filter(({ value }) => fold(called(value)).includes(values.query));
    const shown = all.slice(0, values.most);
    if (isByValue) shown.sort((a, b) => (a.value < b.value ? -1 : 1));
    return { values: shown.map(({ value, count }) => ({ value: String(value), name: called(value), count })), total: all.length };
  }

  /** Of records, only those are named that are as frequent as the last one to be shown: most are named in vain. */
  #records(resource: Resource, name: string, facet: Facet<Table>, others: Selection, values: Values & Asked): Counted {
    const target = facet.records?.();
    if (!target?.named) throw new Error(`Records that ${name} of ${resource.type} leads to have no names.`);
    const { table, path, named, bySlug } = target;
    const value = bySlug ? sql`named.slug` : sql`${sql.lit(`${path}/`)} || named.id`;
    const isNamedSo = values.query === '' ? isFrequent : sql`instr(named.${sql.ref(named.folded)}, ${parameter('query')}) > 0`;
    const total = values.query === '' ? sql`(SELECT count(*) FROM counted WHERE value IS NOT NULL)` : sql`count(*) OVER ()`;
    const found = this.#statements
      .get<FacetValue & { total: number }>(
        `${values.query === '' ? 'frequent' : 'named'} ${name} ${nameOf(resource, others)}`,
        (db) => sql`
          WITH counted AS MATERIALIZED (${this.#counts(db, resource, name, facet, others)})
          SELECT ${value} AS value, named.${sql.ref(named.shown)} AS name, counted.count, ${total} AS total
          FROM counted CROSS JOIN ${sql.table(table)} AS named ON named.key = counted.value WHERE ${isNamedSo}
          ORDER BY counted.count DESC, named.${sql.ref(named.folded)}, named.id LIMIT ${parameter('most')} + 0`,
      )
      .all(values);
    return { values: found.map(({ value, name, count }) => ({ value, name, count })), total: found[0]?.total ?? 0 };
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the statements give it.
  #counts(db: any, resource: Resource, name: string, facet: Facet<Table>, others: Selection) {
    const rows = narrowed(resource, others, db.selectFrom(resource.table) as Rows<Table>);
    const isKnown = others.among && others.filters.length === 0 && others.withinKey === undefined && !resource.only;
    return facet.counts(rows, isWhole(resource, others), boundOf(name), isKnown ? amongKeys : undefined);
  }
}

interface Asked {
  readonly most: number;
  readonly query: string;
}

/** Whether a value is as frequent as the last that is shown, with those that are just as frequent. */
const isFrequent = sql`counted.count >= coalesce((SELECT count FROM counted WHERE value IS NOT NULL ORDER BY count DESC LIMIT 1 OFFSET ${parameter('most')} - 1), 0)`;

const nameOf = (resource: Resource, selection: Selection): string => `${selection.among ? 'among ' : ''}${shapeOf(resource, selection)}`;

function facetOf(resource: Resource, name: string): Facet<Table> {
  const facet = resource.filters[name]?.facet;
  if (!facet) throw new Error(`${resource.type} declares a facet ${name}, and no filter of that name whose values can be counted.`);
  return facet;
}
