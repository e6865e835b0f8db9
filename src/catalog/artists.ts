import { Type as t } from '@sinclair/typebox';
import { variations } from '../database/json-columns';
import { contains, equals, isFlagged, onOrAfter, onOrBefore, searches } from '../jsonapi/filters';
import { choice, text } from '../jsonapi/parameters';
import { defineResource, many } from '../jsonapi/resource';
import { exampleTimestamps, nullable, optionalText, partialDate } from './parts';
import { artistTypes, oneOf } from './vocabularies';

const variation = t.Object(
  { id: t.String(), variation: t.String(), type: optionalText(), notes: optionalText() },
  { additionalProperties: false, description: 'A further name of the artist' },
);

export const artists = defineResource({
  type: 'Artist',
  table: 'artist',
  path: '/api/artists',
  noun: 'artist',
  nouns: 'artists',
  description: 'People, groups, orchestras and choirs, real and fictional.',
  attributes: t.Object({
    name: t.String(),
    _type: oneOf(artistTypes),
    country: optionalText(),
    display_name: t.String({
      default: '',
      readOnly: true,
      description: 'The name, with a disambiguator where it collides with other artists',
    }),
    slug: t.String({ default: '', readOnly: true }),
    real_name: optionalText(),
    begin_date: partialDate(),
    end_date: partialDate(),
    begin_city: optionalText(),
    begin_country: optionalText(),
    end_city: optionalText(),
    end_country: optionalText(),
    disambiguation: optionalText(),
    biography: optionalText(),
    fictional: t.Boolean({ default: false, description: 'Marks a character or a fictional band' }),
    variations: t.Array(variation, { readOnly: true }),
    created_at: t.String({ format: 'date-time', readOnly: true }),
    updated_at: nullable(t.String({ format: 'date-time', readOnly: true })),
  }),
  rows: (db) =>
    db
      .selectFrom('artist')
      .select([
        'artist.key',
        'artist.id as _id',
        'name',
        'artist_type as _type',
        'country',
        'display_name',
        'slug',
        'real_name',
        'begin_date',
        'end_date',
        'begin_city',
        'begin_country',
        'end_city',
        'end_country',
        'disambiguation',
        'biography',
        'fictional',
        'created_at',
        'updated_at',
      ])
      .select(variations('artist.key').as('variations')),
  filters: {
    q: searches('artist', 'artist_search', {
      name: 'name_folded',
      otherNames: { table: 'artist_alias', column: 'variation_folded', owner: 'artist_key' },
      description: 'Full-text search in names, real names and aliases. The best matches come first, and all orders are ignored.',
    }),
    name: contains('artist', 'name_folded', 'The name contains this text.', 'artist_name_trigram'),
    type: equals('artist', 'artist_type', choice(...artistTypes.words), {
      description: 'The type of artist.',
      many: true,
      aliases: ['_type'],
    }),
    country: equals('artist', 'country', text(2, 'PL'), {
      description: 'The country, as an ISO 3166-1 code.',
      read: (code) => code.toUpperCase(),
    }),
    fictional: isFlagged('artist', 'fictional', 'Only fictional, or only real artists.'),
    bornAfter: onOrAfter(
      'artist',
      'begin_day',
      'Begins on or after the first day of this period. Artists without a begin date are left out.',
    ),
    bornBefore: onOrBefore(
      'artist',
      'begin_day',
      'Begins on or before the last day of this period. Artists without a begin date are left out.',
    ),
    diedAfter: onOrAfter('artist', 'end_day', 'Ends on or after the first day of this period. Artists without an end date are left out.'),
    diedBefore: onOrBefore('artist', 'end_day', 'Ends on or before the last day of this period. Artists without an end date are left out.'),
  },
  orders: { name: 'name_folded', country: 'country', beginDate: 'begin_day', endDate: 'end_day' },
  wholeOrder: 'name_folded',
  relationships: {
    members: many(
      'Artist',
      'The members of a group, in their order',
      (db, from) =>
        db
          .selectFrom('artist_group_member')
          .innerJoin('artist', 'artist.key', 'artist_group_member.member_key')
          .where('artist_group_member.group_key', 'in', from)
          .select(['artist_group_member.group_key as from', 'artist.key as to', 'artist.id'])
          .orderBy('artist_group_member.position')
          .orderBy('artist_group_member.id'),
      { alsoAttribute: true },
    ),
    groups: many(
      'Artist',
      'The groups that the artist is a member of',
      (db, from) =>
        db
          .selectFrom('artist_group_member')
          .innerJoin('artist', 'artist.key', 'artist_group_member.group_key')
          .where('artist_group_member.member_key', 'in', from)
          .select(['artist_group_member.member_key as from', 'artist.key as to', 'artist.id'])
          .orderBy('artist.name_folded')
          .orderBy('artist.id'),
      { alsoAttribute: true },
    ),
  },
  example: {
    name: 'Henryk Górecki',
    _type: 'person',
    country: 'PL',
    display_name: 'Henryk Górecki',
    slug: 'henryk-gorecki',
    real_name: 'Henryk Mikołaj Górecki',
    begin_date: '1933-12-06',
    end_date: '2010-11-12',
    begin_city: 'Czernica',
    begin_country: 'PL',
    end_city: 'Katowice',
    end_country: 'PL',
    disambiguation: null,
    biography: null,
    fictional: false,
    variations: [],
    ...exampleTimestamps,
  },
});
