import { kinds } from './kinds';
import { object } from './members';
import { fromAbove, fromRecord, idsOf, iri, placeOf, type Type } from './places';

// Queries whose column `line` is a record as JSON text (docs/records.md): its bytes follow from the data alone. Keys,
// which differ between catalogs with the same records, decide nothing.

/** Every record of a type, in the order of their IRIs. */
export function allRecords(type: Type): string {
  const place = placeOf(type);
  return `SELECT ${line(type)} AS line FROM ${fromAbove(place, 'x')} WHERE ${isRecord(type)} ORDER BY ${idsOf(place, 'x').join()}`;
}

/** How many {@link allRecords} there are: what stands below another record never stands alone. */
export const countRecords = (type: Type): string => `SELECT count(*) AS count FROM "${placeOf(type).table}" AS x WHERE ${isRecord(type)}`;

/** The records of a type that have changed after a sequence, in the order of their UUIDs. */
export const changedRecords = (type: Type): string =>
  `SELECT ${line(type)} AS line FROM ${fromRecord(placeOf(type), 'x')} WHERE x.id IN ${changedIds(type)} AND ${isRecord(type)} ORDER BY x.id`;

export const countChangedRecords = (type: Type): string =>
  `SELECT count(*) AS count FROM "${placeOf(type).table}" AS x WHERE x.id IN ${changedIds(type)} AND ${isRecord(type)}`;

/** The records of a type whose UUIDs stand in a JSON array, with their own UUID and IRI. */
export const namedRecords = (type: Type): string =>
  `SELECT x.id AS id, ${iri(placeOf(type), 'x')} AS iri, ${line(type)} AS line FROM ${fromRecord(placeOf(type), 'x')}
  WHERE x.id IN (SELECT value FROM json_each(?)) AND ${isRecord(type)}`;

function line(type: Type): string {
  const { attributes, relationships = [] } = kinds[type];
  const related =
    relationships.length === 0 ? "''" : `coalesce(',"relationships":{' || nullif(substr(${relationships.join(' || ')}, 2), '') || '}', '')`;
  return `'{"type":"${type}","id":"' || ${iri(placeOf(type), 'x')} || '","attributes":' || ${object(attributes)} || ${related} || '}'`;
}

const isRecord = (type: Type): string => kinds[type].where ?? 'TRUE';

const changedIds = (type: Type): string => `(SELECT resource_id FROM change WHERE sequence > ? AND resource_type = '${type}')`;
