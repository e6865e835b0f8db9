import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { credits } from '../database/json-columns';
import { atLeast, atMost, contains, equals, searches } from '../jsonapi/filters';
import { choice, integer, text } from '../jsonapi/parameters';
import { defineResource } from '../jsonapi/resource';
import { credit, exampleCredit, exampleTimestamps, nullable, optionalText, timestamps } from './parts';
import { oneOf, productionTypes } from './vocabularies';

const year = integer(0, 9999);

export const productions = defineResource({
  type: 'Production',
  table: 'production',
  path: '/api/productions',
  noun: 'production',
  nouns: 'productions',
  description: 'Films, television, episodes, games and other works with music.',
  attributes: t.Object({
    title: t.String(),
    _type: oneOf(productionTypes),
    year: t.Integer({ description: '0 where it is unknown' }),
    country: t.String({ description: 'Empty where it is unknown' }),
    release_date: nullable(t.String({ format: 'date' })),
    duration: nullable(t.Integer({ description: 'Running time in minutes' })),
    akas: nullable(t.String({ description: 'Alternative titles, one a line' })),
    description: optionalText(),
    slug: optionalText(),
    release_count: t.Integer(),
    recording_count: t.Integer(),
    composers: t.Array(credit),
    ...timestamps,
  }),
  rows: (db) =>
    db
      .selectFrom('production')
      .select([
        'production.key',
        'production.id as _id',
        'title',
        'production_type as _type',
        'release_date',
        'duration_minutes as duration',
        'akas',
        'description',
        'slug',
        'created_at',
        'updated_at',
      ])
      .select([
        sql<number>`coalesce(year, 0)`.as('year'),
        sql<string>`coalesce(country, '')`.as('country'),
        sql<number>`(SELECT count(DISTINCT release_key) FROM production_entry WHERE production_key = production.key)`.as('release_count'),
        sql<number>`(SELECT count(*) FROM production_recording WHERE production_key = production.key)`.as('recording_count'),
        credits('production_credit', 'composers', 'production.key').as('composers'),
      ]),
  filters: {
    q: searches('production', 'production_search', {
      name: 'title_folded',
      description: 'Full-text search in titles, alternative titles and composers. The best matches come first, and all orders are ignored.',
    }),
    title: contains('production', 'title_folded', 'The title contains this text.', 'production_title_trigram'),
    type: equals('production', 'production_type', choice(...productionTypes.words), {
      description: 'The type of production.',
      many: true,
      aliases: ['_type'],
    }),
    year: equals('production', 'year', year, { description: 'Of this year.' }),
    yearFrom: atLeast('production', 'year', year, 'Of this year or later.'),
    yearTo: atMost('production', 'year', year, 'Of this year or earlier.'),
    country: equals('production', 'country', text(2, 'US'), {
      description: 'The country, as an ISO 3166-1 code.',
      read: (code) => code.toUpperCase(),
    }),
  },
  orders: { title: 'title_folded', year: 'year', releaseDate: 'release_date' },
  wholeOrder: 'title_folded',
  example: {
    title: 'Psycho',
    _type: 'movie',
    year: 1960,
    country: 'US',
    release_date: '1960-09-08',
    duration: 109,
    akas: null,
    description: null,
    slug: 'psycho',
    release_count: 3,
    recording_count: 40,
    composers: [exampleCredit],
    ...exampleTimestamps,
  },
});
