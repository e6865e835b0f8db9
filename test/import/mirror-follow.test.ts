import { expect, test } from 'bun:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { Unavailable } from '../../src/import/sources/mirror/mirror';
import { about, type Fake, fake, id, json, recordsOf, runOf } from './mirror-fakes';

const artist = (number: number, name = `Artist ${number}`) => ({
  type: 'Artist',
  id: `/api/artists/${id(number)}`,
  attributes: { name, _type: 'person' },
});

const header = (sequence: number, counts: Record<string, number>) => ({
  type: 'Export',
  id: '/api/export',
  attributes: { format_version: 1, sequence, counts },
});

const lines = (...records: object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

const change = (sequence: number, attributes: Record<string, unknown> = {}) => ({
  type: 'Change',
  id: `/api/changes/${sequence}`,
  attributes: {
    sequence,
    action: 'updated',
    resource_type: 'Artist',
    resource_id: id(1),
    iri: `/api/artists/${id(1)}`,
    slug: null,
    merged_into_id: null,
    changed_at: '2026-01-02T03:04:05.678+00:00',
    record: null,
    ...attributes,
  },
});

/** A Leitmotif with an export and a feed. */
const origin = (exported: string | (() => Response), feed: (since: number, times: number) => Response): Fake =>
  fake((path, times) => {
    if (path === '/api') return json(about);
    if (path === '/api/changes?limit=1') return json({ data: [], meta: { sequence: 0 } });
    if (path === '/api/export') return typeof exported === 'string' ? ndjson(exported) : exported();
    const since = /^\/api\/changes\?since=(\d+)/.exec(path)?.[1];
    return since === undefined ? undefined : feed(Number(since), times);
  });

const ndjson = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'content-type': 'application/x-ndjson', ...headers } });

/** A feed that holds these changes. */
const feedOf =
  (...changes: ReturnType<typeof change>[]) =>
  (since: number) => {
    const newest = changes.at(-1)?.attributes.sequence ?? since;
    return json({ data: changes.filter(({ attributes }) => attributes.sequence > since), meta: { sequence: newest } });
  };

test('a Leitmotif is read by its export, and by its changes in the run after it', async () => {
  using server = origin(lines(header(7, { Artist: 2 }), artist(1), artist(2)), feedOf(change(8, { record: artist(1, 'Renamed') })));

  const first = await runOf(server.url);
  const second = await runOf(server.url, { since: 7, ownSequence: () => 7 });

  expect([first.error, second.error]).toEqual([undefined, undefined]);
  expect(recordsOf(first)).toEqual([artist(1), artist(2)]);
  expect([first.source.exportSequence, first.source.isBehind, first.items.at(-1)?.notes]).toEqual([7, true, [['since', '7']]]);
  expect(recordsOf(second)).toEqual([artist(1, 'Renamed')]);
  expect([second.source.exportSequence, second.source.isBehind, second.items.at(-1)?.notes]).toEqual([undefined, false, [['since', '8']]]);
  expect([...first.items, ...second.items].map(({ position }) => position)).toEqual([
    { server: server.url, phase: 'export', line: 2 },
    { server: server.url, phase: 'export', line: 3 },
    { server: server.url, phase: 'changes', since: 8 },
  ]);
  expect(server.requests.at(-1)?.headers.get('authorization')).toBe('Bearer lm_pat_secret');
  expect(server.requests.at(-1)?.headers.get('user-agent')).toMatch(/^leitmotif\/\d/);
});

test('a catalog with changes of its own gives them its own numbers', async () => {
  using server = origin('', feedOf(change(8, { record: artist(1) })));
  const run = await runOf(server.url, { since: 7, ownSequence: () => 9 });
  expect(run.items.map(({ changes, records }) => [changes, records.length])).toEqual([[undefined, 1]]);
});

for (const [encoding, compress] of [
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
] as const) {
  test(`an export compressed as ${encoding} is read like any other`, async () => {
    const body = new Uint8Array(compress(lines(header(7, { Artist: 1 }), artist(1))));
    using server = origin(() => ndjson(body, { 'content-encoding': encoding }), feedOf());
    const run = await runOf(server.url);
    expect(run.error).toBeUndefined();
    expect(recordsOf(run)).toEqual([artist(1)]);
  });
}

test('each kind of change becomes the record that makes it, beside the entry itself', async () => {
  const target = id(2);
  using server = origin(
    '',
    feedOf(
      change(1, { action: 'created', record: artist(1) }),
      change(2, { action: 'renamed', slug: 'old-name' }),
      change(3, { action: 'merged', merged_into_id: target, iri: null }),
      change(4, { action: 'deleted' }),
      change(5, { action: 'created', record: null }),
    ),
  );

  const run = await runOf(server.url, { since: 0 });
  const resource = (id: string) => ({ resource: { data: { type: 'Artist', id } } });

  expect(recordsOf(run) as unknown[]).toEqual([
    artist(1),
    {
      type: 'SlugRedirect',
      id: 'old-name',
      attributes: { resource_type: 'Artist', slug: 'old-name', created_at: '2026-01-02T03:04:05.678+00:00' },
      relationships: resource(`/api/artists/${id(1)}`),
    },
    {
      type: 'MergedRecord',
      id: id(1),
      attributes: { resource_type: 'Artist', created_at: '2026-01-02T03:04:05.678+00:00' },
      relationships: resource(target),
    },
    {
      type: 'DeletedRecord',
      id: id(1),
      attributes: { resource_type: 'Artist', iri: `/api/artists/${id(1)}`, deleted_at: '2026-01-02T03:04:05.678+00:00' },
    },
  ]);
  expect(run.items.map(({ changes }) => changes?.map(({ sequence, action }) => [sequence, action]))).toEqual([
    [[1, 'created']],
    [[2, 'renamed']],
    [[3, 'merged']],
    [[4, 'deleted']],
    [[5, 'created']],
  ]);
  expect(run.items[1]?.changes).toEqual([
    {
      sequence: 2,
      action: 'renamed',
      resource_type: 'Artist',
      resource_id: id(1),
      slug: 'old-name',
      merged_into_id: null,
      changed_at: '2026-01-02T03:04:05.678+00:00',
    },
  ]);
});

test('a run goes on after the last change it has, without asking for anything else', async () => {
  using server = origin('', feedOf(change(8), change(9), change(10)));
  const run = await runOf(server.url, { from: { server: server.url, phase: 'changes', since: 9 } });
  expect(run.items.map(({ position }) => position.since)).toEqual([10]);
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/changes?since=9&limit=1000']);
});

test('a position of another server is not gone on from', async () => {
  using server = origin(lines(header(3, { Artist: 1 }), artist(1)), feedOf());
  const run = await runOf(server.url, { from: { server: 'https://elsewhere.example', phase: 'changes', since: 9 } });
  expect(recordsOf(run)).toEqual([artist(1)]);
});

test('a run goes no further than what was newest when it began', async () => {
  using server = origin('', (since) => json({ data: [change(since + 1)], meta: { sequence: since + 2 } }));
  const run = await runOf(server.url, { from: { server: server.url, phase: 'changes', since: 0 } });
  expect(run.items.map(({ position }) => position.since)).toEqual([1, 2]);
});

test('where the feed does not go back far enough, the export is taken again', async () => {
  using server = origin(lines(header(20, { Artist: 1 }), artist(1)), (since) =>
    since < 20 ? json({ errors: [{ status: 410 }] }, { status: 410 }) : feedOf(change(21))(since),
  );
  const run = await runOf(server.url, { from: { server: server.url, phase: 'changes', since: 5 } });
  expect(run.error).toBeUndefined();
  expect(recordsOf(run)).toEqual([artist(1)]);
  expect([run.source.isBehind, run.items.at(-1)?.notes]).toEqual([true, [['since', '20']]]);
});

test('an export that breaks off is no export: the run ends, and begins it again the next time', async () => {
  using server = origin(lines(header(7, { Artist: 3 }), artist(1), artist(2)), feedOf());
  const run = await runOf(server.url);
  expect(run.error).toBeInstanceOf(Unavailable);
  expect(run.error?.message).toBe(`${server.url}/api/export ended early, after line 3: it has 2 of 3 Artist. Run this again.`);
  expect(run.items.map(({ position }) => position)).toEqual([{ server: server.url, phase: 'export', line: 2 }]);
});

test('an export that goes on and on is stopped by its own numbers', async () => {
  using server = origin(() => ndjson(lines(header(7, { Artist: 2 }), ...Array.from({ length: 9 }, (_, index) => artist(index)))), feedOf());
  const run = await runOf(server.url);
  expect(run.error?.message).toBe(`${server.url}/api/export has more than the 2 Artist it announced.`);
  expect(run.items.length).toBeLessThan(3);
});

for (const [what, body, said] of [
  ['a line that is no JSON', `${lines(header(7, { Artist: 1 }))}{"type":`, 'says that it is JSON, and is not.'],
  ['no header', lines(artist(1)), 'is not what the interface says: type, "Artist"'],
  [
    'a header of another version',
    lines({ ...header(7, {}), attributes: { format_version: 2, sequence: 1, counts: {} } }),
    'attributes.format_version',
  ],
  ['nothing', '', 'is empty.'],
  ['nesting without an end', `${lines(header(7, { Artist: 1 }))}${'['.repeat(100_000)}`, 'nested deeper than 64 levels'],
] as const) {
  test(`an export with ${what} ends the run`, async () => {
    using server = origin(body, feedOf());
    const run = await runOf(server.url);
    expect(run.error?.message).toContain(`${server.url}/api/export`);
    expect(run.error?.message).toContain(said);
    expect(run.items).toEqual([]);
  });
}

for (const [what, feed, said] of [
  ['a gap', feedOf(change(4), change(6)), 'goes from change 4 to 6: one is missing.'],
  ['a change that comes twice', feedOf(change(4), change(4)), 'goes from change 4 to 4'],
  ['changes out of order', feedOf(change(5), change(4)), 'goes from change 3 to 5'],
  ['less than was followed', () => json({ data: [], meta: { sequence: 2 } }), 'is at change 2, and 3 were followed'],
  ['nothing where there is more', () => json({ data: [], meta: { sequence: 9 } }), 'is at change 9, and gives none after 3.'],
  ['a record of another id', feedOf(change(4, { record: artist(2) })), 'for a change of Artist'],
  ['an id that is none', feedOf(change(4, { resource_id: '12' })), 'data.0.attributes.resource_id, "12"'],
  ['an unknown action', feedOf(change(4, { action: 'exploded' })), 'data.0.attributes.action, "exploded"'],
  ['no array', () => json({ data: {}, meta: { sequence: 9 } }), 'is not what the interface says: data'],
] as const) {
  test(`a feed with ${what} ends the run, behind what was good`, async () => {
    using server = origin('', feed);
    const run = await runOf(server.url, { from: { server: server.url, phase: 'changes', since: 3 } });
    expect(run.error?.message).toContain(`${server.url}/api/changes`);
    expect(run.error?.message).toContain(said);
    expect(run.error).not.toBeInstanceOf(Unavailable);
    expect(run.items.every(({ position }) => position.since === 4)).toBe(true);
  });
}
