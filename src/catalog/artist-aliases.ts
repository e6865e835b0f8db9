import { countFromOne, defineKind, name, prose, times, wordOrNone } from '../kinds';
import { exampleTimes } from './examples';
import { aliasTypes } from './vocabularies/vocabularies';

export const artistAliases = defineKind({
  type: 'ArtistAlias',
  table: 'artist_alias',
  path: '/api/artists/:artistId/aliases',
  noun: 'alias',
  nouns: 'aliases',
  description: 'Aliases of an artist, in order.',
  above: [{ table: 'artist', column: 'artist_key' }],
  likeness: ['artist_key', 'variation'],
  attributes: () => ({
    variation: name(),
    _type: wordOrNone(aliasTypes, { column: 'type' }),
    notes: prose(),
    position: countFromOne(),
    ...times,
  }),
  defaultOrder: 'position',
  example: { variation: 'Benny Herrmann', _type: 'name_variation', notes: null, position: 1, ...exampleTimes },
});
