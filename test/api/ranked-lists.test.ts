import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Document, numbered, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

// Thousands of records are imported first.
setDefaultTimeout(60_000);

const many = 3_300;

const artist = (number: number, name: string, country = number % 3 === 0 ? 'PL' : 'DE') => ({
  type: 'Artist',
  id: `/api/artists/${uuid(number)}`,
  attributes: { name, _type: 'person', country },
});

const last = [
  artist(many + 1, 'Sol'),
  artist(many + 2, 'Solveig Aas'),
  artist(many + 3, 'Anna Nowhere', 'PL'),
  { type: 'ArtistAlias', id: `/api/artists/${uuid(many + 3)}/aliases/${uuid(1)}`, attributes: { variation: 'Sol', position: 1 } },
  artist(many + 4, 'Behind Solomon'),
  artist(many + 5, 'Sola Zz'),
];

let server: TestServer;
beforeAll(async () => {
  const orchestras = Array.from({ length: many }, (_, index) => artist(index + 1, `${index} Tower ${'x'.repeat(index % 40)} Soloists`));
  server = await startServer([...orchestras, ...last]);
});

const namesOf = ({ data }: Document): string[] => data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
const idsOf = ({ data }: Document): string[] => data.map(({ id }: { id: string }) => id);

async function allPages(path: string): Promise<{ ids: string[]; total: number }> {
  const first = await server.read(`${path}&itemsPerPage=100`);
  const total = first.meta?.totalItems ?? 0;
  const ids = idsOf(first);
  for (let page = 2; page <= Math.ceil(total / 100); page++) ids.push(...idsOf(await server.read(`${path}&itemsPerPage=100&page=${page}`)));
  return { ids, total };
}

describe('a search with more hits than are ranked', () => {
  test('begins with exact names, exact aliases and prefixes, wherever they are in the table', async () => {
    const page = await server.read('/api/artists?q=sol');

    expect(namesOf(page).slice(0, 4)).toEqual(['Sol', 'Anna Nowhere', 'Sola Zz', 'Solveig Aas']);
  });

  test('continues with shorter names first', async () => {
    const names = namesOf(await server.read('/api/artists?q=sol')).slice(4);

    expect(names.map(({ length }) => length)).toEqual(names.map(({ length }) => length).toSorted((a, b) => a - b));
  });

  test.each(['', '&country=PL', '&country=DE', '&name=tower', '&type=person&country=DE'])(
    'has every record once on its pages with the filters "%s"',
    async (filters) => {
      const { ids, total } = await allPages(`/api/artists?q=sol${filters}`);
      const left = await allPages(`/api/artists?order[name]=asc${filters}`);

      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe(total);
      expect(ids.toSorted()).toEqual(left.ids.toSorted());
    },
  );

  test('is counted with other filters applied', async () => {
    const inPoland = await server.read('/api/artists?q=sol&country=PL');
    const nobody = await server.read('/api/artists?q=sol&country=FR');

    expect(inPoland.meta?.totalItems).toBe(many / 3 + 1);
    expect(nobody.meta?.totalItems).toBe(0);
  });

  test('has consistent pages for any page size', async () => {
    const { ids } = await allPages('/api/artists?q=sol');
    for (const [size, page] of [
      [7, 143],
      [30, 34],
      [99, 11],
      [100, 33],
    ] as const) {
      const shown = idsOf(await server.read(`/api/artists?q=sol&itemsPerPage=${size}&page=${page}`));
      expect(shown).toEqual(ids.slice((page - 1) * size, page * size));
    }
  });

  test('is repeated after a record is added', async () => {
    const own = await startServer([artist(1, 'Solo Before')]);
    expect(namesOf(await own.read('/api/artists?q=solo'))).toEqual(['Solo Before']);
    const { importRecords } = await import('../../src/import/seed');
    await importRecords(own.store, numbered([artist(2, 'Solo')]));

    expect(namesOf(await own.read('/api/artists?q=solo'))).toEqual(['Solo', 'Solo Before']);
  });
});

describe('a search for one word that more records have than bm25 counts', () => {
  let common: TestServer;
  beforeAll(async () => {
    common = await startServer();
    await common.store.write(() =>
      common.store.writer.run(`
        WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20001)
        INSERT INTO artist (id, name, name_folded, artist_type, country, slug, created_at)
        SELECT printf('00000000-0000-4000-8000-%012d', n), 'Choir', 'choir', 'choir', 'DE', 'a' || n, '2026-01-01T00:00:00.000+00:00' FROM n
        UNION ALL SELECT '00000000-0000-4000-8000-000000030001', 'Philharmonischer Choir', 'philharmonischer choir', 'choir', 'PL', 'a30001', '2026-01-01T00:00:00.000+00:00'
        UNION ALL SELECT '00000000-0000-4000-8000-000000030002', 'A B C D E Choir', 'a b c d e choir', 'choir', 'PL', 'a30002', '2026-01-01T00:00:00.000+00:00'`),
    );
  });

  test('lists shorter names first when other filters leave few', async () => {
    expect(namesOf(await common.read('/api/artists?q=choir&country=PL'))).toEqual(['A B C D E Choir', 'Philharmonischer Choir']);
  });
});
