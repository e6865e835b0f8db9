import type { RawBuilder } from 'kysely';
import type { Resource } from '../../api/schema/resource';
import { writesOf } from '../../api/write/write';
import type { Store } from '../../store/database/open';
import { fileColumns, releaseColumns } from '../formats/columns';
import type { ReleaseListName } from '../formats/vocabulary';
import { addedAt, collectionItems, collectionItemsOf } from '../items/collection-items';
import type { OwnedItems } from '../items/owned-items';
import { wishlistItems, wishlistItemsOf } from '../wishlist/wishlist-items';

/** A list of releases that can be imported and exported. */
export interface ReleaseList<N extends ReleaseListName = ReleaseListName> {
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

/** SQL: whether a user has the release `r` on a list. */
export const isListed = `(${lists
  .map(({ table }) => `EXISTS (SELECT 1 FROM ${table} WHERE user_key = :user AND release_key = r.key)`)
  .join(' OR ')})`;

/** The format name in our JSON files, with its only version. */
export const fileFormatOf = ({ name }: ReleaseList): string => `leitmotif-${name}`;
export const fileVersion = 1;

/** Of the open loan. A JSON file has all loans of a copy in the member `loans`. */
export const loanColumns = ['lent_to', 'lent_on', 'due_on'] as const;

export const timeColumns = ['created_at', 'updated_at'] as const;

const fieldsOf = ({ resource }: ReleaseList): string[] => Object.keys(writesOf(resource).fields);

/** Fields that a column can be mapped to. Rows of a collection file may be wishes; a wishlist needs their status. */
export const importFields = (list: ReleaseList): string[] =>
  list.name === 'wishlist'
    ? [...fileColumns, ...fieldsOf(list), 'status']
    : [...new Set([...fileColumns, 'purchase_price', 'current_value', ...lists.flatMap(fieldsOf), ...loanColumns])];

/** Columns of an exported file, in order. */
export const exportColumns = (list: ReleaseList): string[] => [
  ...releaseColumns,
  ...fieldsOf(list),
  ...(list.name === 'collection' ? loanColumns : []),
  ...timeColumns,
];

export const exportFormats = ['csv', 'json'] as const;
