import { defineKind, requiredText, times, url } from '../kinds';
import { exampleTimes } from './examples';

const attributes = () => ({
  provider: requiredText({ description: 'The name of the external provider' }),
  external_id: requiredText(),
  url: url(),
});

const shared = { noun: 'external link', nouns: 'external links', attributes } as const;

export const artistExternalLinks = defineKind({
  ...shared,
  type: 'ArtistExternalLink',
  table: 'artist_external_link',
  path: '/api/artists/:artistId/external-links',
  description: 'External links of an artist.',
  above: [{ table: 'artist', column: 'artist_key' }],
  identity: ['artist_key', 'provider', 'external_id'],
  example: { provider: 'discogs', external_id: '7027', url: 'https://www.discogs.com/artist/7027' },
});

export const productionExternalLinks = defineKind({
  ...shared,
  type: 'ProductionExternalLink',
  table: 'production_external_link',
  path: '/api/productions/:productionId/external-links',
  description: 'External links of a production.',
  above: [{ table: 'production', column: 'production_key' }],
  identity: ['production_key', 'provider', 'external_id'],
  example: { provider: 'imdb', external_id: 'tt0054215', url: 'https://www.imdb.com/title/tt0054215/' },
});

export const albumExternalLinks = defineKind({
  ...shared,
  type: 'AlbumExternalLink',
  table: 'album_external_link',
  path: '/api/albums/:albumId/external-links',
  description: 'External links of an album.',
  above: [{ table: 'album', column: 'album_key' }],
  identity: ['album_key', 'provider', 'external_id'],
  attributes: () => ({ ...attributes(), ...times }),
  example: { provider: 'discogs', external_id: '250386', url: 'https://www.discogs.com/master/250386', ...exampleTimes },
});

export const releaseExternalLinks = defineKind({
  ...shared,
  type: 'ReleaseExternalLink',
  table: 'release_external_link',
  path: '/api/releases/:releaseId/external-links',
  description: 'External links of a release.',
  above: [{ table: 'release', column: 'release_key' }],
  identity: ['release_key', 'provider', 'external_id'],
  attributes: () => ({ ...attributes(), ...times }),
  example: { provider: 'discogs', external_id: '1586427', url: 'https://www.discogs.com/release/1586427', ...exampleTimes },
});
