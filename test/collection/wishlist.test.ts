import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createWishlistItem } from '../../src/collection/wishlist/wishlist-items';
import {
  faultOf,
  injections,
  jsonApi,
  mergedRecord,
  named,
  openWorld,
  release,
  releaseRecord,
  unknownUuid,
  violationsOf,
  type World,
} from '../support/owned-items';

let world: World;
beforeAll(async () => {
  world = await openWorld('wishlist');
});
beforeEach(() => world.clear());

const itemsOf = async (query = '') => (await world.server.read(`${world.list}${query}`)).data;
const titlesOf = async (query: string): Promise<string[]> =>
  (await itemsOf(query)).map((item: { attributes: { release: { title: string } } }) => item.attributes.release.title);

describe('a wishlist', () => {
  test('is empty at first', async () => {
    const { data, meta } = await world.server.read(world.list);

    expect(data).toEqual([]);
    expect(meta?.totalItems).toBe(0);
  });

  test('holds what is put on it, with the attributes of the contract', async () => {
    const response = await world.send('POST', world.list, {
      data: { type: 'WishlistItem', attributes: { notes: 'First pressing' }, relationships: named(release(1)) },
    });

    const { data } = (await response.json()) as { data: { id: string; attributes: Record<string, unknown> } };
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(data.id);
    expect(data.id).toBe(`${world.list}/${data.attributes._id}`);
    expect(data.attributes).toEqual({
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

  test('names a release once: a second time is a conflict, and writes nothing', async () => {
    const first = await world.make(1);

    const again = await world.send('POST', world.list, {
      data: { type: 'WishlistItem', attributes: { notes: 'again' }, relationships: named(release(1)) },
    });

    expect(await faultOf(again)).toEqual({ status: 409, source: { pointer: '/data/relationships/release' } });
    expect(await itemsOf()).toEqual([first]);
  });

  test('does not let an item become one of a release that is on it already', async () => {
    const [item] = [await world.make(1), await world.make(2)];

    const response = await world.change(item.id, { release: { id: release(2) }, notes: 'moved' });

    expect(response.status).toBe(409);
    expect((await world.server.read(item.id)).data).toEqual(item);
  });

  test('lets an item become one of another release', async () => {
    const item = await world.make(1, { notes: 'kept' });

    const response = await world.change(item.id, { release: { id: release(3) } });

    expect(response.status).toBe(200);
    const { attributes } = (await world.server.read(item.id)).data;
    expect(attributes.release.title).toBe('Çetin Ceviz');
    expect(attributes.notes).toBe('kept');
  });

  test('is ordered by age, or by the titles of its releases', async () => {
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

  test('shows what it leads to', async () => {
    await world.make(1);

    const { data, included } = await world.server.read(`${world.list}?include=release`);

    expect(data[0].relationships.release.data).toEqual({ type: 'Release', id: release(1) });
    expect(included?.[0]).toMatchObject({ type: 'Release', id: release(1), attributes: { title: 'Psycho' } });
  });
});

describe('an item', () => {
  test('changes what the body names, and says when', async () => {
    const item = await world.make(1);
    await Bun.sleep(2);

    const response = await world.change(item.id, { notes: 'New' });

    const { data } = (await response.json()) as { data: typeof item };
    expect(response.status).toBe(200);
    expect(data.attributes.notes).toBe('New');
    expect(data.attributes.updated_at > item.attributes.updated_at).toBe(true);
    expect(data.attributes.created_at).toBe(item.attributes.created_at);
  });

  test('can be sent back as it was fetched, and nothing changes', async () => {
    const item = await world.make(1, { notes: 'as is' });
    await Bun.sleep(2);
    const before = await world.server.request(item.id);

    const response = await world.send('PATCH', item.id, await before.text());

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: item });
    expect(response.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('refuses notes that are no text, too long, or half of a character', async () => {
    const item = await world.make(1);

    for (const notes of [1, true, {}, [], 'x'.repeat(10_001), '\ud800']) {
      const response = await world.change(item.id, { notes });
      expect({ notes, status: response.status }).toEqual({ notes, status: 422 });
      expect(await violationsOf(response)).toEqual({ notes: '/data/attributes/notes' });
    }
    expect((await world.server.read(item.id)).data).toEqual(item);
  });

  test.each(injections)('keeps %j as the text that it is', async (notes) => {
    const { id } = await world.make(1, { notes });

    expect((await world.server.read(id)).data.attributes.notes).toBe(notes);
    expect((await world.server.read(`${world.list}?q=${encodeURIComponent(notes)}`)).meta?.totalItems).toBe(1);
  });

  test('is deleted, and is gone then', async () => {
    const item = await world.make(1);

    const response = await world.send('DELETE', item.id);

    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect((await world.server.request(item.id)).status).toBe(404);
    expect((await world.send('DELETE', item.id)).status).toBe(404);
    expect(await itemsOf()).toEqual([]);
  });

  test('is written over only by who has seen how it is', async () => {
    const item = await world.make(1);
    const etag = (await world.server.request(item.id)).headers.get('etag') ?? '';

    expect((await world.change(item.id, { notes: 'one' }, { headers: { 'if-match': etag } })).status).toBe(200);
    expect((await world.change(item.id, { notes: 'two' }, { headers: { 'if-match': etag } })).status).toBe(412);
    expect((await world.send('DELETE', item.id, undefined, { headers: { 'if-match': etag } })).status).toBe(412);
    expect((await world.server.read(item.id)).data.attributes.notes).toBe('one');
    expect((await world.send('DELETE', item.id, undefined, { headers: { 'if-match': '*' } })).status).toBe(204);
  });
});

describe('a release on wishlists', () => {
  test('takes its items along when it is merged', async () => {
    await world.importLines([releaseRecord(4, 'Vertigo again')]);
    const item = await world.make(4, { notes: 'wanted' });

    await world.importLines([mergedRecord(4, 2)]);

    const { attributes } = (await world.server.read(item.id)).data;
    expect(attributes.release).toEqual({ id: release(2).slice(-36), title: 'Vertigo', slug: 'vertigo' });
    expect(attributes.notes).toBe('wanted');
  });

  test('leaves one item where both were wished for, with the notes of both', async () => {
    await world.importLines([releaseRecord(4, 'Vertigo again')]);
    await world.make(2, { notes: 'the Mercury one' });
    await world.make(4, { notes: 'In Mono' });

    await world.importLines([mergedRecord(4, 2)]);

    const [item, ...others] = await itemsOf();
    expect(others).toEqual([]);
    expect(item.attributes.notes).toBe('the Mercury one\nIn Mono');
    expect(await titlesOf('?q=mercury mono')).toEqual(['Vertigo']);
  });

  test('leaves one item that is wanted as much as either, with the price that either has', async () => {
    await world.importLines([releaseRecord(4, 'Vertigo again')]);
    await world.make(2, { priority: 4 });
    await world.make(4, { priority: 2, max_price_cents: 900, currency: 'EUR' });

    await world.importLines([mergedRecord(4, 2)]);

    const [item, ...others] = await itemsOf();
    expect(others).toEqual([]);
    expect(item.attributes).toMatchObject({ priority: 2, max_price_cents: 900, currency: 'EUR' });
  });

  test('is found by the UUID that it had before it was merged', async () => {
    await world.importLines([releaseRecord(4, 'Vertigo again'), mergedRecord(4, 2)]);

    const item = await world.make(4);

    expect(item.attributes.release.title).toBe('Vertigo');
  });

  test('cannot be deleted', async () => {
    const item = await world.make(1);

    const remove = () => world.server.store.write(() => world.server.store.writer.run("DELETE FROM release WHERE title = 'Psycho'"));

    await expect(remove()).rejects.toThrow('FOREIGN KEY');
    expect((await world.server.read(item.id)).data).toEqual(item);
  });
});

describe('everyone else', () => {
  test('finds nothing, by any method, and is told the same as of a user that does not exist', async () => {
    const item = await world.make(1, { notes: 'secret' });
    const wrong = [undefined, '{', JSON.stringify({ data: { type: 'WishlistItem', id: item.id, attributes: { notes: 'stolen' } } })];
    const addresses = [
      ['GET', world.list],
      ['POST', world.list],
      ['GET', item.id],
      ['PATCH', item.id],
      ['DELETE', item.id],
    ] as const;

    for (const [method, path] of addresses) {
      for (const body of method === 'GET' ? [undefined] : wrong) {
        const answers = [path, path.replace(world.userId, unknownUuid)].map(async (address) => {
          const response = await world.send(method, address, body, { token: world.strangerToken });
          const { errors } = (await response.json()) as { errors: { id: string; detail: string; instance: string; meta: object }[] };
          const { id: _, detail, instance, meta: __, ...rest } = errors[0] as (typeof errors)[number];
          return {
            status: response.status,
            detail: detail.replace(/[0-9a-f-]{36}/, ''),
            instance: instance.replace(/users\/[^/]+/, ''),
            rest,
          };
        });
        const [theirs, nobodys] = await Promise.all(answers);
        expect(theirs?.status).toBe(404);
        expect(theirs).toEqual(nobodys);
      }
    }
    expect((await world.server.read(item.id)).data).toEqual(item);
  });

  test('cannot reach an item through their own list', async () => {
    const item = await world.make(1);
    const through = item.id.replace(world.userId, world.strangerId);

    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { data: { type: 'WishlistItem', id: through } } : undefined;
      expect((await world.send(method, through, body, { token: world.strangerToken })).status).toBe(404);
    }
    expect((await world.server.read(item.id)).data).toEqual(item);
  });

  test('may wish for the same release', async () => {
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

describe('other code', () => {
  test('puts releases on a wishlist within a transaction of its own', async () => {
    const { store } = world.server;
    const key = (store.writer.query("SELECT key FROM release WHERE title = 'Vertigo'").get() as { key: number }).key;

    const id = await store.write(() => createWishlistItem(store, world.userKey, key, { notes: 'imported' }));

    expect((await world.server.read(`${world.list}/${id}`)).data.attributes).toMatchObject({
      notes: 'imported',
      release: { title: 'Vertigo' },
    });
    await expect(store.write(() => createWishlistItem(store, world.userKey, key, {}))).rejects.toThrow('already');
    await expect(store.write(() => createWishlistItem(store, world.userKey, key, { notes: 5 }))).rejects.toThrow(
      'notes: This must be text',
    );
    expect((await itemsOf()).length).toBe(1);
  });
});

test('what is answered of a wishlist is kept by no cache', async () => {
  const item = await world.make(1);
  const answers = [
    await world.server.request(world.list),
    await world.server.request(item.id),
    await world.change(item.id, { notes: 'x' }),
  ];

  for (const answer of [...answers, await world.send('DELETE', item.id)]) {
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Encoding, Authorization');
  }
  expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([jsonApi, jsonApi, jsonApi]);
});
