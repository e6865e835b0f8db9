import type { LicensedValue } from '../../../records/provenance/sources';
import { type Authority, authorities } from '../../../records/provenance/weights';
import type { GivenRecord } from '../../../records/write/given-record';
import { uuidOf } from '../../../records/write/uuid-v5';
import { iriFrom, type Provenance, present, recordIri } from '../shared/records';

export interface MappedDocument {
  /** The id of a document of a kind that is parked where nothing names it yet. */
  readonly document?: string | undefined;
  readonly records: readonly GivenRecord[];
  readonly notes?: readonly (readonly [name: string, value: string | null])[];
  readonly licensed?: readonly LicensedValue[];
  readonly notTaken?: Readonly<Record<string, number>> | undefined;
}

/** From the record's own document. */
export const own: Provenance = { mode: 'partial', authority: authorities.musicbrainz };
/** From a document that only mentions the record. */
export const named: Provenance = { mode: 'fill', authority: authorities.musicbrainzNamed };
/** A relationship between two records; the catalog may lack one of them. */
export const between: Provenance = { ...own, waitsQuietly: true };
/** Of a production, which MusicBrainz knows by its music alone. */
export const standingIn = (authority: Authority = authorities.musicbrainzStandIn): Provenance => ({ mode: 'fill', authority });

/** A record without what is `undefined`: such attributes stay as they are. */
export function given(
  provenance: Provenance,
  type: string,
  id: string,
  attributes: Readonly<Record<string, unknown>>,
  relationships: Readonly<Record<string, Reference | undefined>> = {},
): GivenRecord {
  const related = Object.entries(present(relationships)).map(([name, data]) => [name, { data }]);
  const record = { type, id, attributes: present(attributes) };
  return { ...provenance, record: related.length > 0 ? { ...record, relationships: Object.fromEntries(related) } : record };
}

export interface Reference {
  readonly type: string;
  readonly id: string;
}

export const reference = (type: string, id: string): Reference => ({ type, id });

/** Says that what another source, or a stand-in, has under an id is a record of ours. */
export const isSame = (type: 'Album' | 'Artist' | 'Label' | 'Production' | 'Release', other: string, id: string): GivenRecord =>
  given(
    { mode: 'whole', authority: authorities.musicbrainz },
    'MergedRecord',
    other,
    { resource_type: type },
    {
      resource: reference(type, iriFrom(type, [id])),
    },
  );

/** The IRIs of records, and the UUIDs of those that MusicBrainz has no MBID for. */
export const iri = {
  album: (id: string) => recordIri('Album', id),
  artist: (id: string) => recordIri('Artist', id),
  alias: (artist: string, name: string) => recordIri('ArtistAlias', artist, uuidOf(`musicbrainz:alias:${artist}:${name}`)),
  membership: (member: string, group: string) =>
    recordIri('ArtistGroupMember', member, uuidOf(`musicbrainz:membership:${member}:${group}`)),
  role: (slug: string) => recordIri('ArtistRole', roleId(slug)),
  portrayal: (performer: string, character: string) => recordIri('Portrayal', uuidOf(`musicbrainz:portrayal:${performer}:${character}`)),
  label: (id: string) => recordIri('Label', id),
  series: (label: string, series: string) => recordIri('LabelSeries', label, uuidOf(`musicbrainz:series:${label}:${series}`)),
  organization: (id: string) => recordIri('Organization', id),
  packaging: (id: string) => recordIri('PackagingType', id),
  production: (id: string) => recordIri('Production', id),
  entry: (production: string, release: string) =>
    recordIri('ProductionEntry', production, uuidOf(`musicbrainz:entry:${production}:${release}`)),
  productionRecording: (production: string, recording: string) =>
    recordIri('ProductionRecording', production, uuidOf(`musicbrainz:recording:${production}:${recording}`)),
  release: (id: string) => recordIri('Release', id),
  format: (release: string, format: string) => recordIri('ReleaseFormat', release, format),
  track: (release: string, format: string, track: string) => recordIri('ReleaseTrack', release, format, track),
  releaseRecording: (release: string, recording: string) =>
    recordIri('ReleaseRecording', release, uuidOf(`musicbrainz:recording:${release}:${recording}`)),
  link: (type: string, owner: string, provider: string, externalId: string) =>
    recordIri(type, owner, uuidOf(`musicbrainz:link:${owner}:${provider}:${externalId}`)),
} as const;

/** The same whichever source names the role first. */
export const roleId = (slug: string): string => uuidOf(`role:${slug}`);

/** The production that a page of IMDb is about: its id does not depend on who found the link. */
export const productionOfFilm = (imdbId: string): string => uuidOf(`imdb:${imdbId}`);

/** The production that a release group stands for, as long as no link says which one it is. */
export const productionOfGroup = (releaseGroup: string): string => uuidOf(`musicbrainz:release-group:${releaseGroup}`);
