import { authorities } from '../../records/provenance/ranks';
import { type CatalogRows, isGeneratedId } from '../../records/write/catalog-rows';
import type { ImportedRecord } from '../../records/write/record';
import { packedId, typeKey, uuidOf } from '../../store/values/identifiers';
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

/** SQL: artists of a release, its tracks, recordings and productions. */
const artistsOf = (release: string): string => `
  SELECT artist_key FROM release_credit WHERE release_key = ${release}.key
  UNION SELECT c.artist_key FROM release_format AS f CROSS JOIN release_track AS t ON t.release_format_key = f.key
    CROSS JOIN release_track_credit AS c ON c.release_track_key = t.key WHERE f.release_key = ${release}.key
  UNION SELECT c.artist_key FROM release_recording AS t CROSS JOIN release_recording_credit AS c ON c.release_recording_key = t.key
    WHERE t.release_key = ${release}.key
  UNION SELECT c.artist_key FROM production_entry AS e CROSS JOIN production_credit AS c ON c.production_key = e.production_key
    WHERE e.release_key = ${release}.key`;

const hasPage = (artist: string, provider: string): string =>
  `EXISTS (SELECT 1 FROM artist_external_link WHERE artist_key = ${artist}.key AND provider = '${provider}')`;

/** Artists of Discogs and the only other ones of their names on the same release, unless pages or editors tell them apart. */
const sameArtists = (rows: CatalogRows, id: string, into: string): ImportedRecord[] =>
  rows
    .all<{ own: string; other: string }>(
      `SELECT own.id AS own, min(other.id) AS other
       FROM "release" AS r CROSS JOIN "release" AS target
         CROSS JOIN artist AS own ON own.key IN (${artistsOf('r')})
         CROSS JOIN artist AS other ON other.key IN (${artistsOf('target')}) AND +other.name_folded = own.name_folded
       WHERE r.id = ?1 AND target.id = ?2 AND own.key <> other.key AND +own.fictional = +other.fictional
         AND ${isGeneratedId('own.id')} AND ${hasPage('own', 'discogs')} AND NOT ${hasPage('own', 'musicbrainz')}
         AND NOT ${isGeneratedId('other.id')} AND NOT ${hasPage('other', 'discogs')}
         AND NOT EXISTS (SELECT 1 FROM settled_pair
           WHERE resource_type = 'Artist' AND one_id = min(own.id, other.id) AND other_id = max(own.id, other.id))
         AND NOT EXISTS (SELECT 1 FROM revision WHERE resource_id = own.id AND resource_type = 'Artist' AND action = 'merged')
       GROUP BY own.id HAVING count(DISTINCT other.id) = 1`,
      id,
      into,
    )
    .map(({ own, other }) => ({ ...mergeStatement('Artist', own, other), isUndoable: true }));

/**
 * States that a release is the same as another, and so are their artists and labels of one name, even if Discogs numbers it. Those
 * come first, since a merged release no longer has its own.
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
  return [
    ...sameArtists(rows, id, into),
    ...labels.map(({ own, other }) => mergeStatement('Label', own, other)),
    mergeStatement('Release', id, into),
  ];
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
