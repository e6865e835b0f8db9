import { authorities } from '../../records/provenance/ranks';
import type { ImportedRecord } from '../../records/write/record';
import { uuidOf } from '../../records/write/uuid-v5';
import { iriFrom } from '../sources/shared/records';

export type ReconciledKind = 'artists' | 'releases' | 'productions' | 'albums' | 'labels' | 'organizations';

/** A conclusion from the catalog, and the counter it belongs to, if any. */
export interface MergeStatement {
  readonly record: ImportedRecord;
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

/** States that a record is the same as another, which keeps its higher-ranked values. Both are UUIDs. */
export function mergeStatement(
  type: 'Artist' | 'Release' | 'Production' | 'Album' | 'Label' | 'Organization',
  id: string,
  into: string,
): MergeStatement {
  const record = {
    type: 'MergedRecord',
    id,
    attributes: { resource_type: type },
    relationships: { resource: { data: { type, id: iriFrom(type, [into]) } } },
  };
  return { record: { record, mode: 'partial', authority: authorities.discogs }, counts: counted[type] as ReconciledKind };
}

export const called = (type: 'Release', id: string, slug: string): MergeStatement => ({
  record: { record: { type, id: iriFrom(type, [id]), attributes: { slug } }, mode: 'partial', authority: authorities.guess },
});

/** States that a production is not provisional. */
export const proven = (id: string): MergeStatement => ({
  record: {
    record: { type: 'Production', id: iriFrom('Production', [id]), attributes: { provisional: false } },
    mode: 'partial',
    authority: authorities.wikidata,
  },
});

/** States that a release has music of a production, like other editions. */
export function entry(production: string, release: string, kind: string, position: number): MergeStatement {
  // The id MusicBrainz would use, so that its later statements apply to this entry.
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

/** States that a provisional production is obsolete. */
export const superseded = (production: string): MergeStatement => ({
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
