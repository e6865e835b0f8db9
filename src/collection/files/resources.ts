import { Type as t } from '@sinclair/typebox';
import { defineResource } from '../../api/schema/define-resource';
import type { List } from './lists';

/** Rows of imported files that wait for their releases, as they are shown. */
export const keptRowsOf = <N extends List['name']>({ name }: { readonly name: N }): KeptRowsOf<N> => resources[name];

type KeptRowsOf<N extends List['name']> = (typeof resources)[N];

const define = <const N extends string, const T extends string>(name: N, type: T) =>
  defineResource({
    type,
    table: 'import_row',
    path: `/api/users/:userId/${name}/import/unmatched`,
    noun: 'unmatched row',
    nouns: 'unmatched rows',
    description: 'A row of an imported file whose release the catalog did not have. It is tried again at the next import.',
    within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
    attributes: t.Object({
      row: t.Object({}, { additionalProperties: true, description: 'The cells by their columns' }),
      copies: t.Integer({ minimum: 1, description: 'How many such rows the file had' }),
      created_at: t.String({ format: 'date-time' }),
    }),
    rows: (db) =>
      db
        .selectFrom('import_row')
        .innerJoin('user', 'user.key', 'import_row.user_key')
        .select(['import_row.key', 'import_row.id as _id', 'user.id as userId', 'import_row.copies', 'import_row.created_at'])
        .select((row) => row.ref('import_row.cells').$castTo<Record<string, unknown>>().as('row')),
    example: {
      row: { 'Catalog#': 'OTO 2', Artist: 'Au Pairs', Title: 'You', release_id: '7530535' },
      copies: 1,
      created_at: '2026-01-15T09:30:00.000+00:00',
    },
  });

const resources = {
  collection: define('collection', 'CollectionImportRow'),
  wishlist: define('wishlist', 'WishlistImportRow'),
};
