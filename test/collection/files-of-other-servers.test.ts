// Lists imported into a server that has none of their releases.
import { expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { foldTag } from '../../src/collection/items/fields';
import { runs } from '../support/runs';
import { startServer, type TestServer } from '../support/server';
import { uuid } from '../support/uuids';

setDefaultTimeout(60_000);

const line = fc
  .oneof(
    fc.constantFrom('Psycho', 'Jaws', 'Theme', '=SUM(1)', "'t", 'Überfall'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  )
  .map((text) =>
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .normalize('NFC'),
  )
  .filter((text) => text !== '');
const odd = ['=', '+', '-', '@', "'", '\t', '\r', '\n', '\r\n', '"', ',', ';', ' ', 'a', 'é', '＝', '[', ']', '\ufeff', '\u0001'];
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.array(fc.constantFrom(...odd), { maxLength: 8 }).map((parts) => parts.join('')),
);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2026-01-01'), noInvalidDate: true }).map((date) => date.toISOString());

/** Several pressings share a barcode, a catalog number and a title. */
const release = fc.record({
  title: line,
  artist_credit: orNull(line),
  barcode: orNull(fc.constantFrom('4006381333931', '5 012345 678900', '0012', 'none')),
  country: orNull(fc.constantFrom('GB', 'DE')),
  release_date: orNull(fc.constantFrom('1975', '1975-08', '2001-02-03')),
  labels: fc.array(
    fc
      .record({ iri: orNull(fc.constantFrom(1, 2)), catalog_number: orNull(fc.constantFrom('X 1', 'X-1', '=1', 'A, B')) })
      .filter(({ iri, catalog_number }) => iri !== null || catalog_number !== null),
    { maxLength: 1 },
  ),
});

const item = fc.record({
  release: fc.nat(),
  condition: orNull(fc.constantFrom('mint', 'good_plus')),
  sleeve_condition: orNull(fc.constantFrom('near_mint', 'poor')),
  status: fc.constantFrom('active', 'ordered'),
  rating: orNull(fc.integer({ min: 1, max: 5 })),
  ...{ notes: orNull(text), shop: orNull(text), order_vendor: orNull(text) },
  ...{ purchased_at: orNull(day), order_date: orNull(day.map((moment) => moment.slice(0, 10))), order_price_cents: orNull(fc.nat()) },
  folder: orNull(text),
  storage_location: orNull(text),
  added_at: orNull(day),
  purchase_price_cents: orNull(fc.nat()),
  currency: orNull(fc.constantFrom('EUR', 'USD')),
  quantity: fc.integer({ min: 1, max: 9 }),
  is_signed: fc.boolean(),
  format_type: orNull(fc.constantFrom('cd', 'vinyl')),
  tags: fc.uniqueArray(
    text.map((tag) => tag.trim()).filter((tag) => tag !== ''),
    { maxLength: 3, selector: foldTag },
  ),
});

const serverWith = (releases: readonly Record<string, unknown>[]) =>
  startServer([
    ...[1, 2].map((number) => ({ type: 'Label', id: `/api/labels/${uuid(number)}`, attributes: { name: `Label ${number}` } })),
    ...releases.map(({ labels, ...attributes }, index) => ({
      type: 'Release',
      id: `/api/releases/${uuid(index)}`,
      attributes: {
        ...Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
        labels: (labels as { iri: number | null; catalog_number: string | null }[]).map(({ iri, catalog_number }) => ({
          iri: iri === null ? null : `/api/labels/${uuid(iri)}`,
          catalog_number,
        })),
      },
    })),
  ]);

async function send(server: TestServer, path: string, method: string, type: string, body: string): Promise<string> {
  const response = await server.request(`/api/users/me/${path}`, { method, headers: { 'content-type': type }, body });
  const answer = await response.text();
  if (response.status >= 300) throw new Error(answer);
  return answer;
}

const exported = async (server: TestServer, list: string, format: string) =>
  (await server.request(`/api/users/me/${list}/export?format=${format}`)).text();

/** A JSON file without the creation times of its items. */
const items = (json: string): unknown[] =>
  JSON.parse(json).items.map(({ created_at: _, updated_at: __, ...rest }: Record<string, unknown>) => rest);

test.each(['csv', 'json'] as const)(
  'a list exported as %s is restored on a server without its releases, once, and exported from there with the same items',
  async (format) => {
    const lists = fc.record({ releases: fc.array(release, { minLength: 1, maxLength: 6 }), owned: fc.array(item, { maxLength: 8 }) });
    await fc.assert(
      fc.asyncProperty(lists, async ({ releases, owned }) => {
        const [from, to] = await Promise.all([serverWith(releases), startServer([], { editing: 'users' })]);
        const data = owned.map(({ release: of, ...attributes }) => ({
          type: 'CollectionItem',
          attributes: { ...attributes, release: { id: uuid(of % releases.length) } },
        }));
        if (data.length > 0) await send(from, 'collection', 'POST', 'application/vnd.api+json', JSON.stringify({ data }));
        const wishes = releases.map((_, index) => ({
          type: 'WishlistItem',
          attributes: {
            release: { id: uuid(index) },
            notes: index % 2 ? null : 'soon',
            priority: 1 + (index % 5),
            max_price_cents: 100,
            currency: 'EUR',
          },
        }));
        await send(from, 'wishlist', 'POST', 'application/vnd.api+json', JSON.stringify({ data: wishes }));
        for (const list of ['collection', 'wishlist']) {
          const type = format === 'csv' ? 'text/csv' : 'application/json';
          const file = await exported(from, list, format);
          const put = async (server: TestServer) =>
            JSON.parse(await send(server, `${list}/import?unmatched=provisional`, 'POST', type, file)).data.attributes;
          const [{ ignored_columns }, { added }, { added: addedAgain }] = [await put(to), await put(to), await put(from)];
          expect([ignored_columns, added, addedAgain]).toEqual([[], 0, 0]);
          expect(items(await exported(to, list, 'json'))).toEqual(items(await exported(from, list, 'json')));
        }
      }),
      { numRuns: runs(6), endOnFailure: true },
    );
  },
);
