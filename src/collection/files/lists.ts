import type { RawBuilder } from 'kysely';
import type { Resource } from '../../api/schema/resource';
import { writesOf } from '../../api/write/write';
import type { Store } from '../../store/database/open';
import { addedAt, collectionItems, collectionItemsOf } from '../items/collection-items';
import type { OwnedItems } from '../items/owned-items';
import { wishlistItems, wishlistItemsOf } from '../wishlist/wishlist-items';

/** A list of releases that can be imported and exported. */
export interface ReleaseList<N extends 'collection' | 'wishlist' = 'collection' | 'wishlist'> {
  readonly name: N;
  readonly table: 'collection_item' | 'wishlist_item';
  readonly resource: Resource;
  readonly expressions: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly itemsOf: (store: Store) => OwnedItems;
  readonly times: 'once' | 'many';
}

const collection: ReleaseList<'collection'> = {
  name: 'collection',
  table: 'collection_item',
  resource: collectionItems,
  expressions: { added_at: addedAt },
  itemsOf: collectionItemsOf,
  times: 'many',
};

const wishlist: ReleaseList<'wishlist'> = {
  name: 'wishlist',
  table: 'wishlist_item',
  resource: wishlistItems,
  expressions: {},
  itemsOf: wishlistItemsOf,
  times: 'once',
};

export const lists = [collection, wishlist] as const;

/** The format name in our JSON files, with its only version. */
export const fileFormatOf = ({ name }: ReleaseList): string => `leitmotif-${name}`;
export const fileVersion = 1;

/** Columns that identify the release, on this server or another. */
export const releaseColumns = [
  'release_id',
  'release_title',
  'barcode',
  'catalog_number',
  'artist_credit',
  'label',
  'year',
  'country',
] as const;
export const timeColumns = ['created_at', 'updated_at'] as const;

/** Columns of an exported file, in order. */
export const exportColumns = ({ resource }: ReleaseList): string[] => [
  ...releaseColumns,
  ...Object.keys(writesOf(resource).fields),
  ...timeColumns,
];
