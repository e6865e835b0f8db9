import { always, credits, flag, list, type Member, maybe, object, times, to, unless, unlessZero } from '../members';
import { externalLink } from './artists';
import type { Kind } from './kind';

const labels = list(
  'labels',
  `SELECT '{' || substr(iif(b.id IS NULL, '', ',"iri":"/api/labels/' || b.id || '"')
      || iif(l.catalog_number IS NULL, '', ',"catalog_number":' || json_quote(l.catalog_number)), 2) || '}' AS item
  FROM release_label AS l LEFT JOIN label AS b ON b.key = l.label_key WHERE l.release_key = x.key ORDER BY l.position`,
);

const productions = list(
  'productions',
  `SELECT '{"iri":"/api/productions/' || p.id || '"}' AS item
  FROM release_track_production AS l CROSS JOIN production AS p ON p.key = l.production_key
  WHERE l.release_track_key = x.key ORDER BY l.position`,
);

/** What a track says, and likewise each part of a compound one. */
const track: readonly Member[] = [
  always('position'),
  always('title'),
  maybe('variant'),
  credits('artists', 'release_track_credit'),
  maybe('artist_text'),
  maybe('artist_credit'),
  unlessZero('minutes', 'x.duration_seconds / 60'),
  unlessZero('seconds', 'x.duration_seconds % 60'),
  maybe('isrc_code'),
  `iif(x.content_components = '[]', '', ',"content_components":' || json(x.content_components))`,
  flag('source_cue'),
  maybe('notes'),
  `coalesce(',"label":{"iri":"/api/labels/' || (SELECT b.id FROM label AS b WHERE b.key = x.label_key) || '"}', '')`,
  credits('credits', 'release_track_credit'),
  productions,
];

/** The parts stand under the name of the track itself, which they hide: what is said of a track is said of them. */
const subTracks: Member = `iif(x.track_type = 'compound', ${list(
  'sub_tracks',
  `SELECT ${object([always('id'), ...track])} AS item FROM (SELECT x.key AS whole) CROSS JOIN release_track AS x
  ON x.parent_key = whole ORDER BY x.position, x.id`,
)}, '')`;

/** Releases and what they consist of. */
export const releaseKinds = {
  Release: {
    attributes: [
      always('title'),
      always('slug'),
      maybe('release_date'),
      maybe('country'),
      maybe('barcode'),
      maybe('artist_credit'),
      credits('artists', 'release_credit'),
      credits('credits', 'release_credit'),
      labels,
      maybe('notes'),
      ...times,
    ],
    relationships: [to('packaging_type', 'PackagingType', 'packaging_type_key'), to('series', 'LabelSeries', 'label_series_key')],
  },
  ReleaseExternalLink: externalLink,
  ReleaseFormat: {
    attributes: [unless('1', 'position'), unless("'other'", 'format_type'), maybe('title'), unless('1', 'quantity'), ...times],
  },
  ReleaseRecording: {
    attributes: [always('title'), maybe('duration_seconds'), maybe('isrc_code'), credits('credits', 'release_recording_credit'), ...times],
    relationships: [to('productionRecording', 'ProductionRecording', 'production_recording_key')],
  },
  ReleaseTrack: {
    attributes: [...track, unless("'track'", '_type', 'track_type'), subTracks, ...times],
    relationships: [to('recording', 'ReleaseRecording', 'release_recording_key')],
    where: 'x.parent_key IS NULL',
  },
} satisfies Record<string, Kind>;
