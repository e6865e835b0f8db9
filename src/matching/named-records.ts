import type { Database } from 'bun:sqlite';
import { fold, labelSpellings } from '../store/values/folding';
import { productionTitleOf } from './titles/production-title';

// Finds records by name. An ambiguous name matches none.

/** Discogs disambiguation: "John Williams (4)". */
const numberAtDiscogs = / \(\d+\)$/;

/** Longer credits list performers rather than cover names. */
const mostNames = 10;

/** An item of a release's `artists`. */
export interface CreditedArtist {
  readonly iri: string;
  readonly join_phrase: string | null;
}

/**
 * IRI of a label by name. Exact matches first, those of MusicBrainz before others; else the only one that differs by a word such
 * as Records.
 */
export function labelNamed(db: Database, name: string): string | undefined {
  const labels = db
    .query<{ id: string; name_folded: string }, [string]>(
      `SELECT id, name_folded FROM label WHERE name_folded IN (SELECT value FROM json_each(?)) ORDER BY substr(id, 15, 1) = '5', id`,
    )
    .all(JSON.stringify(labelSpellings(name)));
  const exact = labels.find(({ name_folded }) => name_folded === fold(name));
  const found = exact ?? (labels.length === 1 ? labels[0] : undefined);
  return found && `/api/labels/${found.id}`;
}

/** Artists of a credit such as "Hans Zimmer & Lisa Gerrard": all, or none if a name is unknown or ambiguous. */
export function artistsNamed(db: Database, credit: string): readonly CreditedArtist[] {
  if (credit === '') return [];
  const whole = artistNamed(db, credit);
  if (whole !== undefined) return [{ iri: whole, join_phrase: null }];
  const [first = '', ...rest] = credit.split(/(\s*[,/;]\s+|\s+(?:&|and|und|et|with|feat\.)\s+)/iu, mostNames * 2);
  const names = [first, ...rest.filter((_, index) => index % 2 === 1)];
  const artists = names.map((name) => artistNamed(db, name));
  if (names.length < 2 || artists.includes(undefined) || new Set(artists).size < artists.length) return [];
  return artists.flatMap((iri, index) => (iri === undefined ? [] : [{ iri, join_phrase: rest[index * 2] ?? null }]));
}

function artistNamed(db: Database, name: string): string | undefined {
  const value = fold(name.replace(numberAtDiscogs, '')).trim();
  const only = (query: string) => {
    const [found, ...others] = db.query<{ id: string }, [string]>(query).all(value);
    return others.length === 0 ? found : undefined;
  };
  const found =
    only('SELECT id FROM artist WHERE name_folded = ? LIMIT 2') ??
    only(`SELECT DISTINCT artist.id FROM artist_alias JOIN artist ON artist.key = artist_key
          WHERE variation_folded = ?1 AND NOT EXISTS (SELECT 1 FROM artist WHERE name_folded = ?1) LIMIT 2`);
  return found && `/api/artists/${found.id}`;
}

/**
 * Entry of a release under the only production its title names, with or without marker words. If the production has composers,
 * one must be among the release's artists.
 * @param id UUID of the release; `undefined` is returned if it names no production or has one
 */
export function entryNamed(db: Database, id: string) {
  const release = db
    .query<{ key: number; title: string }, [string]>(
      `SELECT key, title FROM "release" WHERE id = ? AND NOT EXISTS (SELECT 1 FROM production_entry WHERE release_key = "release".key)`,
    )
    .get(id);
  if (!release) return undefined;
  const titles = [release.title, productionTitleOf(release.title).title].map((one) => fold(one).trim());
  const [production, ...others] = db
    .query<{ id: string }, [string, number]>(
      `SELECT p.id FROM production AS p WHERE p.title_folded IN (SELECT value FROM json_each(?1))
       AND EXISTS (SELECT 1 FROM release_credit WHERE release_key = ?2 AND list = 'artists')
       AND (NOT EXISTS (SELECT 1 FROM production_credit WHERE production_key = p.key AND list = 'composers')
         OR EXISTS (SELECT 1 FROM production_credit AS composer JOIN release_credit AS artist ON artist.artist_key = composer.artist_key
             WHERE composer.production_key = p.key AND composer.list = 'composers' AND artist.release_key = ?2 AND artist.list = 'artists'))
       LIMIT 2`,
    )
    .all(JSON.stringify([...new Set(titles)]), release.key);
  if (!production || others.length > 0) return undefined;
  return {
    type: 'ProductionEntry',
    id: `/api/productions/${production.id}/entries/${Bun.randomUUIDv7()}`,
    attributes: {},
    relationships: { release: { data: { type: 'Release', id: `/api/releases/${id}` } } },
  };
}
