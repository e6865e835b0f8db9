import { always, credits, list, maybe, times, to, unless, values } from '../members';
import { externalLink } from './artists';
import type { Kind } from './kind';

const organizations = list(
  'organizations',
  `SELECT '{"iri":"/api/organizations/' || o.id || '"' || iif(l.role IS NULL, '', ',"role":' || json_quote(l.role)) || '}' AS item
  FROM production_recording_organization AS l CROSS JOIN organization AS o ON o.key = l.organization_key
  WHERE l.production_recording_key = x.key ORDER BY l.position`,
);

/** Productions, their music and who portrays whom in them. */
export const productionKinds = {
  Production: {
    attributes: [
      always('title'),
      always('_type', 'production_type'),
      maybe('year'),
      maybe('country'),
      maybe('release_date'),
      maybe('duration', 'duration_minutes'),
      maybe('akas'),
      maybe('description'),
      always('slug'),
      credits('composers', 'production_credit'),
      ...times,
    ],
  },
  ProductionExternalLink: externalLink,
  ProductionRecording: {
    attributes: [
      always('title'),
      unless('x.title', 'display_title'),
      maybe('notes'),
      unless("'other'", 'recording_type'),
      unless("'original'", 'recording_usage'),
      credits('credits', 'production_recording_credit'),
      credits('orchestras', 'production_recording_credit'),
      credits('choirs', 'production_recording_credit'),
      organizations,
      ...times,
    ],
  },
  Portrayal: {
    attributes: [values('aspects', 'portrayal_aspect', 'aspect', 'portrayal_key'), maybe('notes'), ...times],
    relationships: [
      to('performer', 'Artist', 'performer_key'),
      to('fictionalArtist', 'Artist', 'fictional_artist_key'),
      to('production', 'Production', 'production_key'),
    ],
  },
  ProductionEntry: {
    attributes: [unless("'score'", 'kind'), unless('1', 'position'), ...times],
    relationships: [to('release', 'Release', 'release_key')],
  },
} satisfies Record<string, Kind>;
