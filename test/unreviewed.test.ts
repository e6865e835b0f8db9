// Releases that members add, which wait for review by an editor.
import { describe, expect, test } from 'bun:test';
import { issueApiToken } from '../src/accounts/tokens';
import { createUser } from '../src/accounts/users';
import type { Settings } from '../src/config';
import { EditorOf, editorOf } from './support/edited-server';
import { startServer, type TestServer } from './support/server';
import { signedIn } from './support/visitor';

interface World {
  readonly server: TestServer;
  readonly member: EditorOf;
  readonly stranger: EditorOf;
  readonly editor: EditorOf;
  readonly anonymous: (path: string) => Promise<Response>;
}

async function world(settings: Partial<Settings> = {}): Promise<World> {
  const server = await startServer([], { catalogVisibility: 'public', ...settings });
  const member = new EditorOf(server, server.token);
  const stranger = await editorOf(server, 'berta', 'user');
  const editor = await editorOf(server);
  return { server, member, stranger, editor, anonymous: (path) => server.request(path, { headers: { authorization: '' } }) };
}

const disc = {
  title: 'The Hidden Score',
  artist_credit: 'Hidden Composer',
  release_date: '1975',
  country: 'US',
  barcode: '4988001000013',
  labels: [{ iri: null, catalog_number: 'MCA-2087' }],
  formats: [{ format_type: 'cd', tracks: [{ title: 'Main Title' }] }],
};

const put = (who: EditorOf, csv: string, query = 'unmatched=provisional') =>
  who.sendText('POST', `/api/users/me/collection/import?${query}`, csv, { 'content-type': 'text/csv' });

const rows = (count: number): string =>
  [
    'release_title,artist_credit,label,catalog_number,year',
    ...Array.from({ length: count }, (_, at) => `Flood ${at},Nobody ${at},Flood Label ${at},FL-${at},1999`),
    '',
  ].join('\n');

const count = ({ store }: TestServer, table: string): number =>
  (store.reader.query(`SELECT count(*) AS c FROM "${table}"`).get() as { c: number }).c;

const lists = [
  '/api/releases',
  '/api/releases?order[createdAt]=desc',
  '/api/releases?q=hidden',
  '/api/releases?title=hidden',
  '/api/releases?year=1975',
  '/api/releases?year=1975&country=US',
  '/api/releases?decade=1970',
  '/api/releases?country=US',
  '/api/releases?provisional=true',
  '/api/releases?barcode=4988001000013',
  '/api/releases?catalogNumber=MCA-2087',
  '/api/releases?facets=decade,country,format,label',
  '/api/labels',
  '/api/artists',
  '/api/productions',
  '/api/tracks',
  '/api/search?q=hidden',
  '/api/search?q=4988001000013',
  '/api/search?q=MCA-2087',
  '/api/statistics',
  '/api/export?provisional=true',
  '/api/changes',
  '/api/page-addresses',
  '/api/page-addresses/releases-1',
  '/api/revisions',
  '/',
  '/releases',
  '/releases/new',
  '/releases.atom',
  '/search?q=hidden',
  '/statistics',
  '/sitemap.xml',
  '/history',
];

test('an unreviewed release is absent from lists, searches, facets, statistics, feeds, sitemap and export', async () => {
  const { server, member, stranger, editor, anonymous } = await world({ searchEngines: 'yes' });
  await editor.make('Release', '/api/releases', { title: 'Vertigo', release_date: '1958' });
  const texts = async () => {
    const found: [path: string, text: string][] = [];
    for (const path of lists) {
      if (!path.startsWith('/api')) found.push([path, await (await anonymous(path)).text()]);
      // Owners and editors see it only in their own lists and in revisions.
      else
        for (const who of path === '/api/revisions' ? [stranger] : [member, stranger, editor]) {
          const response = await server.request(path, { headers: { authorization: `Bearer ${who.token}` } });
          expect([path, response.status]).toEqual([path, 200]);
          found.push([path, await response.text()]);
        }
    }
    return found;
  };
  const totals = async () => (await member.read('/api/statistics')).body.data.attributes;
  const before = await totals();
  await texts();
  const iri = await member.make('Release', '/api/releases', disc);
  await put(member, rows(3));
  for (const [path, text] of await texts())
    expect([path, /hidden score|flood/i.test(text) || text.includes(iri.slice(-36))]).toEqual([path, false]);
  expect(await totals()).toEqual(before);
});

describe('the address of an unreviewed release', () => {
  const below = ['', '/formats', '/recordings', '/external-links', '/editions', '/productions', '/entries', '/artists', '/revisions'];

  test('answers its owner and editors, and 404 to everyone else', async () => {
    const { member, stranger, editor, anonymous } = await world();
    const iri = await member.make('Release', '/api/releases', disc);
    const { slug } = (await member.read(iri)).body.data.attributes;
    const others = [`/api/resolve?slug=${slug}&type=Release`, `/api/resolve?url=/releases/${slug}`, `/api/resolve?url=${iri}`];
    for (const path of [...below.map((one) => `${iri}${one}`), ...others]) {
      // Twice, since no response may be cached for others.
      for (let round = 0; round < 2; round++) {
        expect([path, (await member.read(path)).status]).toEqual([path, 200]);
        expect([path, (await editor.read(path)).status]).toEqual([path, 200]);
        expect([path, (await stranger.read(path)).status]).toEqual([path, 404]);
      }
    }
    expect((await member.read(iri)).headers.get('cache-control')).toContain('private');
    expect((await anonymous(`${iri}/cover?size=96`)).status).toBe(404);
    for (const path of [`/releases/${slug}`, `/sleeves/${iri.slice(-36)}.svg`])
      expect([path, (await anonymous(path)).status]).toEqual([path, 404]);
  });

  test('shows the pending values', async () => {
    const { member } = await world();
    const iri = await member.make('Release', '/api/releases', disc);
    const { attributes } = (await member.read(iri)).body.data;
    expect(attributes).toMatchObject({
      catalog_number: 'MCA-2087',
      barcode: '4988001000013',
      year: 1975,
      artist_credit: 'Hidden Composer',
    });
    expect(attributes.pending.formats).toEqual([{ format_type: 'cd', quantity: 1, tracks: [{ number: null, title: 'Main Title' }] }]);
  });
});

test('other users cannot add an unreviewed release to their lists or match it by import', async () => {
  const { member, stranger } = await world();
  const iri = await member.make('Release', '/api/releases', disc);
  for (const [type, list] of [
    ['CollectionItem', 'collection'],
    ['WishlistItem', 'wishlist'],
  ] as const) {
    expect((await stranger.post(type, `/api/users/me/${list}`, { release: { id: iri.slice(-36) } })).status).toBe(422);
    expect((await member.post(type, `/api/users/me/${list}`, { release: { id: iri.slice(-36) } })).status).toBe(201);
  }
  const csv = 'release_title,barcode,catalog_number,release_id\nThe Hidden Score,4988001000013,MCA-2087,\n';
  const found = async (who: EditorOf) => JSON.stringify((await put(who, csv, 'dryRun=true')).body);
  expect(await found(stranger)).not.toContain(iri.slice(-36));
  expect(await found(member)).toContain(iri.slice(-36));
});

test('a collection import of a member adds nothing to the catalogs of others', async () => {
  const { server, member, stranger } = await world();
  const { status, body } = await put(member, rows(300));
  expect([status, body.data.attributes.added, body.data.attributes.provisional]).toEqual([200, 300, 300]);
  expect([count(server, 'label'), count(server, 'release_label'), count(server, 'release_format')]).toEqual([0, 0, 0]);
  expect((await stranger.read('/api/releases')).body.meta.totalItems).toBe(0);
  const items = await member.read('/api/users/me/collection?include=release');
  expect(items.body.meta.totalItems).toBe(300);
  expect(items.body.included[0].attributes).toMatchObject({ reviewed: false, provisional: true });
  expect(count(server, 'revision')).toBe(300);
  // A second import finds duplicates only.
  expect((await put(member, rows(300))).body.data.attributes).toMatchObject({ added: 0, duplicates: 300 });
});

test.each([
  ['with editing off', { editing: 'off' }, undefined],
  ['with a token that lacks catalog:write', { editing: 'users' }, ['collection:read', 'collection:write', 'catalog:read']],
] as const)('releases of an editor wait for review %s', async (_, settings, scopes) => {
  const { server, stranger } = await world(settings);
  await createUser(server.store, 'carla', 'correct horse battery', 'editor');
  const token = await issueApiToken(server.store, 'carla', 'tests', scopes && { scopes: [...scopes] });
  const carla = new EditorOf(server, token);
  expect((await put(carla, rows(3))).status).toBe(200);
  expect((await carla.post('Release', '/api/releases', disc)).status).toBe(201);
  expect((await stranger.read('/api/releases')).body.meta.totalItems).toBe(0);
  expect(count(server, 'release')).toBe(4);
});

test('an import over the limit of unreviewed releases is refused before anything is written', async () => {
  const { server, member } = await world({ unreviewedPerUser: 5 });
  await member.make('Release', '/api/releases', disc);
  const refused = await put(member, rows(5));
  expect(refused.status).toBe(403);
  expect(refused.body.errors[0].detail).toBe(
    'You may have 5 releases awaiting review (unreviewed_per_user). 1 are, so there is room for 4 more. This would add 5.',
  );
  expect([count(server, 'release'), count(server, 'collection_item'), count(server, 'revision')]).toEqual([1, 0, 1]);
  expect((await put(member, rows(4))).status).toBe(200);
  expect((await member.post('Release', '/api/releases', disc)).status).toBe(403);
});

describe('an editor', () => {
  test('accepts a release, which becomes visible to everyone', async () => {
    const { server, member, stranger, editor } = await world();
    await put(
      member,
      'release_title,artist_credit,label,catalog_number,barcode,year\nThe Hidden Score,Hidden Composer,MCA,MCA-2087,4988001000013,1975\n',
    );
    const { included } = (await member.read('/api/users/me/collection?include=release')).body;
    const iri = included[0].id as string;
    expect((await editor.patch(iri, { title: 'Another' })).status).toBe(409);
    const { status, body } = await editor.patch(iri, { reviewed: true });
    expect(status).toBe(200);
    expect(body.data.attributes).toMatchObject({ reviewed: true, pending: null, labels: [{ name: 'MCA', catalog_number: 'MCA-2087' }] });
    for (const path of [
      '/api/releases',
      '/api/releases?q=hidden',
      '/api/releases?barcode=4988001000013',
      '/api/releases?catalogNumber=mca2087',
      '/api/changes',
      '/api/export?provisional=true',
      iri,
    ])
      expect(
        JSON.stringify(
          await stranger.server.request(path, { headers: { authorization: `Bearer ${stranger.token}` } }).then((one) => one.text()),
        ),
      ).toContain(iri);
    expect(count(server, 'label')).toBe(1);
    expect((await stranger.read('/api/releases')).body.meta.totalItems).toBe(1);
  });

  test('accepts a release added over the API, with its formats', async () => {
    const { member, stranger, editor } = await world();
    const label = await editor.make('Label', '/api/labels', { name: 'Varèse Sarabande' });
    const iri = await member.make('Release', '/api/releases', { ...disc, labels: [{ iri: label, catalog_number: 'VSD-1' }] });
    expect((await stranger.read(`/api/releases?label=${label}`)).body.data).toEqual([]);
    expect((await editor.patch(iri, { reviewed: true, country: 'GB' })).status).toBe(200);
    const { data } = (await stranger.read(iri)).body;
    expect(data.attributes).toMatchObject({
      slug: 'the-hidden-score',
      country: 'GB',
      track_count: 1,
      labels: [{ iri: label }],
      provisional: false,
    });
  });

  test('merges a release into another, which takes over copies and address', async () => {
    const { member, stranger, editor } = await world();
    const parts = ['I', 'II'].map((title, index) => ({ position: index + 1, title }));
    const suite = { title: 'Suite', _type: 'compound', sub_tracks: parts };
    const formats = [{ format_type: 'cd', tracks: [{ title: 'Main Title' }, suite] }, {}];
    const iri = await member.make('Release', '/api/releases', { ...disc, formats });
    await member.post('CollectionItem', '/api/users/me/collection', { release: { id: iri.slice(-36) } });
    const own = [{ format_type: 'cd', tracks: [{ ...suite, sub_tracks: parts.slice(0, 1) }] }];
    const into = await editor.make('Release', '/api/releases', { title: 'Hidden', formats: own });
    expect((await editor.merge(into, { type: 'Release', id: iri })).status).not.toBe(200);
    expect((await editor.merge(iri, { type: 'Release', id: into })).body.meta.leftOut).toEqual(['1-1 Main Title', '1-2 Suite: II', '2']);
    expect((await member.read('/api/users/me/collection')).body.data[0].attributes.release.id).toBe(into.slice(-36));
    expect((await stranger.read(iri)).status).toBe(301);
  });
});

test('a member can neither accept nor edit a release', async () => {
  const { member, stranger } = await world();
  const iri = await member.make('Release', '/api/releases', disc);
  for (const who of [member, stranger])
    expect(
      (await who.send('PATCH', iri, { data: { type: 'Release', id: iri, attributes: { reviewed: true } } }, { 'if-match': '*' })).status,
    ).toBe(403);
});

test('unreviewed releases are deleted with the account, unless another user has a copy', async () => {
  const { server, member, editor } = await world();
  const [copied, deleted] = [await member.make('Release', '/api/releases', disc), await member.make('Release', '/api/releases', disc)];
  await put(member, rows(3));
  for (const iri of [copied, deleted]) await member.post('CollectionItem', '/api/users/me/collection', { release: { id: iri.slice(-36) } });
  await editor.post('CollectionItem', '/api/users/me/collection', { release: { id: copied.slice(-36) } });
  server.store.writer.run("DELETE FROM user WHERE username = 'tester'");
  expect(server.store.reader.query('SELECT id FROM "release"').values()).toEqual([[copied.slice(-36)]]);
  expect((await editor.read(copied)).body.data.attributes.reviewed).toBe(false);
  expect(count(server, 'revision')).toBe(1);
  expect(count(server, 'unreviewed_release')).toBe(1);
});

describe('the review queue', () => {
  test('lists every unreviewed release to editors only', async () => {
    const { member, stranger, editor } = await world();
    await editor.make('Release', '/api/releases', { title: 'Vertigo' });
    const iri = await member.make('Release', '/api/releases', disc);
    const { status, body } = await editor.read('/api/releases/unreviewed?order[title]=asc&include=label');
    expect([status, body.data.map(({ id }: { id: string }) => id), body.meta.totalItems]).toEqual([200, [iri], 1]);
    for (const who of [member, stranger]) expect((await who.read('/api/releases/unreviewed')).status).toBe(403);
    expect((await editor.patch(iri, { reviewed: true })).status).toBe(200);
    expect((await editor.read('/api/releases/unreviewed')).body.data).toEqual([]);
  });

  test('has a page on which an editor accepts a release that a member added by form', async () => {
    const { server, member, editor } = await world();
    const visitor = await signedIn(server);
    await visitor.open('/collection');
    await visitor.open('/releases/add');
    expect(visitor.page.text).toContain('Only you and editors see it until an editor accepts it.');
    await visitor.send('Add release', { title: 'The Hidden Score', artist: 'Hidden Composer', number: 'MCA-2087' });
    expect(visitor.page.text).toContain('Waiting for review');
    expect((await member.read('/api/users/me/collection')).body.meta.totalItems).toBe(1);
    expect((await visitor.open('/unreviewed')).status).toBe(403);

    const second = await signedIn(server, 'erika');
    await second.open('/unreviewed');
    expect(second.page.text).toContain('The Hidden Score Hidden Composer · MCA-2087 · CD');
    await second.send('Accept', {});
    expect(second.page.text).toContain('Nothing to review.');
    expect((await editor.read('/api/releases')).body.data[0].attributes).toMatchObject({
      title: 'The Hidden Score',
      reviewed: true,
      format_count: 1,
    });
  });
});

test('an unreviewed release on no list is deleted and frees its place in the limit', async () => {
  const { server, member, editor } = await world({ unreviewedPerUser: 3 });
  await put(member, rows(3));
  expect((await put(member, rows(6))).status).toBe(403);
  const { data } = (await member.read('/api/users/me/collection')).body;
  await editor.post('CollectionItem', '/api/users/me/collection', { release: data[0].attributes.release });
  await member.post('WishlistItem', '/api/users/me/wishlist', { release: data[1].attributes.release });
  for (const { id } of data) expect((await member.send('DELETE', id)).status).toBe(204);
  expect([count(server, 'release'), count(server, 'unreviewed_release'), count(server, 'revision')]).toEqual([2, 2, 2]);
  expect((await put(member, rows(6).replace(/.*Flood [0-4].*\n/g, ''))).status).toBe(200);
});

test('merging an unreviewed release into a release on the same lists keeps one wishlist item', async () => {
  const { server, member, editor } = await world();
  const iri = await member.make('Release', '/api/releases', disc);
  const into = await editor.make('Release', '/api/releases', { title: 'Hidden' });
  for (const release of [iri, into])
    for (const [type, list] of [
      ['CollectionItem', 'collection'],
      ['WishlistItem', 'wishlist'],
    ] as const)
      expect((await member.post(type, `/api/users/me/${list}`, { release: { id: release.slice(-36) } })).status).toBe(201);
  expect((await editor.merge(iri, { type: 'Release', id: into })).status).toBe(200);
  expect([count(server, 'release'), count(server, 'collection_item'), count(server, 'wishlist_item')]).toEqual([1, 2, 1]);
  expect((await member.read(iri)).status).toBe(301);
});

describe('an unreviewed release', () => {
  test('is not found by its id or slug in a search', async () => {
    const { member, stranger, editor, anonymous } = await world();
    const iri = await member.make('Release', '/api/releases', disc);
    const { slug } = (await member.read(iri)).body.data.attributes;
    for (const q of [iri.slice(-36), slug]) {
      for (const who of [member, stranger, editor]) expect((await who.read(`/api/search?q=${q}`)).body.data).toEqual([]);
      for (const path of [`/search?q=${q}`, `/search/suggestions?q=${q}`])
        expect(await (await anonymous(path)).text()).not.toContain('The Hidden Score');
    }
  });

  test('cannot be linked to a production or settled as an edition', async () => {
    const { member, editor } = await world();
    const iri = await member.make('Release', '/api/releases', disc);
    const film = await editor.make('Production', '/api/productions', { title: 'Hidden', _type: 'movie' });
    const other = await editor.make('Release', '/api/releases', { title: 'Hidden' });
    const data = { type: 'Release', id: iri };
    expect((await editor.post('ProductionEntry', `${film}/entries`, {}, { release: { data } })).status).toBe(409);
    const pair = { one: { data: { type: 'Release', id: other } }, other: { data } };
    expect((await editor.post('SettledPair', '/api/settled-pairs', { decision: 'editions' }, pair)).status).toBe(422);
  });

  test.each(['merged', 'deleted'])('leaves no history when it is %s', async (how) => {
    const { member, stranger, editor, anonymous } = await world();
    const iri = await member.make('Release', '/api/releases', disc);
    const into = await editor.make('Release', '/api/releases', { title: 'Public' });
    if (how === 'merged') expect((await editor.merge(iri, { type: 'Release', id: into })).status).toBe(200);
    else expect((await editor.delete(iri)).status).toBe(204);
    for (const path of ['/api/revisions', `${into}/revisions`, '/api/changes'])
      expect(JSON.stringify((await stranger.read(path)).body)).not.toContain('Hidden Score');
    expect(await (await anonymous('/history')).text()).not.toContain('Hidden Score');
    const feed = JSON.stringify((await stranger.read('/api/changes')).body);
    const whole = await (await stranger.server.request('/api/export', { headers: { authorization: `Bearer ${stranger.token}` } })).text();
    expect(feed + whole).not.toContain('hidden-score');
  });

  test('has an addition and an acceptance that cannot be reverted', async () => {
    const { member, editor } = await world();
    const iri = await member.make('Release', '/api/releases', disc);
    const [added] = (await editor.read(`${iri}/revisions`)).body.data;
    expect((await editor.revert(added.id)).status).toBe(409);
    expect((await editor.patch(iri, { reviewed: true })).status).toBe(200);
    const [accepted] = (await editor.read(`${iri}/revisions`)).body.data;
    expect(accepted.id).not.toBe(added.id);
    expect((await editor.revert(accepted.id)).status).toBe(409);
    expect([added, accepted].map(({ attributes }) => attributes.revertible)).toEqual([false, false]);
    expect((await editor.patch(iri, { title: 'Another' })).status).toBe(200);
    const [renamed] = (await editor.read(`${iri}/revisions`)).body.data;
    expect([renamed.attributes.revertible, (await editor.revert(renamed.id)).status]).toEqual([true, 201]);
  });
});

test('an unreviewed release with more than 65,536 characters answers 413', async () => {
  const { member } = await world();
  const tracks = Array.from({ length: 1_400 }, (_, at) => ({ title: `${at} ${'x'.repeat(100)}` }));
  expect((await member.post('Release', '/api/releases', { title: 'Box', formats: [{ tracks }] })).status).toBe(413);
});
