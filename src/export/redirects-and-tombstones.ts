import type { Kind } from '../kinds';
import { fromRecord, iriOf } from '../kinds/address';
import { mergeChain } from '../store/database/merges';

// Queries for redirects of renamed slugs, merges and tombstones, pointing to the current record after any further merges.
// Dangling ones are omitted.

/** All, those after a feed sequence, or those named in a JSON array of slugs or UUIDs. */
export type Which = 'all' | 'since' | 'named';

/**
 * Slug redirects of a type.
 * @param only condition on the target row `x`
 */
export const slugRedirects = (kind: Kind, which: Which, only = 'TRUE'): string => `
  SELECT slug AS name, '{"type":"SlugRedirect","id":' || json_quote(slug) || ',"attributes":{"resource_type":"${kind.type}","slug":' || json_quote(slug)
    || ',"created_at":' || json_quote(created_at) || '}' || ${leadingTo(kind)} AS line
  FROM (
    SELECT s.slug, s.created_at, ${standing(kind, 's.resource_id', only)} AS iri FROM slug_redirect AS s
    WHERE s.resource_type = '${kind.type}' ${narrowed(which, 's.slug', 'slug', kind, 'renamed')}
  ) WHERE iri IS NOT NULL ORDER BY slug`;

/** Merged records of a type; see {@link slugRedirects}. */
export const mergedRecords = (kind: Kind, which: Which, only = 'TRUE'): string => `
  SELECT id AS name, '{"type":"MergedRecord","id":"' || id || '","attributes":{"resource_type":"${kind.type}","created_at":' || json_quote(created_at)
    || '}' || ${leadingTo(kind)} AS line
  FROM (
    SELECT m.id, m.created_at, ${standing(kind, 'm.merged_into_id', only)} AS iri FROM merged_record AS m
    WHERE m.resource_type = '${kind.type}' ${narrowed(which, 'm.id', 'resource_id', kind, 'merged')}
  ) WHERE iri IS NOT NULL ORDER BY id`;

/**
 * Deleted records of a type. Records superseded by a better source appear only in the feed and in exports of changes, as do
 * those merged into a deleted record: a full export does not depend on the order of imports.
 */
export const deletedRecords = (kind: Kind, which: Which): string => `
  SELECT id AS name, '{"type":"DeletedRecord","id":"' || id || '","attributes":{"resource_type":"${kind.type}","iri":' || json_quote(iri)
    || ',"deleted_at":' || json_quote(deleted_at) || iif(is_superseded, ',"superseded":true', '') || '}}' AS line
  FROM (
    SELECT d.id, d.iri, d.deleted_at, d.is_superseded FROM deleted_record AS d
    WHERE d.resource_type = '${kind.type}' ${which === 'all' ? 'AND d.is_superseded = 0' : narrowed(which, 'd.id', 'resource_id', kind, 'deleted')}
    ${which === 'since' && kind.ancestors.length === 0 ? mergedIntoDeleted(kind) : ''}
  ) ORDER BY id`;

const mergedIntoDeleted = (kind: Kind): string => `
  UNION ALL SELECT m.id, ${iriOf(kind, 'm')}, m.created_at, 1 FROM merged_record AS m
  WHERE m.resource_type = '${kind.type}' AND ${standing(kind, 'm.merged_into_id', 'TRUE')} IS NULL
    ${narrowed('since', 'm.id', 'resource_id', kind, 'merged')}`;

export const countLines = (query: string): string => `SELECT count(*) AS count FROM (${query})`;

const leadingTo = (kind: Kind): string => `',"relationships":{"resource":{"data":{"type":"${kind.type}","id":"' || iri || '"}}}}'`;

function narrowed(which: Which, column: string, entry: string, { type }: Kind, action: string): string {
  if (which === 'all') return '';
  if (which === 'named') return `AND ${column} IN (SELECT value FROM json_each(:names))`;
  return `AND ${column} IN (SELECT ${entry} FROM change WHERE sequence > :since AND resource_type = '${type}' AND action = '${action}')`;
}

/** IRI of the current record of a UUID; NULL if none. */
const standing = (kind: Kind, id: string, only: string): string => `(
  ${mergeChain(`'${kind.type}'`, id)}
  SELECT ${iriOf(kind, 'x')} FROM chain CROSS JOIN ${fromRecord(kind, 'x')} WHERE x.id = chain.id AND ${only} LIMIT 1
)`;
