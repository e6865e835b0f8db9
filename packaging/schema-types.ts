import { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
  readonly hidden: number;
}

/** All but the tables that SQLite and FTS5 add. */
const tableQuery = `
  SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN (
    SELECT v.name || suffix.value FROM sqlite_schema AS v, json_each('["_data","_idx","_content","_docsize","_config"]') AS suffix
    WHERE v.sql LIKE 'CREATE VIRTUAL%')
  ORDER BY name`;

/** Kysely's view of `db/schema.sql`. */
export function schemaTypes(): string {
  const database = new Database(':memory:');
  database.run(readFileSync(join(root, 'db/schema.sql'), 'utf8'));
  const tables = database.query(tableQuery).all() as { name: string; sql: string }[];
  const view = tables.map(({ name, sql }) => {
    const columns = database.query(`PRAGMA table_xinfo("${name}")`).all() as Column[];
    const lines = sql.startsWith('CREATE VIRTUAL')
      ? ['rowid: number', 'rank: number', ...columns.filter((c) => c.hidden === 0).map((c) => `${c.name}: string`)]
      : columns.map((column) => `${column.name}: ${columnType(column, sql)}`);
    return { name, lines };
  });
  const interfaces = view.map(
    ({ name, lines }) => `interface ${pascal(name)}Table {\n${lines.map((line) => `  ${line};`).join('\n')}\n}\n`,
  );
  const names = view.map(({ name }) => `  ${name}: ${pascal(name)}Table;`);
  return [
    "import type { Generated, GeneratedAlways } from 'kysely';\n",
    ...interfaces,
    '/** Every table of the database. */',
    `export interface Schema {\n${names.join('\n')}\n}\n`,
  ].join('\n');
}

function columnType(column: Column, sql: string): string {
  const base = column.type === 'INTEGER' ? 'number' : column.type === 'BLOB' ? 'Uint8Array' : 'string';
  const values = new RegExp(`\\b${column.name} IN \\(([^)]*)\\)`).exec(sql)?.[1];
  const type = values
    ? values
        .split(',')
        .map((value) => value.trim())
        .join(' | ')
    : base;
  const nullable = column.notnull || column.pk ? type : `${type} | null`;
  if (column.hidden === 2 || column.hidden === 3) return `GeneratedAlways<${nullable}>`;
  const isKey = column.pk === 1 && column.name === 'key';
  return isKey || column.dflt_value !== null ? `Generated<${nullable}>` : nullable;
}

const pascal = (name: string): string => name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
