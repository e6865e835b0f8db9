import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { defineResource } from '../jsonapi/resource';
import { exampleTimestamps, optionalText, timestamps } from './parts';
import { formatTypes, oneOf } from './vocabularies';

export const releaseFormats = defineResource({
  type: 'ReleaseFormat',
  table: 'release_format',
  path: '/api/releases/:releaseId/formats',
  noun: 'format',
  nouns: 'formats',
  description: 'What a release consists of: its discs, cassettes and files.',
  within: { ancestors: [{ parameter: 'releaseId', table: 'release' }], column: 'release_key' },
  attributes: t.Object({
    position: t.Integer({ minimum: 1 }),
    format_type: oneOf(formatTypes),
    title: optionalText(),
    quantity: t.Integer({ minimum: 1 }),
    track_count: t.Integer({ minimum: 0, description: 'Parts of compound tracks are not counted' }),
    ...timestamps,
  }),
  rows: (db) =>
    db
      .selectFrom('release_format')
      .innerJoin('release', 'release.key', 'release_format.release_key')
      .select([
        'release_format.key',
        'release_format.id as _id',
        'release.id as releaseId',
        'release_format.position',
        'release_format.format_type',
        'release_format.title',
        'release_format.quantity',
        'release_format.created_at',
        'release_format.updated_at',
      ])
      .select(
        sql<number>`(SELECT count(*) FROM release_track AS t WHERE t.release_format_key = release_format.key AND t.parent_key IS NULL)`.as(
          'track_count',
        ),
      ),
  defaultOrder: 'position',
  example: { position: 1, format_type: 'cd', title: null, quantity: 1, track_count: 40, ...exampleTimestamps },
});
