import { type Static, type TObject, Type as t } from '@sinclair/typebox';
import type { Value } from '../../database/prepare';
import { bit, creditList, folded, isrc, long, maybe, name, orNull, short, word } from './attributes';
import { type FindKey, type Kinds, kind, type OwnedRows, to } from './kind';
import { creditRows } from './shared';

const trackProperties = {
  position: t.Integer({ minimum: 1 }),
  title: name(),
  variant: short(),
  artists: creditList(),
  artist_text: short(),
  artist_credit: maybe(t.String({ maxLength: 2_000 })),
  minutes: t.Optional(t.Integer({ minimum: 0, maximum: 6_000 })),
  seconds: t.Optional(t.Integer({ minimum: 0, maximum: 59 })),
  isrc_code: isrc(),
  content_components: t.Optional(t.Array(t.String({ maxLength: 100 }))),
  source_cue: t.Optional(t.Boolean()),
  notes: long(),
  label: maybe(t.Object({ iri: t.String(), id: t.Optional(t.String()), name: t.Optional(t.String()) })),
  credits: creditList(),
  productions: maybe(t.Array(t.Object({ iri: t.String(), id: t.Optional(t.String()), title: t.Optional(t.String()) }))),
};

const subTrack = t.Object(
  { id: t.String({ format: 'uuid' }), ...trackProperties, type: t.Optional(t.Literal('track')) },
  { additionalProperties: false },
);

/** A track, or a part of one, once it is checked. */
type Track = Static<TObject<typeof trackProperties>> & { readonly _type?: string };

const trackColumns = (a: Track, findKey: FindKey): Record<string, Value> => ({
  position: a.position,
  title: a.title,
  title_folded: folded(a.title),
  variant: orNull(a.variant),
  track_type: a._type ?? 'track',
  artist_text: orNull(a.artist_text),
  artist_credit: orNull(a.artist_credit),
  duration_seconds: (a.minutes ?? 0) * 60 + (a.seconds ?? 0) || null,
  isrc_code: orNull(a.isrc_code),
  content_components: JSON.stringify(a.content_components ?? []),
  source_cue: bit(a.source_cue),
  notes: orNull(a.notes),
  label_key: a.label ? findKey('label', a.label.iri) : null,
});

const trackOwned = (a: Track, findKey: FindKey): OwnedRows[] => [
  ...creditRows('release_track_credit', { artists: a.artists, credits: a.credits }, findKey),
  {
    attribute: 'productions',
    table: 'release_track_production',
    owner: 'release_track_key',
    columns: ['position', 'production_key'],
    rows: (a.productions ?? []).map((production, index: number) => [index + 1, findKey('production', production.iri)]),
  },
];
/** Tracks, with the parts of compound ones inside. */
export const trackKinds: Kinds = {
  ReleaseTrack: kind(
    'release_track',
    '/api/releases/:id/formats/:id/tracks',
    { ...trackProperties, _type: t.Optional(word('track', 'compound')), sub_tracks: maybe(t.Array(subTrack)) },
    {
      within: { table: 'release_format', column: 'release_format_key' },
      relationships: { recording: to('release_recording', 'release_recording_key') },
      origins: { track_type: '_type', label_key: 'label', duration_seconds: 'seconds' },
      columns: trackColumns,
      owned: trackOwned,
      rule: (a) => (a.sub_tracks?.length && a._type !== 'compound' ? 'sub_tracks: only a compound track has parts.' : undefined),
      parts: (a) => (a.sub_tracks ?? []).map(({ id, type: _, ...attributes }) => ({ id, attributes })),
    },
  ),
};
