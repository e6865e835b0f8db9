import { Type as t } from '@sinclair/typebox';
import { contains, equals } from '../api/schema/filters';
import { choice } from '../api/schema/parameters';
import { closed } from '../api/schema/schemas';
import { credits, defineKind, linkedRecords, name, namedRecord, optionalText, otherwise, prose, text, times, wordOr } from '../kinds';
import { roleWithNames } from '../kinds/attribute';
import { exampleCredit, exampleTimes } from './examples';
import { recordingTypes, recordingUsages } from './vocabularies/vocabularies';

const organization = closed({ ...namedRecord, role: optionalText(), ...roleWithNames });

export const productionRecordings = defineKind({
  type: 'ProductionRecording',
  table: 'production_recording',
  path: '/api/productions/:productionId/recordings',
  noun: 'recording',
  nouns: 'recordings',
  description: 'Music recorded for a production.',
  above: [{ table: 'production', column: 'production_key' }],
  searched: 'title_folded',
  attributes: () => ({
    title: name(),
    display_title: text({ shown: t.String(), fallbackTo: 'title' }),
    notes: otherwise(prose(), '', t.String({ description: 'Empty if there are none' })),
    recording_type: wordOr(recordingTypes, 'other'),
    recording_usage: wordOr(recordingUsages, 'original'),
    created_at: times.created_at,
    credits: credits(),
    orchestras: credits(),
    choirs: credits(),
    organizations: linkedRecords(
      organization,
      { type: 'Organization', title: 'name' },
      { table: 'production_recording_organization', column: 'organization_key', texts: [{ name: 'role' }], role: 'role' },
    ),
  }),
  filters: () => ({
    title: contains('production_recording', 'title_folded', 'The title contains this text.'),
    recordingType: equals('production_recording', 'recording_type', choice(...recordingTypes.words), {
      description: 'The type of recording.',
      many: true,
      aliases: ['recording_type', 'type'],
    }),
  }),
  orders: { title: 'title_folded' },
  example: {
    title: 'Prelude',
    display_title: 'Prelude',
    notes: '',
    recording_type: 'score',
    recording_usage: 'original',
    created_at: exampleTimes.created_at,
    credits: [exampleCredit],
    orchestras: [],
    choirs: [],
    organizations: [],
  },
});
