import { expect, test } from 'bun:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { SetupError } from '../../src/errors';
import { Unavailable } from '../../src/import/sources/mirror/mirror';
import { artist } from '../support/numbered-artists';
import { about, type Fake, fake, id, json, recordsOf, runOf } from './mirror-fakes';

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

const origin = (exported: string | (() => Response), feed: (since: number, times: number) => Response): Fake =>
  fake((path, times) => {
    if (path === '/api') return json(about);
    if (path === '/api/changes?limit=1') return json({ data: [], meta: { sequence: 0 } });
    if (path === '/api/export?provisional=true') return typeof exported === 'string' ? ndjson(exported) : exported();
    const since = /^\/api\/changes\?since=(\d+)/.exec(path)?.[1];
    return since === undefined ? undefined : feed(Number(since), times);
  });

const ndjson = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'content-type': 'application/x-ndjson', ...headers } });

const feedOf =
  (...changes: ReturnType<typeof change>[]) =>
  (since: number) => {
    const newest = changes.at(-1)?.attributes.sequence ?? since;
    return json({ data: changes.filter(({ attributes }) => attributes.sequence > since), meta: { sequence: newest } });
  };

test('the first run reads the export of a Leitmotif server, and the next one its changes', async () => {
  using server = origin(
    lines(header(7, { Artist: 2 }), artist(1), artist(2)),
    feedOf(change(8, { record: artist(1, { name: 'Renamed' }) })),
  );

  const first = await runOf(server.url);
  const second = await runOf(server.url, { since: 7, ownSequence: () => 7 });

  expect([first.error, second.error]).toEqual([undefined, undefined]);
  expect(recordsOf(first)).toEqual([artist(1), artist(2)]);
  expect([first.source.exportSequence, first.source.isBehind]).toEqual([7, true]);
  expect(first.items.at(-1)?.notes).toEqual([
    ['since', '7'],
    ['last', null],
  ]);
  expect(recordsOf(second)).toEqual([artist(1, { name: 'Renamed' })]);
  expect([second.source.exportSequence, second.source.isBehind]).toEqual([undefined, false]);
  expect(second.items.at(-1)?.notes).toEqual([
    ['since', '8'],
    ['last', expect.stringContaining('"sequence":8,"action":"updated"')],
  ]);
  expect([...first.items, ...second.items].map(({ position }) => position)).toEqual([
    { server: server.url, phase: 'export', line: 2 },
    { server: server.url, phase: 'export', line: 3 },
    { server: server.url, phase: 'changes', since: 8 },
  ]);
  expect(server.requests.at(-1)?.headers.get('authorization')).toBe('Bearer lm_pat_secret');
  expect(server.requests.at(-1)?.headers.get('user-agent')).toMatch(/^leitmotif\/\d/);
});

test('a mirror with changes of its own numbers mirrored changes itself', async () => {
  using server = origin('', feedOf(change(8, { record: artist(1) })));
  const run = await runOf(server.url, { since: 7, ownSequence: () => 9 });
  expect(run.items.map(({ changes, records }) => [changes, records.length])).toEqual([[undefined, 1]]);
});

for (const [encoding, compress] of [
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
] as const) {
  test(`an export compressed with ${encoding} is read`, async () => {
    const body = new Uint8Array(compress(lines(header(7, { Artist: 1 }), artist(1))));
    using server = origin(() => ndjson(body, { 'content-encoding': encoding }), feedOf());
    const run = await runOf(server.url);
    expect(run.error).toBeUndefined();
    expect(recordsOf(run)).toEqual([artist(1)]);
  });
}

test('each kind of change yields the record in the feed, or one derived from the change', async () => {
  const [redirect, tombstone] = [
    { type: 'SlugRedirect', id: 'old-name', attributes: { resource_type: 'Artist', slug: 'old-name' } },
    { type: 'DeletedRecord', id: id(1), attributes: { resource_type: 'Artist', iri: `/api/artists/${id(1)}` } },
  ];
  using server = origin(
    '',
    feedOf(
      change(1, { action: 'created', record: artist(1) }),
      change(2, { action: 'renamed', slug: 'old-name', record: redirect }),
      change(3, { action: 'renamed', slug: 'old-name' }),
      change(4, { action: 'merged', merged_into_id: id(2), iri: null }),
      change(5, { action: 'deleted', record: tombstone }),
      change(6, { action: 'deleted' }),
      change(7, { action: 'created' }),
    ),
  );

  const run = await runOf(server.url, { since: 0 });

  const nowhere = { resource: { data: null } };
  expect(recordsOf(run) as unknown[]).toEqual([
    artist(1),
    redirect,
    { ...redirect, relationships: nowhere },
    tombstone,
    { type: 'MergedRecord', id: id(1), attributes: { resource_type: 'Artist' }, relationships: nowhere },
  ]);
  expect(run.items.map(({ changes }) => changes?.map(({ sequence, action }) => [sequence, action]))).toEqual([
    [[1, 'created']],
    [[2, 'renamed']],
    [[3, 'renamed']],
    [[4, 'merged']],
    [[5, 'deleted']],
    [[6, 'deleted']],
    [[7, 'created']],
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

test('a run resumes after its last change without other requests', async () => {
  using server = origin('', feedOf(change(8), change(9), change(10)));
  const run = await runOf(server.url, { from: { server: server.url, phase: 'changes', since: 9 } });
  expect(run.items.map(({ position }) => position.since)).toEqual([10]);
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/changes?since=9&limit=1000']);
});

test('a position on another server is ignored', async () => {
  using server = origin(lines(header(3, { Artist: 1 }), artist(1)), feedOf());
  const run = await runOf(server.url, { from: { server: 'https://elsewhere.example', phase: 'changes', since: 9 } });
  expect(recordsOf(run)).toEqual([artist(1)]);
});

test('a run stops at the change that was newest when it began', async () => {
  using server = origin('', (since) => json({ data: [change(since + 1)], meta: { sequence: since + 2 } }));
  const run = await runOf(server.url, { from: { server: server.url, phase: 'changes', since: 0 } });
  expect(run.items.map(({ position }) => position.since)).toEqual([1, 2]);
});

test('a run reads the export again if the feed no longer has the next change', async () => {
  using server = origin(lines(header(20, { Artist: 1 }), artist(1)), (since) =>
    since < 20 ? json({ errors: [{ status: 410 }] }, { status: 410 }) : feedOf(change(21))(since),
  );
  const run = await runOf(server.url, { from: { server: server.url, phase: 'changes', since: 5 } });
  expect(run.error).toBeUndefined();
  expect(recordsOf(run)).toEqual([artist(1)]);
  expect([run.source.isBehind, run.items.at(-1)?.notes?.[0]]).toEqual([true, ['since', '20']]);
});

test('a truncated export ends the run', async () => {
  using server = origin(lines(header(7, { Artist: 3 }), artist(1), artist(2)), feedOf());
  const run = await runOf(server.url);
  expect(run.error).toBeInstanceOf(Unavailable);
  expect(run.error?.message).toBe(`${server.url}/api/export ended early, after line 3: it has 2 of 3 Artist. Run the same command again.`);
  expect(run.items.map(({ position }) => position)).toEqual([{ server: server.url, phase: 'export', line: 2 }]);
});

test('an export with more records than announced ends the run', async () => {
  using server = origin(() => ndjson(lines(header(7, { Artist: 2 }), ...Array.from({ length: 9 }, (_, index) => artist(index)))), feedOf());
  const run = await runOf(server.url);
  expect(run.error?.message).toBe(`${server.url}/api/export has more than the announced 2 Artist.`);
  expect(run.items.length).toBeLessThan(3);
});

for (const [name, body, message] of [
  ['invalid JSON', `${lines(header(7, { Artist: 1 }))}{"type":`, 'is not valid JSON.'],
  ['no header', lines(artist(1)), 'does not match the API: type, "Artist"'],
  [
    'an unknown format version',
    lines({ ...header(7, {}), attributes: { format_version: 2, sequence: 1, counts: {} } }),
    'attributes.format_version',
  ],
  ['no content', '', 'is empty.'],
  ['deep nesting', `${lines(header(7, { Artist: 1 }))}${'['.repeat(100_000)}`, 'nested deeper than 64 levels'],
] as const) {
  test(`an export with ${name} ends the run`, async () => {
    using server = origin(body, feedOf());
    const run = await runOf(server.url);
    expect(run.error?.message).toContain(`${server.url}/api/export`);
    expect(run.error?.message).toContain(message);
    expect(run.items).toEqual([]);
  });
}

for (const [name, feed, message] of [
  ['a gap', feedOf(change(4), change(6)), 'skips from change 4 to 6.'],
  ['a repeated change', feedOf(change(4), change(4)), 'skips from change 4 to 4'],
  ['changes out of order', feedOf(change(5), change(4)), 'skips from change 3 to 5'],
  ['a sequence below the cursor', () => json({ data: [], meta: { sequence: 2 } }), 'is at change 2, but 3 was already mirrored'],
  ['missing changes', () => json({ data: [], meta: { sequence: 9 } }), 'is at change 9 but returned no changes after 3.'],
  ['a record with another ID', feedOf(change(4, { record: artist(2) })), 'for a change of Artist'],
  ['an invalid ID', feedOf(change(4, { resource_id: '12' })), 'data.0.attributes.resource_id, "12"'],
  ['an unknown action', feedOf(change(4, { action: 'exploded' })), 'data.0.attributes.action, "exploded"'],
  ['data that is not an array', () => json({ data: {}, meta: { sequence: 9 } }), 'does not match the API: data'],
] as const) {
  test(`a feed with ${name} ends the run after the valid changes`, async () => {
    using server = origin('', feed);
    const run = await runOf(server.url, { from: { server: server.url, phase: 'changes', since: 3 } });
    expect(run.error?.message).toContain(`${server.url}/api/changes`);
    expect(run.error?.message).toContain(message);
    expect(run.error).not.toBeInstanceOf(Unavailable);
    expect(run.items.every(({ position }) => position.since === 4)).toBe(true);
  });
}

const lastChange = change(3);
const { slug: _, iri: __, record: ___, merged_into_id: ____, ...storedChange } = lastChange.attributes;

/** A Leitmotif server with this change 3, whose feed begins after a sequence number. */
const withLastChange = (change3: object | undefined, oldestSince = 0): Fake =>
  fake((path) => {
    if (path === '/api/changes/3') return change3 && json({ data: change3 });
    if (/^\/api\/changes\?/.test(path)) return json({ data: [], meta: { sequence: 3, oldestSince } });
    return undefined;
  });

for (const [name, change3] of [
  ['has another time', change(3, { changed_at: '2026-05-05T05:05:05.555+00:00' })],
  ['concerns another record', change(3, { resource_id: id(2) })],
  ['has another action', change(3, { action: 'created' })],
  ['is missing', undefined],
] as const) {
  test(`a server whose copy of the last mirrored change ${name} is refused before any record is imported`, async () => {
    using server = withLastChange(change3);
    const run = await runOf(server.url, { since: 3, last: JSON.stringify(storedChange) });
    expect(run.error?.message).toBe(
      `${server.url} is not the catalog mirrored up to change 3. It was restored to an earlier state or replaced. Mirror it into an empty data directory.`,
    );
    expect(run.error).not.toBeInstanceOf(Unavailable);
    expect(run.items).toEqual([]);
  });
}

for (const [name, change3, oldestSince, last] of [
  ['the server has the last mirrored change', lastChange, 0, JSON.stringify(storedChange)],
  ['the server was filled from an export with that sequence number', undefined, 3, JSON.stringify(storedChange)],
  ['the stored change has another sequence number', undefined, 0, JSON.stringify({ ...storedChange, sequence: 2 })],
  ['no change is stored', undefined, 0, undefined],
] as const) {
  test(`a run continues if ${name}`, async () => {
    using server = withLastChange(change3, oldestSince);
    const run = await runOf(server.url, { since: 3, ...(last !== undefined && { last }) });
    expect([run.error, run.items]).toEqual([undefined, []]);
  });
}

const html = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

for (const [name, answers, message] of [
  ['without a feed', { '/api': () => json(about) }, '/api is a Leitmotif server, but'],
  ['whose feed is HTML', { '/api': () => json(about), '/api/changes?limit=1': html }, '/api/changes?limit=1 returned text/html'],
  [
    'whose feed is a different document',
    { '/api': () => json(about), '/api/changes?limit=1': () => json({ data: [] }) },
    '/api/changes?limit=1 does not match the API: meta',
  ],
  [
    'without an export',
    { '/api': () => json(about), '/api/changes?limit=1': () => json({ data: [], meta: { sequence: 3 } }) },
    ' was not found (404)',
  ],
  [
    'whose export is HTML',
    {
      '/api': () => json(about),
      '/api/changes?limit=1': () => json({ data: [], meta: { sequence: 3 } }),
      '/api/export?provisional=true': html,
    },
    '/api/export?provisional=true returned text/html',
  ],
  [
    'with another API version',
    { '/api': () => json({ meta: { ...about.meta, interfaceVersion: '2.0.0' } }) },
    '/api does not match the API: meta.interfaceVersion, "2.0.0"',
  ],
  ['that returns HTML', { '/api': html }, '/api returned text/html instead of JSON'],
  ['that returns plain text', { '/api': () => new Response('hello') }, '/api returned text/plain instead of JSON'],
  ['that rejects the token', { '/api': () => json({}, { status: 401 }) }, '/api rejected the token (401)'],
] as [string, Record<string, () => Response>, string][]) {
  test(`a server ${name} is refused with a one-line error instead of being crawled`, async () => {
    using server = fake((path) => answers[path]?.());
    const run = await runOf(server.url);
    expect(run.error).toBeInstanceOf(SetupError);
    expect(run.error).not.toBeInstanceOf(Unavailable);
    expect(run.error?.message).toContain(message);
    expect(run.error?.message).not.toContain('\n');
    expect(server.requests.filter(({ path }) => path.startsWith('/api/artists'))).toEqual([]);
  });
}

for (const [name, answer] of [
  ['nothing', () => undefined],
  ['an HTML 404 page', () => new Response('<p>', { status: 404, headers: { 'content-type': 'text/html' } })],
  ['the service document of another product', () => json({ meta: { name: 'Something' } })],
] as const) {
  test(`a server that returns ${name} at /api is crawled`, async () => {
    using server = fake((path) => (path === '/api' ? answer() : json({ data: [] })));
    const run = await runOf(server.url);
    expect(run.error).toBeUndefined();
    expect(server.requests.map(({ path }) => path).slice(0, 2)).toEqual(['/api', '/api/artists/roles']);
  });
}
