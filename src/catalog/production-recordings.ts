import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { credits, recordingOrganizations } from '../database/json-columns';
import { contains, equals } from '../jsonapi/filters';
import { choice } from '../jsonapi/parameters';
import { defineResource } from '../jsonapi/resource';
import { credit, exampleCredit, exampleTimestamps, organizationReference } from './parts';
import { oneOf, recordingTypes, recordingUsages } from './vocabularies';

export const productionRecordings = defineResource({
  type: 'ProductionRecording',
  table: 'production_recording',
  path: '/api/productions/:productionId/recordings',
  noun: 'recording',
  nouns: 'recordings',
  description: 'The music recorded for a production.',
  within: { ancestors: [{ parameter: 'productionId', table: 'production' }], column: 'production_key' },
  attributes: t.Object({
    title: t.String(),
    display_title: t.String(),
    notes: t.String({ description: 'Empty where there are none' }),
    recording_type: oneOf(recordingTypes),
    recording_usage: oneOf(recordingUsages),
    created_at: t.String({ format: 'date-time' }),
    credits: t.Array(credit),
    orchestras: t.Array(credit),
    choirs: t.Array(credit),
    organizations: t.Array(organizationReference),
  }),
  rows: (db) =>
    db
      .selectFrom('production_recording')
      .innerJoin('production', 'production.key', 'production_recording.production_key')
      .select([
        'production_recording.key',
        'production_recording.id as _id',
        'production.id as productionId',
        'production_recording.title',
        'production_recording.display_title',
        'production_recording.recording_type',
        'production_recording.recording_usage',
        'production_recording.created_at',
      ])
      .select([
        sql<string>`coalesce(production_recording.notes, '')`.as('notes'),
        credits('production_recording_credit', 'credits', 'production_recording.key').as('credits'),
        credits('production_recording_credit', 'orchestras', 'production_recording.key').as('orchestras'),
        credits('production_recording_credit', 'choirs', 'production_recording.key').as('choirs'),
        recordingOrganizations('production_recording.key').as('organizations'),
      ]),
  filters: {
    title: contains('production_recording', 'title_folded', 'The title contains this text.'),
    recordingType: equals('production_recording', 'recording_type', choice(...recordingTypes.words), {
      description: 'The type of recording.',
      many: true,
      aliases: ['recording_type', 'type'],
    }),
  },
  orders: { title: 'title_folded' },
  example: {
    title: 'Prelude',
    display_title: 'Prelude',
    notes: '',
    recording_type: 'score',
    recording_usage: 'original',
    created_at: exampleTimestamps.created_at,
    credits: [exampleCredit],
    orchestras: [],
    choirs: [],
    organizations: [],
  },
});
