import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../../accounts/access';
import { deleteRoute, getRoute, ownListRoute } from '../../accounts/answers';
import { AccountDocuments, nothingLeft } from '../../accounts/documents';
import { jsonApi } from '../../api/openapi/answers';
import { exampleUuid, listOwner, neededScope } from '../../api/openapi/shared';
import { metaOf } from '../../api/read/document';
import { defineRoute } from '../../api/route';
import { integer } from '../../api/schema/parameters';
import { defineResource } from '../../api/schema/registry';
import { closed, count, iri, list, objectDocument, orNull, text, word } from '../../api/schema/schemas';
import { notFound } from '../../errors';
import { respond } from '../../http/respond';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';
import { requireCopy } from '../photos/photos';
import { currencyCode } from '../statistics/routes';
import { valuedItems } from '../statistics/values';

const valuesPath = '/api/users/:userId/collection/:itemId/values';

/** An earlier value of a copy. */
export const itemValues = defineResource({
  type: 'ItemValue',
  table: 'item_value',
  path: valuesPath,
  noun: 'value',
  nouns: 'values',
  description: 'What a copy was worth before its value changed.',
  within: {
    ancestors: [
      { parameter: 'userId', table: 'user' },
      { parameter: 'itemId', table: 'collection_item' },
    ],
    column: 'item_id',
  },
  attributes: t.Object({
    value_cents: t.Integer({ description: 'In minor units of `value_currency`' }),
    value_currency: orNull(t.String()),
    valued_on: orNull(t.String({ format: 'date' })),
    value_source: orNull(t.String()),
  }),
  rows: (db) =>
    db
      .selectFrom('item_value')
      .innerJoin('collection_item', 'collection_item.id', 'item_value.item_id')
      .innerJoin('user', 'user.key', 'collection_item.user_key')
      .select(['item_value.key', 'item_value.id as _id', 'user.id as userId', 'collection_item.id as itemId'])
      .select(['item_value.value_cents', 'item_value.value_currency', 'item_value.valued_on', 'item_value.value_source']),
  example: { value_cents: 3800, value_currency: 'EUR', valued_on: '2025-04-20', value_source: 'Discogs, median' },
});

const ofItem = 'collection_item.id = :item AND collection_item.user_key = :user';

/** Twice what a file may have. */
const maximumItems = 20_000;

const usualItems = 100;

/** Lists of large collections take two megabytes. */
const maximumCached = 10;

const valuesAttributes = closed({
  items: list(
    closed({
      item: iri(),
      quantity: count('Copies of the item; amounts are for all of them'),
      value_cents: orNull(count(), 'The value, else the price paid'),
      currency: orNull(text()),
      basis: orNull(word(['value', 'price']), 'Null without both'),
      valued_on: orNull(text()),
      paid_cents: orNull(count()),
      paid_currency: orNull(text()),
    }),
    'Most valuable first; those in other currencies than the requested one after the others, those without a value or price last',
  ),
  is_whole: t.Boolean({ description: 'Whether all items are included' }),
});

const id = `/api/users/${exampleUuid}/collection/values`;
const exampleItem = { item: `/api/users/${exampleUuid}/collection/${exampleUuid}`, quantity: 1, value_cents: 4500, currency: 'EUR' };

const collectionValues = jsonApi(objectDocument('CollectionValues', valuesAttributes, {}), {
  data: {
    id,
    type: 'CollectionValues',
    attributes: {
      items: [{ ...exampleItem, basis: 'value', valued_on: '2026-01-10', paid_cents: 2499, paid_currency: 'EUR' }],
      is_whole: true,
    },
    links: { self: id },
  },
});

export function valueRoutes(guard: Guard, store: Store) {
  const documents = new AccountDocuments(store, itemValues);
  const cache = new RevisionCache<unknown>(store, maximumCached);
  const readItems = (user: number, userId: string, currency: string | null, limit: number) => {
    const rows = store.reader
      .composed<{ item: string }>('values of items', () => valuedItems.compile(store.db))
      .all({ user, in: currency, limit: limit + 1 });
    const items = rows.slice(0, limit).map((row) => ({ ...row, item: `/api/users/${userId}/collection/${row.item}` }));
    return { items, is_whole: rows.length <= limit };
  };
  const item = { userId: listOwner, itemId: { description: 'UUID of the item', schema: text() } };
  return [
    defineRoute({
      ...getRoute('The items', collectionValues),
      path: '/api/users/:userId/collection/values',
      operationId: 'collectionValues',
      tags: ['Collection'],
      summary: 'Get what items are worth',
      description: `Each item with its value, else the price paid. Totals are in the statistics. ${neededScope('collection:read')}`,
      pathParameters: { userId: listOwner },
      query: {
        currency: {
          ...currencyCode,
          description:
            'Converts values at the [rates](#tag/Administration/operation/exchangeRates) of `valued_on`, prices at those of the day of purchase or order, else of that of adding; without rates they stay in their currency',
        },
        limit: { ...integer(1, maximumItems, usualItems), description: `Number of items; ${usualItems} by default` },
      },
      access: guard.owner('collection:read'),
      otherParameters: 'ignore',
      handle: ({ request, principal: { userId, userKey }, query: { currency = null, limit = usualItems }, ignored }) => {
        const attributes = cache.find(`${userId} ${currency} ${limit}`, () =>
          store.read(() => readItems(userKey, userId, currency, limit)),
        );
        const iri = `/api/users/${userId}/collection/values`;
        return respond(request, { data: { id: iri, type: 'CollectionValues', attributes, links: { self: iri } }, ...metaOf(ignored) });
      },
    }),
    defineRoute({
      ...ownListRoute(itemValues, 'The values'),
      path: valuesPath,
      operationId: 'itemValueList',
      tags: ['Collection'],
      summary: 'List earlier values of an item',
      description: `What it was worth before its value changed, newest first; the latest hundred stay. ${neededScope('collection:read')}`,
      pathParameters: item,
      access: guard.owner('collection:read'),
      handle: ({ request, principal: { userId, userKey }, params: { itemId } }) => {
        const values = { user: userKey, item: itemId.toLowerCase() };
        const rows = store.read(() => documents.rows(ofItem, values, 'item_value.valued_on DESC, item_value.key DESC'));
        const answer = documents.list(request, rows, itemValues.listPath({ userId, itemId: values.item }));
        if (rows.length === 0) requireCopy(store.reader, values);
        return answer;
      },
    }),
    defineRoute({
      ...deleteRoute('Deleted'),
      path: `${valuesPath}/:id`,
      operationId: 'deleteItemValue',
      tags: ['Collection'],
      summary: 'Delete an earlier value of an item',
      description: neededScope('collection:write'),
      pathParameters: { ...item, id: { description: 'UUID of the value', schema: text() } },
      access: guard.owner('collection:write'),
      handle: async ({ request, principal: { userKey }, params: { itemId, id } }) => {
        await store.write(() => {
          const copy = { user: userKey, item: itemId.toLowerCase() };
          requireCopy(store.writer, copy);
          const values = { item: copy.item, id: id.toLowerCase() };
          if (store.writer.change('DELETE FROM item_value WHERE item_id = :item AND id = :id', values) === 0)
            throw notFound('no_record_here', { kind: itemValues.noun, id: id.slice(0, 100) });
        });
        return nothingLeft(request);
      },
    }),
  ];
}
