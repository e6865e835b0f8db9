import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Decode, Relationship, Resource, Rows, Table } from '../src/api/schema/resource';
import { catalog } from '../src/catalog';
import type { Store } from '../src/store/database/open';
import type { Schema } from '../src/store/database/schema.gen';
import { BenchError, median } from './measurement';

/** A statement with its parameters: constants, and placeholders for values from the request. */
export interface PlannedQuery {
  readonly sql: string;
  readonly parameters: readonly (string | number | null | { readonly place: Place })[];
}

export type Place = 'id' | 'key' | 'keys';

export interface PlannedRelationship {
  readonly name: string;
  /** Last segment of the path of the related records. */
  readonly segment: string;
  readonly many: boolean;
  readonly alsoAttribute: boolean;
  readonly type: string;
  readonly iri: string;
  /** Pairs of one record, by `key`. */
  readonly ofOne: PlannedQuery;
  /** Pairs of the records of a page, by `keys` (a JSON array). */
  readonly ofMany: PlannedQuery;
}

/** Everything that the floor program knows about one kind of record: SQL and names. */
export interface PlannedKind {
  readonly type: string;
  /** Path of the list, with `:name` for each ancestor. */
  readonly path: string;
  /** IRI of a record, with `:column` for each value from its row. */
  readonly iri: string;
  readonly attributes: readonly (readonly [name: string, stored: StoredAs])[];
  readonly relationships: readonly PlannedRelationship[];
  /** `id` is that of the parent record, if there is one. */
  readonly firstPage: PlannedQuery;
  readonly total: PlannedQuery;
  readonly single: PlannedQuery | undefined;
}

/** Encoding of an attribute in its column. An empty `array` is stored as NULL; an object names an index into a shared JSON array. */
export type StoredAs = 'plain' | 'boolean' | 'json' | 'array' | { readonly column: string; readonly index: number };

/** The measured requests of one kind of record, and the plan by which the floor answers them. */
export interface ReadsOfKind {
  readonly plan: PlannedKind;
  readonly listPaths: readonly string[];
  readonly singlePaths: readonly string[];
}

type Query = SelectQueryBuilder<Schema, Table, object>;

/** Records read of each kind, spread over its table. */
const sampleSize = 300;

export const itemsPerPage = 30;

/** Reads and plans of every list and every kind of record in the measured catalog. */
export function readsOfCatalog(store: Store): ReadsOfKind[] {
  return catalog.shown.flatMap((resource) => {
    const { listOfAll } = resource as { listOfAll?: Resource };
    return [readsOf(store, resource), ...(listOfAll ? [listAlone(readsOf(store, listOfAll))] : [])];
  });
}

const listAlone = ({ plan, listPaths }: ReadsOfKind): ReadsOfKind => ({ plan: { ...plan, single: undefined }, listPaths, singlePaths: [] });

function readsOf(store: Store, resource: Resource): ReadsOfKind {
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

/** Keys spread evenly over a table, each found by an index seek: a scan would read up to ten million rows. */
function spreadKeys({ db, reader }: Store, resource: Resource): number[] {
  const last = reader.prepare<{ key: number | null }, []>(`SELECT max(key) AS key FROM "${resource.table}"`).get()?.key ?? 0;
  const following = only(resource, keysOf(db, resource))
    .where(keyOf(resource), '>', place('key'))
    .orderBy(keyOf(resource))
    .limit(sql.lit(1));
  const query = compiled(following);
  const next = reader.prepare<{ key: number }, never[]>(query.sql);
  const keys: number[] = [];
  for (let part = 0; part < sampleSize; part++) {
    const after = Math.max(Math.floor((last * part) / sampleSize), keys.at(-1) ?? 0);
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

function planOfRelationship(
  db: Kysely<Schema>,
  name: string,
  { target, many, alsoAttribute, alias = name, pairs }: Relationship,
): PlannedRelationship {
  const found = catalog.find(target);
  if (!found) throw new BenchError(`Unknown kind of record: "${target}".`);
  return {
    name,
    segment: alias,
    many,
    alsoAttribute,
    type: target,
    iri: iriPattern(found),
    ofOne: compiled(pairs(db, sql`(SELECT ${place('key')} AS value)`) as unknown as Query),
    ofMany: compiled(pairs(db, place('keys')) as unknown as Query),
  };
}

/** A page in a single query. `pageOfKeys` selects the keys first; which is faster depends on the kind, so both are tried. */
const pageOfRows = (db: Kysely<Schema>, resource: Resource): PlannedQuery =>
  compiled(ordered(resource, within(resource, only(resource, resource.rows(db) as unknown as Query))).limit(sql.lit(itemsPerPage)));

function pageOfKeys(db: Kysely<Schema>, resource: Resource): PlannedQuery {
  const keys = ordered(resource, within(resource, only(resource, keysOf(db, resource)))).limit(sql.lit(itemsPerPage));
  return compiled(ordered(resource, resource.rows(db).where(sql<boolean>`${keyOf(resource)} IN ${keys}`) as unknown as Query));
}

const tries = 20;
/** A query that takes longer than this is timed only once. */
const slowMilliseconds = 100;

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
    return first > slowMilliseconds ? first : median(Array.from({ length: tries }, once));
  });
  return queries[times.indexOf(Math.min(...times))] as PlannedQuery;
}

const keyOf = ({ table }: Resource) => sql.ref<number>(`${table}.key`);

const keysOf = (db: Kysely<Schema>, resource: Resource): Query =>
  (db.selectFrom(resource.table) as unknown as Query).select(keyOf(resource).as('key'));

const only = ({ only }: Resource, query: Query): Query => (only ? (only(query as unknown as Rows<Table>) as unknown as Query) : query);

/** Restricts the query of a nested kind to the children of its parent, the last id in the path. */
function within({ table, withinColumn, ancestors }: Resource, query: Query): Query {
  const parent = ancestors.at(-1);
  if (withinColumn === undefined || !parent) return query;
  const key = sql`(SELECT key FROM ${sql.table(parent.table)} WHERE id = ${place('id')})`;
  return query.where(sql<boolean>`${sql.ref(`${table}.${withinColumn}`)} = ${key}`);
}

const ordered = ({ table, wholeOrder }: Resource, query: Query): Query =>
  [...wholeOrder, 'id'].reduce((query, column) => query.orderBy(sql.ref(`${table}.${column}`)), query);

/** A placeholder for a value from the request. A list of keys is bound as one JSON array. */
const place = (name: Place): RawBuilder<never> =>
  name === 'keys' ? sql`(SELECT value FROM json_each(${sql.val({ place: name })}))` : sql`${sql.val({ place: name })}`;

function compiled(query: Pick<Query, 'compile'>): PlannedQuery {
  const { sql, parameters } = query.compile();
  return { sql, parameters: parameters as PlannedQuery['parameters'] };
}

/** The values to bind, with placeholders filled in. */
export const valuesOf = (
  { parameters }: PlannedQuery,
  given: Readonly<Partial<Record<Place, string | number | null>>>,
): (string | number | null)[] =>
  parameters.map((value) => (typeof value === 'object' && value !== null ? (given[value.place] ?? null) : value));

/** Detects the encoding of an attribute by decoding probe values that each encoding decodes differently. */
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
