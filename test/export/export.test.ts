import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { catalog } from '../../src/catalog';
import { runImport } from '../../src/import/run/run';
import { ndjsonSource } from '../../src/import/sources/ndjson';
import { copyInMemory, type Store } from '../../src/store/database/open';
import { artist, label, format as numberedFormat, release, to, track } from '../records/numbered-records';
import { editedServer } from '../support/edited-server';
import { folderOfTests } from '../support/executable';
import { addRecords, catalogOf, exportLines, exportText, type Line, linesOf, sequenceOf } from '../support/exports';
import { nonEmpty } from '../support/non-empty';
import { artistIri as iriOf, artist as numberedArtist } from '../support/numbered-artists';
import { limitOf, runs } from '../support/runs';
import { demoServer } from '../support/server';
import { uuid } from '../support/uuids';
import { catalogs } from './export-records';

// Some tests import the demo.
setDefaultTimeout(limitOf(60_000));

const folder = folderOfTests();
const demo = await demoServer();
const demoText = exportText(demo.store);

const types = catalog.all.map(({ type }) => type);

const created_at = '2026-01-15T09:30:00.000+00:00';
const withoutHeader = (text: string): string => text.slice(text.indexOf('\n') + 1);

describe('the export format', () => {
  test('begins with a header that counts the lines of each type in their order', () => {
    const [header, ...lines] = linesOf(demoText);
    const counts: Record<string, number> = {};
    for (const { type } of lines) counts[type] = (counts[type] ?? 0) + 1;
    const newest = demo.store.reader.query('SELECT max(sequence) AS sequence FROM change').get() as { sequence: number };

    expect(header).toEqual({ type: 'Export', id: '/api/export', attributes: { format_version: 1, sequence: newest.sequence, counts } });
    expect(Object.keys(header?.attributes.counts as object)).toEqual(Object.keys(counts));
    expect(Object.keys(counts)).toEqual(expect.arrayContaining([...types, 'SlugRedirect', 'MergedRecord']));
  });

  test('orders the lines of a type by id, after the records that they refer to', () => {
    const lines = linesOf(demoText).slice(1);
    const seen = new Set<string>();
    for (const { type, id, attributes, relationships = {} } of nonEmpty(lines)) {
      const [, ...named] = JSON.stringify([id, attributes, relationships]).matchAll(/"(\/api\/[^"]+)"/g);
      for (const [, iri] of named)
        expect({ type, id, iri, isKnown: seen.has(iri as string) }).toEqual({ type, id, iri: iri as string, isKnown: true });
      seen.add(id);
    }
    // Works and episodes follow their parents.
    for (const type of nonEmpty(types.filter((type) => type !== 'Work' && type !== 'Production'))) {
      const ids = lines.filter((line) => line.type === type).map(({ id }) => id);
      expect(ids).toEqual([...ids].sort());
    }
  });

  test('omits default values', async () => {
    const format = numberedFormat(2, 3, { position: 1, quantity: 1, format_type: 'other', created_at });
    const empty = { minutes: 0, seconds: 0, content_components: [], source_cue: false };
    using store = disposable(
      await catalogOf([
        artist(1, 'X', { fictional: false, country: null, created_at }),
        release(2, 'R', { artists: [], created_at }),
        format,
        track(2, 3, 4, { position: 1, title: 'T', ...empty, created_at }),
      ]),
    );
    expect(withoutHeader(exportText(store.store)).trimEnd().split('\n')).toEqual([
      `{"type":"Artist","id":"/api/artists/${uuid(1)}","attributes":{"name":"X","_type":"person","slug":"x","created_at":"${created_at}"}}`,
      `{"type":"Release","id":"/api/releases/${uuid(2)}","attributes":{"title":"R","slug":"r","created_at":"${created_at}"}}`,
      `{"type":"ReleaseFormat","id":"/api/releases/${uuid(2)}/formats/${uuid(3)}","attributes":{"created_at":"${created_at}"}}`,
      `{"type":"ReleaseTrack","id":"/api/releases/${uuid(2)}/formats/${uuid(3)}/tracks/${uuid(4)}","attributes":{"position":1,"title":"T","created_at":"${created_at}"}}`,
    ]);
  });

  test('omits values under a license of their own', async () => {
    using store = disposable(await catalogOf([artist(1, 'X')]));
    store.store.writer.run(
      "INSERT INTO licensed_value (resource_type, id, name, value, licence, source) VALUES ('Artist', ?, 'annotation', 'a secret', 'CC-BY-NC-SA-3.0', 's')",
      [uuid(1)],
    );
    expect(exportText(store.store)).not.toContain('secret');
  });
});

/** Imports an export of changes as the command line does. */
async function importChanges(copy: Store, original: Store, since: number): Promise<void> {
  const file = join(folder, 'changes.jsonl');
  writeFileSync(file, exportText(original, since));
  const { rejected } = await runImport(copy, ndjsonSource([file]), { maxRejects: 5 });
  expect(rejected).toBe(0);
}

describe('the import of an export', () => {
  test('restores the demo, with the same bytes for any order of the records of a type', async () => {
    const lines = linesOf(demoText).slice(1);
    const [records, redirects] = [lines.filter(({ type }) => types.includes(type)), lines.filter(({ type }) => !types.includes(type))];
    const reversed = types.flatMap((type) => records.filter((line) => line.type === type).reverse());
    using store = disposable(await catalogOf([...reversed, ...redirects]));
    expect(withoutHeader(exportText(store.store))).toBe(withoutHeader(demoText));
  });

  test('since a sequence number updates a copy', async () => {
    const lines = linesOf(demoText);
    using original = disposable(copyInMemory(demo.store));
    using copy = disposable(copyInMemory(demo.store));
    const before = sequenceOf(original.store);
    const { writer } = original.store;
    const [first, second, third] = lines.filter(({ type }) => type === 'Artist') as [Line, Line, Line];

    await addRecords(original.store, [
      { ...first, attributes: { ...first.attributes, name: 'Other', slug: 'other', updated_at: created_at } },
      {
        type: 'MergedRecord',
        id: second.id.slice(-36),
        attributes: { resource_type: 'Artist' },
        relationships: { resource: to('Artist', first.id) },
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

  test('since a sequence number repeats merges with their slugs, credits and discs, also into new records', async () => {
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
    await editor.changeSlug('Release', one, 'release-2');
    await editor.changeSlug('Release', added, 'release-3');
    await importChanges(copy.store, store, before);
    expect(withoutHeader(exportText(copy.store))).toBe(withoutHeader(exportText(store)));
  });

  test('since a sequence number repeats deletions, also of merged records, and reused or exchanged slugs', async () => {
    const editor = await editedServer([1, 2, 3, 4, 5, 6].map((number) => numberedArtist(number)));
    const { store } = editor.server;
    using copy = disposable(await catalogOf(exportLines(store)));
    const before = sequenceOf(store);
    const slugs = exportLines(store).map(({ attributes }) => attributes.slug as string);
    await editor.changeSlug('Artist', iriOf(1), 'between');
    await editor.changeSlug('Artist', iriOf(2), slugs[0] as string);
    await editor.changeSlug('Artist', iriOf(1), slugs[1] as string);
    await editor.delete(iriOf(3));
    await editor.changeSlug('Artist', await editor.make('Artist', '/api/artists', { name: 'New', _type: 'person' }), slugs[2] as string);
    await editor.changeSlug('Artist', iriOf(4), 'renamed');
    await editor.changeSlug('Artist', await editor.make('Artist', '/api/artists', { name: 'Newer', _type: 'person' }), slugs[3] as string);
    await editor.merge(iriOf(5), { type: 'Artist', id: iriOf(6) });
    await editor.delete(iriOf(6));
    await importChanges(copy.store, store, before);
    expect(withoutHeader(exportText(copy.store))).toBe(withoutHeader(exportText(store)));
  });

  test('keeps arbitrary records unchanged', async () => {
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

describe('redirects and tombstones in an export', () => {
  const named = (number: number) => artist(number, `A${number}`);
  const traces = ['SlugRedirect', 'MergedRecord', 'DeletedRecord'];
  const tracesOf = (store: Store, since?: number) => exportLines(store, since).filter(({ type }) => traces.includes(type));

  test('name the existing target, and are omitted without one', async () => {
    using store = disposable(await catalogOf([named(1), named(2)]));
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

    const resource = (number: number) => ({ relationships: { resource: to('Artist', `/api/artists/${uuid(number)}`) } });
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
    expect(tracesOf(store.store)).toEqual([redirect('merged', 1), redirect('plain', 2), merge(11), merge(12)]);
  });

  test('that delete a label remove its bare mentions from releases, but keep catalog numbers', async () => {
    const mercury = label(1, 'Mercury');
    const labels = [null, 'MG 20384'].map((catalog_number) => ({ iri: mercury.id, catalog_number }));
    const vertigo = release(2, 'Vertigo', { labels });
    using store = disposable(await catalogOf([mercury, vertigo]));

    await addRecords(store.store, [{ type: 'DeletedRecord', id: uuid(1), attributes: { resource_type: 'Label', iri: mercury.id } }]);

    const lines = exportLines(store.store);
    expect(lines.filter(({ type }) => type === 'Label')).toEqual([]);
    expect(lines.find(({ id }) => id === vertigo.id)?.attributes.labels).toEqual([{ catalog_number: 'MG 20384' }]);
  });

  test('include a deleted record until it is created again', async () => {
    using store = disposable(await catalogOf([named(1), named(2)]));
    await store.store.write(() => store.store.writer.run('DELETE FROM artist'));
    const ids = () => tracesOf(store.store).map(({ type, id, attributes }) => [type, id, attributes.resource_type, attributes.iri]);
    expect(ids()).toEqual([1, 2].map((number) => ['DeletedRecord', uuid(number), 'Artist', `/api/artists/${uuid(number)}`]));
    store.store.writer.run(
      `INSERT INTO artist (id, name, name_folded, artist_type, slug, created_at) VALUES ('${uuid(2)}', 'A', 'a', 'person', 'a', '${created_at}')`,
    );
    expect(ids().map(([, id]) => id)).toEqual([uuid(1)]);
  });

  test('follow the records changed since a sequence number, each listed once in its current state', async () => {
    using store = disposable(await catalogOf([named(1), named(2), named(3)]));
    const before = sequenceOf(store.store);
    await addRecords(store.store, [artist(1, 'B', { slug: 'b' }), named(4)]);
    await addRecords(store.store, [artist(1, 'C', { slug: 'b' })]);
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

function disposable(store: Store): { readonly store: Store; [Symbol.dispose](): void } {
  return { store, [Symbol.dispose]: () => store.close() };
}
