import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Decode, Relationship, Resource, Rows, Table } from '../src/api/schema/resource';
import { catalog } from '../src/catalog';
import type { Store } from '../src/store/database/open';
import type { Schema } from '../src/store/database/schema';
import { BenchError, median } from './measurement';

/** A statement, with the constants that it is given and the places of the values that a request brings. */
export interface PlannedQuery {
  readonly sql: string;
  readonly parameters: readonly (string | number | null | { readonly place: Place })[];
}

export type Place = 'id' | 'key' | 'keys';

export interface PlannedRelationship {
  readonly name: string;
  readonly many: boolean;
  readonly alsoAttribute: boolean;
  readonly type: string;
  readonly iri: string;
  /** Pairs of one record (`key`), and of those of a page (`keys`, a JSON array). */
  readonly ofOne: PlannedQuery;
  readonly ofMany: PlannedQuery;
}

/** Everything that the floor has to know of one list and the records in it: no more than SQL and names. */
export interface PlannedKind {
  readonly type: string;
  /** Of the list, with `:name` in it; likewise the IRI of a record, from the columns of its row. */
  readonly path: string;
  readonly iri: string;
  readonly attributes: readonly (readonly [name: string, stored: StoredAs])[];
  readonly relationships: readonly PlannedRelationship[];
  /** `id` is that of the record above, where there is one. */
  readonly firstPage: PlannedQuery;
  readonly total: PlannedQuery;
  readonly single: PlannedQuery | undefined;
}

/** How an attribute is stored; arrays are null if empty. */
export type StoredAs = 'plain' | 'boolean' | 'json' | 'array' | { readonly column: string; readonly index: number };

/** What is requested of a kind: some of its lists and of its records, and the plan that answers them. */
export interface KindOfReads {
  readonly plan: PlannedKind;
  readonly listPaths: readonly string[];
  readonly singlePaths: readonly string[];
}

type Query = SelectQueryBuilder<Schema, Table, object>;

/** How many records of a kind are read, spread over its table. */
const readsOfKind = 300;

export const itemsPerPage = 30;

/** Every list of the catalog and every kind of record, planned on the catalog that is measured. */
export function readsOfCatalog(store: Store): KindOfReads[] {
  return catalog.shown.flatMap((resource) => {
    const { listOfAll } = resource as { listOfAll?: Resource };
    return [readsOf(store, resource), ...(listOfAll ? [listAlone(readsOf(store, listOfAll))] : [])];
  });
}

const listAlone = ({ plan, listPaths }: KindOfReads): KindOfReads => ({ plan: { ...plan, single: undefined }, listPaths, singlePaths: [] });

function readsOf(store: Store, resource: Resource): KindOfReads {
  const rows = sampleRows(store, resource);
  const lists = rows.map((row) => resource.path.replace(/:(\w+)/g, (_, name: string) => String(row[name])));
  const exampleId = rows.length > 0 ? parentIdOf(resource, rows[0] as AnyRow) : null;
  return {
    plan: planOf(store, resource, exampleId),
    listPaths: [...new Set(lists)],
    singlePaths: rows.map((row) => resource.iri(row)),
  };
}

type AnyRow = Readonly<Record<string, string | number | null>>;

function sampleRows(store: Store, resource: Resource): AnyRow[] {
  const { db, reader } = store;
  const chosen = spreadKeys(store, resource);
  const query = compiled(resource.rows(db).where(keyOf(resource), 'in', place('keys')) as unknown as Query);
  return reader.prepare<AnyRow, never[]>(query.sql).all(...(valuesOf(query, { keys: JSON.stringify(chosen) }) as never[]));
}

/** Keys from all over a table, found one by one: a table of ten million rows is not read for three hundred of them. */
function spreadKeys({ db, reader }: Store, resource: Resource): number[] {
  const last = reader.prepare<{ key: number | null }, []>(`SELECT max(key) AS key FROM "${resource.table}"`).get()?.key ?? 0;
  const following = only(resource, keysOf(db, resource))
    .where(keyOf(resource), '>', place('key'))
    .orderBy(keyOf(resource))
    .limit(sql.lit(1));
  const query = compiled(following);
  const next = reader.prepare<{ key: number }, never[]>(query.sql);
  const keys: number[] = [];
  for (let part = 0; part < readsOfKind; part++) {
    const after = Math.max(Math.floor((last * part) / readsOfKind), keys.at(-1) ?? 0);
    const key = next.get(...(valuesOf(query, { key: after }) as never[]))?.key;
    if (key === undefined) break;
    keys.push(key);
  }
  return keys;
}

const parentIdOf = ({ ancestors }: Resource, row: AnyRow): string | null => {
  const parent = ancestors.at(-1);
  return parent ? String(row[parent.parameter]) : null;
};

function planOf(store: Store, resource: Resource, exampleId: string | null): PlannedKind {
  const { db } = store;
  return {
    type: resource.type,
    path: resource.path,
    iri: iriPattern(resource),
    attributes: resource.decoders.map(([name, decode]) => [name, storedAs(decode)]),
    relationships: Object.entries(resource.relationships).map(([name, relationship]) => planOfRelationship(db, name, relationship)),
    firstPage: faster(store, exampleId, [pageOfRows(db, resource), pageOfKeys(db, resource)]),
    total: compiled(
      within(resource, only(resource, db.selectFrom(resource.table) as unknown as Query)).select(sql<number>`count(*)`.as('total')),
    ),
    single: compiled(resource.rows(db).where(sql.ref(`${resource.table}.id`), '=', place('id')) as unknown as Query),
  };
}

function planOfRelationship(db: Kysely<Schema>, name: string, { target, many, alsoAttribute, pairs }: Relationship): PlannedRelationship {
  const found = catalog.find(target);
  if (!found) throw new BenchError(`There is no kind of record "${target}".`);
  return {
    name,
    many,
    alsoAttribute,
    type: target,
    iri: iriPattern(found),
    ofOne: compiled(pairs(db, sql`(${place('key')})`) as unknown as Query),
    ofMany: compiled(pairs(db, place('keys')) as unknown as Query),
  };
}

/** A page in one query, and a page whose keys are found first: which is faster depends on what a row is made of. */
const pageOfRows = (db: Kysely<Schema>, resource: Resource): PlannedQuery =>
  compiled(ordered(resource, within(resource, only(resource, resource.rows(db) as unknown as Query))).limit(sql.lit(itemsPerPage)));

function pageOfKeys(db: Kysely<Schema>, resource: Resource): PlannedQuery {
  const keys = ordered(resource, within(resource, only(resource, keysOf(db, resource)))).limit(sql.lit(itemsPerPage));
  return compiled(ordered(resource, resource.rows(db).where(sql<boolean>`${keyOf(resource)} IN ${keys}`) as unknown as Query));
}

/** How often each way is tried; one that takes longer than so many milliseconds is tried once. */
const tries = 20;
const longMilliseconds = 100;

function faster({ reader }: Store, id: string | null, queries: readonly PlannedQuery[]): PlannedQuery {
  const times = queries.map((query) => {
    const statement = reader.prepare<unknown, never[]>(query.sql);
    const values = valuesOf(query, { id }) as never[];
    const once = () => {
      const started = performance.now();
      statement.all(...values);
      return performance.now() - started;
    };
    const first = once();
    return first > longMilliseconds ? first : median(Array.from({ length: tries }, once));
  });
  return queries[times.indexOf(Math.min(...times))] as PlannedQuery;
}

const keyOf = ({ table }: Resource) => sql.ref<number>(`${table}.key`);

const keysOf = (db: Kysely<Schema>, resource: Resource): Query =>
  (db.selectFrom(resource.table) as unknown as Query).select(keyOf(resource).as('key'));

const only = ({ only }: Resource, query: Query): Query => (only ? (only(query as unknown as Rows<Table>) as unknown as Query) : query);

/** Of a nested kind, what is below the record that is named last in the path. */
function within({ table, withinColumn, ancestors }: Resource, query: Query): Query {
  const parent = ancestors.at(-1);
  if (withinColumn === undefined || !parent) return query;
  const key = sql`(SELECT key FROM ${sql.table(parent.table)} WHERE id = ${place('id')})`;
  return query.where(sql<boolean>`${sql.ref(`${table}.${withinColumn}`)} = ${key}`);
}

const ordered = ({ table, wholeOrder }: Resource, query: Query): Query =>
  [...wholeOrder, 'id'].reduce((query, column) => query.orderBy(sql.ref(`${table}.${column}`)), query);

/** Where the value that a request brings stands; a list of keys is one JSON text. */
const place = (name: Place): RawBuilder<never> =>
  name === 'keys' ? sql`(SELECT value FROM json_each(${sql.val({ place: name })}))` : sql`${sql.val({ place: name })}`;

function compiled(query: Pick<Query, 'compile'>): PlannedQuery {
  const { sql, parameters } = query.compile();
  return { sql, parameters: parameters as PlannedQuery['parameters'] };
}

/** What a planned query is run with. */
export const valuesOf = (
  { parameters }: PlannedQuery,
  given: Readonly<Partial<Record<Place, string | number | null>>>,
): (string | number | null)[] =>
  parameters.map((value) => (typeof value === 'object' && value !== null ? (given[value.place] ?? null) : value));

/** Finds how an attribute is stored by decoding values that each way reads differently. */
function storedAs(decode: Decode): StoredAs {
  const columns: string[] = [];
  const row = new Proxy(
    {},
    {
      get(_, name) {
        columns.push(String(name));
        return '[0,1,2,3,4,5,6,7]';
      },
    },
  );
  const decoded = decode('[]', row);
  if (columns[0] !== undefined) return { column: columns[0], index: Number(decoded) };
  if (typeof decoded !== 'object') return typeof decoded === 'boolean' ? 'boolean' : 'plain';
  return decode(null, row) === null ? 'json' : 'array';
}

const iriPattern = (resource: Resource): string => resource.iri(new Proxy({}, { get: (_, name) => `:${String(name)}` }));
