import { describe, expect, test } from 'bun:test';
import { copyInMemory, type Store } from '../../src/store/database/open';
import { refusedFor } from '../api/demo-reads';
import { artist as numberedArtist } from '../records/numbered-records';
import { addRecords, exportLines } from '../support/exports';
import { artistIri as iri, mergedArtist as mergedInto } from '../support/numbered-artists';
import { demoServer, serverOf, startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

const artist = (number: number, attributes: object = {}) => numberedArtist(number, `A${number}`, attributes);

interface Change {
  readonly id: string;
  readonly type: string;
  readonly attributes: {
    readonly sequence: number;
    readonly action: string;
    readonly resource_type: string;
    readonly resource_id: string;
    readonly iri: string | null;
    readonly slug: string | null;
    readonly merged_into_id: string | null;
    readonly record: { readonly type: string; readonly id: string; readonly attributes: Readonly<Record<string, unknown>> } | null;
  };
}

interface Page {
  readonly data: readonly Change[];
  readonly links: { readonly self: string; readonly next?: string };
  readonly meta: { readonly sequence: number; readonly oldestSince: number; readonly limit: number; readonly ignoredParameters?: string[] };
}

async function page(server: TestServer, path: string): Promise<Page> {
  const response = await server.request(path);
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  return (await response.json()) as Page;
}

/** Reads every change after a sequence number by following the next links. */
async function changesAfter(server: TestServer, since: number, limit = 100): Promise<Change[]> {
  const all: Change[] = [];
  let path: string | undefined = `/api/changes?since=${since}&limit=${limit}`;
  while (path !== undefined) {
    const { data, links }: Page = await page(server, path);
    all.push(...data);
    path = links.next;
  }
  return all;
}

const newest = async (server: TestServer): Promise<number> => (await page(server, '/api/changes?limit=1')).meta.sequence;

const short = ({ attributes: { action, resource_id, slug, merged_into_id, iri } }: Change) => [
  action,
  Number(resource_id.slice(-12)),
  slug ?? merged_into_id,
  iri,
];

const demo = await demoServer();

describe('the change feed', () => {
  test('lists creations, updates, renames, merges and deletions in order, without gaps', async () => {
    const server = await startServer();
    const since = await newest(server);
    await addRecords(server.store, [artist(1), artist(2), artist(3)]);
    await addRecords(server.store, [artist(1, { country: 'US' })]);
    await addRecords(server.store, [artist(1, { country: 'US', slug: 'other' })]);
    await addRecords(server.store, [mergedInto(2, 1)]);
    await server.store.write(() => server.store.writer.run('DELETE FROM artist WHERE id = ?', [uuid(3)]));

    const changes = await changesAfter(server, since);

    expect(changes.map(({ attributes }) => attributes.sequence)).toEqual(changes.map((_, index) => since + 1 + index));
    expect(changes.slice(0, 4).map(short)).toEqual([
      ['created', 1, null, iri(1)],
      ['created', 2, null, iri(2)],
      ['created', 3, null, iri(3)],
      ['updated', 1, null, iri(1)],
    ]);
    const later = changes.slice(4).map(short);
    expect(later).toContainEqual(['renamed', 1, 'a1', iri(1)]);
    expect(later).toContainEqual(['updated', 1, null, iri(1)]);
    expect(later).toContainEqual(['merged', 2, uuid(1), iri(2)]);
    expect(later).toContainEqual(['renamed', 1, 'a2', iri(1)]);
    expect(later.at(-1)).toEqual(['deleted', 3, null, iri(3)]);
  });

  test('shows the current record as the export has it, or its tombstone, and no earlier state', async () => {
    const server = await startServer();
    const since = await newest(server);
    await addRecords(server.store, [artist(1), artist(2)]);
    await addRecords(server.store, [artist(1, { name: 'Now' })]);
    await server.store.write(() => server.store.writer.run('DELETE FROM artist WHERE id = ?', [uuid(2)]));

    const changes = await changesAfter(server, since);

    const exported = exportLines(server.store).find(({ id }) => id === iri(1));
    expect(exported?.attributes.name).toBe('Now');
    for (const { attributes } of changes.filter(({ attributes }) => attributes.resource_id === uuid(1)))
      expect<unknown>(attributes.record).toEqual(exported);
    const tombstone = exportLines(server.store).find(({ type }) => type === 'DeletedRecord');
    expect(tombstone?.id).toBe(uuid(2));
    expect(
      changes.filter(({ attributes }) => attributes.resource_id === uuid(2)).map<unknown>(({ attributes }) => attributes.record),
    ).toEqual([null, tombstone]);
  });

  test('has neither a change nor a gap for a rolled-back transaction', async () => {
    const server = await startServer();
    const since = await newest(server);
    const insert = (number: number) =>
      server.store.writer.run(
        `INSERT INTO artist (id, name, name_folded, artist_type, slug, created_at) VALUES (?1, ?2, ?2, 'person', ?2, '2026-01-01T00:00:00.000+00:00')`,
        [uuid(number), `a${number}`],
      );
    await server.store.write(() => insert(1));
    const failing = server.store.write(() => {
      insert(2);
      throw new Error('no');
    });
    expect(await failing.catch((error: Error) => error.message)).toBe('no');
    await server.store.write(() => insert(3));

    const changes = await changesAfter(server, since);
    expect(changes.map(({ attributes: { sequence, resource_id } }) => [sequence - since, resource_id])).toEqual([
      [1, uuid(1)],
      [2, uuid(3)],
    ]);
    expect(await newest(server)).toBe(since + changes.length);
  });

  test('gives the address of every record that a deletion cascades to', async () => {
    const server = await serverOf(copyInMemory(demo.store), {}, undefined, 'reader');
    const before = exportLines(server.store);
    const sequence = await newest(server);
    const types = [
      'ReleaseTrack',
      'ReleaseRecording',
      'ReleaseFormat',
      'ReleaseExternalLink',
      'ProductionEntry',
      'ReleaseRelation',
      'Release',
    ];

    await server.store.write(() => server.store.writer.run('DELETE FROM "release"'));

    const deleted = (await changesAfter(server, sequence, 1000)).filter(({ attributes }) => attributes.action === 'deleted');
    const expected = before.filter(({ type }) => types.includes(type));
    expect(new Set(expected.map(({ type }) => type))).toEqual(new Set(types));
    expect(deleted.map(({ attributes }) => attributes.iri).sort()).toEqual(expected.map(({ id }) => id).sort());
    const tombstones = exportLines(server.store, sequence).filter(({ type }) => type === 'DeletedRecord');
    expect(tombstones.map(({ attributes }) => attributes.iri).sort()).toEqual(expected.map(({ id }) => id).sort());
  });

  test('gives no address for a merged nested record', async () => {
    const server = await startServer([artist(1)]);
    const alias = (number: number) => ({
      type: 'ArtistAlias',
      id: `${iri(1)}/aliases/${uuid(number)}`,
      attributes: { variation: `V${number}` },
    });
    await addRecords(server.store, [alias(7), alias(8)]);
    const since = await newest(server);
    await addRecords(server.store, [
      {
        type: 'MergedRecord',
        id: uuid(7),
        attributes: { resource_type: 'ArtistAlias' },
        relationships: { resource: { data: { type: 'ArtistAlias', id: alias(8).id } } },
      },
    ]);
    const merged = (await changesAfter(server, since)).find(({ attributes }) => attributes.action === 'merged');
    expect(merged && short(merged)).toEqual(['merged', 7, uuid(8), null]);
  });
});

describe('pages of the change feed', () => {
  test.each([1000, 100, 7])('of %p changes list every change once', async (limit) => {
    const changes = await changesAfter(demo, limit === 7 ? (await newest(demo)) - 50 : 0, limit);
    const last = await newest(demo);
    expect(changes.map(({ attributes }) => attributes.sequence)).toEqual(changes.map((_, index) => last - changes.length + 1 + index));
    expect(changes.length).toBe(limit === 7 ? 50 : last);
  });

  test('have 100 changes by default and at most 1000', async () => {
    expect((await page(demo, '/api/changes')).data).toHaveLength(100);
    const large = await page(demo, '/api/changes?limit=100000');
    expect([large.data.length, large.meta.limit, large.links.self]).toEqual([1000, 1000, '/api/changes?since=0&limit=1000']);
  });

  test('after the newest change are empty and have no next link', async () => {
    const last = await newest(demo);
    for (const since of [last, last + 1, Number.MAX_SAFE_INTEGER])
      expect(await page(demo, `/api/changes?since=${since}`)).toEqual({
        data: [],
        links: { self: `/api/changes?since=${since}&limit=100` },
        meta: { sequence: last, oldestSince: 0, limit: 100 },
      });
  });

  test.each(['since=-1', 'since=x', 'since=', 'since=1.5', 'since=1e3', 'since=1&since=2', 'limit=0', 'limit=-1', 'limit=many'])(
    'are refused for invalid parameters: ?%s',
    async (query) => {
      await refusedFor(`/api/changes?${query}`, query.slice(0, query.indexOf('=')));
    },
  );
});

describe('a catalog restored from an export', () => {
  const restored = (store: Store) => {
    store.writer.run('DELETE FROM change');
    store.writer.run("INSERT INTO change VALUES (45, 'restored', 'Export', '', NULL, NULL, '2026-01-15T09:30:00.000+00:00')");
  };

  test('continues the sequence of the export and answers 410 for earlier changes', async () => {
    const server = await startServer();
    restored(server.store);
    expect(await page(server, '/api/changes?since=45')).toMatchObject({ data: [], meta: { sequence: 45, oldestSince: 45 } });
    await addRecords(server.store, [artist(1)]);

    const { data } = await page(server, '/api/changes?since=45');
    expect(data[0]?.attributes).toMatchObject({ sequence: 46, action: 'created', resource_id: uuid(1) });
    for (const path of ['/api/changes', '/api/changes?since=44']) {
      const response = await server.request(path);
      const { errors } = (await response.json()) as { errors: { detail: string; source: object }[] };
      expect([response.status, errors[0]?.source]).toEqual([410, { parameter: 'since' }]);
      expect(errors[0]?.detail).toContain('45');
      expect(errors[0]?.detail).toContain('GET /api/export');
    }
    expect((await server.request('/api/changes/45')).status).toBe(404);
    expect((await server.request('/api/changes/46')).status).toBe(200);
  });
});

describe('a single change', () => {
  test('equals its entry in the list', async () => {
    const { data } = await page(demo, '/api/changes?since=99&limit=1');
    const single = (await (await demo.request('/api/changes/100')).json()) as { data: Change };
    expect(single).toEqual({ data: data[0] as Change });
  });

  test.each(['0', '99999999', '-1', 'x', '1.5', '01', '99999999999999999999'])('answers 404 at %s', async (sequence) => {
    expect((await demo.request(`/api/changes/${sequence}`)).status).toBe(404);
  });
});
