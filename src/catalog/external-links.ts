import { Type as t } from '@sinclair/typebox';
import { defineResource } from '../jsonapi/resource';
import { exampleTimestamps, timestamps } from './parts';

const shared = {
  provider: t.String({ description: 'The name of the external provider' }),
  external_id: t.String(),
  url: t.String({ format: 'uri' }),
};

const attributes = t.Object(shared);

export const artistExternalLinks = defineResource({
  type: 'ArtistExternalLink',
  table: 'artist_external_link',
  path: '/api/artists/:artistId/external-links',
  noun: 'external link',
  nouns: 'external links',
  description: 'Where else an artist is to be found.',
  within: { ancestors: [{ parameter: 'artistId', table: 'artist' }], column: 'artist_key' },
  attributes,
  rows: (db) =>
    db
      .selectFrom('artist_external_link')
      .innerJoin('artist', 'artist.key', 'artist_external_link.artist_key')
      .select(['artist_external_link.key', 'artist_external_link.id as _id', 'artist.id as artistId', 'provider', 'external_id', 'url']),
  example: { provider: 'discogs', external_id: '7027', url: 'https://www.discogs.com/artist/7027' },
});

export const productionExternalLinks = defineResource({
  type: 'ProductionExternalLink',
  table: 'production_external_link',
  path: '/api/productions/:productionId/external-links',
  noun: 'external link',
  nouns: 'external links',
  description: 'Where else a production is to be found.',
  within: { ancestors: [{ parameter: 'productionId', table: 'production' }], column: 'production_key' },
  attributes,
  rows: (db) =>
    db
      .selectFrom('production_external_link')
      .innerJoin('production', 'production.key', 'production_external_link.production_key')
      .select([
        'production_external_link.key',
        'production_external_link.id as _id',
        'production.id as productionId',
        'provider',
        'external_id',
        'url',
      ]),
  example: { provider: 'imdb', external_id: 'tt0054215', url: 'https://www.imdb.com/title/tt0054215/' },
});

export const releaseExternalLinks = defineResource({
  type: 'ReleaseExternalLink',
  table: 'release_external_link',
  path: '/api/releases/:releaseId/external-links',
  noun: 'external link',
  nouns: 'external links',
  description: 'Where else a release is to be found.',
  within: { ancestors: [{ parameter: 'releaseId', table: 'release' }], column: 'release_key' },
  attributes: t.Object({ ...shared, ...timestamps }),
  rows: (db) =>
    db
      .selectFrom('release_external_link')
      .innerJoin('release', 'release.key', 'release_external_link.release_key')
      .select(['release_external_link.key', 'release_external_link.id as _id', 'release.id as releaseId', 'provider', 'external_id', 'url'])
      .select(['release_external_link.created_at', 'release_external_link.updated_at']),
  example: { provider: 'discogs', external_id: '1586427', url: 'https://www.discogs.com/release/1586427', ...exampleTimestamps },
});
