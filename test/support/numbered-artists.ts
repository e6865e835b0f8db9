import { uuid } from './uuids';

export const artistIri = (number: number): string => `/api/artists/${uuid(number)}`;

/** An artist of a test's own, who has the number for a name where none is given. */
export const artist = (number: number, attributes: object = {}) => ({
  type: 'Artist',
  id: artistIri(number),
  attributes: { name: `Artist ${number}`, _type: 'person', ...attributes },
});

/** The record that says that one artist was merged into another. */
export const mergedArtist = (from: number, into: number) => ({
  type: 'MergedRecord',
  id: uuid(from),
  attributes: { resource_type: 'Artist' },
  relationships: { resource: { data: { type: 'Artist', id: artistIri(into) } } },
});
