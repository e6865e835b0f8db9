import { Type as t } from '@sinclair/typebox';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { hasAmong } from '../../api/schema/linked-filters';
import { choice } from '../../api/schema/parameters';
import { closed } from '../../api/schema/schemas';
import { belongsTo, defineKind, flag, integer, linkedRecords, namedRecord, nullable, text, times, word } from '../../kinds';
import type { Schema } from '../../store/database/schema.gen';
import { exampleTimes } from '../examples';
import { awards } from '../vocabularies/vocabularies';

export const productionAwards = defineKind({
  type: 'ProductionAward',
  table: 'production_award',
  path: '/api/productions/:productionId/awards',
  noun: 'award',
  nouns: 'awards',
  description: 'Awards that a production won, or was nominated for, with its music.',
  above: [{ table: 'production', column: 'production_key' }],
  likeness: ['production_key', 'award', 'category'],
  defaultOrder: 'year',
  attributes: () => ({
    award: word(awards),
    category: text(),
    year: integer({ shown: nullable(t.Integer({ description: 'Year of the ceremony' })), minimum: 1900, maximum: 9999 }),
    won: flag(t.Boolean({ description: 'Whether it won; otherwise it was nominated' })),
    artists: linkedRecords(
      closed(namedRecord),
      { type: 'Artist', title: 'name' },
      { table: 'production_award_artist', column: 'artist_key' },
    ),
    ...times,
  }),
  relationships: { production: belongsTo('Production', 'production_key', 'The production') },
  example: {
    award: 'academy_award',
    category: 'Best Original Score',
    year: 1978,
    won: true,
    artists: [
      { iri: '/api/artists/ac290f58-c7a6-5bb4-99be-ed655ed59473', id: 'ac290f58-c7a6-5bb4-99be-ed655ed59473', name: 'John Williams' },
    ],
    ...exampleTimes,
  },
});

/** Awards of artists, latest first. */
export const awardsOfArtists = (db: Kysely<Schema>, from: RawBuilder<number>) =>
  db
    .selectFrom('production_award_artist as link')
    .innerJoin('production_award', 'production_award.key', 'link.production_award_key')
    .innerJoin('production', 'production.key', 'production_award.production_key')
    .where('link.artist_key', 'in', from)
    .select(['link.artist_key as from', 'production_award.key as to', 'production_award.id', 'production.id as productionId'])
    .orderBy('production_award.year', 'desc')
    .orderBy('production_award.id');

/**
 * Filters on the awards of productions.
 * @param pairs makes pairs of the table from those of productions
 */
export const awardFilters = <const T extends 'production' | 'release' | 'album'>(
  table: T,
  pairs: (ofProductions: RawBuilder<unknown>) => RawBuilder<unknown> = (own) => own,
) => ({
  award: hasAmong(
    table,
    pairs(sql`SELECT production_key AS key, award AS value FROM production_award WHERE won = 1`),
    choice(...awards.words),
    'With music that won this award.',
  ),
  nomination: hasAmong(
    table,
    pairs(sql`SELECT production_key AS key, award AS value FROM production_award`),
    choice(...awards.words),
    'With music that won this award or was nominated for it.',
  ),
});
