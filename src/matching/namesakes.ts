import { type CatalogRows, isGeneratedId, isManual, rowsAtOnce } from '../records/write/catalog-rows';
import { readArtist } from './candidates';
import { areApart } from './decide';
import { haveOtherPages } from './score';

/** An artist of Discogs and its only namesake, made by hand or by another catalog. */
export interface Namesakes {
  readonly key: number;
  readonly id: string;
  readonly other_key: number;
  readonly other_id: string;
}

/** SQL: whether an artist composed the music of a production. */
const composes = (artist: string): string => `EXISTS (SELECT 1 FROM production_credit AS c WHERE c.artist_key = ${artist}.key
  AND c.role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))`;

/** Discogs numbers artists of one name, and so does not identify any by it; its sources noted which. */
const isNumbered = `EXISTS (SELECT 1 FROM source_note
  WHERE source IN ('discogs/artists', 'discogs/masters', 'discogs/releases') AND name = 'numbered:Artist:' || own.id)`;

const namesakes = `
  SELECT own.key, own.id, other.key AS other_key, other.id AS other_id
  FROM artist AS own CROSS JOIN artist AS other ON other.name_folded = own.name_folded AND other.key <> own.key
  WHERE own.key > ? AND ${isGeneratedId('own.id')} AND instr(own.name_folded, ' ') > 0
    AND NOT EXISTS (SELECT 1 FROM artist WHERE name_folded = own.name_folded AND key NOT IN (own.key, other.key))
    AND EXISTS (SELECT 1 FROM artist_external_link WHERE artist_key = own.key AND provider = 'discogs')
    AND NOT ${isManual("'Artist'", 'own.id')} AND ${isManual("'Artist'", 'other.id')} AND NOT ${isNumbered}
    AND ${composes('other')}
    AND (${composes('own')} OR EXISTS (SELECT 1 FROM release_credit WHERE artist_key = own.key AND list = 'artists'))
    AND NOT EXISTS (SELECT 1 FROM settled_pair WHERE resource_type = 'Artist'
      AND one_id = min(own.id, other.id) AND other_id = max(own.id, other.id))
  ORDER BY own.key LIMIT ${rowsAtOnce}`;

/** Namesakes after a key. */
export const namesakesAfter = (rows: CatalogRows, key: number): Namesakes[] => rows.all(namesakes, key);

/**
 * Whether namesakes are one person: both write music for the screen, as their credits say, and no date, page or type tells them
 * apart. Orchestras and bands of one name may be several.
 */
export function areOnePerson(rows: CatalogRows, { key, other_key: other }: Namesakes): boolean {
  const [one, two] = [readArtist(rows, key), readArtist(rows, other)];
  return one.type === 'person' && !areApart(one, two) && !haveOtherPages(one.pages, two.pages);
}
