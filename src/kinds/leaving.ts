// Members of the text of a record, as SQL: each is text that begins with a comma, or is empty. What has its default is left
// out, so that a record says what is to be known of it and no more.

const written = (name: string, value: string): string => `',"${name}":' || json_quote(${value})`;

/** A value that is always there. */
export const always = (name: string, value: string): string => written(name, value);

/** A value that may be NULL. */
export const unlessNull = (name: string, value: string): string => `iif(${value} IS NULL, '', ${written(name, value)})`;

/** A value that is left out where it is the default, which is SQL. */
export const unlessIs = (fallback: string, name: string, value: string): string =>
  `iif(${value} = ${fallback}, '', ${written(name, value)})`;

/** A number worked out from others, that is left out where it is 0 or NULL. */
export const unlessZero = (name: string, value: string): string => `iif(coalesce(${value}, 0) = 0, '', ',"${name}":' || (${value}))`;

/** True, or left out. */
export const ifTrue = (name: string, value: string): string => `iif(${value}, ',"${name}":true', '')`;

/** An array of what a query gives, item by item in its column `item`; left out where it is empty. */
export const listOf = (name: string, query: string): string =>
  `coalesce(',"${name}":[' || (SELECT group_concat(item, ',') FROM (${query})) || ']', '')`;

/** Members in braces, without the comma before the first. */
export const objectOf = (members: readonly string[]): string => `'{' || substr(${members.join('\n || ')}, 2) || '}'`;

/** A value as text within SQL. */
export const quote = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`);
