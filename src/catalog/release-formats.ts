import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { countFromOne, defineKind, derived, hasMany, text, texts, times, wordOr } from '../kinds';
import { shortText } from '../kinds/attribute';
import { exampleTimes } from './examples';
import { formatTypes } from './vocabularies/vocabularies';

export const releaseFormats = defineKind({
  type: 'ReleaseFormat',
  table: 'release_format',
  path: '/api/releases/:releaseId/formats',
  noun: 'format',
  nouns: 'formats',
  description: 'Discs, cassettes and files of a release.',
  above: [{ table: 'release', column: 'release_key', isOneSource: true }],
  contains: { tracks: 'ReleaseTrack' },
  attributes: () => ({
    position: countFromOne(),
    format_type: wordOr(formatTypes, 'other'),
    title: text(),
    descriptions: texts(shortText),
    text: text({ description: 'Further description, such as its color' }),
    quantity: countFromOne(),
    track_count: derived(
      t.Integer({ minimum: 0, description: 'Without parts of compound tracks' }),
      (row) =>
        sql`(SELECT count(*) FROM release_track AS t WHERE t.release_format_key = ${sql.ref(`${row}.key`)} AND t.parent_key IS NULL)`,
    ),
    ...times,
  }),
  defaultOrder: 'position',
  relationships: { tracks: hasMany('ReleaseTrack', 'release_format_key', 'Its tracks, in order', ['position'], 'parent_key') },
  example: { position: 1, format_type: 'cd', title: null, descriptions: [], text: null, quantity: 1, track_count: 40, ...exampleTimes },
});
