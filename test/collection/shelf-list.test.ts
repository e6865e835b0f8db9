import { beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { addItem } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

const records = [
  {
    type: 'Release',
    id: `/api/releases/${uuid(1)}`,
    attributes: {
      title: 'Blade Runner',
      artist_credit: 'Vangelis',
      release_date: '1994',
      barcode: '7 45099 65742 0',
      labels: [{ catalog_number: '4509-96574-2' }, { catalog_number: 'WEA 1' }],
    },
  },
  { type: 'ReleaseFormat', id: `/api/releases/${uuid(1)}/formats/${uuid(41)}`, attributes: { format_type: 'cd' } },
  { type: 'Release', id: `/api/releases/${uuid(2)}`, attributes: { title: 'Suspiria' } },
  { type: 'Release', id: `/api/releases/${uuid(3)}`, attributes: { title: 'Vertigo' } },
];

let server: TestServer;
let [copy, wish] = ['', ''];
beforeAll(async () => {
  server = await startServer(records);
  copy = await add('collection', 1, {
    condition: 'mint',
    storage_location: 'Shelf B',
    purchase_price_cents: 900,
    currency: 'EUR',
  });
  wish = await add('wishlist', 2, { max_price_cents: 4000, currency: 'EUR' });
});

const add = async (list: 'collection' | 'wishlist', number: number, attributes: object): Promise<string> =>
  (await addItem(server, list, uuid(number), attributes)).attributes._id;

const ask = (headers: Record<string, string> = {}) => server.request('/api/users/me/shelf-list', { headers });

describe('the shelf list', () => {
  test('has owned and wanted releases with normalized numbers, without unknown values', async () => {
    const { attributes, type } = (await server.read('/api/users/me/shelf-list')).data;
    expect(type).toBe('ShelfList');
    expect(attributes).toEqual({
      releases: [
        {
          id: uuid(1),
          title: 'Blade Runner',
          artist_credit: 'Vangelis',
          year: 1994,
          formats: ['cd'],
          barcode: '0745099657420',
          catalog_numbers: ['4509965742', 'wea1'],
          owned: [
            {
              id: copy,
              status: 'active',
              quantity: 1,
              condition: 'mint',
              storage_location: 'Shelf B',
              purchase_price_cents: 900,
              currency: 'EUR',
            },
          ],
        },
        { id: uuid(2), title: 'Suspiria', wanted: { id: wish, max_price_cents: 4000, currency: 'EUR' } },
      ],
      is_whole: true,
    });
  });

  test('is sent again only after a write', async () => {
    const first = await ask();
    const etag = first.headers.get('etag') ?? '';
    const again = await ask({ 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await ask({ 'if-none-match': `"other", ${etag}` })).status).toBe(304);
    const added = await add('collection', 3, {});
    const changed = await ask({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain(added);
    await server.request(`/api/users/me/collection/${added}`, { method: 'DELETE' });
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);
  });

  test('does not reveal the wishlist to a token with collection scope only', async () => {
    const token = await issueApiToken(server.store, 'tester', 'collection alone', { scopes: ['collection:read'] });
    const response = await ask({ authorization: `Bearer ${token}` });
    const { data } = (await response.json()) as { data: { attributes: { releases: { id: string }[] } } };
    expect(data.attributes.releases.map(({ id }) => id)).toEqual([uuid(1)]);
  });
});
