import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { contains } from '../../api/schema/filters';
import { startsWith } from '../../api/schema/initials';
import { linksTo } from '../../api/schema/linked-filters';
import { many } from '../../api/schema/resource';
import { belongsTo, credits, defineKind, derived, hasMany, iswc, name, slug, times, whereIs } from '../../kinds';
import { exampleCredit, exampleTimes } from '../examples';
import { workLookups } from '../lookups';
import { sampleRelease } from '../release-editions';

const recordingCount = (row: string) =>
  sql<number>`(SELECT count(*) FROM release_recording_work WHERE work_key = ${sql.ref(`${row}.key`)})`;

export const works = defineKind({
  type: 'Work',
  table: 'work',
  path: '/api/works',
  noun: 'work',
  nouns: 'works',
  description: 'Compositions: themes, songs and cues, with all recordings of each.',
  slugFrom: 'title',
  noCircle: 'parent',
  searched: 'title_folded',
  hasCompleteness: true,
  attributes: () => ({
    title: name(),
    slug: slug(),
    iswc: iswc(),
    credits: credits(),
    recording_count: derived(t.Integer({ minimum: 0 }), recordingCount),
    ...times,
  }),
  filters: () => ({
    title: contains('work', 'title_folded', 'The title contains this text.'),
    initial: startsWith('work', 'title_folded', 'The title'),
    artist: linksTo('work', { table: 'work_credit', from: 'work_key', to: 'artist_key' }, whereIs('Artist'), 'Crediting this artist.'),
  }),
  facets: ['initial'],
  lookups: workLookups,
  orders: { title: 'title_folded' },
  wholeOrder: 'title_folded',
  relationships: {
    parent: belongsTo('Work', 'parent_key', 'Work it is part of', { filter: 'Of this work.' }),
    parts: hasMany('Work', 'parent_key', 'Its parts', ['title_folded']),
    sampleRelease: sampleRelease(sql`
      SELECT its.release_key FROM release_recording_work AS link CROSS JOIN release_recording AS its ON its.key = link.release_recording_key
      WHERE link.work_key = record.value`),
    recordings: many('ReleaseRecording', 'Its recordings, oldest release first', (db, from) =>
      db
        .selectFrom('release_recording_work as link')
        .innerJoin('release_recording', 'release_recording.key', 'link.release_recording_key')
        .innerJoin('release', 'release.key', 'release_recording.release_key')
        .where('link.work_key', 'in', from)
        .select(['link.work_key as from', 'release_recording.key as to', 'release_recording.id', 'release.id as releaseId'])
        .orderBy('release.release_day')
        .orderBy('release_recording.id'),
    ),
  },
  example: {
    title: 'Vertigo: Prelude',
    slug: 'vertigo-prelude',
    iswc: 'T-070.000.000-1',
    credits: [exampleCredit],
    recording_count: 14,
    ...exampleTimes,
  },
});
