import { realReleaseOf } from '../../matching/counterparts';
import { type CatalogRows, isGeneratedId, isManual, pagesOf, rowsAtOnce } from '../../records/write/catalog-rows';
import type { ImportedRecord } from '../../records/write/record';
import { isReservedSlug, plainSlug, provisionalEnding } from '../../records/write/slugs';
import { packedId, typeKey, writtenId } from '../../store/values/identifiers';
import { called, mergeStatement } from './statements';

// Provisional records made for discs missing from the catalog, by hand or from collection files: releases and their labels.

/** SQL: existing records of a type made for owners, as `r`, after an id. */
const ofOwners = (type: 'Release' | 'Label'): string => `
  FROM imported_record AS i CROSS JOIN "${type.toLowerCase()}" AS r ON r.id = ${writtenId('i.id')}
  WHERE i.source_key = (SELECT key FROM import_source WHERE name = 'owners') AND i.type_key = ${typeKey(`'${type}'`)} AND i.id > ${packedId('?1')}`;

const inOrder = `ORDER BY i.id LIMIT ${rowsAtOnce}`;

/** A provisional label is the label with its name, preferably from MusicBrainz. */
export function* reconcileProvisionalLabels(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  const sql = `
    SELECT r.id, (SELECT other.id FROM label AS other WHERE other.name_folded = r.name_folded AND other.key <> r.key
      ORDER BY ${isGeneratedId('other.id')}, other.id LIMIT 1) AS into_id ${ofOwners('Label')} ${inOrder}`;
  for (const page of pagesOf<{ id: string; into_id: string | null }>((last) => rows.all(sql, last?.id ?? '')))
    yield page.flatMap(({ id, into_id }) => (into_id === null ? [] : [mergeStatement('Label', id, into_id)]));
}

interface ProvisionalRelease {
  readonly key: number;
  readonly id: string;
}

/**
 * A provisional release, from a collection file or by hand, is the real one with its Discogs or MusicBrainz page, its barcode,
 * or its number and format.
 */
export function* reconcileProvisionalReleases(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  const sql = `
    SELECT r.key, r.id FROM "release" AS r WHERE r.provisional = 1 AND r.id > ?1 AND ${isManual("'Release'", 'r.id')}
    ORDER BY r.id LIMIT ${rowsAtOnce}`;
  for (const page of pagesOf<ProvisionalRelease>((last) => rows.all(sql, last?.id ?? '')))
    yield page.flatMap(({ key, id }) => {
      const into = realReleaseOf(rows, key);
      return into === undefined ? [] : [mergeStatement('Release', id, into)];
    });
}

/** A provisional release that has become real gets a regular slug. */
export function* reconcileProvisionalSlugs(rows: CatalogRows): Generator<readonly ImportedRecord[]> {
  const sql = `SELECT r.id, r.title, r.slug ${ofOwners('Release')} AND r.provisional = 0 ${inOrder}`;
  // One at a time, since equal titles are numbered.
  for (const page of pagesOf<{ id: string; title: string; slug: string }>((last) => rows.all(sql, last?.id ?? '')))
    for (const { id, title, slug } of page) if (slug.endsWith(provisionalEnding(id))) yield [called(id, freeSlug(rows, title))];
}

function freeSlug(rows: CatalogRows, title: string): string {
  const slug = plainSlug({ table: 'release' }, title);
  const isTaken = `
    SELECT 1 FROM "release" WHERE slug = ?1
    UNION ALL SELECT 1 FROM slug_redirect WHERE resource_type = 'Release' AND slug = ?1`;
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? slug : `${slug}-${number}`;
    if (!(number === 1 && isReservedSlug(slug)) && !rows.one(isTaken, numbered)) return numbered;
  }
}
