import { Type as t } from '@sinclair/typebox';
import { credits } from '../database/json-columns';
import { contains } from '../jsonapi/filters';
import { defineResource, many, one } from '../jsonapi/resource';
import { credit, exampleCredit, exampleTimestamps, nullable, optionalText, timestamps } from './parts';

export const releaseRecordings = defineResource({
  type: 'ReleaseRecording',
  table: 'release_recording',
  path: '/api/releases/:releaseId/recordings',
  noun: 'recording',
  nouns: 'recordings',
  description: 'What was recorded for a release, or taken over for it, whatever tracks it is on.',
  within: { ancestors: [{ parameter: 'releaseId', table: 'release' }], column: 'release_key' },
  attributes: t.Object({
    title: t.String(),
    duration_seconds: nullable(t.Integer({ minimum: 1 })),
    isrc_code: optionalText(),
    credits: t.Array(credit),
    ...timestamps,
  }),
  rows: (db) =>
    db
      .selectFrom('release_recording')
      .innerJoin('release', 'release.key', 'release_recording.release_key')
      .select([
        'release_recording.key',
        'release_recording.id as _id',
        'release.id as releaseId',
        'release_recording.title',
        'release_recording.duration_seconds',
        'release_recording.isrc_code',
        'release_recording.created_at',
        'release_recording.updated_at',
      ])
      .select(credits('release_recording_credit', 'credits', 'release_recording.key').as('credits')),
  filters: { title: contains('release_recording', 'title_folded', 'The title contains this text.') },
  orders: { title: 'title_folded' },
  relationships: {
    tracks: many('ReleaseTrack', 'The tracks that it is on, in order', (db, from) =>
      db
        .selectFrom('release_track')
        .innerJoin('release_format', 'release_format.key', 'release_track.release_format_key')
        .innerJoin('release', 'release.key', 'release_format.release_key')
        .where('release_track.release_recording_key', 'in', from)
        .select([
          'release_track.release_recording_key as from',
          'release_track.key as to',
          'release_track.id',
          'release.id as releaseId',
          'release_format.id as formatId',
        ])
        .orderBy('release_format.position')
        .orderBy('release_track.position')
        .orderBy('release_track.id')
        .$narrowType<{ from: number }>(),
    ),
    productionRecording: one('ProductionRecording', 'The recording of a production that it is', (db, from) =>
      db
        .selectFrom('release_recording')
        .innerJoin('production_recording', 'production_recording.key', 'release_recording.production_recording_key')
        .innerJoin('production', 'production.key', 'production_recording.production_key')
        .where('release_recording.key', 'in', from)
        .select([
          'release_recording.key as from',
          'production_recording.key as to',
          'production_recording.id',
          'production.id as productionId',
        ]),
    ),
  },
  example: { title: 'Prelude', duration_seconds: 115, isrc_code: null, credits: [exampleCredit], ...exampleTimestamps },
});
