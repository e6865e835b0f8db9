import { sql } from 'kysely';
import { contains, equals, inDecade, searches } from '../api/schema/filters';
import { holdingFilter } from '../api/schema/holdings-filter';
import { hasAmong, leadsTo, leadsToAs, linksTo } from '../api/schema/linked-filters';
import { choice, integer, nonEmpty, text } from '../api/schema/parameters';
import { whereIs } from '../kinds';
import { composersOfReleases, creditedByReleases, directorsOfReleases, ofEditions, ofReleases } from './credited';
import { franchisesOfReleases } from './productions/franchises';
import { awardFilters } from './productions/production-awards';
import { typedTerm } from './release-filters';
import { albumTypes, formatTypes } from './vocabularies/vocabularies';

/** Filters on albums themselves, and on any of their editions. */
export const albumFilters = () => ({
  q: searches('album', 'album_search', {
    name: 'title_folded',
    description: 'Full-text search in titles and artists. Best matches first; sorting is ignored.',
  }),
  title: contains('album', 'title_folded', 'The title contains this text.', 'album_title_trigram'),
  type: equals('album', 'album_type', choice(...albumTypes.words), {
    description: 'The type of album.',
    many: true,
    aliases: ['album_type'],
  }),
  year: equals('album', 'year', integer(0, 9999), { description: 'First released in this year.' }),
  decade: inDecade('album', 'year', 'First released in this decade.'),
  artist: linksTo('album', { table: 'album_credit', from: 'album_key', to: 'artist_key' }, whereIs('Artist'), 'By this artist.'),
  production: leadsTo(
    'album',
    ofEditions([sql`SELECT release_key AS key, production_key AS value FROM production_entry`]),
    whereIs('Production'),
    'With music of this production.',
  ),
  franchise: leadsTo('album', ofEditions([franchisesOfReleases]), whereIs('Franchise'), 'With music from productions of this franchise.'),
  ...awardFilters('album', (ofProductions) => ofEditions([ofReleases(ofProductions)])),
  composer: leadsTo('album', ofEditions(composersOfReleases), whereIs('Artist'), 'With music of this composer.'),
  director: leadsTo('album', ofEditions(directorsOfReleases), whereIs('Artist'), 'With music of a production that this artist directed.'),
  credit: leadsToAs(
    'album',
    'the slug of an artist role',
    (role) => ofEditions(creditedByReleases(role)),
    whereIs('Artist'),
    'Credited with the role whose slug is in brackets, on an edition or one of its productions: credit[composer]=…',
  ),
  label: leadsTo(
    'album',
    ofEditions([sql`SELECT release_key AS key, label_key AS value FROM release_label WHERE label_key IS NOT NULL`]),
    whereIs('Label'),
    'With an edition on this label.',
  ),
  format: hasAmong(
    'album',
    ofEditions([sql`SELECT release_key AS key, format_type AS value FROM release_format`]),
    choice(...formatTypes.words),
    'With an edition in this format.',
  ),
  genre: hasAmong(
    'album',
    ofEditions([sql`SELECT release_key AS key, genre AS value FROM release_genre`]),
    typedTerm('Stage & Screen'),
    'With an edition of this genre.',
  ),
  style: hasAmong(
    'album',
    ofEditions([sql`SELECT release_key AS key, style AS value FROM release_style`]),
    typedTerm('Score'),
    'With an edition of this style.',
  ),
  country: hasAmong(
    'album',
    sql`SELECT album_key AS key, country AS value FROM "release" WHERE album_key IS NOT NULL AND country IS NOT NULL`,
    nonEmpty(text(2, 'US')),
    'With an edition of this country (code).',
    (code) => code.toUpperCase(),
  ),
  holding: holdingFilter(
    'album',
    {
      owned: { table: 'collection_item', column: 'release_key', scope: 'collection:read', through: 'album_key' },
      wanted: { table: 'wishlist_item', column: 'release_key', scope: 'wishlist:read', through: 'album_key' },
    },
    "With an edition in the user's collection or wishlist, or in neither.",
  ),
});
