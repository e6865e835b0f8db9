import { describe, expect, test } from 'bun:test';
import type { Scope } from '../../src/accounts/principal';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { EditorOf } from '../support/edited-server';
import { nonEmpty } from '../support/non-empty';
import { count, disc, postItem, put, rows, textFor, world } from './unreviewed-releases';

// Releases that members add, which wait for review by an editor.

const releaseQueries =
  '? ?order[createdAt]=desc ?q=hidden ?title=hidden ?year=1975 ?year=1975&country=US ?decade=1970 ?country=US ?provisional=true ' +
  '?barcode=4988001000013 ?catalogNumber=MCA-2087 ?facets=decade,country,format,label';
const otherPaths =
  'labels artists productions tracks search?q=hidden search?q=4988001000013 search?q=MCA-2087 statistics export?provisional=true ' +
  'changes page-addresses page-addresses/releases-1 revisions';
const apiPaths = [
  ...releaseQueries.split(' ').map((query) => `/api/releases${query}`),
  ...otherPaths.split(' ').map((path) => `/api/${path}`),
];
const pages = ['/', '/releases', '/releases/new', '/releases.atom', '/search?q=hidden', '/statistics', '/sitemap.xml', '/history'];

test('an unreviewed release is absent from lists, searches, facets, statistics, feeds, sitemap and export', async () => {
  const { server, member, stranger, editor, anonymous } = await world({ searchEngines: 'yes' });
  await editor.make('Release', '/api/releases', { title: 'Vertigo', release_date: '1958' });
  const texts = async () => {
    const found: [path: string, text: string][] = [];
    for (const path of pages) found.push([path, await (await anonymous(path)).text()]);
    for (const path of apiPaths) {
      // Owners and editors see it only in their own lists and in revisions.
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

test('a member adds releases only with a token that may change the collection', async () => {
  const { server } = await world();
  const holderOf = async (...scopes: Scope[]) =>
    new EditorOf(server, await issueApiToken(server.store, 'tester', scopes.join(), { scopes }));
  for (const scopes of [['catalog:read'], ['catalog:read', 'catalog:write'], ['collection:read', 'wishlist:write']] satisfies Scope[][])
    expect([scopes, (await (await holderOf(...scopes)).post('Release', '/api/releases', disc)).status]).toEqual([scopes, 403]);
  expect(count(server, 'release')).toBe(0);
  expect((await (await holderOf('collection:write', 'catalog:read')).post('Release', '/api/releases', disc)).status).toBe(201);
});

test('other users cannot add an unreviewed release to their lists or match it by import', async () => {
  const { member, stranger } = await world();
  const iri = await member.make('Release', '/api/releases', disc);
  for (const list of ['collection', 'wishlist'] as const) {
    expect((await postItem(stranger, list, iri)).status).toBe(422);
    expect((await postItem(member, list, iri)).status).toBe(201);
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

test('unreviewed releases are deleted with the account, unless another user has a copy', async () => {
  const { server, member, editor } = await world();
  const [copied, deleted] = [await member.make('Release', '/api/releases', disc), await member.make('Release', '/api/releases', disc)];
  await put(member, rows(3));
  for (const iri of [copied, deleted]) await postItem(member, 'collection', iri);
  await postItem(editor, 'collection', copied);
  server.store.writer.run("DELETE FROM user WHERE username = 'tester'");
  expect(server.store.reader.query('SELECT id FROM "release"').values()).toEqual([[copied.slice(-36)]]);
  expect((await editor.read(copied)).body.data.attributes.reviewed).toBe(false);
  expect(count(server, 'revision')).toBe(1);
  expect(count(server, 'unreviewed_release')).toBe(1);
});

test('an unreviewed release on no list is deleted and frees its place in the limit', async () => {
  const { server, member, editor } = await world({ unreviewedPerUser: 3 });
  await put(member, rows(3));
  expect((await put(member, rows(6))).status).toBe(403);
  const { data } = (await member.read('/api/users/me/collection')).body;
  await postItem(editor, 'collection', data[0].attributes.release.id);
  await postItem(member, 'wishlist', data[1].attributes.release.id);
  for (const { id } of nonEmpty(data)) expect((await member.send('DELETE', id)).status).toBe(204);
  expect([count(server, 'release'), count(server, 'unreviewed_release'), count(server, 'revision')]).toEqual([2, 2, 2]);
  expect((await put(member, rows(6).replace(/.*Flood [0-4].*\n/g, ''))).status).toBe(200);
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

  test('names the productions whose score it has, and is entered there on acceptance', async () => {
    const { member, editor } = await world();
    const [film, deleted] = [
      await editor.make('Production', '/api/productions', { title: 'Hidden', _type: 'movie' }),
      await editor.make('Production', '/api/productions', { title: 'Withdrawn', _type: 'movie' }),
    ];
    const added = await member.post('Release', '/api/releases', disc, {}, { productions: [film, film.slice(-36), deleted] });
    const { id: iri, attributes } = added.body.data;
    expect(attributes.pending.productions.map(({ title }: { title: string }) => title)).toEqual(['Hidden', 'Withdrawn']);
    expect((await editor.read(`${film}/entries`)).body.data).toEqual([]);
    expect((await editor.delete(deleted)).status).toBe(204);
    expect((await editor.patch(iri, { reviewed: true })).status).toBe(200);
    const [entry, ...others] = (await editor.read(`${film}/entries`)).body.data;
    expect([entry.attributes.kind, entry.relationships.release.data.id, others]).toEqual(['score', iri, []]);

    const own = await editor.post('Release', '/api/releases', { title: 'Public' }, {}, { productions: [film] });
    expect((await editor.read(`${film}/entries`)).body.data.map((one: typeof entry) => one.relationships.release.data.id)).toContain(
      own.body.data.id,
    );
    for (const who of [member, editor])
      for (const productions of [['Hidden'], film, [`/api/productions/${deleted.slice(-36)}`]])
        expect([400, 404, 422]).toContain((await who.post('Release', '/api/releases', disc, {}, { productions })).status);
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
    const whole = await textFor(stranger, '/api/export');
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
