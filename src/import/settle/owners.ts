import { fold } from '../../database/folding';
import { packedId, typeKey, writtenId } from '../../database/packed-id';
import { readEdition } from '../../duplicates/edition';
import { compareLikeness, likenessToTrueOne } from '../../duplicates/release-likeness';
import { type CatalogRows, isByHand, isOfOwnMaking, pagesOf, rowsAtOnce } from '../../records/catalog-rows';
import { provisionalEnding } from '../../records/provisional-slugs';
import { reservedSlugs } from '../../records/reserved-slugs';
import { plainSlug } from '../../records/slugs';
import { called, merged, type Statement } from './statements';

// What was made of discs that the catalog did not have, for their owners or by them: releases that stand in for the true
// ones, and their labels.

/** A number that more releases have tells nothing of any of them. */
const mostOfOneNumber = 50;

/** In SQL, the records of a type, in `r`, that were made for owners and are there; after an id. */
const made = (type: 'Release' | 'Label'): string => `
  FROM imported_record AS i CROSS JOIN "${type.toLowerCase()}" AS r ON r.id = ${writtenId('i.id')}
  WHERE i.source_key = (SELECT key FROM import_source WHERE name = 'owners') AND i.type_key = ${typeKey(`'${type}'`)} AND i.id > ${packedId('?1')}`;

const inOrder = `ORDER BY i.id LIMIT ${rowsAtOnce}`;

/** A label that was made of its name is the one that has it: that of MusicBrainz before others. */
export function* settleOwnersLabels(rows: CatalogRows): Generator<readonly Statement[]> {
  const sql = `
    SELECT r.id, (SELECT other.id FROM label AS other WHERE other.name_folded = r.name_folded AND other.key <> r.key
      ORDER BY ${isOfOwnMaking('other.id')}, other.id LIMIT 1) AS into_id ${made('Label')} ${inOrder}`;
  for (const page of pagesOf<{ id: string; into_id: string | null }>((last) => rows.all(sql, last?.id ?? '')))
    yield page.flatMap(({ id, into_id }) => (into_id === null ? [] : [merged('Label', id, into_id)]));
}

interface StandIn {
  readonly key: number;
  readonly id: string;
}

/**
 * A release that stands in for a disc is the true one of its page at Discogs or MusicBrainz, its barcode, or its number and
 * format; be it made of what an owner's file said, or by a person.
 */
export function* settleOwnersReleases(rows: CatalogRows): Generator<readonly Statement[]> {
  const sql = `
    SELECT r.key, r.id FROM "release" AS r WHERE r.provisional = 1 AND r.id > ?1 AND ${isByHand("'Release'", 'r.id')}
    ORDER BY r.id LIMIT ${rowsAtOnce}`;
  for (const page of pagesOf<StandIn>((last) => rows.all(sql, last?.id ?? '')))
    yield page.flatMap(({ key, id }) => {
      const into = trueOne(rows, key);
      return into === undefined ? [] : [merged('Release', id, into)];
    });
}

const ofPage = `
  SELECT r.id FROM release_external_link AS own CROSS JOIN release_external_link AS l
    ON l.provider = own.provider AND l.external_id = own.external_id
  CROSS JOIN "release" AS r ON r.key = l.release_key
  WHERE own.release_key = ? AND own.provider IN ('discogs', 'musicbrainz') AND r.provisional = 0 ORDER BY r.id LIMIT 1`;

/** Another page at Discogs or MusicBrainz tells two apart. */
const isOfAnotherPage = `
  EXISTS (SELECT 1 FROM release_external_link AS own CROSS JOIN release_external_link AS l ON l.provider = own.provider
    WHERE own.release_key = ?1 AND l.release_key = r.key AND own.provider IN ('discogs', 'musicbrainz'))`;

const ofNumber = `
  SELECT r.key, r.title_folded AS title FROM "release" AS one CROSS JOIN "release" AS r ON r.barcode_normalized = one.barcode_normalized
    WHERE one.key = ?1 AND r.provisional = 0 AND NOT (${isOfAnotherPage})
  UNION
  SELECT r.key, r.title_folded FROM release_label AS one
    CROSS JOIN release_label AS other ON other.catalog_number_normalized = one.catalog_number_normalized
    CROSS JOIN "release" AS r ON r.key = other.release_key
    WHERE one.release_key = ?1 AND r.provisional = 0 AND NOT (${isOfAnotherPage})
  LIMIT ${mostOfOneNumber + 1}`;

/** The UUID of the release that another stands in for; none, where several would do. */
function trueOne(rows: CatalogRows, key: number): string | undefined {
  const linked = rows.one<{ id: string }>(ofPage, key);
  if (linked) return linked.id;
  const keys = rows.all<{ key: number; title: string }>(ofNumber, key);
  if (keys.length === 0 || keys.length > mostOfOneNumber) return undefined;
  const own = readEdition(rows, key);
  const { title } = rows.one<{ title: string }>('SELECT title FROM "release" WHERE key = ?', key) as { title: string };
  const alike = keys
    .flatMap((other) => {
      const edition = readEdition(rows, other.key);
      const likeness = likenessToTrueOne({ ...own, title: fold(title) }, { ...edition, title: other.title });
      return likeness === undefined ? [] : [{ edition, likeness }];
    })
    .toSorted((a, b) => compareLikeness(a.likeness, b.likeness));
  const [best, second] = alike;
  if (best === undefined || (second !== undefined && compareLikeness(best.likeness, second.likeness) === 0)) return undefined;
  return best.edition.id;
}

/** A release that was made for an owner and is a true one by now has a slug as others have. */
export function* settleOwnersSlugs(rows: CatalogRows): Generator<readonly Statement[]> {
  const sql = `SELECT r.id, r.title, r.slug ${made('Release')} AND r.provisional = 0 ${inOrder}`;
  // One at a time: those of one title count on.
  for (const page of pagesOf<{ id: string; title: string; slug: string }>((last) => rows.all(sql, last?.id ?? '')))
    for (const { id, title, slug } of page) if (slug.endsWith(provisionalEnding(id))) yield [called('Release', id, freeSlug(rows, title))];
}

function freeSlug(rows: CatalogRows, title: string): string {
  const slug = plainSlug({ table: 'release' }, title);
  const isTaken = `
    SELECT 1 AS taken FROM "release" WHERE slug = ?1
    UNION ALL SELECT 1 FROM slug_redirect WHERE resource_type = 'Release' AND slug = ?1`;
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? slug : `${slug}-${number}`;
    if (!(number === 1 && reservedSlugs.has(slug)) && !rows.one(isTaken, numbered)) return numbered;
  }
}
