/**
 * Prints SQLite's query plans for artist requests: `bun bench/explain.ts`. `--data DIR` uses a catalog that the benchmark
 * generated there. SCAN without an index reads the whole table; USE TEMP B-TREE sorts all matching rows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Elysia } from 'elysia';
import { readRoutes } from '../src/api/read/reads';
import { mount } from '../src/api/route';
import { Registry } from '../src/api/schema/registry';
import { catalog } from '../src/catalog';
import { artists } from '../src/catalog/artists';
import { authentication } from '../src/http/authentication';
import { openStore, type Store } from '../src/store/database/open';
import { prepareCatalog } from './catalog';
import { sizesAt } from './records';

/** Large enough for meaningful planner statistics (`ANALYZE`). */
const generatedScale = 0.02;

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const temporary = mkdtempSync(join(tmpdir(), 'leitmotif-explain-'));
try {
  const directory = values.data ?? temporary;
  if (!values.data) await prepareCatalog(directory, sizesAt(generatedScale));
  const store = openStore(directory);
  try {
    await explainAll(store);
  } finally {
    store.close();
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

async function explainAll(store: Store): Promise<void> {
  const shown = new Set<string>();
  const { id } = store.reader.prepare('SELECT id FROM artist LIMIT 1').get() as { id: string };
  for (const path of [`/${id}`, ...listPaths()]) {
    console.log(`\n# GET ${artists.path}${path}`);
    for (const sql of await statementsBehind(store, artists.path + path)) {
      if (shown.has(sql)) continue;
      shown.add(sql);
      console.log(`\n${sql.replace(/\s+/g, ' ')}\n${planOf(store, sql)}`);
    }
  }
}

/** The plain list, each sort order in both directions, each filter in each form, and some combinations. */
function listPaths(): string[] {
  const orders = Object.keys(artists.orders).flatMap((name) => [`order[${name}]=asc`, `order[${name}]=desc`]);
  const filters = Object.entries(artists.filters).flatMap(([name, { kind, many }]) => {
    const value = encodeURIComponent(String(kind.example ?? 'anna'));
    const short = kind.example === undefined ? [`${name}=an`] : [];
    return [`${name}=${value}`, ...short, ...(many ? [`${name}[]=${value}&${name}[]=group`] : [])];
  });
  const together = [
    'country=PL&order[name]=asc',
    'type=person&order[beginDate]=desc',
    'name=anna&order[name]=asc',
    'order[country]=asc&order[name]=asc',
  ];
  return ['', ...[...orders, ...filters, ...together].map((query) => `?${query}`)];
}

/** The SQL that a request prepares, in order, recorded by a proxy of the read connection. */
async function statementsBehind(store: Store, path: string): Promise<string[]> {
  const prepared: string[] = [];
  const reader = new Proxy(store.reader, {
    get(database, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          prepared.push(sql);
          return database.prepare(sql);
        };
      }
      return Reflect.get(database, name, database);
    },
  });
  const recorded: Store = Object.create(store, { reader: { value: reader } });
  const app = new Elysia().use(authentication);
  mount(
    app,
    readRoutes(recorded, new Registry(catalog.shown), catalog.shown, () => undefined),
  );
  const response = await app.handle(new Request(`http://localhost${path}`));
  if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}: ${await response.text()}`);
  return prepared;
}

interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** The plan as an indented list (https://www.sqlite.org/eqp.html). */
function planOf({ reader }: Store, sql: string): string {
  const steps = reader.prepare<Step, null[]>(`EXPLAIN QUERY PLAN ${sql}`).all(...(sql.match(/\?/g) ?? []).map(() => null));
  const depth = new Map<number, number>();
  return steps
    .map(({ id, parent, detail }) => {
      const level = (depth.get(parent) ?? 0) + 1;
      depth.set(id, level);
      return `${'  '.repeat(level)}${detail}`;
    })
    .join('\n');
}
