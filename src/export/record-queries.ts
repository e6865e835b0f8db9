import type { Kind } from '../kinds';
import { fromAbove, fromRecord, idsOf, iriOf } from '../kinds/address';

// Queries whose column `line` is a record as JSON text (docs/records.md): its bytes follow from the data alone. Keys,
// which differ between catalogs with the same records, decide nothing.

/** Every record of a kind that meets a further condition on `x`, in the order of their IRIs. */
export const allRecords = (kind: Kind, only = 'TRUE'): string =>
  `SELECT ${line(kind)} AS line FROM ${fromAbove(kind, 'x')} WHERE ${isRecord(kind)} AND ${only} ORDER BY ${idsOf(kind, 'x').join()}`;

/** How many {@link allRecords} there are: what stands below another record never stands alone. */
export const countRecords = (kind: Kind, only: string): string =>
  `SELECT count(*) AS count FROM "${kind.table}" AS x WHERE ${isRecord(kind)} AND ${only}`;

/** The records of a kind that have changed after a sequence, in the order of their UUIDs. */
export const changedRecords = (kind: Kind, only: string): string =>
  `SELECT ${line(kind)} AS line FROM ${fromRecord(kind, 'x')} WHERE x.id IN ${changedIds(kind)} AND ${isRecord(kind)} AND ${only} ORDER BY x.id`;

export const countChangedRecords = (kind: Kind, only: string): string =>
  `SELECT count(*) AS count FROM "${kind.table}" AS x WHERE x.id IN ${changedIds(kind)} AND ${isRecord(kind)} AND ${only}`;

/** The records of a kind whose UUIDs stand in a JSON array, with their own UUID and IRI. */
export const namedRecords = (kind: Kind): string =>
  `SELECT x.id AS id, ${iriOf(kind, 'x')} AS iri, ${line(kind)} AS line FROM ${fromRecord(kind, 'x')}
  WHERE x.id IN (SELECT value FROM json_each(?)) AND ${isRecord(kind)}`;

const line = (kind: Kind): string => `'{"type":"${kind.type}","id":"' || ${iriOf(kind, 'x')} || '"' || ${kind.textOf('x')} || '}'`;

/** Parts of a record stand in its text, and unreviewed records are in no export. */
const isRecord = ({ parts, unreviewed }: Kind): string =>
  [...(parts ? [`x.${parts.column} IS NULL`] : []), ...(unreviewed ? [`x.${unreviewed.addedBy} IS NULL`] : [])].join(' AND ') || 'TRUE';

const changedIds = ({ type }: Kind): string => `(SELECT resource_id FROM change WHERE sequence > ? AND resource_type = '${type}')`;
