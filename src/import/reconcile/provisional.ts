import { compareLikeness, type Edition, likenessToTrueOne, mostSharing, readEdition } from '../../matching/editions';
import type { Pending } from '../../records/edit/unreviewed';
import { type CatalogRows, isGeneratedId, isManual, pagesOf, rowsAtOnce } from '../../records/write/catalog-rows';
import { plainSlug, provisionalEnding, reservedSlugs } from '../../records/write/slugs';
import { fold } from '../../store/values/folding';
import { normalizeCatalogNumber } from '../../store/values/identifiers';
import { packedId, typeKey, writtenId } from '../../store/values/packed-id';
import { called, type MergeStatement, mergeStatement } from './statements';

// Provisional records made for discs missing from the catalog, by hand or from collection files: releases and their labels.

/** SQL: existing records of a type made for owners, as `r`, after an id. */
const made = (type: 'Release' | 'Label'): string => `
  FROM imported_record AS i CROSS JOIN "${type.toLowerCase()}" AS r ON r.id = ${writtenId('i.id')}
  WHERE i.source_key = (SELECT key FROM import_source WHERE name = 'owners') AND i.type_key = ${typeKey(`'${type}'`)} AND i.id > ${packedId('?1')}`;

const inOrder = `ORDER BY i.id LIMIT ${rowsAtOnce}`;

/** A provisional label is the label with its name, preferably from MusicBrainz. */
export function* reconcileStandInLabels(rows: CatalogRows): Generator<readonly MergeStatement[]> {
  const sql = `
    SELECT r.id, (SELECT other.id FROM label AS other WHERE other.name_folded = r.name_folded AND other.key <> r.key
      ORDER BY ${isGeneratedId('other.id')}, other.id LIMIT 1) AS into_id ${made('Label')} ${inOrder}`;
  for (const page of pagesOf<{ id: string; into_id: string | null }>((last) => rows.all(sql, last?.id ?? '')))
    yield page.flatMap(({ id, into_id }) => (into_id === null ? [] : [mergeStatement('Label', id, into_id)]));
}

interface StandIn {
  readonly key: number;
  readonly id: string;
}

/**
 * A provisional release, from a collection file or by hand, is the real one with its Discogs or MusicBrainz page, its barcode,
 * or its number and format.
 */
export function* reconcileStandInReleases(rows: CatalogRows): Generator<readonly MergeStatement[]> {
  const sql = `
    SELECT r.key, r.id FROM "release" AS r WHERE r.provisional = 1 AND r.id > ?1 AND ${isManual("'Release'", 'r.id')}
    ORDER BY r.id LIMIT ${rowsAtOnce}`;
  for (const page of pagesOf<StandIn>((last) => rows.all(sql, last?.id ?? '')))
    yield page.flatMap(({ key, id }) => {
      const pending = rows.one<{ pending: string }>('SELECT pending FROM unreviewed_release WHERE release_key = ?', key);
      const into = pending ? trueOneOfPending(rows, key, JSON.parse(pending.pending)) : trueOne(rows, key);
      return into === undefined ? [] : [mergeStatement('Release', id, into)];
    });
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

const ofNumber = `
  SELECT r.key, r.title_folded AS title FROM "release" AS one CROSS JOIN "release" AS r ON r.barcode_normalized = one.barcode_normalized
    WHERE one.key = ?1 AND r.provisional = 0 AND NOT (${isOfAnotherPage})
  UNION
  SELECT r.key, r.title_folded FROM release_label AS one
    CROSS JOIN release_label AS other ON other.catalog_number_normalized = one.catalog_number_normalized
    CROSS JOIN "release" AS r ON r.key = other.release_key
    WHERE one.release_key = ?1 AND r.provisional = 0 AND NOT (${isOfAnotherPage})
  LIMIT ${mostSharing + 1}`;

/** UUID of the real release; `undefined` if several match. */
function trueOne(rows: CatalogRows, key: number): string | undefined {
  const linked = rows.one<{ id: string }>(ofPage, key);
  if (linked) return linked.id;
  return onlyAlike(rows, key, readEdition(rows, key), rows.all(ofNumber, key));
}

/** The same for an unreviewed release, whose identifiers are pending and not indexed. */
function trueOneOfPending(rows: CatalogRows, key: number, { attributes, links, known }: Pending): string | undefined {
  const named = rows.one<{ id: string }>(ofPending, JSON.stringify(known.ids), JSON.stringify(links));
  if (named) return named.id;
  const isOfPage = links.length > 0 ? 1 : 0;
  const numbers = ((attributes.labels ?? []) as readonly { name: string | null; catalog_number: string | null }[]).flatMap((label) => {
    const number = normalizeCatalogNumber(label.catalog_number ?? '');
    const labels = number ? rows.all<{ key: number }>('SELECT key FROM label WHERE name_folded = ?', fold(label.name ?? '')) : [];
    return labels.map((one) => `${one.key} ${number}`);
  });
  const own = { ...readEdition(rows, key), barcode: known.barcode, formats: known.formats, numbers };
  return onlyAlike(rows, key, own, rows.all(ofPendingNumber, known.barcode, JSON.stringify(known.numbers), isOfPage));
}

const ofPending = `
  SELECT r.id FROM "release" AS r WHERE r.id IN (SELECT value FROM json_each(?1)) AND r.provisional = 0
  UNION ALL
  SELECT r.id FROM json_each(?2) AS own CROSS JOIN release_external_link AS l
    ON l.provider = own.value ->> 'provider' AND l.external_id = own.value ->> 'external_id'
  CROSS JOIN "release" AS r ON r.key = l.release_key WHERE r.provisional = 0 LIMIT 1`;

const isOfAnotherDiscogsPage = `?3 AND EXISTS (SELECT 1 FROM release_external_link AS l WHERE l.release_key = r.key AND l.provider = 'discogs')`;

const ofPendingNumber = `
  SELECT r.key, r.title_folded AS title FROM "release" AS r
    WHERE r.barcode_normalized = ?1 AND r.provisional = 0 AND NOT (${isOfAnotherDiscogsPage})
  UNION
  SELECT r.key, r.title_folded FROM release_label AS other CROSS JOIN "release" AS r ON r.key = other.release_key
    WHERE other.catalog_number_normalized IN (SELECT value FROM json_each(?2)) AND r.provisional = 0 AND NOT (${isOfAnotherDiscogsPage})
  LIMIT ${mostSharing + 1}`;

/** UUID of the best match; `undefined` on a tie. */
function onlyAlike(
  rows: CatalogRows,
  key: number,
  own: Edition,
  keys: readonly { readonly key: number; readonly title: string }[],
): string | undefined {
  if (keys.length === 0 || keys.length > mostSharing) return undefined;
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

/** A provisional release that has become real gets a regular slug. */
export function* reconcileStandInSlugs(rows: CatalogRows): Generator<readonly MergeStatement[]> {
  const sql = `SELECT r.id, r.title, r.slug ${made('Release')} AND r.provisional = 0 ${inOrder}`;
  // One at a time, since equal titles are numbered.
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
