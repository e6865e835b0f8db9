import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { credits, subTracks, trackArtistCredit, trackLabel, trackProductions } from '../database/json-columns';
import { defineResource, type Rows } from '../jsonapi/resource';
import { trackLookups } from './lookups';
import { credit, exampleCredit, labelReference, nullable, optionalText, productionReference } from './parts';
import { oneOf, trackTypes } from './vocabularies';

const shared = {
  position: t.Integer({ minimum: 1 }),
  title: t.String(),
  variant: optionalText(),
  artists: t.Array(credit),
  artist_text: nullable(t.String({ description: 'Free text, where there are no artists' })),
  artist_credit: nullable(t.String({ description: 'The credit line as rendered' })),
  minutes: t.Integer({ minimum: 0, description: '0, with 0 seconds, where the length is unknown' }),
  seconds: t.Integer({ minimum: 0, maximum: 59 }),
};

const further = {
  isrc_code: optionalText(),
  content_components: t.Array(t.String()),
  source_cue: t.Boolean(),
  notes: optionalText(),
  label: nullable(labelReference),
  credits: t.Array(credit),
  productions: t.Array(productionReference),
};

const subTrack = t.Object(
  { iri: t.String({ format: 'iri-reference' }), id: t.String({ format: 'uuid' }), ...shared, type: t.String(), ...further },
  { additionalProperties: false },
);

/** Parts of a compound track stand in it, and are read on their own only by their id. */
const whole = (tracks: Rows<'release_track'>) => tracks.where('release_track.parent_key', 'is', null);

export const releaseTracks = defineResource({
  type: 'ReleaseTrack',
  table: 'release_track',
  path: '/api/releases/:releaseId/formats/:formatId/tracks',
  noun: 'track',
  nouns: 'tracks',
  description: 'The tracks of a format of a release. A compound track holds its parts.',
  within: {
    ancestors: [
      { parameter: 'releaseId', table: 'release' },
      { parameter: 'formatId', table: 'release_format', column: 'release_key' },
    ],
    column: 'release_format_key',
  },
  attributes: t.Object({ ...shared, _type: oneOf(trackTypes), ...further, sub_tracks: t.Array(subTrack) }),
  rows: (db) =>
    db
      .selectFrom('release_track')
      .innerJoin('release_format', 'release_format.key', 'release_track.release_format_key')
      .innerJoin('release', 'release.key', 'release_format.release_key')
      .select([
        'release_track.key',
        'release_track.id as _id',
        'release.id as releaseId',
        'release_format.id as formatId',
        'release_track.position',
        'release_track.title',
        'release_track.variant',
        'release_track.artist_text',
        'release_track.track_type as _type',
        'release_track.isrc_code',
        'release_track.source_cue',
        'release_track.notes',
      ])
      .select([
        trackArtistCredit('release_track').as('artist_credit'),
        sql<number>`coalesce(release_track.duration_seconds, 0) / 60`.as('minutes'),
        sql<number>`coalesce(release_track.duration_seconds, 0) % 60`.as('seconds'),
        sql<string[]>`release_track.content_components`.as('content_components'),
        credits('release_track_credit', 'artists', 'release_track.key').as('artists'),
        credits('release_track_credit', 'credits', 'release_track.key').as('credits'),
        trackLabel('release_track.label_key').as('label'),
        trackProductions('release_track.key').as('productions'),
        subTracks('release_track.key', 'release.id', 'release_format.id').as('sub_tracks'),
      ]),
  only: whole,
  defaultOrder: 'position',
  listOfAll: {
    path: '/api/tracks',
    description: 'The tracks of all releases, those of a format together and in its order.',
    only: whole,
    lookups: trackLookups,
    // The columns of the index of whole tracks, so that a page deep in the list is reached on it alone.
    defaultOrder: ['release_format_key', 'position'],
  },
  example: {
    position: 1,
    title: 'Prelude',
    variant: null,
    artists: [exampleCredit],
    artist_text: null,
    artist_credit: 'Bernard Herrmann',
    minutes: 1,
    seconds: 55,
    _type: 'track',
    isrc_code: null,
    content_components: ['instrumental'],
    source_cue: false,
    notes: null,
    label: null,
    credits: [],
    productions: [],
    sub_tracks: [],
  },
});
