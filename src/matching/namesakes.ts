import { type CatalogRows, isGeneratedId, isManual, rowsAtOnce } from '../records/write/catalog-rows';

/** A composer of Discogs, and the one that was made by hand or by another catalog. */
export interface MatchedComposer {
  readonly key: number;
  readonly id: string;
  readonly into: string;
}

/** SQL: whether an artist composed the music of a production. */
const composes = (artist: string): string => `EXISTS (SELECT 1 FROM production_credit WHERE artist_key = ${artist}.key
  AND role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))`;

/** SQL: whether an artist has a page that tells it from others of its name. */
const hasPage = (artist: string, sites: string): string =>
  `EXISTS (SELECT 1 FROM artist_external_link WHERE artist_key = ${artist}.key AND provider IN (${sites}))`;

/**
 * Persons of Discogs, after a key, that write music for the screen, and the only other person of the name, who does so too.
 * Numbers of Discogs, pages, dates and decisions of editors tell people of one name apart.
 */
export const matchedComposers = (rows: CatalogRows, key: number): MatchedComposer[] =>
  rows.all(
    `SELECT own.key, own.id, other.id AS "into"
     FROM artist AS own CROSS JOIN artist AS other ON other.name_folded = own.name_folded AND other.key <> own.key
     WHERE own.key > ? AND ${isGeneratedId('own.id')} AND instr(own.name_folded, ' ') > 0
       AND NOT EXISTS (SELECT 1 FROM artist WHERE name_folded = own.name_folded AND key NOT IN (own.key, other.key))
       AND NOT ${isManual("'Artist'", 'own.id')} AND ${isManual("'Artist'", 'other.id')}
       AND ${hasPage('own', "'discogs'")} AND NOT ${hasPage('other', "'discogs', 'musicbrainz', 'wikidata', 'imdb'")}
       AND own.artist_type = 'person' AND other.artist_type = 'person' AND own.fictional = other.fictional
       AND coalesce(own.begin_date, '') IN ('', coalesce(other.begin_date, '')) AND coalesce(own.end_date, '') IN ('', coalesce(other.end_date, ''))
       AND ${composes('other')}
       AND (${composes('own')} OR EXISTS (SELECT 1 FROM release_credit WHERE artist_key = own.key AND list = 'artists'))
       AND NOT EXISTS (SELECT 1 FROM source_note
         WHERE source IN ('discogs/artists', 'discogs/masters', 'discogs/releases') AND name = 'numbered:Artist:' || own.id)
       AND NOT EXISTS (SELECT 1 FROM settled_pair
         WHERE resource_type = 'Artist' AND one_id = min(own.id, other.id) AND other_id = max(own.id, other.id))
     ORDER BY own.key LIMIT ${rowsAtOnce}`,
    key,
  );
