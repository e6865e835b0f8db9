import type { Kind } from '../kinds';
import { fromAbove, fromRecord, idsOf, iriOf } from '../kinds/address';

// Queries with a record as JSON text in column `line` (docs/records.md). Bytes depend on the data alone, not on keys, which
// differ between catalogs.

/** Records of a kind in IRI order. */
export const allRecords = (kind: Kind): string => recordsInOrder(kind, 'TRUE', idsOf(kind, 'x'));

/** Records of a kind that meet a condition on `x`, in IRI order; those that are parts of others of the kind come last, by depth. */
export function exportedRecords(kind: Kind, only: string): string {
  const ids = idsOf(kind, 'x');
  const whole = wholeColumnOf(kind);
  if (whole === undefined) return recordsInOrder(kind, only, ids);
  // One query for both would sort all records, with their text.
  const parts = recordsInOrder(kind, `${only} AND x.${whole} IS NOT NULL`, [depthOf(kind, whole), ...ids]);
  return `SELECT * FROM (${recordsInOrder(kind, `${only} AND x.${whole} IS NULL`, ids)}) UNION ALL SELECT * FROM (${parts})`;
}

const recordsInOrder = (kind: Kind, only: string, order: readonly string[]): string =>
  `SELECT ${line(kind)} AS line FROM ${fromAbove(kind, 'x')} WHERE ${isRecord(kind)} AND ${only} ORDER BY ${order.join()}`;

/** More than parts of parts have. An import may bring a circle. */
const maximumDepth = 50;

/** Column of the record of the same kind that a record is a part of. */
const wholeColumnOf = ({ type, table, pointers }: Kind): string | undefined =>
  pointers.find((pointer) => pointer.type === type && pointer.table === table)?.column;

/** SQL for how many records of its kind a record is below. */
const depthOf = ({ table }: Kind, whole: string): string => `(WITH RECURSIVE above (key, depth) AS (
    SELECT x.${whole}, 1
    UNION ALL SELECT y.${whole}, depth + 1 FROM above JOIN "${table}" AS y ON y.key = above.key WHERE depth < ${maximumDepth}
  ) SELECT count(key) FROM above)`;

/** Number of {@link exportedRecords}; nested records always have a parent. */
export const countRecords = (kind: Kind, only: string): string =>
  `SELECT count(*) AS count FROM "${kind.table}" AS x WHERE ${isRecord(kind)} AND ${only}`;

/** Records of a kind changed after a sequence, in UUID order; those that are parts of others of the kind come last, by depth. */
export function changedRecords(kind: Kind, only: string): string {
  const whole = wholeColumnOf(kind);
  const order = [...(whole === undefined ? [] : [depthOf(kind, whole)]), 'x.id'].join();
  return `SELECT ${line(kind)} AS line FROM ${fromRecord(kind, 'x')} WHERE x.id IN ${changedIds(kind)} AND ${isRecord(kind)} AND ${only} ORDER BY ${order}`;
}

export const countChangedRecords = (kind: Kind, only: string): string =>
  `SELECT count(*) AS count FROM "${kind.table}" AS x WHERE x.id IN ${changedIds(kind)} AND ${isRecord(kind)} AND ${only}`;

/** Records of a kind by a JSON array of UUIDs, with UUID and IRI. */
export const namedRecords = (kind: Kind): string =>
  `SELECT x.id AS id, ${iriOf(kind, 'x')} AS iri, ${line(kind)} AS line FROM ${fromRecord(kind, 'x')}
  WHERE x.id IN (SELECT value FROM json_each(:ids)) AND ${isRecord(kind)}`;

const line = (kind: Kind): string => `'{"type":"${kind.type}","id":"' || ${iriOf(kind, 'x')} || '"' || ${kind.textOf('x')} || '}'`;

/** Excludes parts, which are in their record's text, and unreviewed records. */
const isRecord = ({ parts, unreviewed }: Kind): string =>
  [...(parts ? [`x.${parts.column} IS NULL`] : []), ...(unreviewed ? [`x.${unreviewed.addedBy} IS NULL`] : [])].join(' AND ') || 'TRUE';

const changedIds = ({ type }: Kind): string => `(SELECT resource_id FROM change WHERE sequence > :since AND resource_type = '${type}')`;
