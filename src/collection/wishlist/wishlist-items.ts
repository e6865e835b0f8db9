import { Type as t } from '@sinclair/typebox';
import { containsWords, equals } from '../../api/schema/filters';
import { integer, reference } from '../../api/schema/parameters';
import { defineResource } from '../../api/schema/registry';
import { one } from '../../api/schema/resource';
import { forbidden, invalid } from '../../errors';
import type { Store } from '../../store/database/open';
import { maximumAdditions } from '../items/bulk';
import {
  currency,
  notes,
  nullable,
  oneToFive,
  ownerOf,
  price,
  releaseColumn,
  releaseReference,
  releaseShown,
  yesOrNo,
} from '../items/fields';
import { OwnedItems } from '../items/owned-items';
import { artistOf, isOnFormat, itemReleaseFilters, releaseTitle, releaseYear, searchedText, sortedTitle } from '../items/release-filters';
import type { WhenCreated } from '../items/routes';

export const wishlistItems = defineResource({
  type: 'WishlistItem',
  table: 'wishlist_item',
  path: '/api/users/:userId/wishlist',
  noun: 'wishlist item',
  nouns: 'wishlist items',
  description: 'Releases that the user wants. Private.',
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
  attributes: () =>
    t.Object({
      notes: nullable(t.String()),
      priority: nullable(t.Integer({ description: 'From 1 (highest) to 5' })),
      max_price_cents: nullable(t.Integer({ description: 'Maximum price, in minor units of the currency' })),
      currency: nullable(t.String({ description: 'An ISO 4217 code' })),
      any_edition: t.Boolean({ description: 'Whether other editions of the album are welcome too' }),
      release: releaseShown,
      created_at: t.String({ format: 'date-time', readOnly: true }),
      updated_at: t.String({ format: 'date-time', readOnly: true }),
    }),
  rows: (db) =>
    db
      .selectFrom('wishlist_item')
      .innerJoin('release', 'release.key', 'wishlist_item.release_key')
      .select([
        'wishlist_item.key',
        'wishlist_item.id as _id',
        'wishlist_item.notes',
        'wishlist_item.priority',
        'wishlist_item.max_price_cents',
        'wishlist_item.currency',
        'wishlist_item.any_edition',
        'wishlist_item.created_at',
        'wishlist_item.updated_at',
      ])
      .select([ownerOf('wishlist_item').as('userId'), releaseColumn.as('release')]),
  filters: () => ({
    id: equals(
      'wishlist_item',
      'id',
      reference(() => '/api/users/:userId/wishlist'),
      { description: 'Only this item, or these items.', many: true },
    ),
    q: containsWords('wishlist_item', searchedText('wishlist_item'), 'Searches titles and artists of releases, and notes.'),
    priority: equals('wishlist_item', 'priority', integer(1, 5), { description: 'With this priority.', many: true }),
    format: isOnFormat('wishlist_item'),
    ...itemReleaseFilters('wishlist_item'),
  }),
  orders: () => ({
    createdAt: 'created_at',
    priority: 'priority',
    title: releaseTitle('wishlist_item'),
    sortTitle: sortedTitle('wishlist_item'),
    artist: artistOf('wishlist_item'),
    year: releaseYear('wishlist_item'),
    maxPrice: 'max_price_cents',
    'release.title': releaseTitle('wishlist_item'),
  }),
  defaultOrder: 'created_at',
  relationships: {
    releaseRecord: one(
      'Release',
      'The release',
      (db, from) =>
        db
          .selectFrom('wishlist_item')
          .innerJoin('release', 'release.key', 'wishlist_item.release_key')
          .where('wishlist_item.key', 'in', from)
          .select(['wishlist_item.key as from', 'release.key as to', 'release.id']),
      'release',
    ),
  },
  writes: () => ({
    fields: { notes: notes(), priority: oneToFive(), max_price_cents: price(), currency: currency(), any_edition: yesOrNo() },
    references: { release: releaseReference },
    most: maximumAdditions,
    scopes: { read: 'wishlist:read', write: 'wishlist:write' },
  }),
  example: {
    notes: 'The first pressing, if possible.',
    priority: 2,
    max_price_cents: 4000,
    currency: 'EUR',
    any_edition: false,
    release: { id: '6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f', title: 'Psycho', slug: 'psycho' },
    created_at: '2026-01-15T09:30:00.000+00:00',
    updated_at: '2026-01-15T09:30:00.000+00:00',
  },
});

/** A wishlist contains a release once. */
export const wishlistItemsOf = (store: Store): OwnedItems => new OwnedItems(store, wishlistItems, 'once');

const pointer = '/meta/takeOffWishlist';

/**
 * Removes added releases from the wishlist if the body sets `meta.takeOffWishlist`. Other editions stay on it. Copies added without
 * notes keep those of the wish.
 */
export function wishRemoval(store: Store): WhenCreated {
  return ({ userKey, scopes }, body) => {
    const isAsked = readWish(body);
    if (isAsked && scopes !== null && !scopes.has('wishlist:write'))
      throw forbidden('scope_for_parameter', { scope: 'wishlist:write', name: 'takeOffWishlist' }, { pointer });
    if (!isAsked) return () => ({});
    return ({ ids, targetKeys }) => {
      const keys = JSON.stringify(targetKeys);
      store.writer.change(takeOverNotes, { user: userKey, keys, ids: JSON.stringify(ids) });
      return { takenOffWishlist: store.writer.change(`DELETE FROM wishlist_item WHERE ${wishesOfReleases}`, { user: userKey, keys }) };
    };
  };
}

function readWish(body: unknown): boolean {
  const meta = typeof body === 'object' && body !== null ? (body as { meta?: unknown }).meta : undefined;
  const wish = typeof meta === 'object' && meta !== null ? (meta as { takeOffWishlist?: unknown }).takeOffWishlist : undefined;
  if (wish !== undefined && typeof wish !== 'boolean') throw invalid('wrong_member', { pointer, expected: 'true or false' }, { pointer });
  return wish ?? false;
}

const takeOverNotes = `
  UPDATE collection_item SET notes = wish.notes, notes_folded = wish.notes_folded
  FROM wishlist_item wish
  WHERE wish.user_key = :user AND wish.release_key IN (SELECT value FROM json_each(:keys)) AND wish.notes IS NOT NULL
    AND collection_item.id IN (SELECT value FROM json_each(:ids))
    AND collection_item.release_key = wish.release_key AND collection_item.notes IS NULL`;

/** Wishes of the releases of `:keys`. */
export const wishesOfReleases = 'user_key = :user AND release_key IN (SELECT value FROM json_each(:keys))';
