import type { Pending } from '../records/edit/unreviewed';
import { type CatalogRows, isGeneratedId, isManual, rowsAtOnce } from '../records/write/catalog-rows';
import { fold } from '../store/values/folding';
import { normalizeCatalogNumber } from '../store/values/identifiers';
import { findSharing, readRelease, releasesOfNumber, sharesNumber } from './candidates';
import { mostAlike } from './decide';
import { type ComparedRelease, likenessOf, likenessToReal } from './score';

// The record of another source that a record is, for imports: releases of Discogs and MusicBrainz, provisional and real, and
// composers.

/** Two identical releases. */
export interface MatchedPair {
  readonly discogs: ComparedRelease;
  readonly musicbrainz: ComparedRelease;
}

const hasLink = (release: string, provider: string): string =>
  `EXISTS (SELECT 1 FROM release_external_link AS l WHERE l.release_key = ${release}.key AND l.provider = '${provider}')`;

/** SQL: a release comes from this source alone. */
const isAlone = {
  // Provisional releases have too little data.
  discogs: (r: string) =>
    `${r}.provisional = 0 AND ${isGeneratedId(`${r}.id`)} AND ${hasLink(r, 'discogs')} AND NOT ${hasLink(r, 'musicbrainz')}`,
  musicbrainz: (r: string) => `NOT ${isGeneratedId(`${r}.id`)} AND ${hasLink(r, 'musicbrainz')} AND NOT ${hasLink(r, 'discogs')}`,
} as const;

type Side = keyof typeof isAlone;

/** Keys after one of Discogs-only releases that share a number with another release. */
export const numberedKeysAfter = (rows: CatalogRows, key: number, most: number): { readonly key: number }[] =>
  rows.all(
    `SELECT seen.key FROM "release" AS seen WHERE seen.key > ? AND ${isAlone.discogs('seen')} AND ${sharesNumber('seen.key')}
     ORDER BY seen.key LIMIT ?`,
    key,
    most,
  );

/**
 * Matches Discogs releases with MusicBrainz releases: each with the most similar one, unless another Discogs release is more
 * similar to that. Stable against changes elsewhere.
 */
export function matchedPairs(rows: CatalogRows, keys: readonly number[]): MatchedPair[] {
  // One release is compared with several others.
  const releases = new Map<number, ComparedRelease>();
  const releaseOf = (key: number): ComparedRelease => releases.getOrInsertComputed(key, () => readRelease(rows, key));
  const bestOf = (key: number, side: Side): ComparedRelease | undefined => {
    const others = findSharing(rows, releasesOfNumber(isAlone[side]('r'), true), key) ?? [];
    return mostAlike(others.map(releaseOf), (other) => likenessOf(releaseOf(key), other), 'smaller id');
  };
  return keys.flatMap((key) => {
    const musicbrainz = bestOf(key, 'musicbrainz');
    return musicbrainz && bestOf(musicbrainz.key, 'discogs')?.key === key ? [{ discogs: releaseOf(key), musicbrainz }] : [];
  });
}

/** UUID of the real release that a provisional one is; `undefined` if several match. */
export function realReleaseOf(rows: CatalogRows, key: number): string | undefined {
  const unreviewed = rows.one<{ pending: string }>('SELECT pending FROM unreviewed_release WHERE release_key = ?', key);
  if (unreviewed) return realReleaseOfPending(rows, key, JSON.parse(unreviewed.pending));
  const linked = rows.one<{ id: string }>(ofPage, key);
  return linked ? linked.id : onlyAlike(rows, readRelease(rows, key), findSharing(rows, ofNumber, key));
}

const ofPage = `
  SELECT r.id FROM release_external_link AS own CROSS JOIN release_external_link AS l
    ON l.provider = own.provider AND l.external_id = own.external_id
  CROSS JOIN "release" AS r ON r.key = l.release_key
  WHERE own.release_key = ? AND own.provider IN ('discogs', 'musicbrainz') AND r.provisional = 0 ORDER BY r.id LIMIT 1`;

/** Different Discogs or MusicBrainz pages distinguish releases. */
const isOfAnotherPage = `
  EXISTS (SELECT 1 FROM release_external_link AS own CROSS JOIN release_external_link AS l ON l.provider = own.provider
    WHERE own.release_key = ?1 AND l.release_key = r.key AND own.provider IN ('discogs', 'musicbrainz'))`;

const ofNumber = releasesOfNumber(`r.provisional = 0 AND NOT (${isOfAnotherPage})`, false);

/** The same for an unreviewed release, whose identifiers are pending and not indexed. */
function realReleaseOfPending(rows: CatalogRows, key: number, { attributes, links, known }: Pending): string | undefined {
  const named = rows.one<{ id: string }>(ofPending, JSON.stringify(known.ids), JSON.stringify(links));
  if (named) return named.id;
  const isOfPage = links.length > 0 ? 1 : 0;
  const numbers = ((attributes.labels ?? []) as readonly { name: string | null; catalog_number: string | null }[]).flatMap((label) => {
    const number = normalizeCatalogNumber(label.catalog_number ?? '');
    const labels = number ? rows.all<{ key: number }>('SELECT key FROM label WHERE name_folded = ?', fold(label.name ?? '')) : [];
    return labels.map((one) => `${one.key} ${number}`);
  });
  const own = { ...readRelease(rows, key), barcode: known.barcode, formats: known.formats, numbers };
  return onlyAlike(rows, own, findSharing(rows, ofPendingNumber, known.barcode, JSON.stringify(known.numbers), isOfPage));
}

const ofPending = `
  SELECT r.id FROM "release" AS r WHERE r.id IN (SELECT value FROM json_each(?1)) AND r.provisional = 0
  UNION ALL
  SELECT r.id FROM json_each(?2) AS own CROSS JOIN release_external_link AS l
    ON l.provider = own.value ->> 'provider' AND l.external_id = own.value ->> 'external_id'
  CROSS JOIN "release" AS r ON r.key = l.release_key WHERE r.provisional = 0 LIMIT 1`;

const isPossible = `r.provisional = 0 AND NOT (?3 AND ${hasLink('r', 'discogs')})`;

const ofPendingNumber = `
  SELECT r.key FROM "release" AS r WHERE r.barcode_normalized = ?1 AND ${isPossible}
  UNION
  SELECT r.key FROM release_label AS other CROSS JOIN "release" AS r ON r.key = other.release_key
    WHERE other.catalog_number_normalized IN (SELECT value FROM json_each(?2)) AND ${isPossible}`;

/** UUID of the best match; `undefined` on a tie. */
const onlyAlike = (rows: CatalogRows, own: ComparedRelease, keys: readonly number[] = []): string | undefined =>
  mostAlike(
    keys.map((key) => readRelease(rows, key)),
    (other) => likenessToReal(own, other),
    'none',
  )?.id;

/** A composer of Discogs, and the one that was made by hand or by another catalog. */
export type MatchedComposer = Readonly<{ key: number; id: string; into: string }>;

/** SQL: whether an artist composed the music of a production. */
const composes = (artist: string): string => `EXISTS (SELECT 1 FROM production_credit WHERE artist_key = ${artist}.key
  AND role_key = (SELECT key FROM artist_role WHERE slug = 'composer'))`;

/**
 * Persons of Discogs, after a key, that write music for the screen, and the only other person of the name, who does so too.
 * Numbers of Discogs, pages, dates and decisions of editors tell people of one name apart, among them a merge that was undone. Signs keep indexes of types from those of names, which a catalog without statistics would take.
 */
export const matchedComposers = (rows: CatalogRows, key: number): MatchedComposer[] =>
  rows.all(
    `SELECT own.key, own.id, other.id AS "into"
     FROM artist AS own CROSS JOIN artist AS other ON other.name_folded = own.name_folded AND other.key <> own.key
     WHERE own.key > ? AND ${isGeneratedId('own.id')} AND instr(own.name_folded, ' ') > 0
       AND NOT EXISTS (SELECT 1 FROM artist WHERE name_folded = own.name_folded AND key NOT IN (own.key, other.key))
       AND NOT ${isManual("'Artist'", 'own.id')} AND ${isManual("'Artist'", 'other.id')}
       AND EXISTS (SELECT 1 FROM artist_external_link WHERE artist_key = own.key AND provider = 'discogs')
       AND NOT EXISTS (SELECT 1 FROM artist_external_link WHERE artist_key = other.key AND provider IN ('discogs', 'musicbrainz', 'wikidata', 'imdb'))
       AND +own.artist_type = 'person' AND +other.artist_type = 'person' AND +own.fictional = +other.fictional
       AND coalesce(own.begin_date, '') IN ('', coalesce(other.begin_date, '')) AND coalesce(own.end_date, '') IN ('', coalesce(other.end_date, ''))
       AND ${composes('other')}
       AND (${composes('own')} OR EXISTS (SELECT 1 FROM release_credit WHERE artist_key = own.key AND list = 'artists'))
       AND NOT EXISTS (SELECT 1 FROM source_note
         WHERE source IN ('discogs/artists', 'discogs/masters', 'discogs/releases') AND name = 'numbered:Artist:' || own.id)
       AND NOT EXISTS (SELECT 1 FROM settled_pair
         WHERE resource_type = 'Artist' AND one_id = min(own.id, other.id) AND other_id = max(own.id, other.id))
       AND NOT EXISTS (SELECT 1 FROM revision WHERE resource_id = own.id AND resource_type = 'Artist' AND action = 'merged')
     ORDER BY own.key LIMIT ${rowsAtOnce}`,
    key,
  );
