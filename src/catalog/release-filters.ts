import { sql } from 'kysely';
import { atMost, contains, equals, inDecade, isFlagged, searches } from '../api/schema/filters';
import { holdingFilter } from '../api/schema/holdings-filter';
import { has, hasAmong, leadsTo, leadsToAs, linksTo } from '../api/schema/linked-filters';
import { choice, integer, nonEmpty, text } from '../api/schema/parameters';
import { whereIs } from '../kinds';
import { fold } from '../store/values/folding';
import { composersOfReleases, creditedByReleases, directorsOfReleases, ofReleases, together } from './credited';
import { franchisesOfReleases } from './productions/franchises';
import { awardFilters } from './productions/production-awards';
import { formatTypes, trackVersions } from './vocabularies/vocabularies';

/** Text filters on genres, styles and other open vocabularies. */
export const typedTerm = (example: string) => nonEmpty(text(255, example));

export const catalogReleaseFilters = () => ({
  q: searches('release', 'release_search', {
    name: 'title_folded',
    description: 'Full-text search in titles and artists. Best matches first; sorting is ignored.',
  }),
  title: contains('release', 'title_folded', 'The title contains this text.', 'release_title_trigram'),
  production: linksTo(
    'release',
    { table: 'production_entry', from: 'release_key', to: 'production_key' },
    whereIs('Production'),
    'With music of this production.',
  ),
  franchise: leadsTo('release', franchisesOfReleases, whereIs('Franchise'), 'With music from productions of this franchise.'),
  ...awardFilters('release', ofReleases),
  artist: linksTo(
    'release',
    { table: 'release_credit', from: 'release_key', to: 'artist_key', only: { column: 'list', value: 'artists' } },
    whereIs('Artist'),
    'By this artist.',
  ),
  label: linksTo('release', { table: 'release_label', from: 'release_key', to: 'label_key' }, whereIs('Label'), 'On this label.'),
  composer: leadsTo(
    'release',
    together(composersOfReleases),
    whereIs('Artist'),
    'With music by this composer, as credited on it or its productions.',
  ),
  director: leadsTo('release', together(directorsOfReleases), whereIs('Artist'), 'With music from productions this artist directed.'),
  credit: leadsToAs(
    'release',
    'the slug of an artist role',
    (role) => together(creditedByReleases(role)),
    whereIs('Artist'),
    'Credited with the role whose slug is in brackets on it or its productions, as in credit[composer].',
  ),
  organization: linksTo(
    'release',
    { table: 'release_company', from: 'release_key', to: 'organization_key' },
    whereIs('Organization'),
    'Crediting this organization.',
  ),
  year: equals('release', 'year', integer(0, 9999), { description: 'Of this year.' }),
  decade: inDecade('release', 'year', 'Of this decade.'),
  format: has(
    'release',
    { table: 'release_format', owner: 'release_key', column: 'format_type' },
    choice(...formatTypes.words),
    'With a format of this type.',
  ),
  genre: has('release', { table: 'release_genre', owner: 'release_key', column: 'genre' }, typedTerm('Stage & Screen'), 'Of this genre.'),
  style: has('release', { table: 'release_style', owner: 'release_key', column: 'style' }, typedTerm('Score'), 'Of this style.'),
  trackVersion: hasAmong(
    'release',
    sql`SELECT f.release_key AS key, v.version AS value FROM release_track_version AS v
      JOIN release_track AS t ON t.key = v.release_track_key JOIN release_format AS f ON f.key = t.release_format_key`,
    choice(...trackVersions.words),
    'With a track of this version.',
  ),
  seriesName: hasAmong(
    'release',
    sql`SELECT release_key AS key, name_folded AS value FROM release_series`,
    typedTerm('Film Music Classics'),
    'In a printed series of this name. Case and accents are ignored.',
    (name) => fold(name).trim(),
  ),
  country: equals('release', 'country', text(2, 'US'), {
    description: 'With this country (two-letter code).',
    many: true,
    read: (code) => code.toUpperCase(),
  }),
  numbered: isFlagged('release', 'numbered', 'Only numbered editions, or none.'),
  editionSizeTo: atMost('release', 'edition_size', integer(1, 1_000_000), 'Limited to this number of copies or fewer.'),
  provisional: isFlagged('release', 'provisional', 'Only placeholders, or none.'),
  holding: holdingFilter(
    'release',
    {
      owned: { table: 'collection_item', column: 'release_key', scope: 'collection:read' },
      wanted: { table: 'wishlist_item', column: 'release_key', scope: 'wishlist:read' },
    },
    "In the user's collection or wishlist, or in neither.",
  ),
});
