import type { Kind } from '../kinds';
import { fromAbove, fromRecord, idsOf, iriOf } from '../kinds/address';

// Queries with a record as JSON text in column `line` (docs/records.md). Bytes depend on the data alone, not on keys, which
// differ between catalogs.

/** Records of a kind that meet a condition on `x`, in IRI order. */
export const allRecords = (kind: Kind, only = 'TRUE'): string =>
  `SELECT ${line(kind)} AS line FROM ${fromAbove(kind, 'x')} WHERE ${isRecord(kind)} AND ${only} ORDER BY ${idsOf(kind, 'x').join()}`;

/** Number of {@link allRecords}; nested records always have a parent. */
export const countRecords = (kind: Kind, only: string): string =>
  `SELECT count(*) AS count FROM "${kind.table}" AS x WHERE ${isRecord(kind)} AND ${only}`;

/** Records of a kind changed after a sequence, in UUID order. */
export const changedRecords = (kind: Kind, only: string): string =>
  `SELECT ${line(kind)} AS line FROM ${fromRecord(kind, 'x')} WHERE x.id IN ${changedIds(kind)} AND ${isRecord(kind)} AND ${only} ORDER BY x.id`;

export const countChangedRecords = (kind: Kind, only: string): string =>
  `SELECT count(*) AS count FROM "${kind.table}" AS x WHERE x.id IN ${changedIds(kind)} AND ${isRecord(kind)} AND ${only}`;

/** Records of a kind by a JSON array of UUIDs, with UUID and IRI. */
export const namedRecords = (kind: Kind): string =>
  `SELECT x.id AS id, ${iriOf(kind, 'x')} AS iri, ${line(kind)} AS line FROM ${fromRecord(kind, 'x')}
  WHERE x.id IN (SELECT value FROM json_each(?)) AND ${isRecord(kind)}`;

const line = (kind: Kind): string => `'{"type":"${kind.type}","id":"' || ${iriOf(kind, 'x')} || '"' || ${kind.textOf('x')} || '}'`;

/** Excludes parts, which are in their record's text, and unreviewed records. */
const isRecord = ({ parts, unreviewed }: Kind): string =>
  [...(parts ? [`x.${parts.column} IS NULL`] : []), ...(unreviewed ? [`x.${unreviewed.addedBy} IS NULL`] : [])].join(' AND ') || 'TRUE';

const changedIds = ({ type }: Kind): string => `(SELECT resource_id FROM change WHERE sequence > ? AND resource_type = '${type}')`;
