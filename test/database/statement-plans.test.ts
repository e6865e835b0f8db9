import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { Facets } from '../../src/api/read/facets';
import { ListPages } from '../../src/api/read/list-pages';
import { Queries } from '../../src/api/read/queries';
import type { Selection } from '../../src/api/read/selection';
import type { Binding, Filter, Resource, Table } from '../../src/api/schema/resource';
import { catalog } from '../../src/catalog';
import { filterNames } from '../../src/search/filters';
import { Hits } from '../../src/search/hits';
import { searchedKindsOf } from '../../src/search/kinds';
import { Suggestions } from '../../src/search/suggestions';
import { readSearchText } from '../../src/store/database/full-text';
import { catalogRevisionQuery } from '../../src/store/database/revision-cache';
import { seededStore } from '../support/server';
import { noting, type Prepared, planAsInLargeCatalog, planOf, tablesScanned } from '../support/statement-plans';

// About 2,000 statements are planned.
setDefaultTimeout(60_000);

/** Statements that may scan a table, each with its reason. */
const scans: readonly (readonly [purpose: RegExp, reason: string])[] = [
  [/^\/api\/(artists\/roles|packaging-types) /, 'A vocabulary of about 100 words.'],
  [/^\/api\/artists (count of|found by|along .* past all but) role many$/, 'The vocabulary of roles, for the requested ones.'],
  [/^\/api\/organizations (count of|found by|along) (type|country)/, 'A few thousand organizations: an index would be scanned as far.'],
  [/ list$/, 'All records are counted once per catalog revision.'],
  [/ (count of|found by) (name|title) scanned$/, 'No index has two-letter parts; the index of names is scanned.'],
  [/ (count of|found by) initial other$/, 'Selects all but the names of the Latin alphabet and of digits.'],
  [/ (count of|found by) provisional unset$/, 'Selects all but the few provisional records.'],
  [/ (count of|found by) numbered unset$/, 'Selects all but the few with numbered copies.'],
  [/ (count of|found by) holding none$/, 'Selects all but the holdings of one user.'],
  [
    /^\/api\/albums (count of|found by|along .* past all but) country many$/,
    'Several countries have many releases, and no index has albums by country.',
  ],
  [/ along (releaseCount|catalogNumber)$/, 'The value is computed per record and in no index.'],
  [/ facet /, 'All values of an unfiltered list are counted once per catalog revision.'],
];

const statements: Prepared[] = [];
let purpose = '';
/** Scanned tables by the purpose of the statement. */
const found = new Map<string, Set<string>>();

beforeAll(async () => {
  const store = await seededStore();
  planAsInLargeCatalog(store);
  noting(store, statements, () => purpose);
  const queries = new Queries(store);
  const facets = new Facets(store, new ListPages(store, queries).totals);
  for (const resource of lists) {
    askRecords(queries, resource);
    askLists(store, new ListPages(store, new Queries(store)), resource);
    askFacets(facets, resource);
  }
  await askSearch(store);
  purpose = '';
  // The catalog revision is read from a table of one row.
  const seen = new Set([catalogRevisionQuery]);
  for (const { purpose, sql } of statements) {
    if (seen.has(sql)) continue;
    seen.add(sql);
    const tables = tablesScanned(store.reader, sql);
    if (tables.length === 0) continue;
    found.set(purpose, new Set([...(found.get(purpose) ?? []), ...tables]));
  }
});

test('statements of lists, relationships and searches scan tables only for listed reasons', () => {
  const unnamed = [...found].filter(([purpose]) => !scans.some(([named]) => named.test(purpose)));
  expect(unnamed.map(([purpose, tables]) => `${purpose}: ${[...tables].join(', ')}`)).toEqual([]);
});

test('attributes outside a fieldset are not computed', async () => {
  const { reader } = await seededStore();
  const sparse = statements.filter(({ purpose }) => / sparse (records|list)$/.test(purpose));
  expect(sparse.length).toBeGreaterThan(lists.length);
  const computed = sparse.filter(({ sql }) => planOf(reader, sql).some((detail) => detail.startsWith('CORRELATED')));
  expect(computed.map(({ purpose }) => purpose)).toEqual([]);
});

test('a table scan is detected', async () => {
  const { reader } = await seededStore();
  expect(tablesScanned(reader, "SELECT key FROM artist WHERE real_name = 'x'")).toEqual(['artist']);
  expect(tablesScanned(reader, 'SELECT count(*) FROM artist')).toEqual(['artist']);
  expect(tablesScanned(reader, 'SELECT key FROM artist ORDER BY name_folded, id LIMIT 30')).toEqual([]);
  expect(tablesScanned(reader, 'SELECT key FROM artist ORDER BY real_name LIMIT 30')).toEqual(['artist']);
  expect(tablesScanned(reader, 'SELECT rowid FROM artist_search')).toEqual(['artist_search']);
});

test('every listed reason applies to a statement', () => {
  const unused = scans.filter(([named]) => ![...found.keys()].some((purpose) => named.test(purpose)));
  expect(unused).toEqual([]);
});

const lists: readonly Resource[] = catalog.shown.flatMap((kind) => (kind.listOfAll ? [kind, kind.listOfAll] : [kind]));

/** Sizes of a catalog and of two lists: a few records, and nearly all. */
const [all, few, most] = [1_000_000, 40, 900_000];

function askRecords(queries: Queries, resource: Resource): void {
  const ask = (what: string, work: () => unknown) => {
    purpose = `${resource.path} ${what}`;
    work();
  };
  const selection = selected(resource, []);
  ask('record', () => queries.rowById(resource, unknown, withinKeyOf(resource)));
  ask('records', () => queries.rowsByKeys(resource, [1, 2]));
  ask('record with names', () => queries.rowById(resource, unknown, withinKeyOf(resource), { names: true }));
  ask('records with names', () => queries.rowsByKeys(resource, [1, 2], { names: true }));
  ask('record without attributes', () => queries.rowById(resource, unknown, withinKeyOf(resource), { fields: new Set() }));
  ask('sparse records', () => queries.rowsByKeys(resource, [1, 2], { fields: new Set() }));
  ask('sparse list', () => queries.wholeList(resource, { ...selection, fields: new Set() }, 30, 0));
  for (const [name, relationship] of Object.entries(resource.relationships)) {
    const links = [[name, relationship, lists.find(({ type }) => type === relationship.target) ?? resource]] as const;
    ask(name, () => queries.linkage(resource, links, [1]));
    ask(name, () => queries.linkage(resource, links, [1, 2]));
    ask(name, () => queries.pairsPage(resource, name, relationship, 1, 30, 0));
  }
  for (const name of Object.keys(resource.lookups)) {
    ask(name, () => queries.matches(resource, { name, values: [{ written: '1', value: '1' }] }));
    ask(name, () => queries.keysAmong(resource, selection, [{ key: 1, id: unknown, value: '1' }]));
  }
}

function askLists(store: Parameters<typeof noting>[0], pages: ListPages, resource: Resource): void {
  purpose = `${resource.path} list`;
  void pages.page(resource, selected(resource, []), 30, 0);
  pages.pageNow(resource, selected(resource, []), 30, 1);
  const large = new ListPages(store, new Queries(store));
  large.totals.count = () => all;
  const orders = [undefined, ...Object.keys(resource.orders)];
  for (const filters of [[], ...filtersOf(resource)]) {
    const left = filters.map(({ name, binding }) => `${name} ${binding.shape}`).join('');
    purpose = `${resource.path} count of ${left || 'all'}`;
    pages.pageNow(resource, selected(resource, filters), 30, 0);
    for (const name of orders) {
      const selection = { ...selected(resource, filters), orders: name === undefined ? [] : [{ name, descending: false }] };
      const find = (total: number, offset = 0) => large.keys(resource, selection, total, 30, offset);
      if (filters.length > 0) {
        purpose = `${resource.path} found by ${left}`;
        find(few);
      }
      purpose = `${resource.path} along ${name ?? 'the id'}${left && `, past all but ${left}`}`;
      find(most);
      find(most, most - 30);
    }
  }
}

function askFacets(facets: Facets, resource: Resource): void {
  const asker = { userKey: 1 };
  for (const name of resource.facets) {
    for (const filters of [[], ...filtersOf(resource).slice(0, 3)]) {
      purpose = `${resource.path} facet ${name}`;
      for (const query of resource.filters[name]?.scopes ? [''] : ['', 'an'])
        facets.count(resource, selected(resource, filters), { names: [name], most: 12, query, asker });
    }
  }
}

async function askSearch(store: Parameters<typeof noting>[0]): Promise<void> {
  const hits = new Hits(store, () => true);
  const kinds = searchedKindsOf(catalog);
  for (const typed of ['an', 'anna', 'anna river', '!!!']) {
    const text = readSearchText(typed);
    for (const kind of kinds) {
      purpose = `search of ${kind.index}`;
      hits.best([kind], text, { limit: 30 });
      for (const filter of filterNames) hits.best([kind], text, { limit: 30, filters: { [filter]: { value: '1', keys: [1] } } });
    }
  }
  purpose = 'suggestions';
  new Suggestions(store).texts(['herrmnan'], kinds);
}

const unknown = '00000000-0000-4000-8000-000000000000';

const withinKeyOf = ({ withinColumn }: Resource): number | undefined => (withinColumn === undefined ? undefined : 1);

const selected = (resource: Resource, filters: Selection['filters']): Selection => ({
  filters,
  orders: [],
  withinKey: withinKeyOf(resource),
});

/** Every filter of a list in every shape that its values cause. */
const filtersOf = (resource: Resource): Selection['filters'][] =>
  Object.entries(resource.filters).flatMap(([name, filter]) => {
    const bindings = valuesOf(filter).flatMap((values) => filter.bind(values, values.length > 1, () => undefined, { userKey: 1 }) ?? []);
    return [...new Map(bindings.map((binding: Binding) => [binding.shape, binding])).values()].map((binding) => [{ name, binding }]);
  });

function valuesOf({ kind, many, keyedBy }: Filter<Table>): unknown[][] {
  if (keyedBy) return [[{ word: 'composer', values: [unknown] }]];
  const { type, anyOf } = kind.schema as { type?: string; anyOf?: { const: string }[] };
  const words = anyOf?.map((word) => word.const) ?? [kind.example ?? 'anna', 'an'];
  const values = type === 'boolean' ? [true, false] : type === 'integer' ? [1970] : words;
  return [...values.map((value) => [value]), ...(many ? [[values[0], values[0]]] : [])];
}
