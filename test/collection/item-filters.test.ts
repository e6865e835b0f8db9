import { beforeAll, describe, expect, test } from 'bun:test';
import { addItem } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

const jsonApi = { 'content-type': 'application/vnd.api+json' };

const credit = (artist: number) => ({ iri: `/api/artists/${uuid(artist)}`, position: 1, credit_role: 'composer' });

/** Two artists, two films by the first, and three releases: one of each film, the second on a label, and one of neither. */
const records = [
  { type: 'Artist', id: `/api/artists/${uuid(11)}`, attributes: { name: 'Zoë Herrmann', _type: 'person' } },
  { type: 'Artist', id: `/api/artists/${uuid(12)}`, attributes: { name: 'Alfred Newman', _type: 'person' } },
  { type: 'Label', id: `/api/labels/${uuid(21)}`, attributes: { name: 'Unicorn' } },
  { type: 'Production', id: `/api/productions/${uuid(31)}`, attributes: { title: 'Psycho', _type: 'movie', composers: [credit(11)] } },
  {
    type: 'Release',
    id: `/api/releases/${uuid(1)}`,
    attributes: { title: 'Psycho', release_date: '1975', artists: [{ ...credit(11), credit_role: 'performer' }] },
  },
  {
    type: 'Release',
    id: `/api/releases/${uuid(2)}`,
    attributes: {
      title: 'Airport',
      release_date: '1970-03',
      artists: [{ ...credit(12), credit_role: 'performer' }],
      credits: [credit(12)],
      labels: [{ iri: `/api/labels/${uuid(21)}`, catalog_number: 'UKLM 1001' }],
    },
  },
  { type: 'Release', id: `/api/releases/${uuid(3)}`, attributes: { title: 'Çetin', artist_credit: 'Various' } },
  {
    type: 'ReleaseFormat',
    id: `/api/releases/${uuid(1)}/formats/${uuid(41)}`,
    attributes: { format_type: 'vinyl' },
  },
  {
    type: 'ProductionEntry',
    id: `/api/productions/${uuid(31)}/entries/${uuid(51)}`,
    relationships: {
      release: { data: { type: 'Release', id: `/api/releases/${uuid(1)}` } },
    },
  },
];

let server: TestServer;
beforeAll(async () => {
  server = await startServer(records);
});

const add = (list: 'collection' | 'wishlist', release: number, attributes: object) => addItem(server, list, uuid(release), attributes);

const titles = async (path: string): Promise<string[]> =>
  (await server.read(`/api/users/me/${path}`)).data.map(
    (item: { attributes: { release: { title: string } } }) => item.attributes.release.title,
  );

describe('a collection', () => {
  beforeAll(async () => {
    await add('collection', 1, { condition: 'good', folder: 'Hitchcock', tags: ['Mono', 'gift'], purchase_price_cents: 500, rating: 2 });
    await add('collection', 2, {
      condition: 'mint',
      format_type: 'cd',
      storage_location: 'Shelf A',
      order_price_cents: 900,
      is_signed: true,
    });
    await add('collection', 3, { added_at: '2001-01-01', tags: ['mono'], folder: 'Italy', rating: 5 });
  });

  test.each([
    ['q=zoe herrmann', ['Psycho']],
    ['q=various cetin', ['Çetin']],
    ['condition=good', ['Psycho']],
    ['condition[]=good&condition[]=mint', ['Psycho', 'Airport']],
    ['format=vinyl', ['Psycho']],
    ['format=cd', ['Airport']],
    ['format[]=cd&format[]=vinyl', ['Psycho', 'Airport']],
    [`label=/api/labels/${uuid(21)}`, ['Airport']],
    [`composer=${uuid(11)}`, ['Psycho']],
    [`composer=${uuid(12)}`, ['Airport']],
    [`composer[]=${uuid(11)}&composer[]=${uuid(12)}`, ['Psycho', 'Airport']],
    [`artist=${uuid(12)}`, ['Airport']],
    [`production=${uuid(31)}`, ['Psycho']],
    [`release[]=${uuid(1)}&release[]=${uuid(3)}`, ['Psycho', 'Çetin']],
    ['year=1975', ['Psycho']],
    ['year[]=1975&year[]=1970', ['Psycho', 'Airport']],
    ['decade=1970', ['Psycho', 'Airport']],
    ['decade=1980', []],
    ['folder=Hitchcock', ['Psycho']],
    ['folder[]=Hitchcock&folder[]=Italy', ['Psycho', 'Çetin']],
    ['tag=MONO', ['Psycho', 'Çetin']],
    ['tag[]=gift&tag[]=none', ['Psycho']],
    ['storageLocation=Shelf A', ['Airport']],
    ['rating=5', ['Çetin']],
    ['signed=true', ['Airport']],
    ['signed=false&tag=mono', ['Psycho', 'Çetin']],
  ])('filtered by %s has the matching items', async (query, expected) => {
    expect(await titles(`collection?${query}`)).toEqual(expected);
  });

  test.each([
    ['artist', ['Airport', 'Çetin', 'Psycho']],
    ['title', ['Airport', 'Çetin', 'Psycho']],
    ['price', ['Çetin', 'Psycho', 'Airport']],
    ['rating', ['Airport', 'Psycho', 'Çetin']],
    ['added', ['Çetin', 'Psycho', 'Airport']],
    ['year', ['Çetin', 'Airport', 'Psycho']],
    ['condition', ['Airport', 'Psycho', 'Çetin']],
    ['storageLocation', ['Psycho', 'Çetin', 'Airport']],
  ])('is sorted by %s in both directions', async (order, expected) => {
    expect(await titles(`collection?order[${order}]=asc`)).toEqual(expected);
    expect(await titles(`collection?order[${order}]=desc`)).toEqual(expected.toReversed());
  });

  test.each(['condition=best', 'format=lp', 'decade=1975', 'year=x', 'tag=', 'rating=6', 'signed=maybe', 'composer=x'])(
    'is not narrowed by %s',
    async (query) => {
      expect((await server.request(`/api/users/me/collection?${query}`)).status).toBe(400);
    },
  );

  test('is searched by tags without accents, together with other words, and by stars', async () => {
    const [item] = (await server.read('/api/users/me/collection?tag=gift')).data;
    const body = JSON.stringify({ data: { type: 'CollectionItem', id: item.id, attributes: { tags: ['Première', 'gift', 'mono'] } } });
    await server.request(item.id, { method: 'PATCH', headers: jsonApi, body });
    const found = ['premiere', 'PREMIÈRE psycho', 'première airport', 'mono', '★★', '★★★'];
    const all = [['Psycho'], ['Psycho'], [], ['Psycho', 'Çetin'], ['Psycho', 'Çetin'], ['Çetin']];
    for (const [index, q] of found.entries()) expect([q, await titles(`collection?q=${q}`)]).toEqual([q, all[index] as string[]]);
  });

  test('finds an item by its current tags, and not after its deletion', async () => {
    const [item] = (await server.read('/api/users/me/collection?tag=gift')).data;
    const change = (tags: string[]) =>
      server.request(item.id, {
        method: 'PATCH',
        headers: jsonApi,
        body: JSON.stringify({ data: { type: 'CollectionItem', id: item.id, attributes: { tags } } }),
      });
    await change(['Stereo']);
    expect(await titles('collection?tag=gift')).toEqual([]);
    expect(await titles('collection?tag=stereo')).toEqual(['Psycho']);
    await change(['Mono', 'gift']);
    await add('collection', 2, { tags: ['to be sold'] });
    const [sold] = (await server.read('/api/users/me/collection?tag=to be sold')).data;
    await server.request(sold.id, { method: 'DELETE' });
    expect(server.store.writer.query('SELECT DISTINCT tag_folded AS tag FROM collection_item_tag ORDER BY 1').all()).toEqual([
      { tag: 'gift' },
      { tag: 'mono' },
    ]);
  });
});

describe('a wishlist', () => {
  beforeAll(async () => {
    await add('wishlist', 1, { priority: 2, max_price_cents: 4000, currency: 'EUR' });
    await add('wishlist', 2, { priority: 1 });
    await add('wishlist', 3, { max_price_cents: 100 });
  });

  test.each([
    ['q=cetin', ['Çetin']],
    ['priority=1', ['Airport']],
    ['priority[]=1&priority[]=2', ['Psycho', 'Airport']],
    ['format=vinyl', ['Psycho']],
    [`label=${uuid(21)}`, ['Airport']],
    [`composer=${uuid(11)}`, ['Psycho']],
    [`production=${uuid(31)}`, ['Psycho']],
    ['decade=1970', ['Psycho', 'Airport']],
    ['order[priority]=asc', ['Çetin', 'Airport', 'Psycho']],
    ['order[title]=asc', ['Airport', 'Çetin', 'Psycho']],
    ['order[maxPrice]=desc', ['Psycho', 'Çetin', 'Airport']],
    ['sort=-createdAt', ['Çetin', 'Airport', 'Psycho']],
  ])('filtered by %s has the matching items', async (query, expected) => {
    expect(await titles(`wishlist?${query}`)).toEqual(expected);
  });

  test('accepts a priority from 1 to 5, and a price of 0 or more', async () => {
    for (const attributes of [{ priority: 0 }, { priority: 6 }, { max_price_cents: -1 }, { currency: 'euro' }]) {
      const [{ id }] = (await server.read('/api/users/me/wishlist')).data;
      const body = JSON.stringify({ data: { type: 'WishlistItem', id, attributes } });
      expect((await server.request(id, { method: 'PATCH', headers: jsonApi, body })).status).toBe(422);
    }
  });
});

test.each(['collection', 'wishlist'])('items of a %s are found by UUID or IRI, only by their owner', async (list) => {
  const path = `/api/users/me/${list}`;
  const [one, other] = (await server.read(path)).data;
  const found = await server.read(`${path}?id[]=${one.attributes._id}&id[]=${other.id}&id[]=${uuid(99)}`);
  expect(found.data.map(({ id }: { id: string }) => id).toSorted()).toEqual([one.id, other.id].toSorted());
  expect(found.meta?.totalItems).toBe(2);
  expect((await server.read(`${path}?id=${uuid(99)}`)).data).toEqual([]);
});
