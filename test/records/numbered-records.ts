import { uuid } from '../support/uuids';

// Records with ids made from numbers.

export const iri = (list: string, number: number): string => `/api/${list}/${uuid(number)}`;

export const to = (type: string, id: string) => ({ data: { type, id } });

export const artist = (number: number, name: string, attributes: object = {}) => ({
  type: 'Artist',
  id: iri('artists', number),
  attributes: { name, _type: 'person', ...attributes },
});

export const label = (number: number, name: string, attributes: object = {}) => ({
  type: 'Label',
  id: iri('labels', number),
  attributes: { name, ...attributes },
});

export const album = (number: number, title: string) => ({ type: 'Album', id: iri('albums', number), attributes: { title } });

export const production = (number: number, title: string, attributes: object = {}) => ({
  type: 'Production',
  id: iri('productions', number),
  attributes: { title, _type: 'movie', ...attributes },
});

export const release = (number: number, title: string, attributes: object = {}) => ({
  type: 'Release',
  id: iri('releases', number),
  attributes: { title, ...attributes },
});

export const onAlbum = <R extends object>(record: R, number: number) => ({
  ...record,
  relationships: { album: to('Album', iri('albums', number)) },
});

export const entry = (number: number, ofProduction: number, ofRelease: number, attributes: object = {}) => ({
  type: 'ProductionEntry',
  id: `${iri('productions', ofProduction)}/entries/${uuid(number)}`,
  attributes,
  relationships: { release: to('Release', iri('releases', ofRelease)) },
});

export const format = (ofRelease: number, number: number, attributes: object = { position: 1, format_type: 'cd' }) => ({
  type: 'ReleaseFormat',
  id: `${iri('releases', ofRelease)}/formats/${uuid(number)}`,
  attributes,
});

export const track = (ofRelease: number, ofFormat: number, number: number, attributes: object, relationships?: object) => ({
  type: 'ReleaseTrack',
  id: `${iri('releases', ofRelease)}/formats/${uuid(ofFormat)}/tracks/${uuid(number)}`,
  attributes,
  ...(relationships && { relationships }),
});

/** A link to the page of another site. */
export const link = (list: 'artists' | 'releases' | 'productions', of: number, number: number, provider: string, external_id: string) => ({
  type: `${{ artists: 'Artist', releases: 'Release', productions: 'Production' }[list]}ExternalLink`,
  id: `${iri(list, of)}/external-links/${uuid(number)}`,
  attributes: { provider, external_id, url: `https://${provider}.example/${external_id}` },
});

/** The record of a merge. */
export const merged = (type: string, list: string, from: number, into: number) => ({
  type: 'MergedRecord',
  id: uuid(from),
  attributes: { resource_type: type },
  relationships: { resource: to(type, iri(list, into)) },
});
