import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { LiveSettings } from '../../src/accounts/settings/live-settings';
import { revokeApiTokens } from '../../src/accounts/tokens';
import { readSettings, type Settings } from '../../src/config';
import { Covers } from '../../src/covers/covers';
import { fetchMissingCovers } from '../../src/covers/fetch-covers';
import { coverFilesOf } from '../../src/covers/files';
import type { DomainError } from '../../src/errors';
import { importRecords } from '../../src/import/seed';
import { UserTurns } from '../../src/online/user-turns';
import { type Changed, type EditorOf, editedServer, editorOf } from '../support/edited-server';
import { edition, musicbrainzSite } from '../support/musicbrainz-site';
import { numbered } from '../support/server';
import { add, barcode, closeSite, codeOf, find, idOf, site, withSite } from './online-site';

// Requests to a source are a second apart.
setDefaultTimeout(60_000);
afterEach(closeSite);

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('an online look-up', () => {
  test('by barcode returns candidates with edition details, exact barcodes first', async () => {
    const user = await withSite(musicbrainzSite([edition(1, { barcode: '1234567890128', country: 'DE' }), edition(2)]));
    const { status, body } = await find(user, { barcode: '30206526721' });
    expect(status).toBe(200);
    expect(body.data.attributes.candidates[0]).toEqual({
      source: 'musicbrainz',
      id: idOf(2),
      url: `https://musicbrainz.org/release/${idOf(2)}`,
      title: 'Night Train',
      artist_credit: 'Ana Lund & Vienna Film Orchestra',
      note: null,
      release_date: '1994-05',
      country: 'US',
      barcode,
      same_barcode: true,
      labels: [{ name: 'Varèse Sarabande', catalog_number: 'VSD-1' }],
      formats: [{ format_type: 'cd', quantity: 1 }],
      track_count: 2,
      duration_seconds: null,
      cover: `/api/look-ups/online/covers/${idOf(2)}`,
      release: null,
    });
    const [request] = site.requests;
    expect(decodeURIComponent(request?.path ?? '')).toContain('query=barcode:(30206526721+OR+');
    expect(request?.headers.get('user-agent')).toMatch(/^leitmotif\/[\d.]+ \(anna@example\.org\)$/);
  });

  test('queries MusicBrainz by the given fields, with quotes escaped', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    for (const query of [
      { catalog_number: 'VSD-1', label: 'Varèse' },
      { title: 'Night "Train" OR *', artist: 'Lund' },
      { disc_id: 'lwHl8fGzJyLXQR33ug60E8jhf4k-' },
      { url: `https://musicbrainz.org/release/${idOf(1)}#tracks` },
    ])
      expect((await find(user, query)).body.data.attributes.candidates.map(({ id }: { id: string }) => id)).toEqual([idOf(1)]);
    const paths = site.requests.map(({ path }) => new URL(path, site.url).searchParams.get('query') ?? path.split('?')[0]);
    expect(paths).toEqual([
      'catno:"VSD-1" AND label:"Varèse"',
      'release:"Night \\"Train\\" OR *" AND artist:"Lund"',
      '/ws/2/discid/lwHl8fGzJyLXQR33ug60E8jhf4k-',
      `/ws/2/release/${idOf(1)}`,
    ]);
  });

  test('by Discogs URL uses the URL relationships of MusicBrainz', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    const { body } = await find(user, { url: 'https://www.discogs.com/release/123-Night-Train' });
    expect(body.data.attributes.candidates[0].duration_seconds).toBe(124);
    expect(site.requests[0]?.path).toContain('resource=https%3A%2F%2Fwww.discogs.com%2Frelease%2F123');
  });

  test('caches its answer', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    await find(user, { barcode });
    await find(user, { barcode });
    expect(site.requests).toHaveLength(1);
  });

  test('sends at most one request per second', async () => {
    const user = await withSite(musicbrainzSite([]));
    const begun = performance.now();
    await Promise.all(['1', '2', '3'].map((title) => find(user, { title })));
    expect(performance.now() - begun).toBeGreaterThan(1_950);
    expect(site.requests).toHaveLength(3);
  });

  test('waits after three others of its user, but not after those of another', async () => {
    const anna = await withSite(musicbrainzSite([edition(1)]));
    const bert = await editorOf(anna.server, 'bert', 'user');
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    const all = await Promise.all([...titles.map((title) => find(anna, { title })), find(bert, { title: 'Other' })]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const asked = site.requests.map(({ path }) => /"(\w+)"/.exec(decodeURIComponent(path))?.[1]);
    expect(asked).toEqual(['One', 'Two', 'Three', 'Other', 'Four', 'Five']);
  });

  test('is refused if its user has too many', async () => {
    const gate = Promise.withResolvers<void>();
    const turns = new UserTurns();
    const running: number[] = [];
    const start = (number: number) => {
      const work = () => {
        running.push(number);
        return gate.promise;
      };
      return turns.run({ userKey: 1 }, work).catch(({ problem }: DomainError) => problem?.code);
    };
    const all = numbers(30).map(start);
    await Bun.sleep(0);
    expect(running).toEqual([1, 2, 3]);
    expect(await Promise.all(all.slice(23))).toEqual(Array.from({ length: 7 }, () => 'look_ups_busy' as const));
    gate.resolve();
    await Promise.all(all);
    expect(running).toEqual(numbers(23));
  });

  test('is refused while look-ups are off, without a request', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]), { onlineSources: [] });
    expect(codeOf(await find(user, { barcode }))).toEqual([403, 'online_off']);
    expect(codeOf(await add(user, idOf(1)))).toEqual([403, 'online_off']);
    expect(site.requests).toHaveLength(0);
  });

  test.each([
    [{}, 400, 'query_mixed'],
    [{ barcode, title: 'Night Train' }, 400, 'query_mixed'],
    [{ artist: 'Lund' }, 400, 'query_mixed'],
    [{ url: 'http://127.0.0.1/release/1' }, 400, 'unknown_url'],
    [{ url: 'https://musicbrainz.org.evil.example/release/0b000000-0000-4000-8000-000000000001' }, 400, 'unknown_url'],
    [{ barcode: 'none' }, 422, undefined],
    [{ mbid: '../../ws/2/artist' }, 422, undefined],
  ])('is refused without a request: %j', async (attributes, status, code) => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    const answer = await find(user, attributes);
    expect(answer.status).toBe(status);
    if (code !== undefined) expect(answer.body.errors[0].code).toBe(code);
    expect(site.requests).toHaveLength(0);
  });

  test.each([
    ['is busy', () => new Response('', { status: 503, headers: { 'retry-after': '7' } }), 'source_busy', '7'],
    ['limits the rate', () => new Response('', { status: 429 }), 'source_busy', '60'],
    ['sends HTML', () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }), 'source_unusable', '30'],
    ['redirects to another host', () => Response.redirect('http://127.0.0.1:1/secret'), 'source_unusable', '30'],
    ['fails', () => new Response('', { status: 500 }), 'source_unusable', '30'],
    ['exceeds the size limit', () => new Response(new Uint8Array(17_000_000)), 'source_unusable', '30'],
  ])('answers 503 with Retry-After if the source %s', async (_, answer, code, after) => {
    const user = await withSite(musicbrainzSite([], answer));
    const refused = await find(user, { barcode });
    expect(codeOf(refused)).toEqual([503, code]);
    expect(refused.headers.get('retry-after')).toBe(after);
    expect(site.requests).toHaveLength(1);
  });

  test('answers 503 if the source is unreachable', async () => {
    const user = await withSite(musicbrainzSite([]));
    site[Symbol.dispose]();
    expect(codeOf(await find(user, { barcode }))).toEqual([503, 'source_unreachable']);
  });
});

describe('adding a release from MusicBrainz', () => {
  test('imports album, production, artists and tracks with two requests, and then the cover', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    await find(user, { barcode });
    const { status, headers, body } = await add(user, idOf(1));
    expect([status, headers.get('location'), body.data.attributes.title]).toEqual([201, `/api/releases/${idOf(1)}`, 'Night Train']);
    const whole = await user.read(`/api/releases/${idOf(1)}?include=album,productions`);
    expect(whole.body.included.map(({ type }: { type: string }) => type).sort()).toEqual(['Album', 'Production']);
    expect(whole.body.data.attributes.track_count).toBeGreaterThan(1);
    expect(site.requests.filter(({ path }) => path.startsWith('/ws/2/'))).toHaveLength(2);
    const cover = async () => (await user.read(`/api/releases/${idOf(1)}`)).body.data.attributes.cover;
    while ((await cover()) === null) await Bun.sleep(20);
    expect(await cover()).toMatchObject({ width: 300, height: 300 });
  });

  test('is open to members and needs no review', async () => {
    const admin = await withSite(musicbrainzSite([edition(1)]));
    const member = await editorOf(admin.server, 'mia', 'user');
    expect((await add(member, idOf(1))).status).toBe(201);
    expect((await admin.read('/api/releases')).body.meta.totalItems).toBe(1);
  });

  test('answers 200 without a request if the release exists', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    await add(user, idOf(1));
    const before = site.requests.filter(({ path }) => path.startsWith('/ws/2/')).length;
    expect((await add(user, idOf(1))).status).toBe(200);
    expect(site.requests.filter(({ path }) => path.startsWith('/ws/2/'))).toHaveLength(before);
    expect((await find(user, { barcode })).body.data.attributes.candidates[0].release).toBe(`/api/releases/${idOf(1)}`);
  });

  test('accepts releases that are not tagged as soundtracks', async () => {
    const group = { ...edition(1)['release-group'], 'secondary-type-ids': [] };
    const user = await withSite(musicbrainzSite([edition(1, { 'release-group': group })]));
    expect((await add(user, idOf(1))).status).toBe(201);
  });

  test('omits a malformed release group', async () => {
    const user = await withSite(musicbrainzSite([edition(1, { 'release-group': { id: 'no id', title: 7 } })]));
    const { status, body } = await add(user, idOf(1));
    expect([status, body.data.relationships.album.data]).toEqual([201, null]);
  });

  test('happens once for 50 concurrent requests', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    const all = await Promise.all(numbers(50).map(() => add(user, idOf(1))));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
    expect(site.requests.filter(({ path }) => path.startsWith('/ws/2/'))).toHaveLength(1);
  });

  test('goes on for others if the user who began it signs out', async () => {
    const signedOut = Promise.withResolvers<unknown>();
    const anna = await withSite(
      musicbrainzSite([edition(1)], () => void signedOut.resolve(revokeApiTokens(anna.server.store, 'erika', 'tests'))),
    );
    const others = await Promise.all(['bert', 'carla'].map((name) => editorOf(anna.server, name, 'user')));
    const all = await Promise.all([anna, ...others].map((user) => add(user, idOf(1))));
    await signedOut.promise;
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 201, 401]);
    expect(all[0]?.status).toBe(401);
  });

  test('answers 409 if an editor deleted the release', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    await add(user, idOf(1));
    await user.delete(`/api/releases/${idOf(1)}`);
    expect(codeOf(await add(user, idOf(1)))).toEqual([409, 'release_deleted']);
  });

  test('answers 503 on a full disk and writes nothing', async () => {
    const [medium] = edition(1).media;
    const [track] = medium?.tracks ?? [];
    const tracks = numbers(300).map((position) => ({
      ...track,
      id: idOf(1_000 + position),
      position,
      recording: { id: idOf(2_000 + position) },
    }));
    const user = await withSite(musicbrainzSite([edition(1, { media: [{ ...medium, tracks }] })]));
    const { writer } = user.server.store;
    const { page_count: pages } = writer.query('PRAGMA page_count').get() as { page_count: number };
    writer.run(`PRAGMA max_page_count = ${pages + 2}`);
    expect(codeOf(await add(user, idOf(1)))).toEqual([503, 'disk_full']);
    expect((await user.read('/api/releases')).body.meta.totalItems).toBe(0);
    writer.run('PRAGMA max_page_count = 1000000');
    expect((await add(user, idOf(1))).status).toBe(201);
  });

  test('answers 503 for a document with too many media and writes nothing', async () => {
    const media = numbers(60_000).map((position) => ({ position, format: 'CD' }));
    const user = await withSite(musicbrainzSite([edition(1, { media })]));
    expect(codeOf(await add(user, idOf(1)))).toEqual([503, 'source_unusable']);
    expect((await user.read('/api/releases')).body.meta.totalItems).toBe(0);
  });

  test('answers 404 for an unknown id and 503 for a document without an id, and writes nothing', async () => {
    const user = await withSite(musicbrainzSite([], (path) => (path.includes(idOf(2)) ? Response.json(edition(1, { id: 7 })) : undefined)));
    expect(codeOf(await add(user, idOf(3)))).toEqual([404, 'source_lacks']);
    expect(codeOf(await add(user, idOf(2)))).toEqual([503, 'source_unusable']);
    expect(codeOf(await find(user, { mbid: idOf(2) }))).toEqual([503, 'source_unusable']);
    expect((await user.read('/api/releases')).body.meta.totalItems).toBe(0);
  });

  test('of a release merged at MusicBrainz finds and adds the survivor, to which the former address leads', async () => {
    const user = await withSite(musicbrainzSite([edition(1)], (path) => (path.includes(idOf(2)) ? Response.json(edition(1)) : undefined)));
    expect((await find(user, { mbid: idOf(2) })).body.data.attributes.candidates).toMatchObject([{ id: idOf(1), release: null }]);
    expect((await add(user, idOf(2))).status).toBe(201);
    expect((await user.read('/api/releases')).body.data).toMatchObject([{ id: `/api/releases/${idOf(1)}` }]);
    const former = await user.server.request(`/api/releases/${idOf(2)}`, { headers: { authorization: `Bearer ${user.token}` } });
    expect([former.status, former.headers.get('location')]).toEqual([301, `/api/releases/${idOf(1)}`]);
    // It is there already, under either id.
    expect((await add(user, idOf(2))).status).toBe(200);
    expect((await find(user, { mbid: idOf(2) })).body.data.attributes.candidates).toMatchObject([{ release: `/api/releases/${idOf(1)}` }]);
  });

  test('succeeds once the source has repaired an unusable document', async () => {
    const releases = [edition(1)];
    let isBroken = true;
    const broken = (path: string) => (isBroken && path.includes(idOf(1)) ? Response.json({ error: 'oops' }) : undefined);
    const user = await withSite(musicbrainzSite(releases, broken));
    expect(codeOf(await add(user, idOf(1)))).toEqual([503, 'source_unusable']);
    isBroken = false;
    expect((await add(user, idOf(1))).status).toBe(201);
  });

  test.each([
    [{ source: 'imdb', id: '1' }, '/meta/from/source'],
    [{ source: 'musicbrainz', id: '1' }, '/meta/from/id'],
  ])('is refused from %j', async (from, pointer) => {
    const user = await withSite(musicbrainzSite([]));
    const { status, body } = await user.post('Release', '/api/releases', {}, undefined, { from });
    expect([status, body.meta.errors[0].source.pointer]).toEqual([422, pointer]);
  });
});

describe('a cover of a candidate', () => {
  test('is fetched by the server and cached', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    const get = () => user.server.request(`/api/look-ups/online/covers/${idOf(1)}`, { headers: { authorization: `Bearer ${user.token}` } });
    const picture = await get();
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await get()).status).toBe(200);
    expect(site.requests.map(({ path }) => path)).toEqual([`/release/${idOf(1)}/front-250`]);
  });

  test.each([
    ['answers 404 if the archive lacks it', () => new Response('', { status: 404 }), 404],
    ['answers 404 if the archive sends no JPEG', () => new Response('<h1>'), 404],
    ['answers 503 if the archive sends more than a thumbnail', () => new Response(new Uint8Array(1_000_001).fill(0xff)), 503],
    ['answers 503 if the archive redirects to another host', () => Response.redirect('http://127.0.0.1:1/'), 503],
    [
      'answers 503 if the archive redirects to another protocol',
      () => new Response('', { status: 307, headers: { location: 's3://127.0.0.1/a' } }),
      503,
    ],
  ])('%s', async (_, answer, status) => {
    const user = await withSite(musicbrainzSite([], answer));
    expect((await user.read(`/api/look-ups/online/covers/${idOf(1)}`)).status).toBe(status);
  });

  test('is fetched in turn with others or refused as busy, and once for concurrent requests', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    const all = await Promise.all(numbers(80).map((number) => user.read(`/api/look-ups/online/covers/${idOf(number + 1)}`)));
    const late = all.filter(({ status }) => status === 503);
    expect(all.filter(({ status }) => status === 404).length + late.length).toBe(80);
    expect(late.length).toBeGreaterThan(20);
    expect(codeOf(late[0] as Changed)).toEqual([503, 'source_busy']);
    const begun = site.requests.length;
    await Promise.all(numbers(5).map(() => user.read(`/api/look-ups/online/covers/${idOf(200)}`)));
    expect(site.requests.slice(begun).filter(({ path }) => path.includes(idOf(200)))).toHaveLength(1);
  });
});

describe('pictures of a release', () => {
  const get = (user: EditorOf, path: string) => user.server.request(path, { headers: { authorization: `Bearer ${user.token}` } });
  const own = `/api/releases/${idOf(1)}/pictures`;

  test('are listed front first, and fetched by the server by id', async () => {
    const user = await withSite(musicbrainzSite([edition(1)]));
    await add(user, idOf(1));
    const begun = site.requests.length;
    const { status, body } = await user.read(own);
    expect([status, body.data.attributes.pictures]).toEqual([
      200,
      [
        { href: `${own}/18`, types: ['Front'] },
        { href: `${own}/17`, types: ['Back'] },
      ],
    ]);
    await user.read(own);
    for (const times of [1, 2]) expect([times, (await get(user, `${own}/17`)).headers.get('content-type')]).toEqual([times, 'image/jpeg']);
    const paths = site.requests.slice(begun).map(({ path }) => path);
    expect(paths.filter((path) => !path.includes('front'))).toEqual([`/release/${idOf(1)}`, `/release/${idOf(1)}/17-1200`]);
  });

  test('are empty for a release unknown to MusicBrainz, and refused for an unknown record and while the archive is off', async () => {
    const user = await withSite(musicbrainzSite([]), { onlineSources: ['musicbrainz', 'cover_art_archive'] });
    const { body } = await user.post('Release', '/api/releases', { title: 'By hand' });
    expect((await user.read(`${body.data.id}/pictures`)).body.data.attributes.pictures).toEqual([]);
    expect(codeOf(await user.read(own))).toEqual([404, 'no_record']);
    expect((await user.read(`${own}/..%2f..`)).status).toBe(404);
    const off = await editedServer([]);
    expect(codeOf(await off.read(own))).toEqual([403, 'online_off']);
    expect(site.requests).toEqual([]);
  });

  test('answer 503 if the archive sends no list', async () => {
    const user = await withSite(
      musicbrainzSite([edition(1)], (path) => (path === `/release/${idOf(1)}` ? new Response('<h1>') : undefined)),
    );
    await add(user, idOf(1));
    expect(codeOf(await user.read(own))).toEqual([503, 'source_unreachable']);
  });
});

describe('covers of collected releases', () => {
  const collected = async (settings: Partial<Settings> = {}) => {
    const user = await withSite(musicbrainzSite([edition(1)]), settings);
    const attributes = { title: 'Night Train' };
    const release = { type: 'Release', id: `/api/releases/${idOf(1)}`, attributes };
    const link = { provider: 'musicbrainz', external_id: idOf(1), url: `https://musicbrainz.org/release/${idOf(1)}` };
    await importRecords(
      user.server.store,
      numbered([release, { type: 'ReleaseExternalLink', id: `${release.id}/external-links/${idOf(9)}`, attributes: link }]),
    );
    await user.post('CollectionItem', '/api/users/me/collection', { release: { id: idOf(1) } });
    const { store } = user.server;
    const context = { store, settings: { ...readSettings({}, {}), coverArtArchive: site.url, ...settings } };
    const live = new LiveSettings({ store, settings: { ...context.settings, givenBy: { onlineSources: '--online-sources' } } });
    const covers = new Covers(store, coverFilesOf(store, ':memory:'), 40_000_000);
    await fetchMissingCovers(context, live, covers, AbortSignal.timeout(60_000));
    return (await user.read(`/api/releases/${idOf(1)}`)).body.data.attributes.cover;
  };

  test('are fetched in the background if the archive is enabled', async () => {
    expect(await collected({ onlineSources: ['musicbrainz', 'cover_art_archive'] })).toMatchObject({ width: 300 });
  });

  test('are not requested if the archive is disabled', async () => {
    expect(await collected({ onlineSources: ['musicbrainz'] })).toBeNull();
    expect(site.requests).toHaveLength(0);
  });
});
