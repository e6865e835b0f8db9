import { Type as t } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import { atLeast, atMost, contains, equals, inDecade, isAmong, isFlagged, searches } from '../api/schema/filters';
import { leadsTo, leadsToAs, linksTo } from '../api/schema/linked-filters';
import { choice, integer as typedInteger, text as typedText } from '../api/schema/parameters';
import { many } from '../api/schema/resource';
import {
  belongsTo,
  country,
  credits,
  date,
  defineKind,
  derived,
  flag,
  hasMany,
  integer,
  language,
  name,
  nullable,
  optionalText,
  otherwise,
  prose,
  slug,
  sortTitle,
  text,
  times,
  whereIs,
  word,
} from '../kinds';
import { creditsAmong } from '../kinds/lists';
import { composersOfProductions, creditedByProductions, directorsOfProductions } from './credited';
import { exampleCredit, exampleTimes } from './examples';
import { franchisesOfProduction } from './productions/franchises';
import { awardFilters } from './productions/production-awards';
import { idsAtSites } from './productions/site-ids';
import { albumsOfProductions } from './release-editions';
import { productionTypes } from './vocabularies/vocabularies';

const typedYear = typedInteger(0, 9999);

/** Anniversaries people celebrate, in years; no production is much older. */
const anniversaries = [25, 75, ...Array.from({ length: 30 }, (_, index) => (index + 1) * 10)];

const releaseCount = (row: string) =>
  sql<number>`(SELECT count(DISTINCT release_key) FROM production_entry WHERE production_key = ${sql.ref(`${row}.key`)})`;

/**
 * Composers may appear in their own list and among all credits: each is shown once, own list first. List names and the table's
 * key are in this order, so nothing is sorted.
 */
const creditsOnce = (row: string, only: RawBuilder<unknown>) => sql`
  SELECT * FROM production_credit AS one WHERE production_key = ${sql.ref(`${row}.key`)} AND ${only} AND (list = 'composers' OR NOT EXISTS (
    SELECT 1 FROM production_credit AS other
    WHERE other.production_key = one.production_key AND other.list = 'composers' AND other.artist_key = one.artist_key AND other.role_key IS one.role_key
  ))`;

const isComposer = sql`(list = 'composers' OR role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))`;

const organizations = sql`
  SELECT recording.production_key AS key, part.organization_key AS value
  FROM production_recording_organization AS part JOIN production_recording AS recording ON recording.key = part.production_recording_key`;

export const productions = defineKind({
  type: 'Production',
  table: 'production',
  path: '/api/productions',
  noun: 'production',
  nouns: 'productions',
  description: 'Films, television, episodes, games and other works with music.',
  slugFrom: 'title',
  noCircle: 'series',
  searched: 'by hand',
  attributes: () => ({
    title: name(),
    sort_title: sortTitle(),
    language: language('ISO 639 code of the original language'),
    _type: word(productionTypes, { column: 'production_type' }),
    year: otherwise(integer({ minimum: 1800, maximum: 9999 }), 0, t.Integer({ description: '0 if unknown' })),
    country: otherwise(country(), '', t.String({ description: 'Empty if unknown' })),
    release_date: date(),
    duration: integer({
      shown: nullable(t.Integer({ description: 'Running time in minutes' })),
      column: 'duration_minutes',
      minimum: 1,
    }),
    akas: prose({ description: 'Alternative titles, one per line', isFolded: true }),
    description: prose(),
    slug: slug(optionalText()),
    episode_count: integer({ shown: nullable(t.Integer({ description: 'Number of episodes of a series or season' })), minimum: 1 }),
    series_number: text({ description: 'Number of the episode or season in its series' }),
    franchises: franchisesOfProduction(),
    ...idsAtSites(),
    release_count: derived(t.Integer(), releaseCount),
    recording_count: derived(
      t.Integer(),
      (row) => sql`(SELECT count(*) FROM production_recording WHERE production_key = ${sql.ref(`${row}.key`)})`,
    ),
    composers: credits((row, field) => creditsAmong(field, creditsOnce(row, isComposer))),
    credits: credits((row, field) => creditsAmong(field, creditsOnce(row, sql`TRUE`))),
    provisional: flag(t.Boolean({ description: 'Whether the record is a placeholder, which an import can complete' })),
    ...times,
  }),
  filters: () => ({
    q: searches('production', 'production_search', {
      name: 'title_folded',
      description: 'Full-text search in titles, alternative titles and credits. Best matches first; sorting is ignored.',
    }),
    title: contains('production', 'title_folded', 'The title contains this text.', 'production_title_trigram'),
    type: equals('production', 'production_type', choice(...productionTypes.words), {
      description: 'The type of production.',
      many: true,
      aliases: ['_type'],
    }),
    year: equals('production', 'year', typedYear, { description: 'Of this year.' }),
    yearFrom: atLeast('production', 'year', typedYear, 'Of this year or later.'),
    yearTo: atMost('production', 'year', typedYear, 'Of this year or earlier.'),
    decade: inDecade('production', 'year', 'Of this decade.'),
    anniversary: isAmong('production', 'year', typedYear, {
      description: 'With a round anniversary in this year: 10, 20, 25, 30, … or 75 years.',
      valuesOf: (year) => anniversaries.map((years) => year - years),
    }),
    country: equals('production', 'country', typedText(2, 'US'), {
      description: 'With this country (ISO 3166-1 code).',
      many: true,
      read: (code) => code.toUpperCase(),
    }),
    composer: leadsTo('production', composersOfProductions, whereIs('Artist'), 'With music of this composer.'),
    director: leadsTo('production', directorsOfProductions, whereIs('Artist'), 'Directed by this artist.'),
    credit: leadsToAs(
      'production',
      'the slug of an artist role',
      creditedByProductions,
      whereIs('Artist'),
      'Credited with the role whose slug is in brackets: credit[screenwriter]=…',
    ),
    franchise: linksTo(
      'production',
      { table: 'production_franchise', from: 'production_key', to: 'franchise_key' },
      whereIs('Franchise'),
      'Of this franchise.',
    ),
    ...awardFilters('production'),
    provisional: isFlagged('production', 'provisional', 'Only placeholders, or none.'),
    organization: leadsTo('production', organizations, whereIs('Organization'), 'With recordings that credit this organization.'),
  }),
  facets: ['decade', 'type', 'country', 'composer', 'director', 'award'],
  orders: {
    title: 'title_folded',
    sortTitle: 'sorted_title',
    year: 'year',
    releaseDate: 'release_date',
    createdAt: 'created_at',
    releaseCount: releaseCount('production'),
  },
  wholeOrder: 'title_folded',
  relationships: {
    albums: many('Album', 'Albums with its music, oldest first', albumsOfProductions),
    series: belongsTo('Production', 'series_key', 'The television series of an episode or season', {
      filter: 'Of this television series.',
    }),
    episodes: hasMany('Production', 'series_key', 'Its episodes and seasons, oldest first', ['year', 'title_folded']),
  },
  example: {
    title: 'Psycho',
    sort_title: null,
    language: 'en',
    _type: 'movie',
    year: 1960,
    country: 'US',
    release_date: '1960-09-08',
    duration: 109,
    akas: null,
    description: null,
    slug: 'psycho',
    episode_count: null,
    series_number: null,
    franchises: [
      {
        iri: '/api/franchises/b3b8f1e2-5a0b-5f1c-9b57-7a3b1c4f0d11',
        id: 'b3b8f1e2-5a0b-5f1c-9b57-7a3b1c4f0d11',
        name: 'Psycho',
        number: '1',
      },
    ],
    imdb_id: 'tt0054215',
    tmdb_id: '539',
    igdb_id: null,
    release_count: 3,
    recording_count: 40,
    composers: [exampleCredit],
    credits: [exampleCredit],
    provisional: false,
    ...exampleTimes,
  },
});
