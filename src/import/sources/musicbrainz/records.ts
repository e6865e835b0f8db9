import { type Authority, authorities } from '../../../records/provenance/ranks';
import type { LicensedInput } from '../../../records/provenance/sources';
import type { ImportedRecord } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import { iriFrom, type Provenance, present, recordIri } from '../shared/records';

export interface MappedDocument {
  /** Document id, for kinds that can be deferred. */
  readonly document?: string | undefined;
  readonly records: readonly ImportedRecord[];
  readonly notes?: readonly (readonly [name: string, value: string | null])[];
  readonly licensed?: readonly LicensedInput[];
  readonly notTaken?: Readonly<Record<string, number>> | undefined;
}

/** From the record's own document. */
export const own: Provenance = { mode: 'partial', authority: authorities.musicbrainz };
/** From a document that only mentions the record. */
export const named: Provenance = { mode: 'fill', authority: authorities.musicbrainzNamed };
/** A relationship whose other record may be missing. */
export const between: Provenance = { ...own, isQuietlyDeferred: true };
/** A production, which MusicBrainz knows only by its music. */
export const asProvisional = (authority: Authority = authorities.musicbrainzProvisional): Provenance => ({ mode: 'fill', authority });

/** A record without `undefined` attributes, which stay unchanged. */
export function partialRecord(
  provenance: Provenance,
  type: string,
  id: string,
  attributes: Readonly<Record<string, unknown>>,
  relationships: Readonly<Record<string, RecordReference | undefined>> = {},
): ImportedRecord {
  const related = Object.entries(present(relationships)).map(([name, data]) => [name, { data }]);
  const record = { type, id, attributes: present(attributes) };
  return { ...provenance, record: related.length > 0 ? { ...record, relationships: Object.fromEntries(related) } : record };
}

export interface RecordReference {
  readonly type: string;
  readonly id: string;
}

export const reference = (type: string, id: string): RecordReference => ({ type, id });

/** States that another source's, or a provisional, record is one of ours. */
export const sameAs = (type: 'Album' | 'Artist' | 'Label' | 'Production' | 'Release', other: string, id: string): ImportedRecord =>
  partialRecord(
    { mode: 'whole', authority: authorities.musicbrainz },
    'MergedRecord',
    other,
    { resource_type: type },
    {
      resource: reference(type, iriFrom(type, [id])),
    },
  );

export type RelationType = 'AlbumRelation' | 'ReleaseRelation';

/** IRIs, and UUIDs of records without an MBID. */
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
  relation: (type: RelationType, owner: string, kind: string, related: string) =>
    recordIri(type, owner, uuidOf(`musicbrainz:relation:${owner}:${kind}:${related}`)),
  releaseRecording: (release: string, recording: string) =>
    recordIri('ReleaseRecording', release, uuidOf(`musicbrainz:recording:${release}:${recording}`)),
  work: (id: string) => recordIri('Work', id),
  link: (type: string, owner: string, provider: string, externalId: string) =>
    recordIri(type, owner, uuidOf(`musicbrainz:link:${owner}:${provider}:${externalId}`)),
} as const;

/** The same for all sources. */
export const roleId = (slug: string): string => uuidOf(`role:${slug}`);

/** Production of an IMDb page, whichever document linked it. */
export const productionOfFilm = (imdbId: string): string => uuidOf(`imdb:${imdbId}`);

/** Production of a release group without film links. */
export const productionOfGroup = (releaseGroup: string): string => uuidOf(`musicbrainz:release-group:${releaseGroup}`);
