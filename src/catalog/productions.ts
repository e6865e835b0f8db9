import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { atLeast, atMost, contains, equals, searches } from '../jsonapi/filters';
import { choice, integer as typedInteger, text as typedText } from '../jsonapi/parameters';
import {
  country,
  credits,
  date,
  defineKind,
  derived,
  integer,
  name,
  nullable,
  optionalText,
  otherwise,
  prose,
  slug,
  times,
  word,
} from '../kinds';
import { exampleCredit, exampleTimes } from './examples';
import { productionTypes } from './vocabularies';

const typedYear = typedInteger(0, 9999);

export const productions = defineKind({
  type: 'Production',
  table: 'production',
  path: '/api/productions',
  noun: 'production',
  nouns: 'productions',
  description: 'Films, television, episodes, games and other works with music.',
  slugFrom: 'title',
  searched: 'by hand',
  attributes: {
    title: name(),
    _type: word(productionTypes, { column: 'production_type' }),
    year: otherwise(integer({ minimum: 1800, maximum: 9999 }), 0, t.Integer({ description: '0 where it is unknown' })),
    country: otherwise(country(), '', t.String({ description: 'Empty where it is unknown' })),
    release_date: date(),
    duration: integer({
      shown: nullable(t.Integer({ description: 'Running time in minutes' })),
      column: 'duration_minutes',
      minimum: 1,
    }),
    akas: prose({ description: 'Alternative titles, one a line', isFolded: true }),
    description: prose(),
    slug: slug(optionalText()),
    release_count: derived(
      t.Integer(),
      (row) => sql`(SELECT count(DISTINCT release_key) FROM production_entry WHERE production_key = ${sql.ref(`${row}.key`)})`,
    ),
    recording_count: derived(
      t.Integer(),
      (row) => sql`(SELECT count(*) FROM production_recording WHERE production_key = ${sql.ref(`${row}.key`)})`,
    ),
    composers: credits(),
    ...times,
  },
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
    year: equals('production', 'year', typedYear, { description: 'Of this year.' }),
    yearFrom: atLeast('production', 'year', typedYear, 'Of this year or later.'),
    yearTo: atMost('production', 'year', typedYear, 'Of this year or earlier.'),
    country: equals('production', 'country', typedText(2, 'US'), {
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
    ...exampleTimes,
  },
});
