import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { contains, equals, inDecade, isFlagged, modifies, onDayOfYear, onOrAfter, onOrBefore, searches } from '../api/schema/filters';
import { startsWith } from '../api/schema/initials';
import { leadsTo } from '../api/schema/linked-filters';
import { choice, dayOfYear, text as typedText } from '../api/schema/parameters';
import { many } from '../api/schema/resource';
import { closed } from '../api/schema/schemas';
import {
  arrayOf,
  countFromOne,
  country,
  defineKind,
  derived,
  flag,
  name,
  nullable,
  optionalText,
  partialDate,
  prose,
  rowsFirst,
  shown,
  slug,
  text,
  times,
  whereIs,
  word,
  wordOrNone,
} from '../kinds';
import { message } from '../messages/message';
import { exampleTimes } from './examples';
import { awardsOfArtists } from './productions/production-awards';
import { aliasTypes, artistTypes } from './vocabularies/vocabularies';

/** Credited artists with their role, from all credit tables. */
const roles = sql.join(
  (['production', 'production_recording', 'release', 'work', 'release_recording', 'release_track'] as const).map(
    (credited) => sql`SELECT artist_key AS key, role_key AS value FROM ${sql.table(`${credited}_credit`)}`,
  ),
  sql` UNION ALL `,
);

const variation = closed({ id: t.String(), variation: t.String(), type: optionalText(), notes: optionalText() }, 'An alias of the artist');

export const artists = defineKind({
  type: 'Artist',
  table: 'artist',
  path: '/api/artists',
  noun: 'artist',
  nouns: 'artists',
  description: 'People, groups, orchestras and choirs, real and fictional.',
  slugFrom: 'name',
  named: { shown: 'display_name', folded: 'name_folded' },
  searched: 'by hand',
  attributes: () => ({
    name: name(),
    _type: word(artistTypes, { column: 'artist_type' }),
    country: country(),
    display_name: shown(
      t.String({ default: '', readOnly: true, description: 'The name, with a disambiguator where it collides with other artists' }),
    ),
    slug: slug(t.String({ default: '', readOnly: true })),
    sort_name: text({ isFolded: true, description: 'Sort name; null if it equals the name' }),
    real_name: text({ isFolded: true }),
    begin_date: partialDate(),
    end_date: partialDate(),
    begin_city: text(),
    begin_country: country(),
    end_city: text(),
    end_country: country(),
    disambiguation: text(),
    biography: prose(),
    fictional: flag(t.Boolean({ default: false, description: 'Marks a character or a fictional band' })),
    variations: derived(t.Array(variation, { readOnly: true }), (row) =>
      arrayOf(sql`
          SELECT json_object('id', v.id, 'variation', v.variation, 'type', v.type, 'notes', v.notes) AS item
          FROM artist_alias AS v WHERE v.artist_key = ${sql.ref(`${row}.key`)} ORDER BY v.position, v.id`),
    ),
    created_at: shown(t.String({ format: 'date-time', readOnly: true })),
    updated_at: shown(nullable(t.String({ format: 'date-time', readOnly: true }))),
  }),
  rule: ({ fictional, end_date }) =>
    fictional && end_date ? { attribute: 'end_date', problem: message('fictional_end_date') } : undefined,
  filters: () => ({
    q: searches('artist', 'artist_search', {
      name: 'name_folded',
      otherNames: { table: 'artist_alias', column: 'variation_folded', owner: 'artist_key' },
      description: 'Full-text search in names, real names and aliases. Best matches first; sorting is ignored.',
    }),
    name: contains('artist', 'name_folded', 'The name contains this text.', 'artist_name_trigram'),
    type: equals('artist', 'artist_type', choice(...artistTypes.words), {
      description: 'The type of artist.',
      many: true,
      aliases: ['_type'],
    }),
    country: equals('artist', 'country', typedText(2, 'PL'), {
      description: 'With this country (ISO 3166-1 code).',
      read: (code) => code.toUpperCase(),
    }),
    fictional: isFlagged('artist', 'fictional', 'Only fictional or only real artists.'),
    bornAfter: onOrAfter(
      'artist',
      'begin_day',
      'Born or founded on or after the first day of this period. Excludes artists without a begin date.',
    ),
    bornBefore: onOrBefore(
      'artist',
      'begin_day',
      'Born or founded on or before the last day of this period. Excludes artists without a begin date.',
    ),
    diedAfter: onOrAfter(
      'artist',
      'end_day',
      'Died or dissolved on or after the first day of this period. Excludes artists without an end date.',
    ),
    diedBefore: onOrBefore(
      'artist',
      'end_day',
      'Died or dissolved on or before the last day of this period. Excludes artists without an end date.',
    ),
    initial: startsWith('artist', 'sorted_name', 'The sort name'),
    decade: inDecade('artist', 'begin_year', 'Born or founded in this decade.'),
    birthday: onDayOfYear(
      'artist',
      'birthday',
      'birthdayTo',
      'Real people born on this day of the year. With birthdayTo, a range of days that may wrap around New Year.',
    ),
    birthdayTo: modifies('artist', dayOfYear, 'Last day of the birthday range, inclusive. Ignored without birthday.'),
    role: leadsTo('artist', roles, whereIs('ArtistRole'), 'Credited with this role on anything.', { bySlug: true, isOfManyTables: true }),
  }),
  facets: ['type', 'country', 'role', 'decade', 'initial'],
  orders: {
    name: 'name_folded',
    sortName: 'sorted_name',
    country: 'country',
    beginDate: 'begin_day',
    endDate: 'end_day',
    birthday: 'birthday',
  },
  wholeOrder: 'name_folded',
  hasCompleteness: true,
  relationships: {
    members: many(
      'Artist',
      'The members of a group, in their order',
      (db, from) =>
        db
          .selectFrom(rowsFirst(from))
          .crossJoin('artist_group_member')
          .crossJoin('artist')
          .whereRef('artist_group_member.group_key', '=', 'record.value')
          .whereRef('artist.key', '=', 'artist_group_member.member_key')
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
          .selectFrom(rowsFirst(from))
          .crossJoin('artist_group_member')
          .crossJoin('artist')
          .whereRef('artist_group_member.member_key', '=', 'record.value')
          .whereRef('artist.key', '=', 'artist_group_member.group_key')
          .select(['artist_group_member.member_key as from', 'artist.key as to', 'artist.id'])
          .orderBy('artist.name_folded')
          .orderBy('artist.id'),
      { alsoAttribute: true },
    ),
    awards: many('ProductionAward', 'Awards for the music of productions, latest first', awardsOfArtists),
  },
  example: {
    name: 'Henryk Górecki',
    _type: 'person',
    country: 'PL',
    display_name: 'Henryk Górecki',
    slug: 'henryk-gorecki',
    sort_name: 'Górecki, Henryk',
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
    ...exampleTimes,
  },
});

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
