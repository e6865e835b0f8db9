import { expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { importRecords } from '../../src/import/seed';
import { SearchFinder } from '../../src/search/finder';
import { artist } from '../records/numbered-records';
import { emptyFolder } from '../support/executable';
import { pageOf } from '../support/pages';
import { emptyStore, numbered, serverOf, startServer } from '../support/server';
import { openFileCopy } from '../support/store-on-disk';

// More records have these words than bm25 counts.
setDefaultTimeout(60_000);

const server = await startServer();
await server.store.write(() =>
  server.store.writer.run(`
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 11000)
    INSERT INTO label (id, name, name_folded, slug, created_at)
    SELECT printf('00000000-0000-4000-8000-%012d', n), printf('Great %d %.*c Records', n, n % 30, iif(n % 2, 'x', '-')),
      printf('great %d %.*c records', n, n % 30, iif(n % 2, 'x', '-')), 'l' || n, '2026-01-01T00:00:00.000+00:00' FROM n
    UNION ALL SELECT '00000000-0000-4000-8000-000000020001', 'Records', 'records', 'l20001', '2026-01-01T00:00:00.000+00:00'
    UNION ALL SELECT '00000000-0000-4000-8000-000000020002', 'Great Records', 'great records', 'l20002', '2026-01-01T00:00:00.000+00:00'`),
);
await server.store.write(() =>
  server.store.writer.run(`
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1400)
    INSERT INTO production (id, title, title_folded, slug, production_type, year, created_at)
    SELECT printf('00000000-0000-4000-8000-%012d', n), printf('Film %d', n), printf('film %d', n), 'p' || n, 'movie', iif(n > 300, 1982, 1981),
      '2026-01-01T00:00:00.000+00:00' FROM n`),
);

const found = async (typed: string, page = 1, size = 30) => {
  const { data, meta } = await server.read(`/api/search?q=${encodeURIComponent(typed)}&page=${page}&itemsPerPage=${size}`);
  const { counts, atLeast } = meta as unknown as { counts: Record<string, number>; atLeast: string[] };
  return { names: data.map((one: { attributes: { name: string } }) => one.attributes.name) as string[], counts, atLeast };
};

test('a search for very common words lists the exact name first, then shorter names', async () => {
  const { names, counts, atLeast } = await found('great records');
  const others = names.slice(1).map(({ length }) => length);

  expect(names[0]).toBe('Great Records');
  expect(others).toEqual(others.toSorted((a, b) => a - b));
  expect([counts.Label, atLeast]).toEqual([1_000, ['Label']]);
});

test('pages of a search for very common words are consecutive for any page size', async () => {
  const names = async (size: number, pages: number) => {
    const all = await Promise.all(Array.from({ length: pages }, (_, index) => found('great records', index + 1, size)));
    return all.flatMap((one) => one.names);
  };
  const all = await names(100, 3);

  expect(new Set(all).size).toBe(300);
  expect(await names(30, 10)).toEqual(all);
  expect(await names(10, 30)).toEqual(all);
});

test('a search for a year counts and pages at most 1,000 records, and its page links to the whole list', async () => {
  const [few, many] = [await found('1981'), await found('1982')];

  expect([few.counts.Production, few.atLeast]).toEqual([300, []]);
  expect([many.counts.Production, many.atLeast]).toEqual([1_000, ['Production']]);
  for (const typed of ['1982', 'great records']) {
    const pages = await Promise.all(
      Array.from({ length: 11 }, (_, index) => server.read(`/api/search?q=${typed}&page=${index + 1}&itemsPerPage=100`)),
    );
    const ids = pages.flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([pages[0]?.meta?.totalItems ?? 0, ids.length]);
    expect(ids.length).toBeGreaterThanOrEqual(1_000);
  }
  expect((await pageOf(server, '/search?q=1981', server)).html).not.toContain('All productions of');
  expect((await pageOf(server, '/search?q=1982', server)).html).toContain('<a href="/productions?year=1982">All productions from 1982</a>');
});

test('a large catalog is searched in a worker, with the same results', async () => {
  using disk = emptyFolder();
  const own = await serverOf(openFileCopy(disk.path, emptyStore()));
  await importRecords(own.store, numbered([artist(1, 'Bernard Herrmann'), artist(2, 'Herrmann Quartet')]));
  const inProcess = await Promise.all(['herrmann', 'hermann'].map((typed) => own.read(`/api/search?q=${typed}`)));
  await own.store.write(() => own.store.writer.run("UPDATE record_count SET records = 10000000 WHERE resource_type = 'ReleaseTrack'"));
  // Invalidates cached answers and starts the worker.
  await importRecords(own.store, numbered([artist(4, 'Another')]));
  await own.read('/api/search?q=another');

  const finds = [spyOn(SearchFinder.prototype, 'find'), spyOn(SearchFinder.prototype, 'correct')];
  const inWorker = await Promise.all(['herrmann', 'hermann'].map((typed) => own.read(`/api/search?q=${typed}`)));
  await importRecords(own.store, numbered([artist(3, 'Herrmann')]));
  const later = await own.read('/api/search?q=herrmann');

  for (const find of finds) {
    expect(find).not.toHaveBeenCalled();
    find.mockRestore();
  }
  expect(inWorker).toEqual(inProcess);
  expect(later.data[0].attributes.name).toBe('Herrmann');
  own.store.close();
});
