import type { GivenRecord, LicensedValue, Mode } from '../../source';
import { uuidOf } from '../../uuid-v5';

/** What comes of one document. */
export interface Made {
  readonly records: readonly GivenRecord[];
  readonly notes?: readonly (readonly [name: string, value: string | null])[];
  readonly licensed?: readonly LicensedValue[];
}

/** A record without what is `undefined`: such attributes stay as they are. */
export function given(
  mode: Mode,
  type: string,
  id: string,
  attributes: Readonly<Record<string, unknown>>,
  relationships: Readonly<Record<string, Reference | undefined>> = {},
): GivenRecord {
  const related = Object.entries(present(relationships)).map(([name, data]) => [name, { data }]);
  const record = { type, id, attributes: present(attributes) };
  return { mode, record: related.length > 0 ? { ...record, relationships: Object.fromEntries(related) } : record };
}

const present = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** A record that another points to. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

export const reference = (type: string, id: string): Reference => ({ type, id });

/** The IRIs of records, and the UUIDs of those that MusicBrainz has no MBID for. */
export const iri = {
  artist: (id: string) => `/api/artists/${id}`,
  alias: (artist: string, name: string) => `/api/artists/${artist}/aliases/${uuidOf(`musicbrainz:alias:${artist}:${name}`)}`,
  membership: (member: string, group: string) =>
    `/api/artists/${member}/group-memberships/${uuidOf(`musicbrainz:membership:${member}:${group}`)}`,
  role: (slug: string) => `/api/artists/roles/${roleId(slug)}`,
  portrayal: (performer: string, character: string) => `/api/portrayals/${uuidOf(`musicbrainz:portrayal:${performer}:${character}`)}`,
  label: (id: string) => `/api/labels/${id}`,
  series: (label: string, series: string) => `/api/labels/${label}/series/${uuidOf(`musicbrainz:series:${label}:${series}`)}`,
  packaging: (id: string) => `/api/packaging-types/${id}`,
  production: (id: string) => `/api/productions/${id}`,
  entry: (production: string, release: string) =>
    `/api/productions/${production}/entries/${uuidOf(`musicbrainz:entry:${production}:${release}`)}`,
  productionRecording: (production: string, recording: string) =>
    `/api/productions/${production}/recordings/${uuidOf(`musicbrainz:recording:${production}:${recording}`)}`,
  release: (id: string) => `/api/releases/${id}`,
  format: (release: string, format: string) => `/api/releases/${release}/formats/${format}`,
  track: (release: string, format: string, track: string) => `/api/releases/${release}/formats/${format}/tracks/${track}`,
  releaseRecording: (release: string, recording: string) =>
    `/api/releases/${release}/recordings/${uuidOf(`musicbrainz:recording:${release}:${recording}`)}`,
  link: (owner: string, ownerId: string, provider: string, externalId: string) =>
    `/api/${owner}s/${ownerId}/external-links/${uuidOf(`musicbrainz:link:${ownerId}:${provider}:${externalId}`)}`,
} as const;

export const roleId = (slug: string): string => uuidOf(`musicbrainz:role:${slug}`);

/** The production that a page of IMDb is about: its id does not depend on who found the link. */
export const productionOfFilm = (imdbId: string): string => uuidOf(`imdb:${imdbId}`);

/** The production that a release group stands for, where no link says which one it is. */
export const productionOfGroup = (releaseGroup: string): string => uuidOf(`musicbrainz:release-group:${releaseGroup}`);
