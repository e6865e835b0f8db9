import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { ListPages } from '../../src/api/read/list-pages';
import { Queries } from '../../src/api/read/queries';
import { readList } from '../../src/api/read/reading';
import { Registry } from '../../src/api/schema/registry';
import type { Resource } from '../../src/api/schema/resource';
import { catalog } from '../../src/catalog';
import { nonEmpty } from '../support/non-empty';
import { demoServer, type TestServer } from '../support/server';

// Each filter is requested with each order.
setDefaultTimeout(60_000);

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

/** Lists of the demo with filters of high and low selectivity. */
const filtered: readonly string[] = [
  '/api/artists?type=person',
  '/api/artists?type[]=person&type[]=orchestra',
  '/api/artists?fictional=false',
  '/api/artists?country=US',
  '/api/artists?name=an',
  '/api/artists?name=john',
  '/api/artists?bornAfter=1900',
  '/api/artists?bornAfter=1900&country=US',
  '/api/artists?bornBefore=1920&type=person',
  '/api/artists?diedAfter=1950',
  '/api/artists?decade=1930',
  '/api/artists?role=composer',
  '/api/artists?birthday=01-01&birthdayTo=12-31',
  '/api/productions?type=movie',
  '/api/productions?yearFrom=1950',
  '/api/productions?yearFrom=1950&type=movie',
  '/api/productions?title=the',
  '/api/productions?decade=1960',
  '/api/releases?format=cd',
  '/api/releases?title=the',
  '/api/releases?provisional=false',
  '/api/labels?country=US',
];

describe('a filtered list', () => {
  test.each(filtered)('has the same records in each order, on early and late pages: %s', async (path) => {
    const { listed, kind } = await everyRecord(path);
    for (const [name, order] of nonEmpty(Object.entries(kind.orders))) {
      for (const direction of ['asc', 'desc'] as const) {
        const { listed: ordered } = await everyRecord(`${path}&order[${name}]=${direction}`);
        expect(ordered.map(({ id }) => id).toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
        if (typeof order !== 'string') continue;
        const values = ordered.map(({ id }) => `${orderValue(kind, order, id)} ${id}`);
        const sorted = ordered.map(({ id }) => [orderValue(kind, order, id), id] as const).toSorted(compare);
        expect(values).toEqual((direction === 'asc' ? sorted : sorted.reverse()).map(([value, id]) => `${value} ${id}`));
      }
    }
  });
});

const kindOf = (path: string): Resource => catalog.shown.find((kind) => path.startsWith(`${kind.path}?`)) as Resource;

/** Reads all pages of a list. Early and late pages use different queries. */
async function everyRecord(path: string): Promise<{ kind: Resource; listed: { id: string }[] }> {
  const kind = kindOf(path);
  const { filters, orders } = readList(kind, new Registry(catalog.shown), new Request(`http://localhost${path}`));
  const pages = new ListPages(server.store, new Queries(server.store));
  const listed: { id: string }[] = [];
  for (let offset = 0; ; offset += 50) {
    const { rows, total } = pages.pageNow(kind, { filters, orders, withinKey: undefined }, 50, offset);
    listed.push(...rows.map(({ _id }) => ({ id: String(_id) })));
    if (offset + 50 >= total) return { kind, listed };
  }
}

const orderValue = ({ table }: Resource, column: string, id: string): string | number | null => {
  const statement = server.store.reader.query<Record<string, string | number | null>, [string]>(
    `SELECT ${column} AS value FROM "${table}" WHERE id = ?`,
  );
  return statement.get(id)?.value ?? null;
};

/** Compares like SQLite: nulls first, texts by bytes. */
function compare([a, one]: readonly [string | number | null, string], [b, other]: readonly [string | number | null, string]): number {
  const byValue =
    a === b
      ? 0
      : a === null
        ? -1
        : b === null
          ? 1
          : typeof a === 'number'
            ? a - Number(b)
            : Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return byValue || (one < other ? -1 : 1);
}
