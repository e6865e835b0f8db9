import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importRecords, ndjson, type SeedReport, seedDemo, seedVocabularies } from '../../src/import/seed';
import { artist, artistIri, credit } from '../support/numbered-artists';
import { numbered, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';
import { format, production, release, track } from './numbered-records';

// Some tests import the demo.
setDefaultTimeout(60_000);

const importInto = ({ store }: TestServer, ...records: unknown[]): Promise<SeedReport> =>
  importRecords(store, numbered(records, 'new.jsonl'));

const attributesOf = async (server: TestServer, iri: string) => (await server.read(iri)).data.attributes;

describe('the import of the demo', () => {
  const linesIn = (folder: string): number => {
    const directory = join(import.meta.dir, '../../seed', folder);
    const texts = readdirSync(directory).map((file) => readFileSync(join(directory, file), 'utf8'));
    return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '').length;
  };
  let server: TestServer;
  let first: SeedReport;
  beforeAll(async () => {
    server = await startServer();
    first = await seedDemo(server.store);
  });

  test('accepts every record', () => {
    expect(first).toEqual({ added: linesIn('demo'), changed: 0, unchanged: 0, kept: 0 });
  });

  test('changes nothing when repeated', async () => {
    const paths = ['/api/artists?itemsPerPage=100', '/api/portrayals?itemsPerPage=100', '/api/productions?itemsPerPage=100'];
    const before = await Promise.all(paths.map((path) => server.read(path)));

    const again = await seedDemo(server.store);

    expect(again).toEqual({ added: 0, changed: 0, unchanged: linesIn('demo'), kept: 0 });
    expect(await Promise.all(paths.map((path) => server.read(path)))).toEqual(before);
  });

  test('changes no vocabularies when they are imported again', async () => {
    const again = await seedVocabularies(server.store);

    expect(again).toEqual({ added: 0, changed: 0, unchanged: linesIn('vocabularies'), kept: 0 });
  });
});

describe('an imported file', () => {
  async function importText(server: TestServer, text: string): Promise<SeedReport> {
    const directory = mkdtempSync(join(tmpdir(), 'records-'));
    try {
      const path = join(directory, 'file');
      writeFileSync(path, text);
      return await importRecords(server.store, ndjson([{ name: 'own.jsonl', path }]));
    } finally {
      rmSync(directory, { recursive: true });
    }
  }

  test('has a record per line, and blank lines that count only for line numbers', async () => {
    const server = await startServer();

    const report = await importText(server, `\n${JSON.stringify(artist(1))}\n\n  \n${JSON.stringify(artist(2))}`);

    expect(report).toEqual({ added: 2, changed: 0, unchanged: 0, kept: 0 });
    await expect(importText(server, `\n\n${JSON.stringify(artist(1, { shoe_size: 43 }))}`)).rejects.toThrow(
      /^own\.jsonl, line 3: .*shoe_size/,
    );
  });

  test.each(['{', '{"type":"Artist"', 'Max Steiner', "{'type':'Artist'}"])('is refused with a line that is not JSON: %s', async (text) => {
    const server = await startServer();

    const refusal = importText(server, `${JSON.stringify(artist(1))}\n${text}\n`);

    await expect(refusal).rejects.toThrow(/^own\.jsonl, line 2: not JSON/);
  });

  test('may have a byte order mark and CRLF line ends', async () => {
    const server = await startServer();

    const report = await importText(server, `\ufeff${JSON.stringify(artist(1))}\r\n${JSON.stringify(artist(2))}\r\n`);

    expect(report.added).toBe(2);
  });
});

describe('a record imported again', () => {
  const given = artist(1, { country: 'US', begin_date: '1888-05-10', created_at: '2020-01-01T00:00:00.000+00:00' });

  test('has its change and the time of the change', async () => {
    const server = await startServer([given]);
    const started = Date.now();

    const report = await importInto(server, { ...given, attributes: { ...given.attributes, country: 'AT' } });

    const { country, created_at, updated_at, name } = await attributesOf(server, artistIri(1));
    expect(report).toEqual({ added: 0, changed: 1, unchanged: 0, kept: 0 });
    expect({ country, created_at, name }).toEqual({ country: 'AT', created_at: '2020-01-01T00:00:00.000+00:00', name: 'Artist 1' });
    expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(started);
    expect(Date.parse(updated_at)).toBeLessThanOrEqual(Date.now());
  });

  test('has the default of an omitted attribute', async () => {
    const server = await startServer([given]);

    await importInto(server, artist(1));

    expect(await attributesOf(server, artistIri(1))).toMatchObject({ country: null, begin_date: null });
  });

  test('keeps an explicit time of change', async () => {
    const server = await startServer([given]);

    await importInto(server, artist(1, { country: 'AT', updated_at: '2021-02-03T04:05:06.000+00:00' }));

    expect((await attributesOf(server, artistIri(1))).updated_at).toBe('2021-02-03T04:05:06.000+00:00');
  });

  test('is changed by other credits', async () => {
    const film = (...composers: number[]) => production(20, 'Film', { composers: composers.map(credit) });
    const server = await startServer([artist(1), artist(2), film(1, 2)]);

    const same = await importInto(server, film(1, 2));
    const swapped = await importInto(server, film(2, 1));

    const { composers, updated_at } = await attributesOf(server, film().id);
    expect([same.unchanged, swapped.changed]).toEqual([1, 1]);
    expect(composers.map(({ iri }: { iri: string }) => iri)).toEqual([artistIri(2), artistIri(1)]);
    expect(updated_at).not.toBeNull();
  });

  test('has its new sub-tracks and not its former ones', async () => {
    const compound = (...parts: number[]) =>
      track(30, 31, 60, {
        ...{ position: 1, title: 'Suite', _type: 'compound' },
        sub_tracks: parts.map((number, index) => ({ id: uuid(number), type: 'track', position: index + 1, title: `Part ${number}` })),
      });
    const server = await startServer([release(30, 'Album'), format(30, 31), compound(71, 72)]);

    const report = await importInto(server, compound(72, 73));

    const { sub_tracks } = await attributesOf(server, compound().id);
    expect(report.changed).toBe(1);
    expect(sub_tracks.map(({ title }: { title: string }) => title)).toEqual(['Part 72', 'Part 73']);
    expect((await server.request(track(30, 31, 71, {}).id)).status).toBe(404);
  });

  test('is the same record with an id in upper case', async () => {
    const id = `/api/artists/${uuid(1).replace('8000', 'abcd')}`;
    const server = await startServer([{ ...given, id }]);

    const report = await importInto(server, { ...given, id: id.replace('abcd', 'ABCD') });

    expect(report).toEqual({ added: 0, changed: 0, unchanged: 1, kept: 0 });
  });

  test('is the same record in the format of the API', async () => {
    const server = await startServer([given, artist(2)]);
    const { data } = await server.read(artistIri(1));
    const { display_name, variations, members, groups, ...attributes } = data.attributes;

    const report = await importInto(server, { type: data.type, id: data.id, attributes, links: data.links });

    expect(report).toEqual({ added: 0, changed: 0, unchanged: 1, kept: 0 });
  });
});

describe('slugs', () => {
  const slugsOf = async (server: TestServer, ...numbers: number[]): Promise<string[]> =>
    Promise.all(numbers.map(async (number) => (await attributesOf(server, artistIri(number))).slug));

  test('are unique per type', async () => {
    const server = await startServer([artist(1, { name: 'Psycho' }), production(20, 'Psycho')]);

    expect(await slugsOf(server, 1)).toEqual(['psycho']);
    expect((await attributesOf(server, production(20, '').id)).slug).toBe('psycho');
  });

  describe('that were changed', () => {
    const redirectsIn = ({ store }: TestServer) =>
      store.reader.query('SELECT resource_type AS type, slug, resource_id AS id FROM slug_redirect ORDER BY slug').all();

    test('redirect to their record', async () => {
      const server = await startServer([artist(1, { name: 'Before' })]);

      await importInto(server, artist(1, { name: 'Before', slug: 'between' }));
      await importInto(server, artist(1, { name: 'Before', slug: 'after' }));
      await importInto(server, artist(1, { name: 'Before', slug: 'after', country: 'AT' }));

      expect(await slugsOf(server, 1)).toEqual(['after']);
      expect(redirectsIn(server)).toEqual([
        { type: 'Artist', slug: 'before', id: uuid(1) },
        { type: 'Artist', slug: 'between', id: uuid(1) },
      ]);
    });

    test('are not reused for other records', async () => {
      const server = await startServer([artist(1, { name: 'Before' })]);
      await importInto(server, artist(1, { name: 'Before', slug: 'after' }));

      await importInto(server, artist(2, { name: 'Before' }));

      expect(await slugsOf(server, 2)).toEqual(['before-2']);
    });
  });
});
