import { contains } from '../../api/schema/filters';
import { many } from '../../api/schema/resource';
import { closed } from '../../api/schema/schemas';
import { belongsTo, credits, defineKind, integer, isrc, linkedRecords, name, times, titledRecord } from '../../kinds';
import { exampleCredit, exampleTimes } from '../examples';

/** A work as recordings and their tracks name it. */
export const workOfRecording = closed(titledRecord);

export const releaseRecordings = defineKind({
  type: 'ReleaseRecording',
  table: 'release_recording',
  path: '/api/releases/:releaseId/recordings',
  noun: 'recording',
  nouns: 'recordings',
  description: 'Recordings of a release, whether original or licensed.',
  above: [{ table: 'release', column: 'release_key', isOneSource: true }],
  attributes: () => ({
    title: name(),
    duration_seconds: integer({ minimum: 1 }),
    isrc_code: isrc(),
    credits: credits(),
    works: linkedRecords(workOfRecording, { type: 'Work', title: 'title' }, { table: 'release_recording_work', column: 'work_key' }),
    ...times,
  }),
  filters: { title: contains('release_recording', 'title_folded', 'The title contains this text.') },
  orders: { title: 'title_folded' },
  relationships: {
    tracks: many('ReleaseTrack', 'Tracks with it, in order', (db, from) =>
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
    productionRecording: belongsTo('ProductionRecording', 'production_recording_key', 'Recording of a production that it contains'),
  },
  example: { title: 'Prelude', duration_seconds: 115, isrc_code: null, credits: [exampleCredit], works: [], ...exampleTimes },
});
