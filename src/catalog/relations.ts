import { belongsTo, defineKind, hasMany, times, wordOr } from '../kinds';
import { exampleTimes } from './examples';
import { albumRelationKinds, releaseRelationKinds } from './vocabularies/vocabularies';

// Relations between releases, and between albums. Each is below the younger one: the remaster, the single.

const shared = { noun: 'relation', nouns: 'relations' } as const;

export const releaseRelations = defineKind({
  ...shared,
  type: 'ReleaseRelation',
  table: 'release_relation',
  path: '/api/releases/:releaseId/relations',
  description: 'Relations of a release to others, such as the one it remasters.',
  above: [{ table: 'release', column: 'release_key' }],
  identity: ['release_key', 'related_key', 'kind'],
  attributes: () => ({ kind: wordOr(releaseRelationKinds, 'reissue_of'), ...times }),
  relationships: {
    release: belongsTo('Release', 'release_key', 'The release'),
    related: belongsTo('Release', 'related_key', 'Related release', { required: true }),
  },
  example: { kind: 'remaster_of', ...exampleTimes },
});

export const albumRelations = defineKind({
  ...shared,
  type: 'AlbumRelation',
  table: 'album_relation',
  path: '/api/albums/:albumId/relations',
  description: 'Relations of an album to others, such as the one a single is from.',
  above: [{ table: 'album', column: 'album_key' }],
  identity: ['album_key', 'related_key', 'kind'],
  attributes: () => ({ kind: wordOr(albumRelationKinds, 'included_in'), ...times }),
  relationships: {
    album: belongsTo('Album', 'album_key', 'The album'),
    related: belongsTo('Album', 'related_key', 'Related album', { required: true }),
  },
  example: { kind: 'single_from', ...exampleTimes },
});

export type ReleaseRelationKind = (typeof releaseRelationKinds.words)[number];

export type AlbumRelationKind = (typeof albumRelationKinds.words)[number];

/** Relationships of a kind with relations, in both directions. */
export const relationsBothWays = <const T extends string>(type: T, owner: string) => ({
  relations: hasMany(type, owner, 'Its relations to others', ['kind']),
  relatedFrom: hasMany(type, 'related_key', 'Relations of others to it', ['kind']),
});
