import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { wishlistItemsOf } from '../../src/collection/wishlist/wishlist-items';
import { faultOf, mergedRecord, named, openWorld, release, releaseRecord, type World } from '../support/owned-items';

let world: World;
beforeAll(async () => {
  world = await openWorld('wishlist');
});
beforeEach(() => world.clear());

const itemsOf = async (query = '') => (await world.server.read(`${world.list}${query}`)).data;
const titlesOf = async (query: string): Promise<string[]> =>
  (await itemsOf(query)).map((item: { attributes: { release: { title: string } } }) => item.attributes.release.title);

describe('a wishlist', () => {
  test('stores items with the attributes of the contract', async () => {
    const response = await world.send('POST', world.list, {
      data: { type: 'WishlistItem', attributes: { notes: 'First pressing' }, relationships: named(release(1)) },
    });
    const { data } = (await response.json()) as { data: { id: string; attributes: Record<string, unknown> } };
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(data.id);
    expect(data.id).toBe(`${world.list}/${data.attributes._id}`);
    expect(data.attributes).toEqual({
      any_edition: false,
      _id: expect.any(String),
      notes: 'First pressing',
      priority: null,
      max_price_cents: null,
      currency: null,
      release: { id: release(1).slice(-36), title: 'Psycho', slug: 'psycho' },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
      updated_at: data.attributes.created_at,
    });
    expect((await world.server.read(data.id)).data).toEqual(data);
    expect(await itemsOf()).toEqual([data]);
  });

  test('has a release once; a second item is a conflict', async () => {
    const first = await world.make(1);
    const again = await world.send('POST', world.list, {
      data: { type: 'WishlistItem', attributes: { notes: 'again' }, relationships: named(release(1)) },
    });
    expect(await faultOf(again)).toEqual({ status: 409, source: { pointer: '/data/relationships/release' } });
    expect(await itemsOf()).toEqual([first]);
  });

  test('refuses to move an item to a release that is on it already', async () => {
    const [item] = [await world.make(1), await world.make(2)];
    const response = await world.change(item.id, { release: { id: release(2) }, notes: 'moved' });
    expect(response.status).toBe(409);
    expect((await world.server.read(item.id)).data).toEqual(item);
  });

  test('is sorted by age or title', async () => {
    for (const number of [2, 3, 1]) await world.make(number);
    expect(await titlesOf('')).toEqual(['Vertigo', 'Çetin Ceviz', 'Psycho']);
    expect(await titlesOf('?order[createdAt]=desc')).toEqual(['Psycho', 'Çetin Ceviz', 'Vertigo']);
    expect(await titlesOf('?order[release.title]=asc')).toEqual(['Çetin Ceviz', 'Psycho', 'Vertigo']);
    expect(await titlesOf('?sort=-release.title')).toEqual(['Vertigo', 'Psycho', 'Çetin Ceviz']);
    const unknown = await world.server.request(`${world.list}?order[purchasedAt]=asc`);
    expect(await faultOf(unknown)).toEqual({ status: 400, source: { parameter: 'order[purchasedAt]' } });
  });

  test('is searched in titles and notes', async () => {
    await world.make(1, { notes: 'signed by Bernard' });
    await world.make(3);
    expect(await titlesOf('?q=BÉRNARD')).toEqual(['Psycho']);
    expect(await titlesOf('?q=cetin')).toEqual(['Çetin Ceviz']);
    expect(await titlesOf('?q=psycho signed')).toEqual(['Psycho']);
    expect(await titlesOf('?q=psycho cetin')).toEqual([]);
  });
});

describe('a release on wishlists', () => {
  test('keeps its items when it is merged', async () => {
    await world.importLines([releaseRecord(4, 'Vertigo again')]);
    const item = await world.make(4, { notes: 'wanted' });
    await world.importLines([mergedRecord(4, 2)]);
    const { attributes } = (await world.server.read(item.id)).data;
    expect(attributes.release).toEqual({ id: release(2).slice(-36), title: 'Vertigo', slug: 'vertigo' });
    expect(attributes.notes).toBe('wanted');
  });

  test('leaves one item with the notes of both, the higher priority and the price of either if both were wanted', async () => {
    await world.importLines([releaseRecord(4, 'Vertigo again')]);
    await world.make(2, { priority: 4, notes: 'the Mercury one' });
    await world.make(4, { priority: 2, notes: 'In Mono', max_price_cents: 900, currency: 'EUR' });
    await world.importLines([mergedRecord(4, 2)]);
    const [item, ...others] = await itemsOf();
    expect(others).toEqual([]);
    expect(item.attributes).toMatchObject({ notes: 'the Mercury one\nIn Mono', priority: 2, max_price_cents: 900, currency: 'EUR' });
    expect(await titlesOf('?q=mercury mono')).toEqual(['Vertigo']);
  });

  test('cannot be deleted', async () => {
    const item = await world.make(1);
    const remove = () => world.server.store.write(() => world.server.store.writer.run("DELETE FROM release WHERE title = 'Psycho'"));
    await expect(remove()).rejects.toThrow('FOREIGN KEY');
    expect((await world.server.read(item.id)).data).toEqual(item);
  });
});

describe('another user', () => {
  test('can want the same release', async () => {
    await world.make(1);
    const theirs = world.list.replace(world.userId, world.strangerId);
    const response = await world.send(
      'POST',
      theirs,
      { data: { type: 'WishlistItem', relationships: named(release(1)) } },
      { token: world.strangerToken },
    );
    expect(response.status).toBe(201);
    expect((await itemsOf()).length).toBe(1);
  });
});

describe('a caller with a transaction', () => {
  test('adds releases to a wishlist within it', async () => {
    const { store } = world.server;
    const key = (store.writer.query("SELECT key FROM release WHERE title = 'Vertigo'").get() as { key: number }).key;
    const id = await store.write(() => wishlistItemsOf(store).create(world.userKey, key, { notes: 'imported' }));
    expect((await world.server.read(`${world.list}/${id}`)).data.attributes).toMatchObject({
      notes: 'imported',
      release: { title: 'Vertigo' },
    });
    await expect(store.write(() => wishlistItemsOf(store).create(world.userKey, key, {}))).rejects.toThrow('already');
    await expect(store.write(() => wishlistItemsOf(store).create(world.userKey, key, { notes: 5 }))).rejects.toThrow(
      'notes: This must be text',
    );
    expect((await itemsOf()).length).toBe(1);
  });
});
