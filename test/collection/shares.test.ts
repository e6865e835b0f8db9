import { beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { EditorOf } from '../support/edited-server';
import { addItem, jsonApi, violationsOf } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';
import { signedIn, Visitor } from '../support/visitor';

// Lists that whoever has the link may see, without an account.

const records = ['Vertigo', 'Psycho', 'Marnie'].map((title, index) => ({
  type: 'Release',
  id: `/api/releases/${uuid(index + 1)}`,
  attributes: { title, artist_credit: 'Bernard Herrmann', labels: [{ name: 'Mercury', catalog_number: `MG ${index}` }] },
}));

let server: TestServer;
let wish: string;
let other: string;
beforeAll(async () => {
  server = await startServer(records, { rateLimit: 0 });
  const wanted = { notes: 'The first pressing', priority: 2, max_price_cents: 4000, currency: 'EUR' };
  wish = (await addItem(server, 'wishlist', uuid(1), { ...wanted, any_edition: true })).attributes._id;
  await addItem(server, 'wishlist', uuid(2), { priority: 1 });
  await addItem(server, 'collection', uuid(3), { storage_location: 'Safe', purchase_price_cents: 999, currency: 'EUR', notes: 'Signed' });
  await createUser(server.store, 'bertha', 'correct horse battery');
  other = await issueApiToken(server.store, 'bertha', 'tests');
});

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}, on = server) =>
  on.request(path, {
    method,
    headers: { 'content-type': jsonApi, ...headers },
    ...(body && { body: JSON.stringify({ data: body }) }),
  });

async function share(attributes: object = {}, on = server): Promise<{ id: string; secret: string }> {
  const body = { type: 'Share', attributes: { title: 'Birthday', ...attributes } };
  const response = await send('POST', '/api/users/me/shares', body, {}, on);
  expect(response.status).toBe(201);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { _id, url } = (await response.json()).data.attributes;
  expect(url).toMatch(/^http:\/\/localhost\/shared\/[\w-]{22}$/);
  return { id: _id, secret: url.slice(-22) };
}

const visit = (secret: string, headers: Record<string, string> = {}, on = server) =>
  send('GET', `/api/shared/${secret}`, undefined, { authorization: '', ...headers }, on);

function reserve(
  secret: string,
  key: string | undefined,
  name: string | null = null,
  item = wish,
  { on = server, ...more }: { on?: TestServer; authorization?: string } = {},
) {
  const headers = { authorization: '', ...more, ...(key !== undefined && { 'reservation-key': key }) };
  return send('PUT', `/api/shared/${secret}/items/${item}/reservation`, { type: 'Reservation', attributes: { name } }, headers, on);
}

const giveBack = (secret: string, key: string) =>
  send('DELETE', `/api/shared/${secret}/items/${wish}/reservation`, undefined, { authorization: '', 'reservation-key': key });

const [ben, clara] = ['b'.repeat(22), 'c'.repeat(22)];

describe('a shared wishlist', () => {
  test('shows releases, the most wanted first, and of the rest only what is chosen', async () => {
    const bare = (await (await visit((await share()).secret)).json()).data.attributes;
    expect(bare).toMatchObject({ owner: 'tester', list: 'wishlist', title: 'Birthday', greeting: null });
    expect(bare.items.map(({ release }: { release: { title: string } }) => release.title)).toEqual(['Psycho', 'Vertigo']);
    expect(bare.items[1]).toMatchObject({
      price_cents: null,
      currency: null,
      notes: null,
      priority: null,
      any_edition: true,
      is_taken: false,
    });
    const { secret } = await share({ shown: ['prices', 'notes', 'priority'], greeting: 'Thank you' });
    const response = await visit(secret);
    expect(
      Object.fromEntries(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => [name, response.headers.get(name)])),
    ).toEqual({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const { items, greeting } = (await response.json()).data.attributes;
    expect(greeting).toBe('Thank you');
    expect(items[1]).toMatchObject({ price_cents: 4000, currency: 'EUR', notes: 'The first pressing', priority: 2 });
  });

  test('shows a collection without places, and without prices and notes unless they are chosen', async () => {
    const text = await (await visit((await share({ list: 'collection' })).secret)).text();
    expect(text).toContain('Marnie');
    for (const hidden of ['Safe', '999', 'Signed', 'Vertigo']) expect(text).not.toContain(hidden);
  });

  test('has one giver for each wish, who alone takes it back', async () => {
    const { secret } = await share();
    const second = await share();
    expect((await reserve(secret, ben, 'Ben')).status).toBe(204);
    // By another link too.
    for (const link of [secret, second.secret]) expect((await reserve(link, clara, 'Clara')).status).toBe(409);
    const taken = async (headers: Record<string, string> = {}) =>
      (await (await visit(secret, headers)).json()).data.attributes.items.find(({ id }: { id: string }) => id === wish);
    expect(await taken({ 'reservation-key': clara })).toMatchObject({ is_taken: true, is_yours: false, taken_by: 'Ben' });
    expect(await taken({ 'reservation-key': ben })).toMatchObject({ is_taken: true, is_yours: true });
    expect((await giveBack(secret, clara)).status).toBe(404);
    expect((await giveBack(secret, ben)).status).toBe(204);
    expect(await taken()).toMatchObject({ is_taken: false, taken_by: null });
  });

  test('tells its owner how many wishes are taken, which ones if they choose before, and never by whom', async () => {
    const { id, secret } = await share();
    const open = await share({ shows_taken: true });
    await reserve(open.secret, ben, 'Ben');
    const own = async (id: string) => (await (await send('GET', `/api/users/me/shares/${id}`)).json()).data.attributes;
    expect(await own(open.id)).toMatchObject({ taken: 1, taken_items: [expect.stringContaining(wish)] });
    await giveBack(open.secret, ben);
    await reserve(secret, ben, 'Ben');
    expect(await own(id)).toMatchObject({ taken: 1, taken_items: null });
    const path = `/api/users/me/shares/${id}`;
    const change = (attributes: object) => send('PATCH', path, { type: 'Share', id: path, attributes });
    expect((await change({ shows_taken: true })).status).toBe(409);
    expect((await (await change({ list: 'collection' })).json()).meta).toEqual({ ignoredAttributes: ['list'] });
    // Neither the order nor an answer of the link gives it away.
    const asOwner = { authorization: `Bearer ${server.token}` };
    const seen = (await (await visit(secret, asOwner)).json()).data.attributes;
    expect(seen.items.map(({ is_taken, release }: { is_taken: boolean; release: { title: string } }) => [release.title, is_taken])).toEqual(
      [
        ['Psycho', false],
        ['Vertigo', false],
      ],
    );
    const others = await send('GET', '/api/users/me/wishlist');
    for (const { attributes } of (await others.json()).data)
      expect((await reserve(secret, clara, null, attributes._id, asOwner)).status).toBe(403);
    const all = JSON.stringify([seen, await own(id)]) + (await (await send('GET', '/api/users/me/data')).text());
    expect(all).not.toContain('Ben"');
    await giveBack(secret, ben);
  });

  test('keeps who gives what when the wish is removed and comes back, its release is merged, or another link ends', async () => {
    const own = await startServer(records);
    const [one, two] = [await share({}, own), await share({}, own)];
    const wanted = async (release: number) => (await addItem(own, 'wishlist', uuid(release))).attributes._id as string;
    const taken = async () =>
      (await (await visit(two.secret, {}, own)).json()).data.attributes.items.map(
        ({ release, taken_by }: { release: { title: string }; taken_by: string | null }) => [release.title, taken_by],
      );
    const item = await wanted(1);
    expect((await reserve(one.secret, ben, 'Ben', item, { on: own })).status).toBe(204);
    await own.request(`/api/users/me/wishlist/${item}`, { method: 'DELETE' });
    expect(await taken()).toEqual([]);
    // Otherwise, owners would learn what is taken by removing wishes.
    expect((await own.read(`/api/users/me/shares/${one.id}`)).data.attributes.taken).toBe(1);
    await wanted(1);
    expect(await taken()).toEqual([['Vertigo', 'Ben']]);
    await own.request(`/api/users/me/shares/${one.id}`, { method: 'DELETE' });
    expect(await taken()).toEqual([['Vertigo', 'Ben']]);
    await createUser(own.store, 'anna', 'correct horse battery', 'admin');
    const editor = new EditorOf(own, await issueApiToken(own.store, 'anna', 'tests'));
    const merge = () => editor.merge(`/api/releases/${uuid(1)}`, { type: 'Release', id: `/api/releases/${uuid(2)}` });
    const undoMerge = async () => expect((await editor.revert((await editor.read('/api/revisions')).body.data[0].id)).status).toBe(201);
    await merge();
    expect(await taken()).toEqual([['Psycho', 'Ben']]);
    await undoMerge();
    expect(await taken()).toEqual([['Vertigo', 'Ben']]);
    // With a wish for each, that of the removed release goes with it and comes back.
    await wanted(2);
    await merge();
    expect(await taken()).toEqual([['Psycho', 'Ben']]);
    await undoMerge();
    expect(await taken()).toEqual([
      ['Psycho', null],
      ['Vertigo', 'Ben'],
    ]);
  });

  test('ends when it is revoked, while it is open too, and when its time or its owner ends', async () => {
    const revoked = await share();
    await reserve(revoked.secret, ben);
    expect((await send('DELETE', `/api/users/me/shares/${revoked.id}`)).status).toBe(204);
    const ended = await share();
    server.store.writer.run("UPDATE share SET expires_at = '2020-01-01T00:00:00.000+00:00' WHERE id = ?", [ended.id]);
    for (const { secret } of [revoked, ended]) {
      expect((await visit(secret)).status).toBe(410);
      expect((await reserve(secret, ben)).status).toBe(410);
    }
    expect((await (await send('GET', '/api/users/me/shares')).text()).includes(revoked.id)).toBe(false);
    await giveBack((await share()).secret, ben);
  });

  test('is the business of its owner alone', async () => {
    const { id } = await share();
    const headers = { authorization: `Bearer ${other}` };
    for (const method of ['GET', 'DELETE']) expect((await send(method, `/api/users/me/shares/${id}`, undefined, headers)).status).toBe(404);
    // A link shows what its maker may read.
    const wishing = await issueApiToken(server.store, 'tester', 'wishes only', { scopes: ['wishlist:write', 'wishlist:read'] });
    const collection = { type: 'Share', attributes: { title: 'A', list: 'collection' } };
    expect((await send('POST', '/api/users/me/shares', collection, { authorization: `Bearer ${wishing}` })).status).toBe(403);
  });

  test.each([
    ['no title', { title: '' }, 'title'],
    ['an invisible title', { title: '\u200b' }, 'title'],
    ['a long title', { title: 'x'.repeat(101) }, 'title'],
    ['a long greeting', { title: 'A', greeting: 'x'.repeat(1_001) }, 'greeting'],
    ['places', { title: 'A', shown: ['places'] }, 'shown'],
    ['another list', { title: 'A', list: 'notes' }, 'list'],
    ['a past end', { title: 'A', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ])('with %s is refused', async (_, attributes, member) => {
    const response = await send('POST', '/api/users/me/shares', { type: 'Share', attributes });
    expect([response.status, Object.keys(await violationsOf(response))]).toEqual([422, [member]]);
  });

  test('is one of at most twenty', async () => {
    const token = await issueApiToken(server.store, 'bertha', 'many');
    const add = () =>
      send('POST', '/api/users/me/shares', { type: 'Share', attributes: { title: 'A' } }, { authorization: `Bearer ${token}` });
    for (let count = 0; count < 20; count++) expect((await add()).status).toBe(201);
    const refused = await add();
    expect([refused.status, (await refused.json()).errors[0].code]).toEqual([409, 'many_shares']);
  });
});

describe('a link', () => {
  test('that is guessed is not found, and guesses are limited as sign-ins are', async () => {
    const limited = await startServer(records);
    const guess = () => limited.request(`/api/shared/${'x'.repeat(22)}`, { headers: { authorization: '' } });
    const statuses = [];
    for (let count = 0; count < 12; count++) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429]);
    // A mistyped secret is close to one.
    expect(limited.logged.filter(({ event }) => event === 'rate limit exceeded')).toMatchObject([
      { details: { path: '/api/shared/:secret' } },
    ]);
    // Whoever has a link is not locked out with those who guess.
    const body = JSON.stringify({ data: { type: 'Share', attributes: { title: 'A' } } });
    const made = await limited.request('/api/users/me/shares', { method: 'POST', headers: { 'content-type': jsonApi }, body });
    const { url } = (await made.json()).data.attributes;
    expect((await limited.request(`/api/shared/${url.slice(-22)}`, { headers: { authorization: '' } })).status).toBe(200);
  });

  test('that is malformed leads nowhere', async () => {
    for (const secret of ['', 'x', '..%2F..', `${'x'.repeat(21)}'`, 'x'.repeat(5_000)]) expect((await visit(secret)).status).toBe(404);
  });

  test('reserves nothing that is not on the list, without a key or with an odd name', async () => {
    const { secret } = await share();
    expect((await reserve(secret, ben, null, uuid(77))).status).toBe(404);
    expect((await reserve((await share({ list: 'collection' })).secret, ben)).status).toBe(404);
    for (const key of ['', 'short', undefined]) expect((await reserve(secret, key)).status).toBe(400);
    for (const name of ['x'.repeat(61), '\u200b', '\ud800']) expect((await reserve(secret, ben, name)).status).toBe(400);
  });

  test('is in no log, metric or stored text', async () => {
    const { secret } = await share();
    await visit(secret);
    await new Visitor(server).open(`/shared/${secret}`);
    expect(JSON.stringify(server.logged)).not.toContain(secret);
    const tables = server.store.reader
      .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%TEXT%'")
      .all();
    for (const { name } of tables)
      expect(JSON.stringify(server.store.reader.query(`SELECT * FROM "${name}"`).all()).includes(secret)).toBe(false);
  });
});

describe('the page of a link', () => {
  test('lets a friend without an account take a wish and take it back, and shows nothing else of the server', async () => {
    const owner = await signedIn(server);
    await owner.open('/shares');
    expect(owner.page.text).toContain('Only this machine can open links of http://localhost. Create them at an address that other devices');
    await owner.send('Create link', { title: 'My wishes', greeting: 'Thank\nyou', shown: 'prices' });
    const url = /<textarea id="once" readonly[^>]*>http:\/\/localhost(\/shared\/[^<]+)</.exec(owner.page.html)?.[1] ?? '';
    const friend = new Visitor(server);
    const page = await friend.open(url);
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringMatching(/My wishes 2 wishes Thank you Wishes .*Psycho .*Vertigo .*up to €40\.00/),
    ]);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(page.html).toContain('<p class="prose lines">Thank\nyou</p>');
    const addresses = [...page.html.matchAll(/<(?:a|form|img)\b[^>]*?\b(?:href|action|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.filter((address) => address !== '/' && address !== '#main' && !address?.startsWith(url))).toEqual([]);
    await friend.send('Confirm: Vertigo', { name: 'Ben', do: 'give' });
    expect(friend.page.text).toContain('You’re giving this.');
    const [, row] = (friend.redirects.at(-1) ?? '').split('#');
    expect(friend.page.html).toMatch(new RegExp(`<li id="${row}" tabindex="-1" class="[^"]*mine"`));
    const [cookie] = friend.setCookies.filter((line) => line.startsWith('leitmotif-giving='));
    expect(cookie).toMatch(new RegExp(`Path=${url}; Max-Age=\\d+; HttpOnly; SameSite=Strict`, 'i'));
    expect((await new Visitor(server).open(url)).text).toContain('Ben is giving this');
    expect((await owner.open('/shares')).text).toContain('1 wish taken');
    expect(owner.page.text).toContain('Openings within a minute count as one');
    expect((await owner.open(url)).text).not.toContain('is giving this');
    await friend.open(url);
    await friend.send('Take it back: Vertigo', { do: 'back' });
    expect(friend.page.text).not.toContain('You’re giving this.');
  });

  test('has no hint for its owner where other devices can open it', async () => {
    const proxied = await startServer(records, { publicUrl: 'https://films.example' });
    const owner = new Visitor(proxied, { origin: 'https://films.example' });
    await owner.open('/sign-in');
    await owner.send('/sign-in', { username: 'tester', password: 'correct horse battery' });
    expect((await owner.open('/shares')).text).toContain('New link');
    expect(owner.page.text).not.toContain('Only this machine');
  });

  test('comes back to the wish on its page of a long list', async () => {
    const titles = Array.from({ length: 102 }, (_, index) => `Film ${100 + index}`);
    const films = titles.map((title, index) => ({ type: 'Release', id: `/api/releases/${uuid(index + 1)}`, attributes: { title } }));
    const large = await startServer(films, { rateLimit: 0 });
    for (const [index] of titles.entries()) await addItem(large, 'wishlist', uuid(index + 1), { priority: index === 0 ? 2 : null });
    const { secret } = await share({ shown: ['priority'] }, large);
    const friend = new Visitor(large);
    for (const [page, title] of [
      ['', 'Film 150'],
      ['?page=2', 'Film 201'],
    ]) {
      const list = await friend.open(`/shared/${secret}${page}`);
      expect(list.text).toContain('102 wishes');
      // Nothing is known of the editions.
      expect(list.text).not.toContain('This edition only');
      expect(list.text.includes('Priority: high')).toBe(page === '');
      await friend.send(`Confirm: ${title}`, { do: 'give' });
      const [address = '', wish] = (friend.redirects.at(-1) ?? '').split('#');
      expect(address).toBe(`/shared/${secret}${page}`);
      expect(friend.page.html).toMatch(new RegExp(`<li id="${wish}" tabindex="-1" class="[^"]*mine"`));
      await friend.send(`Take it back: ${title}`, { do: 'back' });
      expect(friend.redirects.at(-1)).toBe(`${address}#${wish}`);
      expect(friend.page.html).toContain(`id="${wish}"`);
    }
    // A page whose wishes are all taken says nothing about the others.
    await friend.send('Confirm: Film 200', { do: 'give' });
    await friend.send('Confirm: Film 201', { do: 'give' });
    expect(friend.page.text).not.toContain('Everything on this list is being given.');
  });

  test('says when a friend was faster, when the list has ended, and when there is none', async () => {
    const { id, secret } = await share();
    const friend = new Visitor(server);
    await friend.open(`/shared/${secret}`);
    await reserve(secret, ben);
    await friend.send('Confirm: Vertigo', { do: 'give' });
    expect([friend.page.status, friend.page.text]).toEqual([409, expect.stringContaining('Somebody else gives this already.')]);
    const owner = await signedIn(server);
    await owner.open(`/shares/${id}`);
    await owner.send('Stop sharing');
    expect(owner.page.html).toContain('The list is no longer shared.');
    const ended = await friend.open(`/shared/${secret}`);
    expect([ended.status, ended.text]).toEqual([410, 'This list is no longer shared Ask the person who sent you the link for a new one.']);
    expect((await friend.open(`/shared/${'y'.repeat(22)}`)).status).toBe(404);
    await giveBack((await share()).secret, ben);
  });

  test('takes a form over plain HTTP, where browsers send no origin under its policy', async () => {
    const { secret } = await share();
    const friend = new Visitor(server, { origin: 'null' });
    await friend.open(`/shared/${secret}`);
    await friend.send('Confirm: Psycho', { do: 'give' });
    expect(friend.page.status).toBe(200);
    const elsewhere = new Visitor(server, { origin: 'https://evil.example' });
    await elsewhere.open(`/shared/${secret}`);
    await elsewhere.send('Confirm: Vertigo', { do: 'give' });
    expect(elsewhere.page.status).toBe(403);
  });
});
