import { beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { collectionItemsOf } from '../../src/collection/items/collection-items';
import { openApiChecks } from '../support/json-schema';
import {
  faultOf,
  injections,
  jsonApi,
  mergedRecord,
  named,
  openWorld,
  release,
  releaseRecord,
  violationsOf,
  type World,
} from '../support/owned-items';
import { unknownUuid } from '../support/uuids';

let world: World;
beforeAll(async () => {
  world = await openWorld('collection');
});
beforeEach(() => world.clear());

// biome-ignore lint/suspicious/noExplicitAny: items are looked into by the names of their attributes.
type Item = any;

const readItem = async (id: string): Promise<Item> => (await world.server.read(id)).data;
const itemsOf = async (query = ''): Promise<Item[]> => (await world.server.read(`${world.list}${query}`)).data;
const titlesOf = async (query: string): Promise<string[]> => (await itemsOf(query)).map((item) => item.attributes.release.title);
const countOf = (): number => (world.server.store.writer.query('SELECT count(*) AS n FROM collection_item').get() as { n: number }).n;

const document = (data: object = {}) => ({ data: { type: 'CollectionItem', relationships: named(release(1)), ...data } });

const conditions = ['mint', 'near_mint', 'very_good_plus', 'very_good', 'good_plus', 'good', 'fair', 'poor'];
const formatTypes = ['cd', 'vinyl', 'cassette', 'digital', 'dvd', 'blu_ray', 'sacd', 'minidisc', 'other'];

interface Rule {
  /** The value sent, and the stored one if it differs. */
  readonly good: readonly (readonly [sent: unknown, kept?: unknown])[];
  readonly bad: readonly unknown[];
}

const nullable = [null] as const;
const notText = [1, true, {}, [], ['a'], '\ud800', 'half \udc00 of a pair', 'nul \u0000'];
const shortText: Rule = { good: [nullable, [''], ['x'], ['🎬'.repeat(255)]], bad: [...notText, 'x'.repeat(256), '🎬'.repeat(256)] };
const price: Rule = { good: [nullable, [0], [1999], [Number.MAX_SAFE_INTEGER], [-0, 0]], bad: [-1, 1.5, '1999', true, 1e300, {}, []] };
const noDates = [
  '',
  'yesterday',
  '2024',
  '2024-02',
  '2023-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-04-31',
  '24-01-01',
  '0000-01-01',
  '2999-01-01',
  20240101,
  {},
  true,
];

const rules: Readonly<Record<string, Rule>> = {
  condition: { good: [nullable, ...conditions.map((one) => [one] as const)], bad: ['', 'Mint', 'excellent', 1, {}, ['mint']] },
  status: { good: [['active'], ['ordered']], bad: [null, '', 'lent_out', 'sold', 'ACTIVE', 1, ['active']] },
  purchased_at: {
    good: [
      nullable,
      ['2024-05-01T18:30:00+02:00', '2024-05-01T16:30:00.000+00:00'],
      ['2024-02-29T23:59:59.9999Z', '2024-02-29T23:59:59.999+00:00'],
      ['2023-12-31T23:30:00-01:00', '2024-01-01T00:30:00.000+00:00'],
      ['1958-05-09', '1958-05-09T00:00:00.000+00:00'],
    ],
    bad: [
      ...noDates,
      '2023-02-29T10:00:00Z',
      '2024-05-01T18:30:00',
      '2024-05-01T24:00:00Z',
      '2024-05-01T18:60:00Z',
      '2024-05-01T18:30:60Z',
      '2024-05-01T18:30:00+25:00',
      '2024-05-01 18:30:00Z',
      '2999-05-01T00:00:00Z',
      '9999-12-31T23:00:00-05:00',
      '0000-01-01T00:00:00+01:00',
      '0000-06-01T00:00:00Z',
      '0001-01-01T00:00:00+01:00',
      '2024-05-01T18:30:00Z; x',
    ],
  },
  shop: shortText,
  notes: { good: [nullable, [''], ['🎬'.repeat(10_000)], ['two\nlines']], bad: [...notText, 'x'.repeat(10_001)] },
  purchase_price_cents: price,
  currency: { good: [nullable, ['EUR'], ['USD'], ['DEM']], bad: ['', 'eur', 'EURO', 'QQQ', 978, ['EUR'], '€'] },
  storage_location: shortText,
  sleeve_condition: { good: [nullable, ...conditions.map((one) => [one] as const)], bad: ['', 'Generic', 'VG+', 1, {}] },
  rating: { good: [nullable, [1], [5]], bad: [0, 6, -1, 2.5, '3', true, {}] },
  added_at: {
    good: [
      ['2019-02-28T10:01:53Z', '2019-02-28T10:01:53.000+00:00'],
      ['2019-02-28', '2019-02-28T00:00:00.000+00:00'],
    ],
    bad: [...noDates, '2019-02-30T10:00:00Z', '2019-02-28 10:01:53'],
  },
  folder: shortText,
  tags: {
    good: [
      [[]],
      [['a', 'b']],
      [['Mono', 'mono, first']],
      [[' spaces around '], ['spaces around']],
      [['🎬'.repeat(100)]],
      [Array.from({ length: 50 }, (_, index) => `tag ${index}`)],
    ],
    bad: [
      null,
      'a',
      {},
      [''],
      ['  '],
      [1],
      [null],
      [['a']],
      ['a', 'A'],
      ['ß', 'SS'],
      ['x'.repeat(101)],
      ['nul \u0000'],
      ['\ud800'],
      Array.from({ length: 51 }, (_, index) => `tag ${index}`),
    ],
  },
  is_signed: { good: [[true], [false]], bad: [null, 0, 1, 'true', '', {}] },
  quantity: { good: [[1], [100_000]], bad: [null, 0, -1, 1.5, 100_001, '2', true, 1e300] },
  order_date: { good: [nullable, ['2024-02-29'], ['1958-05-09']], bad: [...noDates, '2024-05-01T18:30:00Z', '2024-5-1'] },
  order_price_cents: price,
  order_vendor: shortText,
  format_type: { good: [nullable, ...formatTypes.map((one) => [one] as const)], bad: ['', 'CD', 'lp', 'blu-ray', 7, {}] },
};

describe('a collection', () => {
  test('stores items with every attribute of the contract', async () => {
    const response = await world.send('POST', world.list, document());
    const { data } = (await response.json()) as { data: Item };
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(data.id);
    expect(data).toMatchObject({ id: `${world.list}/${data.attributes._id}`, type: 'CollectionItem', links: { self: data.id } });
    expect(data.relationships).toEqual({ releaseRecord: { data: { type: 'Release', id: release(1) } } });
    const { _id, release: of, created_at, ...attributes } = data.attributes;
    expect([_id, of, created_at]).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      { id: release(1).slice(-36), title: 'Psycho', slug: 'psycho' },
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    ]);
    const set = { status: 'active', tags: [], is_signed: false, quantity: 1, added_at: created_at, updated_at: created_at };
    const ofValue = ['current_value_cents', 'value_currency', 'valued_on', 'value_source'];
    expect(attributes).toEqual({ ...Object.fromEntries([...Object.keys(rules), ...ofValue].map((name) => [name, null])), ...set });
    expect(await readItem(data.id)).toEqual(data);
    expect(await itemsOf()).toEqual([data]);
  });

  test('accepts the release as a relationship or attribute, by IRI or UUID, with any spelling of its type', async () => {
    const uuid = release(1).slice(-36);
    const ways = [
      { relationships: { release: { data: { type: 'releases', id: uuid } } } },
      { attributes: { release: { id: uuid.toUpperCase() } } },
      { attributes: { release: { id: release(1), title: 'what it was called' } } },
      { attributes: { release: { id: uuid } }, relationships: { release: { data: { type: 'Release', id: release(1) } } } },
      { relationships: { releaseRecord: { data: { type: 'Release', id: release(1) } } } },
    ];
    for (const way of ways) {
      const response = await world.send('POST', world.list, { data: { type: 'collection-items', ...way } });
      expect({ way, status: response.status }).toEqual({ way, status: 201 });
    }
    expect(await titlesOf('')).toEqual(ways.map(() => 'Psycho'));
  });

  test('refuses an item without a release, or with a missing one or another record', async () => {
    const relationship = '/data/relationships/release';
    const attribute = '/data/attributes/release';
    const wrong: [data: object, pointer: string][] = [
      [{ relationships: undefined }, `${relationship}Record`],
      [{ relationships: {} }, `${relationship}Record`],
      [{ relationships: { releaseRecord: { data: null } } }, `${relationship}Record`],
      [{ relationships: { ...named(release(1)), releaseRecord: named(release(2)).release } }, `${relationship}Record`],
      [{ relationships: { release: { data: null } } }, relationship],
      [{ relationships: { release: { links: {} } } }, relationship],
      [{ relationships: named(unknownUuid) }, relationship],
      [{ relationships: named(`/api/artists/${unknownUuid}`) }, relationship],
      [{ relationships: named("' OR 1=1 --") }, relationship],
      [{ relationships: { release: { data: { type: 'Artist', id: release(1) } } } }, relationship],
      [{ relationships: {}, attributes: { release: { id: unknownUuid } } }, attribute],
      [{ relationships: {}, attributes: { release: null } }, attribute],
      [{ relationships: {}, attributes: { release: release(1) } }, attribute],
      [{ relationships: {}, attributes: { release: {} } }, attribute],
      [{ relationships: {}, attributes: { release: { id: 7 } } }, attribute],
      [{ attributes: { release: { id: release(2) } } }, relationship],
    ];
    for (const [data, pointer] of wrong) {
      const response = await world.send('POST', world.list, document(data));
      expect({ data, status: response.status }).toEqual({ data, status: 422 });
      expect({ data, violations: await violationsOf(response) }).toEqual({ data, violations: { release: pointer } });
    }
    expect(countOf()).toBe(0);
  });

  test('accepts a day as soon as it has begun somewhere on Earth, and a moment until minutes after now', async () => {
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    const [today, tomorrow] = [dayOf(Date.now()), dayOf(Date.now() + 86_400_000)];
    const statusesAt = async (time: string, ...sent: readonly object[]) => {
      setSystemTime(new Date(`${today}T${time}Z`));
      return Promise.all(sent.map(async (attributes) => (await world.send('POST', world.list, document({ attributes }))).status));
    };
    const days = [{ order_date: tomorrow }, { purchased_at: tomorrow }, { purchased_at: `${tomorrow}T00:00:00.000+00:00` }];
    const moments = ['09:59:59Z', '10:04:00Z', '12:04:00+02:00', '10:06:00Z', '23:00:00Z'].map((time) => ({
      added_at: `${today}T${time}`,
    }));
    try {
      expect(await statusesAt('09:59:59', { order_date: today }, { purchased_at: today }, ...days)).toEqual([201, 201, 422, 422, 422]);
      expect(await statusesAt('10:00:00', ...days, ...moments)).toEqual([201, 201, 201, 201, 201, 201, 422, 422]);
    } finally {
      setSystemTime();
    }
  });

  test('can have several copies of a release', async () => {
    const [first, second] = [await world.make(1), await world.make(1)];
    expect(first.id).not.toBe(second.id);
    expect(await itemsOf()).toHaveLength(2);
  });

  test('refuses an id chosen by the client', async () => {
    const response = await world.send('POST', world.list, document({ id: unknownUuid }));
    expect(await faultOf(response)).toEqual({ status: 403, source: { pointer: '/data/id' } });
    expect(countOf()).toBe(0);
  });

  test('is filtered by a valid status', async () => {
    await world.make(1, { status: 'ordered' });
    await world.make(2, { status: 'active' });
    expect(await titlesOf('?status=ordered')).toEqual(['Psycho']);
    expect(await titlesOf('?status=active')).toEqual(['Vertigo']);
    for (const status of ['lent_out', 'sold', '', 'ORDERED', 'x', "' OR 1=1"]) {
      const response = await world.server.request(`${world.list}?status=${encodeURIComponent(status)}`);
      expect({ value: status, ...(await faultOf(response)) }).toEqual({ value: status, status: 400, source: { parameter: 'status' } });
    }
    expect((await world.server.request(`${world.list}?status=active&status=ordered`)).status).toBe(400);
    expect((await world.server.request(`${world.list}?status[]=active&status[]=ordered`)).status).toBe(400);
  });

  test('is sorted by age, purchase date and title, items without a purchase date first', async () => {
    await world.make(2, { purchased_at: '2024-01-01T00:30:00+01:00' });
    await world.make(3, { purchased_at: '2024-01-01' });
    await world.make(1);
    expect(await titlesOf('')).toEqual(['Vertigo', 'Çetin Ceviz', 'Psycho']);
    expect(await titlesOf('?order[createdAt]=asc')).toEqual(['Vertigo', 'Çetin Ceviz', 'Psycho']);
    expect(await titlesOf('?order[createdAt]=desc')).toEqual(['Psycho', 'Çetin Ceviz', 'Vertigo']);
    expect(await titlesOf('?order[purchasedAt]=asc')).toEqual(['Psycho', 'Vertigo', 'Çetin Ceviz']);
    expect(await titlesOf('?sort=-purchased_at')).toEqual(['Çetin Ceviz', 'Vertigo', 'Psycho']);
    expect(await titlesOf('?order[release.title]=asc')).toEqual(['Çetin Ceviz', 'Psycho', 'Vertigo']);
    expect(await titlesOf('?sort=-release.title')).toEqual(['Vertigo', 'Psycho', 'Çetin Ceviz']);
    expect(await titlesOf('?sort=-release.title&status=active')).toEqual(['Vertigo', 'Psycho', 'Çetin Ceviz']);
  });

  test('is searched by all words in titles and notes, ignoring case and accents', async () => {
    await world.make(1, { notes: 'Signed by Hérrmann' });
    const { id } = await world.make(2, { notes: '100% mono' });
    await world.make(3);
    expect(await titlesOf('?q=herrmann')).toEqual(['Psycho']);
    expect(await titlesOf('?q=SIGNED psy')).toEqual(['Psycho']);
    expect(await titlesOf('?q=cetin')).toEqual(['Çetin Ceviz']);
    expect(await titlesOf('?q=100%25')).toEqual(['Vertigo']);
    expect(await titlesOf('?q=%25')).toEqual(['Vertigo']);
    expect(await titlesOf('?q=signed mono')).toEqual([]);
    expect(await titlesOf('?q=')).toHaveLength(3);
    await world.change(id, { notes: null });
    expect(await titlesOf('?q=mono')).toEqual([]);
    expect((await world.server.request(`${world.list}?q=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('has pages with links to the next', async () => {
    for (let index = 0; index < 5; index++) await world.make(1);
    const { data, links, meta } = await world.server.read(`${world.list}?itemsPerPage=2&page=2`);
    expect(data).toHaveLength(2);
    expect(meta).toEqual({ totalItems: 5, itemsPerPage: 2, currentPage: 2 });
    expect(links).toMatchObject({ next: `${world.list}?itemsPerPage=2&page=3`, last: `${world.list}?itemsPerPage=2&page=3` });
  });

  test('includes whole releases, or only the requested fields', async () => {
    const { id } = await world.make(1);
    await world.make(1);
    const { included } = await world.server.read(`${world.list}?include=release`);
    const single = await world.server.read(`${id}?include=release.formats&fields[Release]=title&fields[CollectionItem]=status,release`);
    expect(included).toHaveLength(1);
    expect(included?.[0]).toMatchObject({ type: 'Release', id: release(1), attributes: { title: 'Psycho', track_count: 0 } });
    expect(single.data.attributes).toEqual({ status: 'active', release: expect.any(Object) });
    expect(single.included?.[0].attributes).toEqual({ title: 'Psycho' });
    expect(await faultOf(await world.server.request(`${world.list}?include=user`))).toEqual({
      status: 400,
      source: { parameter: 'include' },
    });
  });
});

describe.each(Object.entries(rules))('%s', (name, { good, bad }) => {
  test.each(good.map((pair) => [JSON.stringify(pair[0])?.slice(0, 60), pair] as const))('can be %s', async (_, pair) => {
    const [sent] = pair;
    const kept = pair.length > 1 ? pair[1] : sent;
    const { id } = await world.make(1);
    const response = await world.change(id, { [name]: sent });
    expect(response.status).toBe(200);
    expect(((await response.json()) as { data: Item }).data.attributes[name]).toEqual(kept);
    expect((await readItem(id)).attributes[name]).toEqual(kept);
    expect((await world.make(1, { [name]: sent })).attributes[name]).toEqual(kept);
  });

  test('cannot be anything else, and nothing is written then', async () => {
    const item = await world.make(1, { shop: 'before' });
    for (const value of bad) {
      for (const response of [
        await world.change(item.id, { shop: 'after', [name]: value }),
        await world.send('POST', world.list, document({ attributes: { [name]: value } })),
      ]) {
        expect({ value, status: response.status }).toEqual({ value, status: 422 });
        expect({ value, violations: await violationsOf(response) }).toEqual({ value, violations: { [name]: `/data/attributes/${name}` } });
      }
    }
    expect(await readItem(item.id)).toEqual(item);
    expect(countOf()).toBe(1);
  });
});

describe.each(['notes', 'shop', 'storage_location', 'order_vendor'])('injections in %s', (name) => {
  test.each(injections)('%j is stored as text', async (text) => {
    const { id } = await world.make(1, { [name]: text });
    const response = await world.server.request(id);
    expect(((await response.json()) as { data: Item }).data.attributes[name]).toBe(text);
    expect(response.headers.has('set-cookie')).toBe(false);
    expect(countOf()).toBe(1);
  });
});

describe('a change', () => {
  test('keeps omitted attributes, clears those with null, and sets the change time', async () => {
    const item = await world.make(1, { shop: 'Shop', notes: 'Notes', quantity: 3 });
    await Bun.sleep(2);
    const { data } = (await (await world.change(item.id, { notes: null, quantity: 4 })).json()) as { data: Item };
    expect(data.attributes).toEqual({ ...item.attributes, notes: null, quantity: 4, updated_at: data.attributes.updated_at });
    expect(data.attributes.updated_at > item.attributes.updated_at).toBe(true);
  });

  test('without effect does not change the item', async () => {
    const item = await world.make(1, { shop: 'Shop', purchased_at: '2024-05-01T18:30:00+02:00' });
    await Bun.sleep(2);
    await world.change(item.id, {});
    await world.change(item.id, { shop: 'Shop', purchased_at: '2024-05-01T16:30:00Z', status: 'active' });
    await world.send('PATCH', item.id, { data: { type: 'CollectionItem', id: item.id } });
    expect(await readItem(item.id)).toEqual(item);
  });

  test('accepts the fetched document of an item with every attribute, without changing anything', async () => {
    const [sent, kept] = [0, -1].map((at) => Object.fromEntries(Object.entries(rules).map(([name, { good }]) => [name, good[1]?.at(at)])));
    const { id, attributes } = await world.make(2, sent);
    expect(attributes).toMatchObject(kept as object);
    const fetched = await world.server.request(`${id}?include=release`);
    await Bun.sleep(2);
    const response = await world.send('PATCH', `${id}?include=release`, await fetched.clone().text());
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(await fetched.json());
    expect(response.headers.get('etag')).toBe(fetched.headers.get('etag'));
  });

  test('ignores read-only and unknown attributes, and lists them', async () => {
    const item = await world.make(1);
    const response = await world.change(item.id, {
      _id: unknownUuid,
      created_at: '1999-01-01',
      updated_at: null,
      shoes: 42,
      user_key: 1,
      constructor: 1,
      key: 7,
    });
    expect(response.status).toBe(200);
    const ignored = ['shoes', 'user_key', 'constructor', 'key', '_id', 'created_at', 'updated_at'];
    expect(await response.json()).toEqual({ data: item, meta: { ignoredAttributes: ignored } });
    const etag = (await world.server.request(item.id)).headers.get('etag');
    expect(response.headers.get('etag')).toBe(etag);
  });

  test('can move the item to another release', async () => {
    const item = await world.make(1, { notes: 'kept' });
    const byAttribute = await world.change(item.id, { release: { id: release(2) } });
    expect(((await byAttribute.json()) as { data: Item }).data.attributes).toMatchObject({ notes: 'kept', release: { title: 'Vertigo' } });
    const byRelationship = await world.send('PATCH', item.id, {
      data: { type: 'CollectionItem', id: item.id, relationships: named(release(3)) },
    });
    expect(((await byRelationship.json()) as { data: Item }).data.relationships).toEqual({ releaseRecord: named(release(3)).release });
    expect((await world.change(item.id, { release: { id: unknownUuid } })).status).toBe(422);
    expect((await readItem(item.id)).attributes.release.title).toBe('Çetin Ceviz');
  });

  test('reports all errors at once, in the shape of the contract', async () => {
    const item = await world.make(1);
    const response = await world.change(item.id, { quantity: 0, status: 'sold', currency: 'QQQ', shop: 'fine' });
    const body = (await response.json()) as {
      data: { id: string; attributes: { detail: string } };
      meta: { errors: { detail: string; meta: object }[] };
    };
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe(jsonApi);
    expect(body.data).toEqual({
      id: response.headers.get('x-request-id') ?? '',
      type: 'ConstraintViolation',
      attributes: { status: 422, detail: expect.any(String), _type: '/errors/422', title: 'Unprocessable Content', instance: item.id },
    } as never);
    const lines = body.data.attributes.detail.split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual(['quantity', 'status', 'currency']);
    expect(lines[0]).toBe('quantity: This must be a whole number from 1 to 100000.');
    expect(lines[1]).toBe('status: This must be one of ordered, active.');
    expect(body.meta.errors.map(({ detail }) => detail)).toEqual(lines);
    expect(body.meta.errors[0]).toEqual({
      detail: lines[0] as string,
      code: 'invalid_range',
      source: { pointer: '/data/attributes/quantity' },
      meta: { attribute: 'quantity', message: 'This must be a whole number from 1 to 100000.', params: { min: 1, max: 100_000 } },
    } as never);
    expect(await readItem(item.id)).toEqual(item);
  });

  test('with another type or id is a conflict', async () => {
    const item = await world.make(1);
    const other = await world.make(1);
    for (const data of [
      { type: 'WishlistItem', id: item.id },
      { type: 'CollectionItem', id: other.id },
      { type: 'CollectionItem', id: other.attributes._id },
      { type: 'CollectionItem', id: '' },
    ]) {
      const response = await world.send('PATCH', item.id, { data: { ...data, attributes: { shop: 'x' } } });
      expect({ data, status: response.status }).toEqual({ data, status: 409 });
    }
    for (const [type, id] of [
      ['collection_items', item.attributes._id],
      ['COLLECTIONITEM', item.id.toUpperCase().replace('/API/USERS', '/api/users')],
    ]) {
      expect((await world.send('PATCH', item.id, { data: { type, id } })).status).toBe(200);
    }
    expect((await world.send('POST', world.list, document({ type: 'Release' }))).status).toBe(409);
    expect(await readItem(item.id)).toEqual(item);
  });

  test('of a missing item is a 404', async () => {
    for (const id of [unknownUuid, 'x', "'", '%00', '1']) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const path = `${world.list}/${id}`;
        const response = await world.send(method, path, method === 'PATCH' ? { data: { type: 'CollectionItem', id: path } } : undefined);
        expect({ id, method, status: response.status }).toEqual({ id, method, status: 404 });
      }
    }
  });
});

describe('a body', () => {
  const item = { type: 'CollectionItem', attributes: { shop: 'written' }, relationships: named(release(1)) };
  const wrong: [name: string, body: string, status: number, pointer: string | null][] = [
    ['nothing', '', 400, ''],
    ['no JSON', '{', 400, ''],
    ['a number', '1', 400, ''],
    ['null', 'null', 400, ''],
    ['an array', '[]', 400, ''],
    ['no data', '{}', 400, '/data'],
    ['data that is null', '{"data":null}', 400, '/data'],
    ['no type', JSON.stringify({ data: { ...item, type: undefined } }), 400, '/data/type'],
    ['a type that is no text', JSON.stringify({ data: { ...item, type: 1 } }), 400, '/data/type'],
    ['attributes that are a list', JSON.stringify({ data: { ...item, attributes: [] } }), 400, '/data/attributes'],
    ['attributes that are null', JSON.stringify({ data: { ...item, attributes: null } }), 400, '/data/attributes'],
    ['relationships that are text', JSON.stringify({ data: { ...item, relationships: 'x' } }), 400, '/data/relationships'],
    [
      'a relationship that is a number',
      JSON.stringify({ data: { ...item, relationships: { release: 1 } } }),
      400,
      '/data/relationships/release',
    ],
    [
      'linkage that is a list',
      JSON.stringify({ data: { ...item, relationships: { release: { data: [] } } } }),
      400,
      '/data/relationships/release/data',
    ],
    [
      'linkage without a type',
      JSON.stringify({ data: { ...item, relationships: { release: { data: { id: release(1) } } } } }),
      400,
      '/data/relationships/release/data/type',
    ],
    ['a member named twice', '{"data":{"type":"CollectionItem","attributes":{"shop":"a","shop":"b"}}}', 400, ''],
    ['a number beyond 2^53', '{"data":{"type":"CollectionItem","attributes":{"quantity":9007199254740993}}}', 400, ''],
    ['deep nesting', `{"data":{"type":"CollectionItem","attributes":{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}}}`, 400, ''],
    ['two mebibytes', JSON.stringify({ data: { ...item, attributes: { notes: 'x'.repeat(2_097_152) } } }), 413, null],
  ];

  test.each(wrong)('of %s is refused, and nothing is written', async (_, body, status, pointer) => {
    const before = await world.make(1);
    for (const [method, path] of [
      ['POST', world.list],
      ['PATCH', before.id],
    ] as const) {
      const sent = method === 'PATCH' ? body.replace('"CollectionItem"', `"CollectionItem","id":"${path}"`) : body;
      const response = await world.send(method, path, sent);
      expect({ method, ...(await faultOf(response)) }).toEqual({ method, status, source: pointer === null ? undefined : { pointer } });
    }
    expect(await readItem(before.id)).toEqual(before);
    expect(countOf()).toBe(1);
  });

  test('of a change without an id is refused', async () => {
    const { id } = await world.make(1);
    const response = await world.send('PATCH', id, { data: item });
    expect(await faultOf(response)).toEqual({ status: 400, source: { pointer: '/data/id' } });
  });

  test('of another media type is refused, with parameters too', async () => {
    const { id } = await world.make(1);
    for (const type of ['application/json', 'text/plain', '', `${jsonApi};charset=utf-8`, 'application/x-www-form-urlencoded']) {
      for (const [method, path] of [
        ['POST', world.list],
        ['PATCH', id],
      ] as const) {
        const response = await world.send(method, path, document(), { headers: { 'content-type': type } });
        expect({ type, ...(await faultOf(response)) }).toEqual({ type, status: 415, source: { header: 'Content-Type' } });
      }
    }
    expect(countOf()).toBe(1);
  });

  test('with an unacceptable Accept or an invalid parameter is not written', async () => {
    const accept = await world.send('POST', world.list, document(), { headers: { accept: 'text/html' } });
    const include = await world.send('POST', `${world.list}?include=shoes`, document());
    expect([accept.status, include.status]).toEqual([406, 400]);
    expect(countOf()).toBe(0);
  });

  test('can have unknown members', async () => {
    const { id } = await world.make(1);
    const data = { type: 'CollectionItem', id, attributes: { shop: 'x' }, relationships: { friends: { data: null } }, links: {}, meta: {} };
    const response = await world.send('PATCH', id, { data, included: [], jsonapi: { version: '1.1' } });
    expect(response.status).toBe(200);
    expect((await readItem(id)).attributes.shop).toBe('x');
  });
});

describe('concurrent edits', () => {
  test('with If-Match change the item only if it is unchanged', async () => {
    const { id } = await world.make(1);
    const etag = (await world.server.request(id)).headers.get('etag') as string;
    expect(etag).toMatch(/^"[^"]+"$/);
    const first = await world.change(id, { shop: 'first' }, { headers: { 'if-match': `"other", ${etag}` } });
    const second = await world.change(id, { shop: 'second' }, { headers: { 'if-match': etag } });
    expect(first.status).toBe(200);
    expect(await faultOf(second)).toEqual({ status: 412, source: { header: 'If-Match' } });
    expect((await readItem(id)).attributes.shop).toBe('first');
    const third = await world.change(id, { shop: 'third' }, { headers: { 'if-match': first.headers.get('etag') as string } });
    expect(third.status).toBe(200);
  });

  test('with the ETag of a sparse read are refused after a change to any other field', async () => {
    const { id } = await world.make(1);
    const few = `${id}?fields[CollectionItem]=rating`;
    const read = await world.server.request(few);
    const change = (attributes: object, seen: Response) => {
      const data = { type: 'CollectionItem', id, attributes };
      return world.send('PATCH', few, { data }, { headers: { 'if-match': seen.headers.get('etag') as string } });
    };
    expect((await read.clone().json()).data.attributes).toEqual({ rating: null });
    const changed = await change({ shop: 'first' }, read);
    expect([changed.status, (await change({ rating: 1 }, read)).status]).toEqual([200, 412]);
    expect((await world.server.request(few)).headers.get('etag')).toBe(changed.headers.get('etag') as string);
    expect((await change({ rating: 1 }, changed)).status).toBe(200);
  });

  test('with a weak, foreign or empty If-Match change nothing; with * they change any existing item', async () => {
    const item = await world.make(1);
    const etag = (await world.server.request(item.id)).headers.get('etag') as string;
    for (const tag of [`W/${etag}`, '"x"', '', etag.slice(1, -1)]) {
      expect((await world.change(item.id, { shop: 'x' }, { headers: { 'if-match': tag } })).status).toBe(412);
      expect((await world.send('DELETE', item.id, undefined, { headers: { 'if-match': tag } })).status).toBe(412);
    }
    expect(await readItem(item.id)).toEqual(item);
    expect((await world.change(item.id, { shop: 'x' }, { headers: { 'if-match': '*' } })).status).toBe(200);
    expect((await world.change(`${world.list}/${unknownUuid}`, {}, { headers: { 'if-match': '*' } })).status).toBe(404);
  });

  test('compare the ETag of a read at the same address', async () => {
    const { id } = await world.make(1);
    const asRead = `${id}?include=release&fields[Release]=title`;
    const etag = (await world.server.request(asRead)).headers.get('etag') as string;
    const data = { type: 'CollectionItem', id, attributes: { shop: 'x' } };
    const elsewhere = await world.send('PATCH', id, { data }, { headers: { 'if-match': etag } });
    const there = await world.send('PATCH', asRead, { data }, { headers: { 'if-match': etag } });
    expect([elsewhere.status, there.status]).toEqual([412, 200]);
    expect(await there.json()).toEqual(await world.server.read(asRead));
  });

  test('return the ETag that a read of the new item has', async () => {
    const response = await world.send('POST', world.list, document({ attributes: { shoes: 1 } }));
    const etag = (await world.server.request(response.headers.get('location') as string)).headers.get('etag');
    expect(response.headers.get('etag')).toBe(etag);
  });

  test('answer 304 to a read with the current ETag', async () => {
    const { id } = await world.make(1);
    const etag = (await world.server.request(id)).headers.get('etag') as string;
    const response = await world.server.request(id, { headers: { 'if-none-match': etag } });
    expect(response.status).toBe(304);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect((await world.change(id, { shop: 'x' }, { headers: { 'if-none-match': '*' } })).status).toBe(412);
  });
});

describe('a release in collections', () => {
  test('keeps its items through several merges', async () => {
    await world.importLines([releaseRecord(4, 'Vertigo again'), releaseRecord(5, 'Vertigo once more')]);
    const items = [await world.make(2), await world.make(4, { notes: 'mine' }), await world.make(5)];
    await world.importLines([mergedRecord(5, 4), mergedRecord(4, 2)]);
    for (const { id, attributes } of items) {
      const now = (await readItem(id)).attributes;
      expect(now).toEqual({ ...attributes, release: { id: release(2).slice(-36), title: 'Vertigo', slug: 'vertigo' } });
    }
  });

  test('is found by the UUID of a merged release', async () => {
    await world.importLines([releaseRecord(4, 'A'), releaseRecord(5, 'B'), mergedRecord(5, 4), mergedRecord(4, 2)]);
    expect((await world.make(5)).attributes.release.title).toBe('Vertigo');
  });

  test('cannot be deleted before its last item', async () => {
    const { store } = world.server;
    const item = await world.make(1);
    const remove = () => store.write(() => store.writer.run("DELETE FROM release WHERE title = 'Psycho'").changes);
    await expect(remove()).rejects.toThrow('FOREIGN KEY');
    expect(await readItem(item.id)).toEqual(item);
    await world.send('DELETE', item.id);
    expect(await remove()).toBeGreaterThan(0);
  });
});

describe('an address of a collection', () => {
  test('can have UUIDs in upper case', async () => {
    const item = await world.make(1);
    const upper = item.id.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (uuid: string) => uuid.toUpperCase());
    expect((await world.server.read(upper)).data).toEqual(item);
    expect((await world.change(upper, { shop: 'x' })).status).toBe(200);
    expect((await world.send('PATCH', upper, { data: { type: 'CollectionItem', id: item.id, attributes: { shop: 'x' } } })).status).toBe(
      200,
    );
    expect((await world.send('DELETE', upper)).status).toBe(204);
  });

  test('is answered with no-store', async () => {
    const { id } = await world.make(1);
    const answers = [
      await world.server.request(world.list),
      await world.server.request(id),
      await world.change(id, { shop: 'x' }),
      await world.send('POST', world.list, document()),
      await world.send('DELETE', id),
    ];
    expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).toEqual(new Set(['private, no-store']));
    expect((await world.server.request(id)).headers.get('cache-control')).toContain('no-store');
  });

  test('answers reads and writes as the OpenAPI document declares', async () => {
    const openApi = (await (await world.server.request('/api/openapi.json')).json()) as Parameters<typeof openApiChecks>[0];
    const check = openApiChecks(openApi);
    const [list, single] = ['/api/users/{userId}/collection', '/api/users/{userId}/collection/{id}'];
    const { id } = await world.make(1);
    const asked: [template: string, method: string, status: number, response: Response][] = [
      [list, 'get', 200, await world.server.request(`${world.list}?include=release.artists`)],
      [single, 'get', 200, await world.server.request(`${id}?include=release`)],
      [single, 'patch', 422, await world.change(id, { quantity: 0 })],
      [list, 'post', 409, await world.send('POST', world.list, document({ type: 'Shoe' }))],
      [single, 'delete', 412, await world.send('DELETE', id, undefined, { headers: { 'if-match': '"x"' } })],
    ];
    for (const [template, method, status, response] of asked) {
      expect({ template, method, status: response.status }).toEqual({ template, method, status });
      const described = (openApi as Item).paths[template][method].responses[status];
      const path = described.$ref
        ? [...described.$ref.slice(2).split('/'), 'content', jsonApi, 'schema']
        : ['paths', template, method, 'responses', String(status), 'content', jsonApi, 'schema'];
      expect({ template, method, status, faults: check(path)(await response.json()) }).toEqual({ template, method, status, faults: [] });
    }
  });
});

describe('a caller with a transaction', () => {
  test('adds releases to a collection within it, by the same rules', async () => {
    const { store } = world.server;
    const key = (store.writer.query("SELECT key FROM release WHERE title = 'Vertigo'").get() as { key: number }).key;
    const id = await store.write(() =>
      collectionItemsOf(store).create(world.userKey, key, { quantity: 2, purchased_at: '1958-05-09', hats: 1 }),
    );
    expect((await readItem(`${world.list}/${id}`)).attributes).toMatchObject({
      quantity: 2,
      purchased_at: '1958-05-09T00:00:00.000+00:00',
      status: 'active',
      release: { title: 'Vertigo' },
    });
    await expect(store.write(() => collectionItemsOf(store).create(world.userKey, key, { quantity: 0 }))).rejects.toThrow(
      'quantity: This must be',
    );
    expect(countOf()).toBe(1);
  });
});
