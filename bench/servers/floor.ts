/**
 * The floor program: the API's reads with minimal code, namely prepared statements, plain objects and JSON.stringify. It runs
 * none of Leitmotif's code. For each kind of record it gets SQL and names (floor-plan.ts) and generates functions that build
 * the objects. It ignores query parameters and content negotiation. The reads of a response share a transaction, as in the
 * API, which is also faster, since SQLite then takes its lock only once.
 */
import { constants, Database, type SQLQueryBindings } from 'bun:sqlite';
import type { Place, PlannedKind, PlannedQuery, PlannedRelationship, StoredAs } from '../floor-plan';

const [file, planFile, ...pragmas] = Bun.argv.slice(2);
const token = Bun.env.BENCH_TOKEN;
if (!file || !planFile || !token) throw new Error('Usage: BENCH_TOKEN=TOKEN bun floor.ts DATABASE PLAN [PRAGMA...]');

const database = new Database(file, constants.SQLITE_OPEN_READONLY);
for (const pragma of pragmas) database.run(`PRAGMA ${pragma}`);

type Row = Readonly<Record<string, unknown>> & { readonly key: number };
type Pair = Row & { readonly from: number };
type RequestValues = Readonly<Partial<Record<Place, string | number>>>;

const begin = database.prepare('BEGIN');
const commit = database.prepare('COMMIT');

/** Prepares a statement; the returned function binds the values of a request and returns the rows. */
function prepared<R>({ sql, parameters }: PlannedQuery): (given: RequestValues) => R[] {
  const statement = database.prepare<R, SQLQueryBindings[]>(sql);
  return (given) =>
    statement.all(...parameters.map((value) => (typeof value === 'object' && value !== null ? (given[value.place] ?? null) : value)));
}

/** Generates a function that builds the IRI of a row from a pattern such as `/api/artists/:id`. */
function iriWriter(pattern: string): (row: Row) => string {
  const parts = pattern.split(/:(\w+)/).map((part, index) => (index % 2 === 0 ? JSON.stringify(part) : columnOf(part)));
  return new Function('row', `return ${parts.join(' + ')}`) as (row: Row) => string;
}

/** A row has its id as `id`, a pair as `_id`. */
const columnOf = (name: string): string => (name === '_id' ? '(row._id ?? row.id)' : `row[${JSON.stringify(name)}]`);

/** Generates a function that builds the attributes of a row as an object literal. */
function attributesWriter(attributes: PlannedKind['attributes']): (row: Row) => Record<string, unknown> {
  const shared = new Set(attributes.flatMap(([, stored]) => (typeof stored === 'object' ? [stored.column] : [])));
  const parsed = [...shared].map((column) => `const ${column} = JSON.parse(row.${column});`);
  const members = attributes.map(([name, stored]) => `${JSON.stringify(name)}: ${valueExpression(`row[${JSON.stringify(name)}]`, stored)}`);
  return new Function('row', `${parsed.join(' ')} return { ${members.join(', ')} }`) as (row: Row) => Record<string, unknown>;
}

function valueExpression(value: string, stored: StoredAs): string {
  if (typeof stored === 'object') return `${stored.column}[${stored.index}]`;
  if (stored === 'plain') return value;
  return `${value} === null ? ${stored === 'array' ? '[]' : 'null'} : ${stored === 'boolean' ? `${value} !== 0` : `JSON.parse(${value})`}`;
}

function linker(relationship: PlannedRelationship) {
  const ofOne = prepared<Pair>(relationship.ofOne);
  const ofMany = prepared<Pair>(relationship.ofMany);
  const iriOf = iriWriter(relationship.iri);
  const identifierOf = (pair: Pair) => ({ type: relationship.type, id: iriOf(pair) });
  const linkageOf = (pairs: readonly Pair[]) => (relationship.many ? pairs.map(identifierOf) : pairs[0] ? identifierOf(pairs[0]) : null);
  return {
    ...relationship,
    iriOf,
    ofOne: (key: number) => ofOne({ key }),
    linkageOf,
    /** Linkage by record key, for a page. */
    ofMany: (keys: string): Map<number, object> => {
      const pairs = ofMany({ keys });
      if (!relationship.many) return new Map(pairs.map((pair) => [pair.from, identifierOf(pair)]));
      return new Map(
        Array.from(
          Map.groupBy(pairs, ({ from }) => from),
          ([from, pairs]) => [from, pairs.map(identifierOf)],
        ),
      );
    },
  };
}

/** Request handlers for the list and the single records of one kind. */
function handlersOf(plan: PlannedKind) {
  const iriOf = iriWriter(plan.iri);
  const attributesOf = attributesWriter(plan.attributes);
  const links = plan.relationships.map(linker);
  const linkedInLists = links.filter(({ many, alsoAttribute }) => !many || alsoAttribute);
  const firstPage = prepared<Row>(plan.firstPage);
  const count = prepared<{ total: number }>(plan.total);
  const rowById = plan.single && prepared<Row>(plan.single);
  const totals = new Map<string, number>();
  const parameters = [...plan.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

  function list(path: string, ids: readonly string[]): Response {
    begin.run();
    const id = ids.at(-1) ?? '';
    let total = totals.get(id);
    if (total === undefined) {
      total = count({ id })[0]?.total ?? 0;
      totals.set(id, total);
    }
    const rows = firstPage({ id });
    const keys = linkedInLists.length > 0 ? JSON.stringify(rows.map(({ key }) => key)) : '';
    const linked = new Map(linkedInLists.map((link) => [link.name, link.ofMany(keys)]));
    commit.run();
    if (rows.length > 0 && parameters.some((name, index) => rows[0]?.[name] !== ids[index])) return new Response(null, { status: 404 });
    const data = rows.map((row) => {
      const iri = iriOf(row);
      const resource: Record<string, unknown> = { id: iri, type: plan.type, attributes: attributesOf(row), links: { self: iri } };
      if (links.length === 0) return resource;
      const relationships: Record<string, unknown> = {};
      for (const { name, segment, many } of links) {
        const linkage = linked.get(name);
        relationships[name] = linkage ? { data: linkage.get(row.key) ?? (many ? [] : null) } : { links: { related: `${iri}/${segment}` } };
      }
      resource.relationships = relationships;
      return resource;
    });
    const page = (number: number) => `${path}?page=${number}`;
    const last = Math.max(1, Math.ceil(total / 30));
    const pages = { self: page(1), first: page(1), ...(last > 1 && { next: page(2) }), last: page(last) };
    return answer({ data, links: pages, meta: { totalItems: total, itemsPerPage: 30, currentPage: 1 } });
  }

  function single(ids: readonly string[]): Response {
    begin.run();
    const row = rowById?.({ id: ids.at(-1) as string })[0];
    const found = row ? links.map((link) => link.ofOne(row.key)) : [];
    commit.run();
    if (!row || parameters.some((name, index) => row[name] !== ids[index])) return new Response(null, { status: 404 });
    const iri = iriOf(row);
    const attributes = attributesOf(row);
    const data: Record<string, unknown> = { id: iri, type: plan.type, attributes, links: { self: iri } };
    if (links.length === 0) return answer({ data });
    const relationships: Record<string, unknown> = {};
    for (const [index, { name, linkageOf, alsoAttribute, iriOf }] of links.entries()) {
      const pairs = found[index] as Pair[];
      if (alsoAttribute) attributes[name] = pairs.map(iriOf);
      relationships[name] = { data: linkageOf(pairs) };
    }
    data.relationships = relationships;
    return answer({ data });
  }

  return { list, single };
}

const headers = { 'content-type': 'application/vnd.api+json' };
const answer = (document: object): Response => new Response(JSON.stringify(document), { headers });

const users = new Map([[`Bearer ${token}`, 'bench']]);
const isKnown = (request: Request): boolean => users.has(request.headers.get('authorization') ?? '');
const refuse = (): Response => new Response(null, { status: 401 });

/** Renames parameters by depth, since Bun's router requires the same name for parameters in the same position. */
const routeOf = (path: string): string => {
  let depth = 0;
  return path.replace(/:\w+/g, () => `:id${++depth}`);
};

type Handler = (request: Bun.BunRequest) => Response;
const routes: Record<string, Handler> = {};
for (const plan of (await Bun.file(planFile).json()) as PlannedKind[]) {
  const { list, single } = handlersOf(plan);
  const isNested = plan.path.includes(':');
  routes[routeOf(plan.path)] = (request) => {
    if (!isKnown(request)) return refuse();
    const ids = isNested ? Object.values(request.params as Record<string, string>) : [];
    return list(isNested ? plan.path.replace(/:(\w+)/g, () => ids.shift() as string) : plan.path, Object.values(request.params));
  };
  if (plan.single) routes[routeOf(`${plan.path}/:id`)] = (request) => (isKnown(request) ? single(Object.values(request.params)) : refuse());
}

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, routes });

console.log(`Floor server listening at ${server.url.origin}`);
