import { beforeAll, describe, expect, test } from 'bun:test';
import { triggersOfSchema } from '../../db/generate';
import { contains } from '../../src/api/schema/filters';
import { catalog } from '../../src/catalog';
import { feedState } from '../../src/export/sequence';
import { importRecords } from '../../src/import/seed';
import { belongsTo, countFromOne, defineKind, Kinds, name, slug, times } from '../../src/kinds';
import { migrationOf, missingTriggers } from '../../src/kinds/triggers';
import type { Store } from '../../src/store/database/open';
import { id } from '../import/mirror-fakes';
import { follow } from '../support/following';
import { emptyStore, numbered, seededStore, serverOf, type TestServer } from '../support/server';

// The steps of CONTRIBUTING.md for a new record type: declaration, entry in the list of types, migration.

/** The generated types have no table of studios; label series have the same columns. */
const table = 'studio' as 'label_series';

const studios = defineKind({
  type: 'Studio',
  table,
  path: '/api/studios',
  noun: 'studio',
  nouns: 'studios',
  description: 'Where music is recorded.',
  slugFrom: 'name',
  attributes: () => ({ name: name(), slug: slug(), position: countFromOne('The number of its largest room'), ...times }),
  relationships: { label: belongsTo('Label', 'label_key', 'Whose it is', { filter: 'Of this label.' }) },
  filters: { name: contains(table, 'name_folded', 'The name contains this text.') },
  orders: { name: 'name_folded' },
  example: { name: 'Abbey Road', slug: 'abbey-road', position: 1, created_at: '2026-01-15T09:30:00.000+00:00', updated_at: null },
});

const kinds = new Kinds([...catalog.all, studios]);

test('a kind evaluates each part of its declaration on first use, and only once', () => {
  const evaluated: string[] = [];
  const recorded = <T>(name: string, value: T): T => {
    evaluated.push(name);
    return value;
  };
  const hall = defineKind({
    type: 'Hall',
    table,
    path: '/api/halls',
    noun: 'hall',
    nouns: 'halls',
    description: 'Where music is played.',
    attributes: () => recorded('attributes', { name: name(), ...times }),
    filters: () => recorded('filters', { name: contains(table, 'name_folded', 'The name contains this text.') }),
    orders: () => recorded('orders', { name: 'name_folded' as const }),
    example: { name: 'Royal Albert Hall', created_at: '2026-01-15T09:30:00.000+00:00', updated_at: null },
  });
  expect(evaluated).toEqual([]);
  expect(Object.keys({ ...hall.filters, ...hall.filters })).toEqual(['id', 'name']);
  expect(evaluated).toEqual(['filters']);
  expect(hall.decoders.map(([name]) => name)).toEqual(['_id', ...Object.keys(hall.attributes.properties)]);
  expect(hall.pointers).toEqual([]);
  expect({ ...hall }.orders).toEqual({ name: 'name_folded' });
  expect(evaluated).toEqual(['filters', 'attributes', 'orders']);
});

const migration = `
  CREATE TABLE studio (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
    label_key INTEGER REFERENCES label ON DELETE SET NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
    name_folded TEXT NOT NULL,
    slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
    position INTEGER NOT NULL DEFAULT 1 CHECK (position > 0),
    created_at TEXT NOT NULL,
    updated_at TEXT
  ) STRICT;
  ${migrationOf(missingTriggers(kinds.all, triggersOfSchema()), triggersOfSchema())}`;

function storeWithStudios(store = emptyStore()): Store {
  store.writer.run(migration);
  return store;
}

const iri = (number: number): string => `/api/studios/${id(number)}`;
const labelIri = `/api/labels/${id(90)}`;
const label = { type: 'Label', id: labelIri, attributes: { name: 'Parlophone' } };

const studio = (number: number, attributes: object, owner?: string) => ({
  type: 'Studio',
  id: iri(number),
  attributes,
  relationships: owner === undefined ? {} : { label: { data: { type: 'Label', id: owner } } },
});

const abbeyRoad = (attributes: object = {}) => studio(1, { name: 'Abbey Road', ...attributes }, labelIri);

const add = (store: Store, ...records: readonly object[]) => importRecords(store, numbered(records), kinds);

describe('a new kind', () => {
  let server: TestServer;

  beforeAll(async () => {
    const store = storeWithStudios();
    await add(store, label, abbeyRoad({ position: 2 }), studio(2, { name: 'AIR Lyndhurst' }), studio(3, { name: 'CTS' }));
    server = await serverOf(store, {}, kinds);
  });

  const names = async (query: string): Promise<string[]> => {
    const { data } = await server.read(`/api/studios${query}`);
    return data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
  };

  test('has a list with its filters and orders', async () => {
    expect((await names('')).toSorted()).toEqual(['AIR Lyndhurst', 'Abbey Road', 'CTS']);
    expect(await names('?name=ABBEY')).toEqual(['Abbey Road']);
    expect(await names(`?label=${id(90)}`)).toEqual(['Abbey Road']);
    expect(await names('?sort=-name')).toEqual(['CTS', 'AIR Lyndhurst', 'Abbey Road']);
  });

  test('answers a single read with included records', async () => {
    const { data, included } = await server.read(`${iri(1)}?include=label`);
    expect(data).toMatchObject({ type: 'Studio', id: iri(1), attributes: { name: 'Abbey Road', slug: 'abbey-road', position: 2 } });
    expect(data.relationships.label.data).toEqual({ type: 'Label', id: labelIri });
    expect(included?.map(({ attributes }) => attributes.name)).toEqual(['Parlophone']);
  });

  test('is documented in OpenAPI', async () => {
    const document = (await (await server.request('/api/openapi.json')).json()) as {
      paths: Record<string, unknown>;
      components: { schemas: Record<string, unknown> };
    };
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/studios', '/api/studios/{id}']));
    expect(Object.keys(document.components.schemas)).toContain('Studio');
  });

  test('appears in the statistics and resolves its slugs', async () => {
    const { data } = await server.read('/api/statistics');
    expect(data.attributes.totals).toContainEqual({ resource_type: 'Studio', records: 3 });
    const { data: found } = await server.read('/api/resolve?slug=abbey-road&type=Studio');
    expect(found.attributes).toMatchObject({ resource_type: 'Studio', iri: iri(1), redirected: false });
  });

  test('refuses an import that violates its attribute schema', async () => {
    const wrong = add(server.store, studio(4, { name: '', position: 0 }));
    await expect(wrong).rejects.toThrow('line 1: name:');
    await expect(add(server.store, studio(4, { name: 'X', rooms: 3 }))).rejects.toThrow('rooms');
  });

  test('exports records as they were imported, also in the change feed', async () => {
    const exported = (await (await server.request('/api/export')).text())
      .split('\n')
      .filter((line) => line.includes('"type":"Studio","id"'));
    expect(exported.map((line) => JSON.parse(line))).toContainEqual({
      ...abbeyRoad(),
      attributes: { name: 'Abbey Road', slug: 'abbey-road', position: 2, created_at: expect.any(String) },
    });
    const { data } = await server.read('/api/changes?limit=1000');
    const changes = data.filter(({ attributes }: { attributes: { resource_type: string } }) => attributes.resource_type === 'Studio');
    expect(changes.map(({ attributes }: { attributes: object }) => attributes)).toEqual(
      [1, 2, 3].map((number) =>
        expect.objectContaining({
          action: 'created',
          resource_id: id(number),
          record: expect.objectContaining({ type: 'Studio', id: iri(number) }),
        }),
      ),
    );
  });
});

describe('a record of a new kind', () => {
  test('resolves its former slug', async () => {
    const store = storeWithStudios();
    await add(store, label, abbeyRoad());
    await add(store, abbeyRoad({ slug: 'emi-studios' }));
    const server = await serverOf(store, {}, kinds);

    const { data } = await server.read('/api/resolve?slug=abbey-road&type=Studio');

    expect(data.attributes).toMatchObject({ iri: iri(1), canonical_url: '/studios/emi-studios', redirected: true });
  });

  test('redirects to the record that it was merged into', async () => {
    const store = storeWithStudios();
    await add(store, label, abbeyRoad(), studio(2, { name: 'EMI Studios' }));
    const resource = { data: { type: 'Studio', id: iri(1) } };
    await add(store, { type: 'MergedRecord', id: id(2), attributes: { resource_type: 'Studio' }, relationships: { resource } });
    const server = await serverOf(store, {}, kinds);

    const moved = await server.request(iri(2));

    expect([moved.status, moved.headers.get('location')]).toEqual([301, iri(1)]);
    expect((await server.read('/api/studios')).meta?.totalItems).toBe(1);
  });

  test('loses its link to a deleted record, which the change feed reports as an update', async () => {
    const store = storeWithStudios();
    await add(store, label, abbeyRoad());
    const before = feedState(store.reader).sequence;
    await add(store, { type: 'DeletedRecord', id: id(90), attributes: { resource_type: 'Label', iri: labelIri } });
    const server = await serverOf(store, {}, kinds);

    const { data } = await server.read(`/api/changes?since=${before}`);

    expect(
      data.map(({ attributes }: { attributes: { action: string; resource_type: string } }) => [
        attributes.action,
        attributes.resource_type,
      ]),
    ).toEqual([
      ['updated', 'Studio'],
      ['deleted', 'Label'],
    ]);
    expect((await server.read(iri(1))).data.relationships.label.data).toBeNull();
  });

  test('is mirrored with its changes, former slugs and tombstones', async () => {
    const origin = await serverOf(storeWithStudios(await seededStore()), {}, kinds);
    await add(origin.store, label, abbeyRoad(), studio(2, { name: 'EMI Studios' }));
    const copy = storeWithStudios();
    expect(await follow(copy, origin, kinds)).toMatchObject({ outcome: 'done', message: undefined });
    await add(origin.store, abbeyRoad({ slug: 'emi-studios-london', position: 3 }));
    await add(origin.store, { type: 'DeletedRecord', id: id(2), attributes: { resource_type: 'Studio', iri: iri(2) } });
    expect(await follow(copy, origin, kinds)).toMatchObject({ outcome: 'done', message: undefined });

    const mirrored = await serverOf(copy, {}, kinds);

    const text = async (server: TestServer) => (await (await server.request('/api/export')).text()).split('\n').slice(1);
    expect(await text(mirrored)).toEqual(await text(origin));
    const types = (await text(mirrored)).filter((line) => line.includes('/api/studios/')).map((line) => JSON.parse(line).type);
    expect([...new Set(types)]).toEqual(['Studio', 'SlugRedirect', 'DeletedRecord']);
  });
});
