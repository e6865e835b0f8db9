import type { Database } from 'bun:sqlite';
import type { Above } from './address';
import type { Kind } from './kind';

export interface Trigger {
  readonly name: string;
  readonly sql: string;
  /** Prerequisite, as in a migration. */
  readonly needs?: string;
}

// Triggers of a kind: change feed, record counts and search index. Nested and dependent records are deleted first, so that each
// entry can still tell its path; records that referenced a deleted one count as changed.

/** Triggers required by declarations. */
export const triggersOf = (kinds: readonly Kind[]): Trigger[] =>
  kinds.flatMap((kind) => [created(kind), updated(kind), deleted(kind, kinds), ...counted(kind), ...accepted(kind), ...search(kind)]);

const created = (kind: Kind): Trigger =>
  trigger(`${kind.table}_created`, `AFTER INSERT ON ${quoted(kind.table)}${whenPublic(kind, 'new')}`, coming(kind));

const coming = ({ type }: Kind): string[] => [
  `DELETE FROM deleted_record WHERE resource_type = '${type}' AND id = new.id`,
  entry('created', type, 'new.id'),
];

/** An accepted record becomes visible, and enters the feed, on acceptance rather than on insertion. */
function accepted(kind: Kind): Trigger[] {
  const { table, unreviewed } = kind;
  if (!unreviewed) return [];
  const { addedBy } = unreviewed;
  const when = `AFTER UPDATE OF ${addedBy} ON ${quoted(table)} WHEN old.${addedBy} IS NOT NULL AND new.${addedBy} IS NULL`;
  const shown = `DELETE FROM ${unreviewed.table} WHERE ${unreviewed.column} = new.key`;
  return [trigger(`${table}_accepted`, when, [shown, ...coming(kind), ...count(kind, '+ 1')])];
}

const updated = ({ type, table, parts, unreviewed }: Kind): Trigger => {
  const id = parts ? `coalesce((SELECT id FROM ${quoted(table)} WHERE key = new.${parts.column}), new.id)` : 'new.id';
  return trigger(`${table}_updated`, `AFTER UPDATE OF updated_at ON ${quoted(table)}${whenPublic({ unreviewed }, 'new')}`, [
    entry('updated', type, id),
  ]);
};

const deleted = (kind: Kind, kinds: readonly Kind[]): Trigger => {
  const { type, table, parts, unreviewed } = kind;
  const isWhole = `${parts ? `old.${parts.column} IS NULL AND ` : ''}${unreviewed ? `old.${unreviewed.addedBy} IS NULL AND ` : ''}`;
  return trigger(`${table}_deleted`, `BEFORE DELETE ON ${quoted(table)}`, [
    ...kinds.flatMap((other) => consequences(kind, other)),
    ...(parts ? [`DELETE FROM ${quoted(table)} WHERE ${parts.column} = old.key`] : []),
    `INSERT INTO deletion_entry (resource_type, id, iri) SELECT '${type}', old.id, ${oldIri(kind)}
    WHERE ${isWhole}NOT EXISTS (SELECT 1 FROM merged_record WHERE resource_type = '${type}' AND id = old.id)`,
  ]);
};

function consequences({ type, table }: Kind, other: Kind): string[] {
  const above = other.above.at(-1);
  const below = above?.table === table ? [`DELETE FROM ${quoted(other.table)} WHERE ${above.column} = old.key`] : [];
  const pointing = other.pointers
    .filter((pointer) => pointer.type === type)
    .flatMap(({ table, column, owner, required, remainder }) => {
      if (!owner) {
        if (required) return [`DELETE FROM ${quoted(other.table)} WHERE ${column} = old.key`];
        return [`UPDATE ${quoted(other.table)} SET ${column} = NULL, ${touched} WHERE ${column} = old.key`];
      }
      const owners = `SELECT ${owner} FROM ${table} WHERE ${column} = old.key`;
      return [
        `UPDATE ${quoted(other.table)} SET ${touched} WHERE key IN (${owners})`,
        ...(remainder ? [`DELETE FROM ${table} WHERE ${column} = old.key AND ${remainder} IS NULL`] : []),
      ];
    });
  return [...below, ...pointing];
}

/** IRI of a deleted record whose parents still exist. */
function oldIri({ path, above }: Kind): string {
  const keyAbove = (index: number): string => {
    const { column } = above[index] as Above;
    const below = above[index + 1];
    return below ? `(SELECT ${column} FROM ${quoted(below.table)} WHERE key = ${keyAbove(index + 1)})` : `old.${column}`;
  };
  const ids = above.map(({ table }, index) => `(SELECT id FROM ${quoted(table)} WHERE key = ${keyAbove(index)})`);
  return `${path}/`
    .split(/:\w+/)
    .map((part, index) => `'${part}' || ${ids[index] ?? 'old.id'}`)
    .join(' || ');
}

/** Lists report totals, and counting millions takes long. */
function counted(kind: Kind): Trigger[] {
  const { table, parts } = kind;
  const onInsert = `AFTER INSERT ON ${quoted(table)}${whenPublic(kind, 'new')}`;
  const came = { ...trigger(`${table}_counted`, onInsert, count(kind, '+ 1')), needs: recount(kind) };
  const went = trigger(`${table}_uncounted`, `AFTER DELETE ON ${quoted(table)}${whenPublic(kind, 'old')}`, count(kind, '- 1'));
  if (!parts) return [came, went];
  const { column } = parts;
  const changes = `AFTER UPDATE OF ${column} ON ${quoted(table)} WHEN (old.${column} IS NULL) <> (new.${column} IS NULL)`;
  return [came, went, trigger(`${table}_recounted`, changes, count(kind, `+ iif(new.${column} IS NULL, 1, -1)`))];
}

const count = ({ type }: Kind, by: string): string[] => [`UPDATE record_count SET records = records ${by} WHERE resource_type = '${type}'`];

/** Full-text index of a view that has the words of one column, without parts; multi-table indexes have hand-written triggers. */
function search(kind: Kind): Trigger[] {
  const { table, searched, parts } = kind;
  if (searched === undefined || searched === 'by hand') return [];
  const index = `${table}_search`;
  const add = `INSERT INTO ${index} (rowid, name) SELECT key, name FROM ${index}_entry WHERE key = new.key`;
  const columns = [searched, ...(parts ? [parts.column] : [])];
  const isChanged = columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ');
  return [
    trigger(`${index}_insert`, `AFTER INSERT ON ${quoted(table)}${whenPublic(kind, 'new')}`, [add]),
    trigger(`${index}_update`, `AFTER UPDATE OF ${columns.join(', ')} ON ${quoted(table)} WHEN ${isChanged}`, [
      `DELETE FROM ${index} WHERE rowid = new.key`,
      add,
    ]),
    trigger(`${index}_delete`, `AFTER DELETE ON ${quoted(table)}${whenPublic(kind, 'old')}`, [
      `DELETE FROM ${index} WHERE rowid = old.key`,
    ]),
  ];
}

/** A trigger for public rows that are no parts. */
function whenPublic({ parts, unreviewed }: Partial<Pick<Kind, 'parts' | 'unreviewed'>>, row: 'new' | 'old'): string {
  const columns = [...(parts ? [parts.column] : []), ...(unreviewed ? [unreviewed.addedBy] : [])];
  return columns.length === 0 ? '' : ` WHEN ${columns.map((column) => `${row}.${column} IS NULL`).join(' AND ')}`;
}

const touched = "updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')";

const entry = (action: string, type: string, id: string): string =>
  `INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('${action}', '${type}', ${id})`;

const trigger = (name: string, when: string, statements: readonly string[]): Trigger => ({
  name,
  sql: `CREATE TRIGGER ${name} ${when} BEGIN\n${statements.map((statement) => `  ${statement};\n`).join('')}END`,
});

/** Some table names are SQL keywords. */
const quoted = (table: string): string => (table === 'release' ? '"release"' : table);

/** Normalizes trigger SQL: ignores order, white space and quotes. */
function comparableTrigger(sql: string): string {
  const plain = sql
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .replace(/;? ?END;?$/, '');
  const [head = '', body = ''] = plain.split(' BEGIN ');
  return `${head} BEGIN ${body
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .sort()
    .join('; ')}`;
}

/** Required triggers that a schema lacks or defines differently. */
export function missingTriggers(kinds: readonly Kind[], schema: ReadonlyMap<string, string>): Trigger[] {
  return triggersOf(kinds).filter(({ name, sql }) => comparableTrigger(schema.get(name) ?? '') !== comparableTrigger(sql));
}

export const migrationOf = (triggers: readonly Trigger[], schema: ReadonlyMap<string, string>): string =>
  triggers
    .map(({ name, sql, needs }) => `${schema.has(name) ? `DROP TRIGGER ${name};\n\n` : ''}${sql};\n${needs ? `\n${needs};\n` : ''}`)
    .join('\n');

/** SQL for the number of records of a kind, without parts and unreviewed ones. */
const countOf = ({ table, parts, unreviewed }: Kind): string => {
  const columns = [...(parts ? [parts.column] : []), ...(unreviewed ? [unreviewed.addedBy] : [])];
  return `SELECT count(*) FROM "${table}"${columns.length > 0 ? ` WHERE ${columns.map((column) => `${column} IS NULL`).join(' AND ')}` : ''}`;
};

/** SQL that recounts a kind; triggers maintain the number from then on. */
export const recount = (kind: Kind): string =>
  `INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('${kind.type}', (${countOf(kind)}))`;

/** Recounts all kinds after changes that bypassed triggers. */
export function recountAll(writer: Database, kinds: readonly Kind[]): void {
  for (const kind of kinds) writer.run(recount(kind));
}

/** Kinds whose stored count differs from their rows, with both numbers. */
export function wrongCounts(database: Database, kinds: readonly Kind[]): { kind: Kind; stored: number | null; counted: number }[] {
  return kinds.flatMap((kind) => {
    const found = database
      .query(`SELECT (SELECT records FROM record_count WHERE resource_type = ?) AS stored, (${countOf(kind)}) AS counted`)
      .get(kind.type) as { stored: number | null; counted: number };
    return found.stored === found.counted ? [] : [{ kind, ...found }];
  });
}
