import { uuid } from './uuids';

export const artistIri = (number: number): string => `/api/artists/${uuid(number)}`;

/** A credit of the artist as composer. */
export const credit = (number: number) => ({ iri: artistIri(number), credit_role: 'composer' });

/** An artist for tests, named by its number by default. */
export const artist = (number: number, attributes: object = {}) => ({
  type: 'Artist',
  id: artistIri(number),
  attributes: { name: `Artist ${number}`, _type: 'person', ...attributes },
});

/** The redirect record of a merged artist. */
export const mergedArtist = (from: number, into: number) => ({
  type: 'MergedRecord',
  id: uuid(from),
  attributes: { resource_type: 'Artist' },
  relationships: { resource: { data: { type: 'Artist', id: artistIri(into) } } },
});
