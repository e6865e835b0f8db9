import { type Static, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { has, linksTo } from '../../api/schema/linked-filters';
import { choice } from '../../api/schema/parameters';
import { closed } from '../../api/schema/schemas';
import {
  type Attribute,
  arrayOf,
  belongsTo,
  creditLine,
  credits,
  defineKind,
  derived,
  flag,
  isrc,
  linkedRecord,
  linkedRecords,
  name,
  namedRecord,
  nullable,
  partsOf,
  prose,
  requiredPosition,
  text,
  texts,
  titledRecord,
  whereIs,
  wordInput,
  wordOr,
  words,
} from '../../kinds';
import { type StoredField, slugMember } from '../../kinds/attribute';
import { unlessZero } from '../../kinds/texts';
import { message } from '../../messages/message';
import { otherTitles } from '../editions';
import { exampleCredit } from '../examples';
import { trackLookups } from '../lookups';
import { trackTypes, trackVersions } from '../vocabularies/vocabularies';
import { workOfRecording } from './release-recordings';

interface Length {
  readonly minutes?: number;
  readonly seconds?: number;
}

/** Track length in minutes and seconds, stored as seconds; NULL if both are 0. */
const length = {
  minutes: {
    schema: t.Integer({ minimum: 0, description: '0, with 0 seconds, if the length is unknown' }),
    column: null,
    value: (row) => sql`coalesce(${sql.ref(`${row}.duration_seconds`)}, 0) / 60`,
    deserialize: { schema: () => t.Optional(t.Integer({ minimum: 0, maximum: 6_000 })) },
    serialize: (row) => unlessZero('minutes', `${row}.duration_seconds / 60`),
  },
  seconds: {
    schema: t.Integer({ minimum: 0, maximum: 59 }),
    column: null,
    value: (row) => sql`coalesce(${sql.ref(`${row}.duration_seconds`)}, 0) % 60`,
    deserialize: {
      schema: () => t.Optional(t.Integer({ minimum: 0, maximum: 59 })),
      columns: () => [['duration_seconds', (_, { minutes = 0, seconds = 0 }: Length) => minutes * 60 + seconds || null]],
    },
    serialize: (row) => unlessZero('seconds', `${row}.duration_seconds % 60`),
  },
} satisfies Record<string, Attribute<ReturnType<typeof t.Integer>, null>>;

const label = closed(namedRecord);
const production = closed(titledRecord);

/** Attributes of tracks and of the parts of compound tracks. */
const shared = {
  position: requiredPosition(),
  number: text({ description: 'As printed: A1, 2-03' }),
  title: name(),
  variant: text(),
  artists: credits(),
  artist_text: text({ description: 'Free text if there are no artists' }),
  artist_credit: creditLine('artists', { description: 'The credit line as rendered', orElse: 'artist_text' }),
  ...length,
};

const further = {
  isrc_code: isrc(),
  content_components: texts(100),
  source_cue: flag(),
  versions: words(trackVersions, { table: 'release_track_version', column: 'version' }),
  notes: prose(),
  label: linkedRecord(nullable(label), { type: 'Label', title: 'name' }, 'label_key'),
  credits: credits(),
  productions: linkedRecords(
    production,
    { type: 'Production', title: 'title' },
    { table: 'release_track_production', column: 'production_key' },
  ),
};

const type = wordOr(trackTypes, 'track', { column: 'track_type', given: () => t.Optional(wordInput(trackTypes)) });

/** A part is never compound; the contract names its type. */
const typeOfPart = {
  ...wordOr(trackTypes, 'track', { column: 'track_type', given: () => t.Optional(t.Literal('track')) }),
  schema: t.String(),
  serialize: undefined,
};

const parts = partsOf('ReleaseTrack', 'parent_key', { ...shared, type: typeOfPart, ...further }, (row) => `${row}.track_type = 'compound'`);

/** In record text, the type precedes the parts. */
const subTracks: typeof parts = {
  ...parts,
  serialize: (row, field) =>
    `${type.serialize(row, { ...field, name: '_type', column: 'track_type' })} || ${parts.serialize?.(row, field)}`,
};

/** Works of its recording. */
const worksOfTrack = (row: string, field: StoredField) =>
  arrayOf<Static<typeof workOfRecording>[]>(sql`
    SELECT json_object('iri', '/api/works/' || w.id, 'id', w.id, 'title', w.title${slugMember(field, 'w')}) AS item
    FROM release_recording_work AS l JOIN work AS w ON w.key = l.work_key
    WHERE l.release_recording_key = ${sql.ref(`${row}.release_recording_key`)} ORDER BY l.position`);

export const releaseTracks = defineKind({
  type: 'ReleaseTrack',
  table: 'release_track',
  path: '/api/releases/:releaseId/formats/:formatId/tracks',
  noun: 'track',
  nouns: 'tracks',
  searched: 'title_folded',
  description: 'Tracks of a disc or other format of a release. A compound track contains its parts.',
  above: [
    { table: 'release', column: 'release_key' },
    { table: 'release_format', column: 'release_format_key', isOneSource: true },
  ],
  releaseKeys: (keys) =>
    sql`(SELECT f.release_key FROM release_track AS t JOIN release_format AS f ON f.key = t.release_format_key WHERE t.key IN ${keys})`,
  attributes: () => ({
    ...shared,
    _type: { ...type, serialize: undefined },
    other_titles: otherTitles('release_track_other_title'),
    ...further,
    sub_tracks: subTracks,
    works: derived(t.Array(workOfRecording), worksOfTrack),
  }),
  relationships: {
    recording: belongsTo('ReleaseRecording', 'release_recording_key', 'Its recording', { isShown: false }),
  },
  rule: ({ sub_tracks, _type }) =>
    Array.isArray(sub_tracks) && sub_tracks.length > 0 && _type !== 'compound'
      ? { attribute: 'sub_tracks', problem: message('only_compound_tracks') }
      : undefined,
  defaultOrder: 'position',
  listOfAll: {
    path: '/api/tracks',
    description: 'Tracks of all releases, grouped by format in order.',
    filters: () => ({
      release: linksTo(
        'release_track',
        { table: 'release_format', from: 'key', to: 'release_key' },
        whereIs('Release'),
        'Of this release.',
        'release_format_key',
      ),
      version: has(
        'release_track',
        { table: 'release_track_version', owner: 'release_track_key', column: 'version' },
        choice(...trackVersions.words),
        'With this version.',
      ),
      work: linksTo(
        'release_track',
        { table: 'release_recording_work', from: 'release_recording_key', to: 'work_key' },
        whereIs('Work'),
        'Of a recording of this work.',
        'release_recording_key',
      ),
    }),
    lookups: trackLookups,
    // Index columns of whole tracks, so that deep pages use the index alone.
    defaultOrder: ['release_format_key', 'position'],
  },
  example: {
    position: 1,
    number: 'A1',
    title: 'Prelude',
    variant: null,
    artists: [exampleCredit],
    artist_text: null,
    artist_credit: 'Bernard Herrmann',
    minutes: 1,
    seconds: 55,
    _type: 'track',
    other_titles: [],
    isrc_code: null,
    content_components: ['instrumental'],
    source_cue: false,
    versions: ['film_version'],
    notes: null,
    label: null,
    credits: [],
    productions: [],
    sub_tracks: [],
    works: [],
  },
});
