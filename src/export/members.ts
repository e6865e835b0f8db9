import { fromRecord, iri, placeOf, type Type } from './places';

// The members of a JSON object, in SQL. Each is text: a comma, the name and the value, or nothing where the value is
// what an absent one means. Text that SQLite joins is made several times as fast as objects that a program writes out.

/** SQL that gives text. */
export type Member = string;

const written = (name: string, value: string): Member => `',"${name}":' || json_quote(${value})`;

/** A value that is always there. */
export const always = (name: string, column = name): Member => written(name, `x.${column}`);

/** A value that may be NULL. */
export const maybe = (name: string, column = name): Member => `iif(x.${column} IS NULL, '', ${written(name, `x.${column}`)})`;

/** A value that is left out where it is the default, which is SQL. */
export const unless = (fallback: string, name: string, column = name): Member =>
  `iif(x.${column} = ${fallback}, '', ${written(name, `x.${column}`)})`;

/** A number worked out from others, that is left out where it is 0 or NULL. */
export const unlessZero = (name: string, value: string): Member => `iif(coalesce(${value}, 0) = 0, '', ',"${name}":' || (${value}))`;

/** True, or left out. */
export const flag = (name: string): Member => `iif(x.${name}, ',"${name}":true', '')`;

/** An array of what a query gives, item by item in its column `item`; left out where it is empty. */
export const list = (name: string, query: string): Member =>
  `coalesce(',"${name}":[' || (SELECT group_concat(item, ',') FROM (${query})) || ']', '')`;

/** An array of one column of the rows that belong to the record. */
export const values = (name: string, table: string, column: string, owner: string): Member =>
  list(name, `SELECT json_quote(v.${column}) AS item FROM ${table} AS v WHERE v.${owner} = x.key ORDER BY v.position`);

/**
 * A list of credits. Their places are named where they are not those in the list, which is nowhere but where credits in
 * between have gone.
 */
export const credits = (name: string, table: string): Member =>
  list(
    name,
    `SELECT '{"iri":"/api/artists/' || a.id || '"'
      || iif(c.name_variation IS NULL, '', ',"name_variation":' || json_quote(c.name_variation))
      || iif(c.position = c.place, '', ',"position":' || c.position)
      || iif(c.join_phrase IS NULL, '', ',"join_phrase":' || json_quote(c.join_phrase))
      || ',"credit_role":' || json_quote(r.slug) || '}' AS item
    FROM (
      SELECT l.*, row_number() OVER (ORDER BY l.position) AS place FROM ${table} AS l
      WHERE l.${table.slice(0, -'_credit'.length)}_key = x.key AND l.list = '${name}'
    ) AS c CROSS JOIN artist AS a ON a.key = c.artist_key CROSS JOIN artist_role AS r ON r.key = c.role_key
    ORDER BY c.position`,
  );

/** A relationship to one record, by the column that has its key; left out where it is NULL. */
export const to = (name: string, type: Type, column: string): Member =>
  `coalesce(',"${name}":{"data":{"type":"${type}","id":"' || (
    SELECT ${iri(placeOf(type), 'y')} FROM ${fromRecord(placeOf(type), 'y')} WHERE y.key = x.${column}
  ) || '"}}', '')`;

/** What every record ends with. */
export const times: readonly Member[] = [always('created_at'), maybe('updated_at')];

/** Members in braces, without the comma before the first. */
export const object = (members: readonly Member[]): string => `'{' || substr(${members.join('\n || ')}, 2) || '}'`;
