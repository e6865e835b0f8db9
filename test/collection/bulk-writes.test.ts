import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { faultOf, named, openWorld, release, violationsOf, type World } from '../support/owned-items';
import { unknownUuid } from '../support/uuids';

let world: World;
beforeAll(async () => {
  world = await openWorld('collection');
});
beforeEach(async () => {
  await world.clear();
  world.server.store.writer.run('DELETE FROM wishlist_item');
});

// biome-ignore lint/suspicious/noExplicitAny: items are looked into by the names of their attributes.
type Item = any;

const type = 'CollectionItem';
const all = async (): Promise<Item[]> => (await world.server.read(`${world.list}?itemsPerPage=100`)).data;
const fresh = (number: number, attributes: object = {}) => ({ type, attributes, relationships: named(release(number)) });
const change = (data: unknown, sent?: Parameters<World['send']>[3]) => world.send('PATCH', world.list, { data }, sent);
const wish = async (number: number): Promise<void> => {
  const body = { data: { type: 'WishlistItem', relationships: named(release(number)) } };
  expect((await world.send('POST', world.list.replace('collection', 'wishlist'), body)).status).toBe(201);
};
const wishes = async (): Promise<string[]> =>
  (await world.server.read(world.list.replace('collection', 'wishlist'))).data.map((item: Item) => item.attributes.release.title);

describe('a bulk change', () => {
  test('changes each item, and returns them in request order', async () => {
    const [first, second, third] = [await world.make(1), await world.make(2), await world.make(3)];
    const response = await change([
      { type, id: third.id, attributes: { folder: 'Italy', tags: ['a'] } },
      { type, id: first.attributes._id, attributes: { folder: 'Italy', colour: 'red' }, relationships: named(release(2)) },
    ]);
    expect(response.status).toBe(200);
    const { data, meta } = (await response.json()) as { data: Item[]; meta: object };
    expect(data.map(({ id }) => id)).toEqual([third.id, first.id]);
    expect(data.map(({ attributes }) => [attributes.folder, attributes.tags, attributes.release.title])).toEqual([
      ['Italy', ['a'], 'Çetin Ceviz'],
      ['Italy', [], 'Vertigo'],
    ]);
    expect(meta).toEqual({ ignoredAttributes: ['colour'] });
    expect((await all()).find(({ id }) => id === second.id)).toEqual(second);
  });

  test('is refused as a whole, with all errors and their pointers', async () => {
    const items = [await world.make(1), await world.make(2), await world.make(3)];
    const response = await change([
      { type, id: items[0].id, attributes: { condition: 'mint' } },
      { type, id: items[1].id, attributes: { condition: 'best' } },
      { type, id: items[2].id, attributes: { rating: 9 } },
    ]);
    expect(response.status).toBe(422);
    expect(await violationsOf(response)).toEqual({
      condition: '/data/1/attributes/condition',
      rating: '/data/2/attributes/rating',
    });
    expect(await all()).toEqual(items);
  });

  test('with a missing, duplicate or foreign item changes nothing', async () => {
    const item = await world.make(1);
    const good = { type, id: item.id, attributes: { notes: 'changed' } };
    const wrong: [data: unknown, status: number, pointer: string][] = [
      [[good, { type, id: unknownUuid }], 404, '/data/1/id'],
      [[good, { ...good, id: item.attributes._id }], 409, '/data/1/id'],
      [[good, { type, id: `/api/users/${world.strangerId}/collection/${unknownUuid}` }], 409, '/data/1/id'],
      [[good, { type: 'WishlistItem', id: unknownUuid }], 409, '/data/1/type'],
      [[good, { type }], 400, '/data/1/id'],
      [[good, 'x'], 400, '/data/1/id'],
      [[good, null], 400, '/data/1/id'],
      [[], 400, '/data'],
      [{}, 400, '/data'],
      [Array.from({ length: 501 }, () => good), 400, '/data'],
    ];
    for (const [data, status, pointer] of wrong)
      expect({ data, ...(await faultOf(await change(data))) }).toEqual({ data, status, source: { pointer } });
    expect(await all()).toEqual([item]);
    const stranger = await change([good], { token: world.strangerToken });
    expect(stranger.status).toBe(404);
  });

  test('refuses If-Match', async () => {
    const item = await world.make(1);
    const response = await change([{ type, id: item.id, attributes: { notes: 'x' } }], { headers: { 'if-match': '"x"' } });
    expect(await faultOf(response)).toEqual({ status: 400, source: { header: 'If-Match' } });
  });
});

describe('a bulk creation', () => {
  test('creates all items in request order', async () => {
    const response = await world.send('POST', world.list, { data: [fresh(2, { rating: 4 }), fresh(1), fresh(2)] });
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: Item[] };
    expect(data.map(({ attributes }) => attributes.release.title)).toEqual(['Vertigo', 'Psycho', 'Vertigo']);
    expect(await all()).toEqual(data);
  });

  test('creates nothing if an item is invalid', async () => {
    const response = await world.send('POST', world.list, { data: [fresh(1), { type, relationships: named(unknownUuid) }] });
    expect(response.status).toBe(422);
    expect(await violationsOf(response)).toEqual({ release: '/data/1/relationships/release' });
    const chosen = await world.send('POST', world.list, { data: [fresh(1), { ...fresh(2), id: unknownUuid }] });
    expect(await faultOf(chosen)).toEqual({ status: 403, source: { pointer: '/data/1/id' } });
    const tooMany = await world.send('POST', world.list, { data: Array.from({ length: 201 }, () => fresh(1)) });
    expect(await faultOf(tooMany)).toEqual({ status: 400, source: { pointer: '/data' } });
    expect(await all()).toEqual([]);
  });

  test('on a wishlist is refused if a release is on it already or occurs twice', async () => {
    const list = world.list.replace('collection', 'wishlist');
    const one = (number: number) => ({ type: 'WishlistItem', relationships: named(release(number)) });
    const twice = await world.send('POST', list, { data: [one(1), one(2), one(1)] });
    expect(await faultOf(twice)).toEqual({ status: 409, source: { pointer: '/data/2/relationships/release' } });
    expect(await wishes()).toEqual([]);
    expect((await world.send('POST', list, { data: [one(1), one(2)] })).status).toBe(201);
    expect(await wishes()).toEqual(['Psycho', 'Vertigo']);
  });
});

describe('a new copy', () => {
  test('is removed from the wishlist by the same request if it asks for that', async () => {
    for (const number of [1, 2, 3]) await wish(number);
    const kept = await world.send('POST', world.list, { data: fresh(1) });
    const one = await world.send('POST', world.list, { data: fresh(1), meta: { takeOffWishlist: true } });
    expect([kept.status, one.status]).toEqual([201, 201]);
    expect(((await one.json()) as { meta: object }).meta).toEqual({ takenOffWishlist: 1 });
    expect(await wishes()).toEqual(['Vertigo', 'Çetin Ceviz']);
    const many = await world.send('POST', world.list, { data: [fresh(1), fresh(2), fresh(3)], meta: { takeOffWishlist: true } });
    expect(((await many.json()) as { meta: object }).meta).toEqual({ takenOffWishlist: 2 });
    expect(await wishes()).toEqual([]);
  });

  test('stays on the wishlist if the copy is refused, or the token cannot write the wishlist', async () => {
    await wish(1);
    const meta = { takeOffWishlist: true };
    const limited = await issueApiToken(world.server.store, 'tester', 'collection alone', { scopes: ['collection:write'] });
    const refused = await world.send('POST', world.list, { data: [fresh(1), fresh(2, { rating: 9 })], meta });
    const forbidden = await world.send('POST', world.list, { data: fresh(1), meta }, { token: limited });
    const unclear = await world.send('POST', world.list, { data: fresh(1), meta: { takeOffWishlist: 'yes' } });
    expect([refused.status, forbidden.status, unclear.status]).toEqual([422, 403, 400]);
    expect(await wishes()).toEqual(['Psycho']);
    expect(await all()).toEqual([]);
  });
});

describe('a bulk deletion', () => {
  const remove = (data: unknown) => world.send('POST', `${world.list}/deletions`, { data });

  test('deletes all items or none', async () => {
    const [first, second, third] = [await world.make(1), await world.make(2), await world.make(3)];
    const withMissing = await remove([first.id, unknownUuid].map((id) => ({ type, id })));
    expect(await faultOf(withMissing)).toEqual({ status: 404, source: { pointer: '/data/1/id' } });
    expect(await all()).toHaveLength(3);
    expect((await remove([first, third].map(({ id }) => ({ type, id })))).status).toBe(204);
    expect(await all()).toEqual([second]);
  });
});
