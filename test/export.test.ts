import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { catalog } from '../src/catalog';
import { exportChunks } from '../src/export/export';
import { runningThreads } from '../src/export/export-thread';
import { exportToFile } from '../src/export/file';
import { Snapshot } from '../src/export/snapshot';
import { runImport } from '../src/import/run/run';
import { ndjsonSource } from '../src/import/sources/ndjson';
import { inMemory, openStore, type Store } from '../src/store/database/open';
import { editedServer } from './support/edited-server';
import { addRecords, catalogOf, exportLines, exportText, type Line, linesOf } from './support/exports';
import { artistIri as iriOf, artist as numberedArtist } from './support/numbered-artists';
import { limitOf, runs } from './support/runs';
import { demoServer, serverOf, startServer, type TestServer } from './support/server';
import { uuid } from './support/uuids';

// Many records make one test here, and machines differ.
setDefaultTimeout(limitOf(60_000));

let demo: TestServer;
let folder = '';
beforeAll(async () => {
  demo = await demoServer();
  folder = mkdtempSync(join(tmpdir(), 'export-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const types = catalog.all.map(({ type }) => type);

const created_at = '2026-01-15T09:30:00.000+00:00';
const withoutHeader = (text: string): string => text.slice(text.indexOf('\n') + 1);
const reference = (type: string, id: string) => ({ data: { type, id } });

describe('the format', () => {
  test('a header counts what follows, in its order', () => {
    const [header, ...lines] = linesOf(exportText(demo.store));
    const counts: Record<string, number> = {};
    for (const { type } of lines) counts[type] = (counts[type] ?? 0) + 1;
    const newest = demo.store.reader.query('SELECT max(sequence) AS sequence FROM change').get() as { sequence: number };

    expect(header).toEqual({ type: 'Export', id: '/api/export', attributes: { format_version: 1, sequence: newest.sequence, counts } });
    expect(Object.keys(header?.attributes.counts as object)).toEqual(Object.keys(counts));
    expect(Object.keys(counts)).toEqual(expect.arrayContaining([...types, 'SlugRedirect', 'MergedRecord']));
  });

  test('the lines of a kind stand in the order of their ids, and what they point to before them', () => {
    const lines = exportLines(demo.store);
    const seen = new Set<string>();
    for (const { type, id, attributes, relationships = {} } of lines) {
      const [, ...named] = JSON.stringify([id, attributes, relationships]).matchAll(/"(\/api\/[^"]+)"/g);
      for (const [, iri] of named)
        expect({ type, id, iri, isKnown: seen.has(iri as string) }).toEqual({ type, id, iri: iri as string, isKnown: true });
      seen.add(id);
    }
    // Works and episodes follow those that they are parts of.
    for (const type of types.filter((type) => type !== 'Work' && type !== 'Production')) {
      const ids = lines.filter((line) => line.type === type).map(({ id }) => id);
      expect(ids).toEqual([...ids].sort());
    }
  });

  test('what an absent attribute means is not written out', async () => {
    using store = disposable(
      await catalogOf([
        {
          type: 'Artist',
          id: `/api/artists/${uuid(1)}`,
          attributes: { name: 'X', _type: 'person', fictional: false, country: null, created_at },
        },
        { type: 'Release', id: `/api/releases/${uuid(2)}`, attributes: { title: 'R', artists: [], created_at } },
        {
          type: 'ReleaseFormat',
          id: `/api/releases/${uuid(2)}/formats/${uuid(3)}`,
          attributes: { position: 1, quantity: 1, format_type: 'other', created_at },
        },
        {
          type: 'ReleaseTrack',
          id: `/api/releases/${uuid(2)}/formats/${uuid(3)}/tracks/${uuid(4)}`,
          attributes: { position: 1, title: 'T', minutes: 0, seconds: 0, content_components: [], source_cue: false, created_at },
        },
      ]),
    );
    expect(withoutHeader(exportText(store.store)).trimEnd().split('\n')).toEqual([
      `{"type":"Artist","id":"/api/artists/${uuid(1)}","attributes":{"name":"X","_type":"person","slug":"x","created_at":"${created_at}"}}`,
      `{"type":"Release","id":"/api/releases/${uuid(2)}","attributes":{"title":"R","slug":"r","created_at":"${created_at}"}}`,
      `{"type":"ReleaseFormat","id":"/api/releases/${uuid(2)}/formats/${uuid(3)}","attributes":{"created_at":"${created_at}"}}`,
      `{"type":"ReleaseTrack","id":"/api/releases/${uuid(2)}/formats/${uuid(3)}/tracks/${uuid(4)}","attributes":{"position":1,"title":"T","created_at":"${created_at}"}}`,
    ]);
  });

  test('values under a licence of their own stay', async () => {
    using store = disposable(
      await catalogOf([{ type: 'Artist', id: `/api/artists/${uuid(1)}`, attributes: { name: 'X', _type: 'person' } }]),
    );
    store.store.writer.run(
      "INSERT INTO licensed_value (resource_type, id, name, value, licence, source) VALUES ('Artist', ?, 'annotation', 'a secret', 'CC-BY-NC-SA-3.0', 's')",
      [uuid(1)],
    );
    expect(exportText(store.store)).not.toContain('secret');
  });
});

/** As the command imports an export of changes. */
async function importChanges(copy: Store, original: Store, since: number): Promise<void> {
  const file = join(folder, 'changes.jsonl');
  writeFileSync(file, exportText(original, since));
  const { rejected } = await runImport(copy, ndjsonSource([file]), { maxRejects: 5 });
  expect(rejected).toBe(0);
}

describe('out and in again', () => {
  test('the demo is the same catalog after an export and an import', async () => {
    const text = exportText(demo.store);
    using store = disposable(await catalogOf(linesOf(text).slice(1)));
    expect(withoutHeader(exportText(store.store))).toBe(withoutHeader(text));
  });

  test('the bytes are the same in whatever order the records came', async () => {
    const lines = exportLines(demo.store);
    using store = disposable(await catalogOf(types.flatMap((type) => lines.filter((line) => line.type === type).reverse())));
    const records = lines.filter(({ type }) => types.includes(type));
    expect(exportLines(store.store).map((line) => JSON.stringify(line))).toEqual(records.map((line) => JSON.stringify(line)));
  });

  test('an export since a sequence brings a copy up to date', async () => {
    const lines = exportLines(demo.store);
    using original = disposable(await catalogOf(lines));
    using copy = disposable(await catalogOf(exportLines(original.store)));
    const before = sequenceOf(original.store);
    const { writer } = original.store;
    const [first, second, third] = lines.filter(({ type }) => type === 'Artist') as [Line, Line, Line];

    await addRecords(original.store, [
      { ...first, attributes: { ...first.attributes, name: 'Other', slug: 'other', updated_at: created_at } },
      {
        type: 'MergedRecord',
        id: second.id.slice(-36),
        attributes: { resource_type: 'Artist' },
        relationships: { resource: reference('Artist', first.id) },
      },
    ]);
    await original.store.write(() => {
      writer.run('DELETE FROM artist WHERE id = ?', [third.id.slice(-36)]);
      for (const table of ['release', 'production', 'label', 'organization'])
        writer.run(`DELETE FROM "${table}" WHERE id IN (SELECT id FROM "${table}" ORDER BY id LIMIT 5)`);
    });
    await importChanges(copy.store, original.store, before);

    expect(withoutHeader(exportText(copy.store))).toBe(withoutHeader(exportText(original.store)));
  });

  test('an export since a sequence merges a copy likewise: with slugs, lists and discs, also into new records', async () => {
    const editor = await editedServer([1, 2, 3, 4].map((number) => numberedArtist(number)));
    const { store } = editor.server;
    const make = (number: number, ...discs: string[]) =>
      editor.make('Release', '/api/releases', {
        title: `Release ${number}`,
        credits: [{ iri: iriOf(number), credit_role: 'composer' }],
        formats: discs.map((title) => ({ tracks: [{ title }] })),
      });
    const [one, two, three] = [await make(1, 'A'), await make(2, 'A', 'B'), await make(3, 'C')];
    using copy = disposable(await catalogOf(exportLines(store)));
    const before = sequenceOf(store);
    const added = await make(4, 'D');
    for (const [goes, stays] of [[two, one] as const, [three, added] as const])
      expect((await editor.merge(goes, { type: 'Release', id: stays })).status).toBe(200);
    await editor.patch(one, { slug: 'release-2' });
    await editor.patch(added, { slug: 'release-3' });
    await importChanges(copy.store, store, before);
    expect(withoutHeader(exportText(copy.store))).toBe(withoutHeader(exportText(store)));
  });

  test('an export since a sequence takes over deletions, also of merged records, and slugs that are free again or exchanged', async () => {
    const editor = await editedServer([1, 2, 3, 4, 5, 6].map((number) => numberedArtist(number)));
    const { store } = editor.server;
    using copy = disposable(await catalogOf(exportLines(store)));
    const before = sequenceOf(store);
    const slugs = exportLines(store).map(({ attributes }) => attributes.slug as string);
    await editor.patch(iriOf(1), { slug: 'between' });
    await editor.patch(iriOf(2), { slug: slugs[0] });
    await editor.patch(iriOf(1), { slug: slugs[1] });
    await editor.delete(iriOf(3));
    await editor.make('Artist', '/api/artists', { name: 'New', _type: 'person', slug: slugs[2] });
    await editor.patch(iriOf(4), { slug: 'renamed' });
    await editor.make('Artist', '/api/artists', { name: 'Newer', _type: 'person', slug: slugs[3] });
    await editor.merge(iriOf(5), { type: 'Artist', id: iriOf(6) });
    await editor.delete(iriOf(6));
    await importChanges(copy.store, store, before);
    expect(withoutHeader(exportText(copy.store))).toBe(withoutHeader(exportText(store)));
  });

  test('any records that are taken are given back as they were', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs, async (records) => {
        using store = disposable(await catalogOf(records));
        const byId = (one: Line, other: Line) => (one.id < other.id ? -1 : 1);
        expect(exportLines(store.store).sort(byId)).toEqual([...records].sort(byId));
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('where records have been', () => {
  const artist = (number: number) => ({
    type: 'Artist',
    id: `/api/artists/${uuid(number)}`,
    attributes: { name: `A${number}`, _type: 'person' },
  });
  const places = ['SlugRedirect', 'MergedRecord', 'DeletedRecord'];
  const placesOf = (store: Store, since?: number) => exportLines(store, since).filter(({ type }) => places.includes(type));

  test('redirects and merges lead to what stands today, and those that lead nowhere are left out', async () => {
    using store = disposable(await catalogOf([artist(1), artist(2)]));
    const at = (hour: number) => `2026-01-15T0${hour}:00:00.000+00:00`;
    const { writer } = store.store;
    const merged = writer.query("INSERT INTO merged_record VALUES ('Artist', ?, ?, ?)");
    for (const [from, to] of [
      [11, 12],
      [12, 1],
      [13, 99],
      [14, 15],
      [15, 14],
    ] as const)
      merged.run(uuid(from), uuid(to), at(1));
    const renamed = writer.query("INSERT INTO slug_redirect VALUES ('Artist', ?, ?, ?)");
    for (const [slug, to] of [
      ['merged', 11],
      ['lost', 98],
      ['plain', 2],
    ] as const)
      renamed.run(slug, uuid(to), at(2));

    const resource = (number: number) => ({ relationships: { resource: reference('Artist', `/api/artists/${uuid(number)}`) } });
    const merge = (from: number) => ({
      type: 'MergedRecord',
      id: uuid(from),
      attributes: { resource_type: 'Artist', created_at: at(1) },
      ...resource(1),
    });
    const redirect = (slug: string, to: number) => ({
      type: 'SlugRedirect',
      id: slug,
      attributes: { resource_type: 'Artist', slug, created_at: at(2) },
      ...resource(to),
    });
    expect(placesOf(store.store)).toEqual([redirect('merged', 1), redirect('plain', 2), merge(11), merge(12)]);
  });

  test('a label that is deleted takes with it what names it without a number, and leaves the numbers', async () => {
    const [label, release] = [`/api/labels/${uuid(1)}`, `/api/releases/${uuid(2)}`];
    const labels = [
      { iri: label, catalog_number: null },
      { iri: label, catalog_number: 'MG 20384' },
    ];
    using store = disposable(
      await catalogOf([
        { type: 'Label', id: label, attributes: { name: 'Mercury' } },
        { type: 'Release', id: release, attributes: { title: 'Vertigo', labels } },
      ]),
    );

    await addRecords(store.store, [{ type: 'DeletedRecord', id: uuid(1), attributes: { resource_type: 'Label', iri: label } }]);

    const lines = exportLines(store.store);
    expect(lines.filter(({ type }) => type === 'Label')).toEqual([]);
    expect(lines.find(({ id }) => id === release)?.attributes.labels).toEqual([{ catalog_number: 'MG 20384' }]);
  });

  test('what is deleted leaves a tombstone, until it is made again', async () => {
    using store = disposable(await catalogOf([artist(1), artist(2)]));
    await store.store.write(() => store.store.writer.run('DELETE FROM artist'));
    const ids = () => placesOf(store.store).map(({ type, id, attributes }) => [type, id, attributes.resource_type, attributes.iri]);
    expect(ids()).toEqual([1, 2].map((number) => ['DeletedRecord', uuid(number), 'Artist', `/api/artists/${uuid(number)}`]));
    store.store.writer.run(
      `INSERT INTO artist (id, name, name_folded, artist_type, slug, created_at) VALUES ('${uuid(2)}', 'A', 'a', 'person', 'a', '${created_at}')`,
    );
    expect(ids().map(([, id]) => id)).toEqual([uuid(1)]);
  });

  test('an export since a sequence has each record that changed after it once, as it is now', async () => {
    using store = disposable(await catalogOf([artist(1), artist(2), artist(3)]));
    const before = sequenceOf(store.store);
    await addRecords(store.store, [{ ...artist(1), attributes: { name: 'B', _type: 'person', slug: 'b' } }, artist(4)]);
    await addRecords(store.store, [{ ...artist(1), attributes: { name: 'C', _type: 'person', slug: 'b' } }]);
    await store.store.write(() => store.store.writer.run('DELETE FROM artist WHERE id = ?', [uuid(3)]));

    const [header, ...lines] = linesOf(exportText(store.store, before));

    expect(header?.attributes).toMatchObject({
      since: before,
      sequence: sequenceOf(store.store),
      counts: { Artist: 2, SlugRedirect: 1, DeletedRecord: 1 },
    });
    expect(lines.map(({ type, id, attributes }) => [type, id, attributes.name])).toEqual([
      ['Artist', `/api/artists/${uuid(1)}`, 'C'],
      ['Artist', `/api/artists/${uuid(4)}`, 'A4'],
      ['SlugRedirect', 'a1', undefined],
      ['DeletedRecord', uuid(3), undefined],
    ]);
    expect(exportLines(store.store, sequenceOf(store.store))).toEqual([]);
  });
});

const sequenceOf = (store: Store): number =>
  (store.reader.query('SELECT coalesce(max(sequence), 0) AS sequence FROM change').get() as { sequence: number }).sequence;

describe('one state', () => {
  test.each(['a file', 'memory'])('what is written while an export runs is not in it: a database in %s', async (where) => {
    const store = openStore(where === 'memory' ? inMemory : join(folder, 'one-state'), { mayCreate: true });
    await addRecords(store, [{ type: 'Artist', id: `/api/artists/${uuid(1)}`, attributes: { name: 'Before', _type: 'person' } }]);
    const snapshot = new Snapshot(store);
    const chunks = exportChunks(snapshot.database, {});
    const first = chunks.next().value as string;

    await store.write(() => store.writer.run("UPDATE artist SET name = 'After'"));
    const rest = [...chunks].join('');
    snapshot.close();

    expect(first + rest).toContain('Before');
    expect(exportText(store)).toContain('After');
    store.close();
  });
});

describe('of a file', () => {
  let server: TestServer;
  let expected: string;
  beforeAll(async () => {
    const store = openStore(join(folder, 'exported'), { mayCreate: true });
    await addRecords(
      store,
      Array.from({ length: 600 }, (_, number) => ({
        type: 'Artist',
        id: `/api/artists/${uuid(number)}`,
        attributes: { name: `Nº ${number}`, _type: 'person', biography: 'x'.repeat(900) },
      })),
    );
    server = await serverOf(store);
    expected = exportText(store);
  });
  afterAll(() => server.store.close());

  test('several are read at once, each whole', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(async () => (await server.request('/api/export?provisional=true')).text()));
    for (const text of all) expect(text).toBe(expected);
  });

  test('what is written meanwhile is not in it', async () => {
    const response = await server.request('/api/export?provisional=true');
    await server.store.write(() => server.store.writer.run("UPDATE artist SET biography = 'Later.', updated_at = created_at"));
    expect(await response.text()).toBe(expected);
  });

  test('whoever stops reading, or only asks for the headers, keeps nothing from others', async () => {
    for (let count = 0; count < 5; count++) {
      const reader = (await server.request('/api/export')).body?.getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      await reader?.cancel();
      expect((await server.request('/api/export', { method: 'HEAD' })).status).toBe(200);
    }
    for (let count = 0; count < 100 && runningThreads() > 0; count++) await Bun.sleep(20);
    expect(runningThreads()).toBe(0);
    const sequence = sequenceOf(server.store);
    expect((await server.request(`/api/export?since=${sequence + 1}`)).status).toBe(400);
    expect(linesOf(await (await server.request(`/api/export?since=${sequence}`)).text())).toHaveLength(1);
  });
});

describe('the route', () => {
  const lines = async (response: Response) => linesOf(await response.text());

  test('gives the export as a file to keep', async () => {
    const response = await demo.request('/api/export');
    const sequence = sequenceOf(demo.store);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="leitmotif-${sequence}.ndjson"`);
    expect(await response.text()).toBe(exportText(demo.store));
    expect(await lines(await demo.request(`/api/export?since=${sequence - 3}`))).toEqual(linesOf(exportText(demo.store, sequence - 3)));
  });

  test.each([
    ['zstd, gzip', 'zstd'],
    ['gzip', 'gzip'],
    ['gzip;q=1, zstd;q=0.5', 'gzip'],
    ['*', 'zstd'],
    ['identity', null],
    ['zstd;q=0', null],
    ['br', null],
  ])('to who accepts %s it is encoded as %p', async (accepted, encoding) => {
    const response = await demo.request('/api/export', { headers: { 'accept-encoding': accepted } });
    const body = new Uint8Array(await response.arrayBuffer());
    const plain = encoding === 'zstd' ? Bun.zstdDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(new TextDecoder().decode(plain)).toBe(exportText(demo.store));
  });

  test('HEAD has the headers alone', async () => {
    const response = await demo.request('/api/export', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'application/x-ndjson', '']);
  });

  test.each([
    ['/api/export', { authorization: '' }, 401],
    ['/api/export', { accept: 'text/html' }, 406],
    ['/api/export', { accept: 'application/x-ndjson;q=0, */*' }, 406],
    ['/api/export', { accept: 'application/x-ndjson' }, 200],
    ['/api/export?since=-1', {}, 400],
    ['/api/export?since=1e3', {}, 400],
    ['/api/export?since=1&since=2', {}, 400],
    ['/api/export?since=99999999', {}, 400],
  ])('%s with %p answers %p', async (path, headers, status) => {
    const response = await demo.request(path, { headers: headers as Record<string, string> });
    expect(response.status).toBe(status);
    await response.body?.cancel();
  });

  test('what a catalog that was filled from an export cannot know is gone', async () => {
    const server = await startServer();
    server.store.writer.run('DELETE FROM change');
    server.store.writer.run("INSERT INTO change VALUES (45, 'restored', 'Export', '', NULL, NULL, '2026-01-15T09:30:00.000+00:00')");
    expect((await server.request('/api/export?since=44')).status).toBe(410);
    expect((await lines(await server.request('/api/export?since=45')))[0]?.attributes).toMatchObject({
      sequence: 45,
      since: 45,
      counts: {},
    });
  });

  test('who goes away ends it, and others are answered in the meantime', async () => {
    const response = await demo.request('/api/export');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    const [other] = await Promise.all([demo.request('/api/artists'), reader.read()]);
    await reader.cancel();
    expect(new TextDecoder().decode(value)).toStartWith('{"type":"Export"');
    expect(other.status).toBe(200);
    expect((await reader.read()).done).toBe(true);
  });
});

test('as many exports as there may be are read at once, and those whose readers went away leave room for others', async () => {
  const server = await startServer([]);
  const ask = (leaving: AbortController) =>
    server.app.handle(
      new Request('http://localhost/api/export', { headers: { authorization: `Bearer ${server.token}` }, signal: leaving.signal }),
    );
  const readers = Array.from({ length: 32 }, () => new AbortController());
  const read = await Promise.all(readers.map(ask));
  const refused = await ask(new AbortController());

  for (const reader of readers.slice(16)) reader.abort();
  await Promise.all(read.slice(0, 15).map((response) => response.body?.cancel()));
  await read[15]?.text();
  const after = await Promise.all(readers.map(() => ask(new AbortController())));

  expect(read.map(({ status }) => status)).toEqual(readers.map(() => 200));
  expect([refused.status, refused.headers.get('retry-after'), ((await refused.json()) as { errors: unknown }).errors]).toMatchObject([
    503,
    '10',
    [{ detail: '32 exports are running, the most at a time.' }],
  ]);
  expect(after.map(({ status }) => status)).toEqual(readers.map(() => 200));
});

describe('the file', () => {
  test('is compressed as its name says, the same bytes each time', async () => {
    const read = async (name: string) => {
      const path = join(folder, name);
      await exportToFile(demo.store, path, {});
      return readFileSync(path);
    };
    const text = exportText(demo.store);
    const [plain, gzip, zstd] = [await read('a.ndjson'), await read('a.ndjson.gz'), await read('a.ndjson.zst')];
    expect(plain.toString()).toBe(text);
    expect(gunzipSync(gzip).toString()).toBe(text);
    expect(Bun.zstdDecompressSync(zstd).toString()).toBe(text);
    expect((await read('b.ndjson.gz')).equals(gzip)).toBe(true);
    expect((await read('a.ndjson.zst')).equals(zstd)).toBe(true);
  });

  test('takes the place of the one before only when it is whole', async () => {
    const path = join(folder, 'kept.ndjson');
    writeFileSync(path, 'the one before');
    await expect(exportToFile(demo.store, path, { since: 99_999_999 })).rejects.toThrow('newest change');
    expect(readFileSync(path, 'utf8')).toBe('the one before');

    const link = join(folder, 'link.ndjson');
    symlinkSync(path, link);
    await exportToFile(demo.store, link, {});
    expect(readFileSync(path, 'utf8')).toBe(exportText(demo.store));
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('what cannot be written is said, and leaves nothing behind', async () => {
    mkdirSync(join(folder, 'a folder'));
    await expect(exportToFile(demo.store, join(folder, 'a folder'), {})).rejects.toThrow('is a folder');
    await expect(exportToFile(demo.store, join(folder, 'nowhere', 'x.ndjson'), {})).rejects.toThrow('cannot be written');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });
});

function disposable(store: Store): { readonly store: Store; [Symbol.dispose](): void } {
  return { store, [Symbol.dispose]: () => store.close() };
}

// Records as an export writes them: without what they would mean anyway.

const name = fc
  .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
  .filter((text) => [...text].length <= 255 && /[\p{L}\p{N}\p{P}]/u.test(text));
const text = fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }).map((text) => text.toWellFormed());
const partialDate = fc.constantFrom('1911', '1911-06', '1911-06-29');
const country = fc.constantFrom('US', 'DE', 'PL');
const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().replace('Z', '+00:00'));
const times = { created_at: time, updated_at: time };
const optional = { requiredKeys: ['created_at'] as ['created_at'] };

const numbered = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);
const artistIri = fc.constantFrom(...numbered(10, 3)).map((number) => `/api/artists/${uuid(number)}`);
const credit = fc.record(
  { iri: artistIri, name_variation: text, join_phrase: text, credit_role: fc.constantFrom('composer', 'singer') },
  { requiredKeys: ['iri', 'credit_role'] },
);

/** Credits whose places may have gaps; one is named where it is not that in the list. */
const credits = fc.array(fc.tuple(credit, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 4 }).map((items) => {
  let position = 0;
  return items.map(([item, step], index) => {
    position += index === 0 ? step : Math.max(1, step - 1);
    const { iri, name_variation, ...rest } = item;
    return { iri, ...(name_variation !== undefined && { name_variation }), ...(position !== index + 1 && { position }), ...rest };
  });
});

const artists = fc.tuple(
  ...numbered(10, 3).map((number) =>
    fc
      .record(
        {
          name,
          _type: fc.constantFrom('person', 'group'),
          country,
          sort_name: text,
          real_name: text,
          begin_date: partialDate,
          end_date: partialDate,
          biography: text,
          disambiguation: text,
          ...times,
        },
        { requiredKeys: ['name', '_type', 'created_at'] },
      )
      .map((attributes) => ({
        type: 'Artist',
        id: `/api/artists/${uuid(number)}`,
        attributes: { ...attributes, slug: `artist-${number}` },
      })),
  ),
);

const roles = ['composer', 'singer'].map((slug, index) => ({
  type: 'ArtistRole',
  id: `/api/artists/roles/${uuid(index + 1)}`,
  attributes: { role: slug, slug, scope: 'track', aliases: ['One', 'Zwei'], created_at },
}));

const production = fc
  .record(
    {
      title: name,
      _type: fc.constantFrom('movie', 'other'),
      year: fc.integer({ min: 1800, max: 9999 }),
      duration: fc.integer({ min: 1, max: 900 }),
      akas: text,
      composers: credits,
      ...times,
    },
    { requiredKeys: ['title', '_type', 'created_at'] },
  )
  .map((attributes) => ({ type: 'Production', id: `/api/productions/${uuid(20)}`, attributes: { ...attributes, slug: 'production' } }));

const portrayal = fc
  .tuple(
    fc.record(
      { aspects: fc.uniqueArray(fc.constantFrom('voice', 'performance', 'puppetry'), { minLength: 1 }), notes: text, ...times },
      optional,
    ),
    fc.record(
      {
        performer: artistIri.map((id) => reference('Artist', id)),
        production: fc.constant(reference('Production', `/api/productions/${uuid(20)}`)),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([attributes, relationships]) => ({
    type: 'Portrayal',
    id: `/api/portrayals/${uuid(30)}`,
    attributes,
    ...(Object.keys(relationships).length > 0 && { relationships }),
  }));

const release = fc
  .record(
    {
      title: name,
      release_date: partialDate,
      country,
      barcode: text,
      artist_credit: text,
      artists: credits,
      credits,
      notes: text,
      labels: fc.array(fc.record({ catalog_number: text }), { minLength: 1, maxLength: 3 }),
      ...times,
    },
    { requiredKeys: ['title', 'created_at'] },
  )
  .map((attributes) => ({ type: 'Release', id: `/api/releases/${uuid(40)}`, attributes: { ...attributes, slug: 'release' } }));

const format = fc
  .record(
    {
      position: fc.integer({ min: 2, max: 9 }),
      format_type: fc.constantFrom('cd', 'vinyl'),
      title: text,
      quantity: fc.integer({ min: 2, max: 9 }),
      ...times,
    },
    optional,
  )
  .map((attributes) => ({ type: 'ReleaseFormat', id: `/api/releases/${uuid(40)}/formats/${uuid(50)}`, attributes }));

const trackMembers = {
  position: fc.integer({ min: 1, max: 99 }),
  title: name,
  variant: text,
  artists: credits,
  artist_text: text,
  artist_credit: text,
  minutes: fc.integer({ min: 1, max: 99 }),
  seconds: fc.integer({ min: 1, max: 59 }),
  isrc_code: fc.constant('USRC17607839'),
  content_components: fc.array(text, { minLength: 1, maxLength: 3 }),
  source_cue: fc.constant(true),
  notes: text,
  credits,
  productions: fc.constant([{ iri: `/api/productions/${uuid(20)}` }]),
};

const parts = fc
  .array(fc.record(trackMembers, { requiredKeys: ['title'] }), { minLength: 1, maxLength: 3 })
  .map((items) => items.map((item, index) => ({ ...item, id: uuid(70 + index), position: index + 2 })));

const tracks = fc
  .tuple(
    fc.record({ ...trackMembers, ...times }, { requiredKeys: ['title', 'position', 'created_at'] }),
    fc.option(parts, { nil: undefined }),
  )
  .map(([attributes, sub_tracks]) => ({
    type: 'ReleaseTrack',
    id: `/api/releases/${uuid(40)}/formats/${uuid(50)}/tracks/${uuid(60)}`,
    attributes: { ...attributes, ...(sub_tracks && { _type: 'compound', sub_tracks }) },
  }));

const catalogs: fc.Arbitrary<Line[]> = fc
  .tuple(artists, production, portrayal, release, format, tracks)
  .map(([artists, ...others]) => [...roles, ...artists, ...others] as Line[]);
