import { always, flag, maybe, times, to, unless, values } from '../members';
import type { Kind } from './kind';

/** A link of a record to another site. */
export const externalLink: Kind = { attributes: [always('provider'), always('external_id'), always('url'), ...times] };

/** Artists, what belongs to them, and what they are credited for. */
export const artistKinds = {
  ArtistRole: {
    attributes: [
      always('role'),
      always('slug'),
      always('scope'),
      unless("''", 'description_markdown'),
      flag('organization_applicable'),
      values('aliases', 'artist_role_alias', 'alias', 'role_key'),
      ...times,
    ],
  },
  Artist: {
    attributes: [
      always('name'),
      always('_type', 'artist_type'),
      maybe('country'),
      always('slug'),
      maybe('real_name'),
      maybe('begin_date'),
      maybe('end_date'),
      maybe('begin_city'),
      maybe('begin_country'),
      maybe('end_city'),
      maybe('end_country'),
      maybe('disambiguation'),
      maybe('biography'),
      flag('fictional'),
      ...times,
    ],
  },
  ArtistAlias: { attributes: [always('variation'), maybe('_type', 'type'), maybe('notes'), unless('1', 'position'), ...times] },
  ArtistGroupMember: {
    attributes: [unless('1', 'position'), ...times],
    relationships: [to('group', 'Artist', 'group_key'), to('alias', 'ArtistAlias', 'alias_key')],
  },
  ArtistExternalLink: externalLink,
} satisfies Record<string, Kind>;
