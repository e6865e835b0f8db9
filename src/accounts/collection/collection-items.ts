import { type TSchema, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { conditions, formatTypes, statuses } from '../../catalog/vocabularies';
import type { Store } from '../../database/open';
import { containsWords, equals } from '../../jsonapi/filters';
import { choice } from '../../jsonapi/parameters';
import { defineResource, one } from '../../jsonapi/resource';
import {
  count,
  currency,
  date,
  moment,
  notes,
  price,
  releaseColumn,
  releaseReference,
  releaseShown,
  shortText,
  word,
  yesOrNo,
} from './fields';
import { OwnedItems } from './owned-items';

/** More copies of one release than a shop has. */
const maximumQuantity = 100_000;

const nullable = <S extends TSchema>(schema: S) => t.Union([schema, t.Null()]);
const words = <const W extends string>({ words }: { readonly words: readonly W[] }) => t.Union(words.map((one) => t.Literal(one)));
const releaseTitle = sql<string>`(SELECT r.title_folded FROM "release" AS r WHERE r.key = collection_item.release_key)`;

export const collectionItems = defineResource({
  type: 'CollectionItem',
  table: 'collection_item',
  path: '/api/users/:userId/collection',
  noun: 'collection item',
  nouns: 'collection items',
  description: 'The releases that a user owns or has ordered. Nobody else can see them.',
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
  attributes: t.Object({
    condition: nullable(words(conditions)),
    status: words(statuses),
    purchased_at: nullable(t.String({ format: 'date-time' })),
    shop: nullable(t.String()),
    notes: nullable(t.String()),
    purchase_price_cents: nullable(t.Integer({ description: 'In minor units of the currency' })),
    currency: nullable(t.String({ description: 'An ISO 4217 code' })),
    storage_location: nullable(t.String()),
    is_signed: t.Boolean(),
    quantity: t.Integer(),
    order_date: nullable(t.String({ format: 'date' })),
    order_price_cents: nullable(t.Integer({ description: 'In minor units of the currency' })),
    order_vendor: nullable(t.String()),
    format_type: nullable(words(formatTypes)),
    release: releaseShown,
    created_at: t.String({ format: 'date-time', readOnly: true }),
    updated_at: t.String({ format: 'date-time', readOnly: true }),
  }),
  rows: (db) =>
    db
      .selectFrom('collection_item')
      .innerJoin('user', 'user.key', 'collection_item.user_key')
      .innerJoin('release', 'release.key', 'collection_item.release_key')
      .select([
        'collection_item.key',
        'collection_item.id as _id',
        'user.id as userId',
        'collection_item.condition',
        'collection_item.status',
        'collection_item.purchased_at',
        'collection_item.shop',
        'collection_item.notes',
        'collection_item.purchase_price_cents',
        'collection_item.currency',
        'collection_item.storage_location',
        'collection_item.is_signed',
        'collection_item.quantity',
        'collection_item.order_date',
        'collection_item.order_price_cents',
        'collection_item.order_vendor',
        'collection_item.format_type',
        'collection_item.created_at',
        'collection_item.updated_at',
      ])
      .select(releaseColumn.as('release')),
  filters: {
    q: containsWords(
      'collection_item',
      sql<string>`${releaseTitle} || ' ' || coalesce(collection_item.notes_folded, '')`,
      'In the titles of the releases and in the notes.',
    ),
    status: equals('collection_item', 'status', choice(...statuses.words), { description: 'What is ordered, or what is there.' }),
  },
  orders: { createdAt: 'created_at', purchasedAt: 'purchased_at', 'release.title': releaseTitle },
  defaultOrder: 'created_at',
  relationships: {
    release: one('Release', 'The release', (db, from) =>
      db
        .selectFrom('collection_item')
        .innerJoin('release', 'release.key', 'collection_item.release_key')
        .where('collection_item.key', 'in', from)
        .select(['collection_item.key as from', 'release.key as to', 'release.id']),
    ),
  },
  writes: {
    fields: {
      condition: word(conditions.words),
      status: word(statuses.words, 'active'),
      purchased_at: moment(),
      shop: shortText(),
      notes: notes(),
      purchase_price_cents: price(),
      currency: currency(),
      storage_location: shortText(),
      is_signed: yesOrNo(),
      quantity: count(maximumQuantity, 1),
      order_date: date(),
      order_price_cents: price(),
      order_vendor: shortText(),
      format_type: word(formatTypes.words),
    },
    references: { release: releaseReference },
    scopes: { read: 'collection:read', write: 'collection:write' },
  },
  example: {
    condition: 'near_mint',
    status: 'active',
    purchased_at: '2024-05-01T16:30:00.000+00:00',
    shop: 'Dusty Groove',
    notes: 'Promo stamp on the back.',
    purchase_price_cents: 2499,
    currency: 'EUR',
    storage_location: 'Shelf B3',
    is_signed: false,
    quantity: 1,
    order_date: '2024-04-20',
    order_price_cents: 2299,
    order_vendor: 'Dusty Groove',
    format_type: 'vinyl',
    release: { id: '6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f', title: 'Psycho', slug: 'psycho' },
    created_at: '2026-01-15T09:30:00.000+00:00',
    updated_at: '2026-01-15T09:30:00.000+00:00',
  },
});

/** The items of all collections. The same release may be in one twice: two copies. */
export const collectionItemsOf = (store: Store): OwnedItems => new OwnedItems(store, collectionItems, 'many');

/**
 * Puts a release into a user's collection, within a transaction that the caller holds.
 * @param attributes in the API's names; what is not given is as the contract says of a new item
 * @returns the UUID of the item
 * @throws {Invalid} for attributes out of their rules
 */
export const createCollectionItem = (
  store: Store,
  userKey: number,
  releaseKey: number,
  attributes: Readonly<Record<string, unknown>>,
): string => collectionItemsOf(store).create(userKey, releaseKey, attributes);
