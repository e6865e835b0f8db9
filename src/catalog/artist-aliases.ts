import { Type as t } from '@sinclair/typebox';
import { defineResource } from '../jsonapi/resource';
import { exampleTimestamps, nullable, optionalText, timestamps } from './parts';
import { aliasTypes, oneOf } from './vocabularies';

export const artistAliases = defineResource({
  type: 'ArtistAlias',
  table: 'artist_alias',
  path: '/api/artists/:artistId/aliases',
  noun: 'alias',
  nouns: 'aliases',
  description: 'Further names of an artist, in their order.',
  within: { ancestors: [{ parameter: 'artistId', table: 'artist' }], column: 'artist_key' },
  attributes: t.Object({
    variation: t.String(),
    _type: nullable(oneOf(aliasTypes)),
    notes: optionalText(),
    position: t.Integer({ minimum: 1 }),
    ...timestamps,
  }),
  rows: (db) =>
    db
      .selectFrom('artist_alias')
      .innerJoin('artist', 'artist.key', 'artist_alias.artist_key')
      .select([
        'artist_alias.key',
        'artist_alias.id as _id',
        'artist.id as artistId',
        'artist_alias.variation',
        'artist_alias.type as _type',
        'artist_alias.notes',
        'artist_alias.position',
        'artist_alias.created_at',
        'artist_alias.updated_at',
      ]),
  defaultOrder: 'position',
  example: { variation: 'Benny Herrmann', _type: 'name_variation', notes: null, position: 1, ...exampleTimestamps },
});
