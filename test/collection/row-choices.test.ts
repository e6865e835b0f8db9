// Choices for single rows of a file.
import { describe, expect, test } from 'bun:test';
import { importFile, sendFile } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

const unknown = uuid(9);
const records = [
  { type: 'Release', id: `/api/releases/${uuid(1)}`, attributes: { title: 'Psycho', release_date: '1975', barcode: '077778980926' } },
  { type: 'Release', id: `/api/releases/${uuid(2)}`, attributes: { title: 'Vertigo', release_date: '1958', country: 'US' } },
  { type: 'Release', id: `/api/releases/${uuid(3)}`, attributes: { title: 'Vertigo', release_date: '1996', country: 'GB' } },
];
/** Line 2 has one match, line 3 two candidate editions, line 4 none. */
const file = 'barcode,release_title,condition\n077778980926,Psycho,VG+\n,Vertigo,\n,Jaws,\n';

const reportOf = (server: TestServer, query: string, body = file) => importFile(server, body, { query });

const ownedReleases = (server: TestServer): unknown[] =>
  server.store.writer
    .query('SELECT r.title, r.id, r.provisional FROM collection_item AS i JOIN "release" AS r ON r.key = i.release_key ORDER BY r.title')
    .values();

describe('the choice for a row', () => {
  test('can be a release, reported in a dry run as in the import', async () => {
    const server = await startServer(records);
    const query = `choices=3:${uuid(3).toUpperCase()}`;
    const dry = await reportOf(server, `dryRun=true&${query}`);
    expect(ownedReleases(server)).toEqual([]);
    const real = await reportOf(server, query);
    expect({ ...dry, dry_run: false }).toEqual(real);
    expect(real).toMatchObject({ added: 2, chosen: 1, skipped: 0, unmatched: 1, with_candidates: 0 });
    expect(real.rows[1]).toMatchObject({ line: 3, outcome: 'new', chosen: true, found_by: 'title', release: { id: uuid(3) } });
    expect(real.rows[1].candidates.map(({ id }: { id: string }) => id)).toEqual([uuid(2), uuid(3)]);
    expect(ownedReleases(server)).toEqual([
      ['Psycho', uuid(1), 0],
      ['Vertigo', uuid(3), 0],
    ]);
  });

  test('can be a provisional release while other rows stay pending', async () => {
    const server = await startServer(records);
    const report = await reportOf(server, 'unmatched=keep&choices=3:provisional');
    expect(report).toMatchObject({ added: 2, provisional: 1, unmatched: 1, chosen: 0 });
    expect(ownedReleases(server)).toEqual([
      ['Psycho', uuid(1), 0],
      ['Vertigo', expect.any(String), 1],
    ]);
    expect((await server.read('/api/users/me/collection/import/unmatched')).data).toMatchObject([
      { attributes: { row: { release_title: 'Jaws' } } },
    ]);
  });

  test('can be to skip it, even if it has a match, without storing it', async () => {
    const server = await startServer(records);
    const report = await reportOf(server, 'unmatched=provisional&choices=2:skip,3:skip,4:skip');
    expect(report).toMatchObject({ added: 0, skipped: 3, unmatched: 0, provisional: 0 });
    expect(report.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['skipped', 'skipped', 'skipped']);
    expect(ownedReleases(server)).toEqual([]);
    expect((await server.read('/api/users/me/collection/import/unmatched')).data).toEqual([]);
  });

  test('is not applied a second time when the file is imported again', async () => {
    const server = await startServer(records);
    const query = `unmatched=provisional&choices=3:${uuid(2)}`;
    await reportOf(server, query);
    expect(await reportOf(server, query)).toMatchObject({ added: 0, duplicates: 3, chosen: 1 });
  });

  test('follows a release that was merged meanwhile', async () => {
    const server = await startServer([
      ...records,
      {
        type: 'MergedRecord',
        id: uuid(5),
        attributes: { resource_type: 'Release' },
        relationships: { resource: { data: { type: 'Release', id: `/api/releases/${uuid(3)}` } } },
      },
    ]);
    await reportOf(server, `choices=3:${uuid(5)}`);
    expect(ownedReleases(server)).toContainEqual(['Vertigo', uuid(3), 0]);
  });

  test.each([
    ['a line that the file has not', '9:skip', 'line 9'],
    ['a release that is not there', `3:${unknown}`, unknown],
    ['a line twice', '3:skip,3:provisional', 'each line once'],
    ['another word', '3:keep', 'choices must be'],
    ['a line 0', '0:skip', 'choices must be'],
    ['nothing', '', 'choices must be'],
    ['too many', Array.from({ length: 151 }, (_, index) => `${index + 2}:skip`).join(), 'at most 150'],
  ])('is refused for %s, and nothing is written', async (_, choices, said) => {
    const server = await startServer(records);
    for (const dry of ['', '&dryRun=true']) {
      const response = await sendFile(server, file, { query: `choices=${choices}${dry}` });
      const { errors } = (await response.json()) as { errors: { detail: string; source: object }[] };
      expect([response.status, errors[0]?.source]).toEqual([400, { parameter: 'choices' }]);
      expect(errors[0]?.detail).toContain(said);
    }
    expect(ownedReleases(server)).toEqual([]);
  });
});

test('a row matches the only edition of its year, however many the title has', async () => {
  const editions = Array.from({ length: 40 }, (_, at) => ({
    type: 'Release',
    id: `/api/releases/${uuid(100 + at)}`,
    attributes: { title: 'Star Wars', release_date: String(1977 + at) },
  }));
  const server = await startServer(editions);
  const report = await reportOf(server, '', 'barcode,release_title,year\n,Star Wars,2015\n,Star Wars,\n');
  expect(report.rows[0]).toMatchObject({ outcome: 'new', found_by: 'title', release: { id: uuid(138) } });
  expect(report.rows[1]).toMatchObject({ outcome: 'unmatched' });
  expect(report.rows[1].candidates).toHaveLength(10);
});
