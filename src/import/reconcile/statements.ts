import { authorities } from '../../records/provenance/ranks';
import { type CatalogRows, isGeneratedId } from '../../records/write/catalog-rows';
import type { ImportedRecord } from '../../records/write/record';
import { uuidOf } from '../../records/write/uuid-v5';
import { packedId, typeKey } from '../../store/values/packed-id';
import { iriFrom } from '../sources/shared/records';

/** States that a record is the same as another, which keeps its higher-ranked values. Both are UUIDs. */
export function mergeStatement(
  type: 'Artist' | 'Release' | 'Production' | 'Album' | 'Label' | 'Organization',
  id: string,
  into: string,
): ImportedRecord {
  const record = {
    type: 'MergedRecord',
    id,
    attributes: { resource_type: type },
    relationships: { resource: { data: { type, id: iriFrom(type, [into]) } } },
  };
  return { record, mode: 'partial', authority: authorities.discogs };
}

/** SQL: whether a label or company has its id from Discogs; other catalogs generate ids as well. */
export const isOfDiscogs = (type: 'Label' | 'Organization', id: string): string => `(${isGeneratedId(id)} AND EXISTS (
  SELECT 1 FROM imported_record WHERE type_key = ${typeKey(`'${type}'`)} AND id = ${packedId(id)}
    AND source_key IN (SELECT key FROM import_source WHERE name IN ('discogs/releases', 'discogs/labels'))))`;

/**
 * States that a release is the same as another, and so are their labels of one name, even if Discogs numbers it. Labels come
 * first, since a merged release no longer has its own.
 */
export function sameReleases(rows: CatalogRows, id: string, into: string): ImportedRecord[] {
  const labels = rows.all<{ own: string; other: string }>(
    `SELECT own.id AS own, min(other.id) AS other
     FROM "release" AS r JOIN release_label AS l ON l.release_key = r.key JOIN label AS own ON own.key = l.label_key
       JOIN "release" AS target ON target.id = ?2 JOIN release_label AS its ON its.release_key = target.key
       JOIN label AS other ON other.key = its.label_key AND +other.name_folded = own.name_folded
     WHERE r.id = ?1 AND ${isOfDiscogs('Label', 'own.id')} AND NOT ${isOfDiscogs('Label', 'other.id')} GROUP BY own.id`,
    id,
    into,
  );
  return [...labels.map(({ own, other }) => mergeStatement('Label', own, other)), mergeStatement('Release', id, into)];
}

/** States the slug of a release. */
export const called = (id: string, slug: string): ImportedRecord => ({
  record: { type: 'Release', id: iriFrom('Release', [id]), attributes: { slug } },
  mode: 'partial',
  authority: authorities.guess,
});

/** States that a production is not provisional. */
export const proven = (id: string): ImportedRecord => ({
  record: { type: 'Production', id: iriFrom('Production', [id]), attributes: { provisional: false } },
  mode: 'partial',
  authority: authorities.wikidata,
});

/** States that a release has music of a production, like other editions. */
export function entry(production: string, release: string, kind: string, position: number): ImportedRecord {
  // The id MusicBrainz would use, so that its later statements apply to this entry.
  const id = uuidOf(`musicbrainz:entry:${production}:${release}`);
  return {
    record: {
      type: 'ProductionEntry',
      id: iriFrom('ProductionEntry', [production, id]),
      attributes: { kind, position },
      relationships: { release: { data: { type: 'Release', id: iriFrom('Release', [release]) } } },
    },
    mode: 'fill',
    authority: authorities.guess,
  };
}

/** States that a provisional production is obsolete. */
export const superseded = (production: string): ImportedRecord => ({
  record: {
    type: 'DeletedRecord',
    id: production,
    attributes: { resource_type: 'Production', iri: iriFrom('Production', [production]), superseded: true },
  },
  mode: 'partial',
  authority: authorities.musicbrainz,
});
