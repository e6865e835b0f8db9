import { authorities } from '../../records/provenance/weights';
import type { GivenRecord } from '../../records/write/given-record';
import { uuidOf } from '../../records/write/uuid-v5';
import { iriFrom } from '../sources/shared/records';

export type ReconciledKind = 'artists' | 'releases' | 'productions' | 'albums' | 'labels' | 'organizations';

/** Something that follows from what the catalog has, and how it is counted, if it is. */
export interface Statement {
  readonly record: GivenRecord;
  readonly counts?: ReconciledKind;
}

const counted: Readonly<Record<string, ReconciledKind>> = {
  Artist: 'artists',
  Release: 'releases',
  Production: 'productions',
  Album: 'albums',
  Label: 'labels',
  Organization: 'organizations',
};

/** That a record is another one: what it says fills that one by what is better known. Both are UUIDs. */
export function merged(
  type: 'Artist' | 'Release' | 'Production' | 'Album' | 'Label' | 'Organization',
  id: string,
  into: string,
): Statement {
  const record = {
    type: 'MergedRecord',
    id,
    attributes: { resource_type: type },
    relationships: { resource: { data: { type, id: iriFrom(type, [into]) } } },
  };
  return { record: { record, mode: 'partial', authority: authorities.discogs }, counts: counted[type] as ReconciledKind };
}

export const called = (type: 'Release', id: string, slug: string): Statement => ({
  record: { record: { type, id: iriFrom(type, [id]), attributes: { slug } }, mode: 'partial', authority: authorities.guess },
});

/** That a production is a true one. */
export const proven = (id: string): Statement => ({
  record: {
    record: { type: 'Production', id: iriFrom('Production', [id]), attributes: { provisional: false } },
    mode: 'partial',
    authority: authorities.wikidata,
  },
});

/** That a release has music of a production, as other editions of it have. */
export function entry(production: string, release: string, kind: string, position: number): Statement {
  // As MusicBrainz would call it: what it says of the two later is then said of this.
  const id = uuidOf(`musicbrainz:entry:${production}:${release}`);
  return {
    record: {
      record: {
        type: 'ProductionEntry',
        id: iriFrom('ProductionEntry', [production, id]),
        attributes: { kind, position },
        relationships: { release: { data: { type: 'Release', id: iriFrom('Release', [release]) } } },
      },
      mode: 'fill',
      authority: authorities.guess,
    },
  };
}

/** That a production stands in for nothing any more. */
export const superseded = (production: string): Statement => ({
  record: {
    record: {
      type: 'DeletedRecord',
      id: production,
      attributes: { resource_type: 'Production', iri: iriFrom('Production', [production]), superseded: true },
    },
    mode: 'partial',
    authority: authorities.musicbrainz,
  },
});
