import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { containsWords, equals, isFlagged, oneOrMany } from '../../api/schema/filters';
import { choice, integer, nonEmpty, reference, text } from '../../api/schema/parameters';
import { defineResource } from '../../api/schema/registry';
import { type Filter, one } from '../../api/schema/resource';
import { conditions, formatTypes, statuses } from '../../catalog/vocabularies/vocabularies';
import type { Store } from '../../store/database/open';
import { parameter } from '../../store/database/sql';
import { maximumAdditions } from './bulk';
import {
  count,
  currency,
  foldTag,
  moment,
  notes,
  nullable,
  oneToFive,
  ownerOf,
  pastDate,
  price,
  releaseColumn,
  releaseReference,
  releaseShown,
  shortText,
  tags,
  word,
  yesOrNo,
} from './fields';
import { OwnedItems } from './owned-items';
import { artistOf, isOnFormat, itemReleaseFilters, releaseTitle, releaseYear, searchedText, sortedTitle } from './release-filters';

/** More copies than any shop has. */
const maximumQuantity = 100_000;

const words = <const W extends string>({ words }: { readonly words: readonly W[] }) => t.Union(words.map((word) => t.Literal(word)));

/** Defaults to the creation time. */
export const addedAt = sql<string>`coalesce(collection_item.added_at, collection_item.created_at)`;

/** The day of purchase, or of the order. */
const boughtAt = sql<string>`coalesce(collection_item.purchased_at, collection_item.order_date)`;

/** Copies without such a day stand by the one they were added on. */
export const boughtOrAddedAt = sql<string>`coalesce(${boughtAt}, ${addedAt})`;

/** Best first, ungraded last. */
const grade = sql<number>`CASE collection_item.condition ${sql.join(
  conditions.words.map((word, rank) => sql`WHEN ${sql.lit(word)} THEN ${sql.lit(rank)}`),
  sql` `,
)} ELSE ${sql.lit(conditions.words.length)} END`;

/** The price paid, or agreed on. */
const paid = sql<number | null>`coalesce(collection_item.purchase_price_cents, collection_item.order_price_cents)`;

/** Case-insensitive. */
const hasTag: Filter<'collection_item', string> = {
  kind: nonEmpty(text(100, 'mono')),
  description: 'With this tag (case-insensitive).',
  many: true,
  bind: (values) => oneOrMany((values as string[]).map(foldTag)),
  where: (rows, bound, shape) =>
    rows.where(
      sql<boolean>`collection_item.key IN (
        SELECT item_key FROM collection_item_tag
        WHERE user_key = ${parameter('within')}
        AND tag_folded IN ${shape === 'one' ? sql`(${bound()})` : sql`(SELECT value FROM json_each(${bound()}))`})`,
    ),
};

export const collectionItems = defineResource({
  type: 'CollectionItem',
  table: 'collection_item',
  path: '/api/users/:userId/collection',
  noun: 'collection item',
  nouns: 'collection items',
  description: 'Releases that the user owns or has ordered. Private.',
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
  attributes: () =>
    t.Object({
      condition: nullable(words(conditions)),
      status: words(statuses),
      purchased_at: nullable(t.String({ format: 'date-time' })),
      shop: nullable(t.String()),
      notes: nullable(t.String()),
      purchase_price_cents: nullable(t.Integer({ description: 'In minor units of the currency' })),
      currency: nullable(t.String({ description: 'An ISO 4217 code' })),
      storage_location: nullable(t.String()),
      sleeve_condition: nullable(words(conditions)),
      rating: nullable(t.Integer({ description: 'From 1 to 5' })),
      added_at: t.String({ format: 'date-time', description: 'When it was added to the collection; null on write means now' }),
      folder: nullable(t.String()),
      tags: t.Array(t.String()),
      is_signed: t.Boolean(),
      quantity: t.Integer(),
      order_date: nullable(t.String({ format: 'date' })),
      order_price_cents: nullable(t.Integer({ description: 'In minor units of the currency' })),
      order_vendor: nullable(t.String()),
      format_type: nullable(words(formatTypes)),
      current_value_cents: nullable(t.Integer({ description: 'Of the whole item, in minor units of `value_currency`' })),
      value_currency: nullable(t.String({ description: 'An ISO 4217 code' })),
      valued_on: nullable(t.String({ format: 'date', description: 'Today by default, if the value changes' })),
      value_source: nullable(t.String()),
      release: releaseShown,
      created_at: t.String({ format: 'date-time', readOnly: true }),
      updated_at: t.String({ format: 'date-time', readOnly: true }),
    }),
  rows: (db) =>
    db
      .selectFrom('collection_item')
      .innerJoin('release', 'release.key', 'collection_item.release_key')
      .select([
        'collection_item.key',
        'collection_item.id as _id',
        'collection_item.condition',
        'collection_item.status',
        'collection_item.purchased_at',
        'collection_item.shop',
        'collection_item.notes',
        'collection_item.purchase_price_cents',
        'collection_item.currency',
        'collection_item.storage_location',
        'collection_item.sleeve_condition',
        'collection_item.rating',
        'collection_item.folder',
        'collection_item.is_signed',
        'collection_item.quantity',
        'collection_item.order_date',
        'collection_item.order_price_cents',
        'collection_item.order_vendor',
        'collection_item.format_type',
        'collection_item.current_value_cents',
        'collection_item.value_currency',
        'collection_item.valued_on',
        'collection_item.value_source',
        'collection_item.created_at',
        'collection_item.updated_at',
      ])
      .select([
        ownerOf('collection_item').as('userId'),
        addedAt.as('added_at'),
        sql<string[]>`collection_item.tags`.as('tags'),
        releaseColumn.as('release'),
      ]),
  filters: () => ({
    id: equals(
      'collection_item',
      'id',
      reference(() => '/api/users/:userId/collection'),
      { description: 'Only this item, or these items.', many: true },
    ),
    q: containsWords(
      'collection_item',
      sql`${searchedText('collection_item')} || ' ' || coalesce(tags_searched, '') || substr(' ★★★★★', 1, 1 + coalesce(rating, 0))`,
      'Searches titles and artists of releases, notes, tags, and ratings as stars.',
    ),
    status: equals('collection_item', 'status', choice(...statuses.words), { description: 'Ordered or owned items.' }),
    condition: equals('collection_item', 'condition', choice(...conditions.words), { description: 'In this condition.', many: true }),
    format: isOnFormat('collection_item', sql.ref('collection_item.format_type')),
    ...itemReleaseFilters('collection_item'),
    folder: equals('collection_item', 'folder', text(255, 'Italy'), { description: 'In this folder.', many: true }),
    tag: hasTag,
    storageLocation: equals('collection_item', 'storage_location', text(255, 'Shelf B3'), {
      description: 'With this storage location.',
      many: true,
    }),
    rating: equals('collection_item', 'rating', integer(1, 5), { description: 'With this rating.', many: true }),
    signed: isFlagged('collection_item', 'is_signed', 'Signed or unsigned items.'),
    boughtYear: equals('collection_item', sql<number>`CAST(substr(${boughtAt}, 1, 4) AS INTEGER)`, integer(0, 9999), {
      description: 'Bought in this year, or ordered in this year if the purchase date is unknown.',
      many: true,
    }),
    acquiredYear: equals('collection_item', sql<number>`CAST(substr(${boughtOrAddedAt}, 1, 4) AS INTEGER)`, integer(0, 9999), {
      description: 'Bought or ordered in this year, or added in this year if both dates are unknown.',
      many: true,
    }),
  }),
  orders: () => ({
    createdAt: 'created_at',
    purchasedAt: 'purchased_at',
    added: addedAt,
    bought: boughtOrAddedAt,
    title: releaseTitle('collection_item'),
    sortTitle: sortedTitle('collection_item'),
    'release.title': releaseTitle('collection_item'),
    artist: artistOf('collection_item'),
    year: releaseYear('collection_item'),
    price: paid,
    rating: 'rating',
    condition: grade,
    storageLocation: 'storage_location',
  }),
  defaultOrder: 'created_at',
  relationships: {
    releaseRecord: one(
      'Release',
      'The release',
      (db, from) =>
        db
          .selectFrom('collection_item')
          .innerJoin('release', 'release.key', 'collection_item.release_key')
          .where('collection_item.key', 'in', from)
          .select(['collection_item.key as from', 'release.key as to', 'release.id']),
      'release',
    ),
  },
  writes: () => ({
    fields: {
      condition: word(conditions.words),
      status: word(statuses.words, 'active'),
      purchased_at: moment(),
      shop: shortText(),
      notes: notes(),
      purchase_price_cents: price(),
      currency: currency(),
      storage_location: shortText(),
      sleeve_condition: word(conditions.words),
      rating: oneToFive(),
      added_at: moment(),
      folder: shortText(),
      tags: tags(),
      is_signed: yesOrNo(),
      quantity: count(maximumQuantity, 1),
      order_date: pastDate(),
      order_price_cents: price(),
      order_vendor: shortText(),
      format_type: word(formatTypes.words),
      current_value_cents: price(),
      value_currency: currency(),
      valued_on: pastDate(),
      value_source: shortText(),
    },
    references: { release: releaseReference },
    most: maximumAdditions,
    scopes: { read: 'collection:read', write: 'collection:write' },
  }),
  example: {
    condition: 'near_mint',
    status: 'active',
    purchased_at: '2024-05-01T16:30:00.000+00:00',
    shop: 'Dusty Groove',
    notes: 'Promo stamp on the back.',
    purchase_price_cents: 2499,
    currency: 'EUR',
    storage_location: 'Shelf B3',
    sleeve_condition: 'very_good_plus',
    rating: 5,
    added_at: '2024-05-01T16:30:00.000+00:00',
    folder: 'Hitchcock',
    tags: ['first pressing', 'mono'],
    is_signed: false,
    quantity: 1,
    order_date: '2024-04-20',
    order_price_cents: 2299,
    order_vendor: 'Dusty Groove',
    format_type: 'vinyl',
    current_value_cents: 4500,
    value_currency: 'EUR',
    valued_on: '2026-01-10',
    value_source: 'Discogs, median',
    release: { id: '6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f', title: 'Psycho', slug: 'psycho' },
    created_at: '2026-01-15T09:30:00.000+00:00',
    updated_at: '2026-01-15T09:30:00.000+00:00',
  },
});

/** A collection may contain a release several times. */
export const collectionItemsOf = (store: Store): OwnedItems => new OwnedItems(store, collectionItems, 'many');
