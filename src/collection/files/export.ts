import { type Compilable, sql } from 'kysely';
import { writesOf } from '../../api/write/write';
import { baseHeaders } from '../../http/respond';
import { creditLineOf } from '../../kinds/lists';
import { pendingOfLabel } from '../../records/edit/unreviewed';
import type { Store } from '../../store/database/open';
import { parameter, type Statements } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import { writeTexts } from './cells';
import { writeCsv } from './csv';
import { exportColumns, fileFormatOf, fileVersion, type ReleaseList, timeColumns } from './lists';

/** Exports a list with everything needed to import it again. */
export function exportList(request: Request, statements: Statements, list: ReleaseList, user: number, format: 'csv' | 'json'): Response {
  return new Response(listText(statements, list, user, format), {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="leitmotif-${list.name}-${now().slice(0, 10)}.${format}"`,
      vary: 'Accept-Encoding, Authorization',
      ...baseHeaders(request),
    },
  });
}

export function listText(statements: Statements, list: ReleaseList, user: number, format: 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify(listDocument(statements, list, user), null, 2)}\n`;
  const columns = exportColumns(list);
  const items = itemsOf(statements, list, user);
  return writeCsv(
    columns,
    items.map((item) => columns.map((column) => asCell(item[column]))),
  );
}

export const listDocument = (statements: Statements, list: ReleaseList, user: number) => ({
  format: fileFormatOf(list),
  version: fileVersion,
  items: itemsOf(statements, list, user),
});

type FileItem = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

function asCell(value: FileItem[string] = null): string | number | null {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value !== null ? writeTexts(value) || null : value;
}

/** In the default order of the list. */
function itemsOf(statements: Statements, list: ReleaseList, user: number): FileItem[] {
  const { fields } = writesOf(list.resource);
  const rows = statements.of(rowsOf, list).all({ user });
  const flags = Object.keys(fields).filter((name) => fields[name]?.schema.type === 'boolean');
  const lists = Object.keys(fields).filter((name) => fields[name]?.schema.type === 'array');
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(flags.map((name) => [name, row[name] === 1])),
    ...Object.fromEntries(lists.map((name) => [name, JSON.parse(String(row[name])) as string[]])),
  }));
}

function rowsOf({ table, resource, expressions }: ReleaseList, db: Store['db']): Compilable<Record<string, string | number | null>> {
  const columns = [...Object.keys(writesOf(resource).fields), ...timeColumns].map((name) =>
    (expressions[name] ?? sql.ref(`${table}.${name}`)).as(name),
  );
  return db
    .selectFrom(table)
    .innerJoin('release', 'release.key', `${table}.release_key`)
    .where(`${table}.user_key`, '=', parameter<number>('user'))
    .select(['release.id as release_id', 'release.title as release_title', 'release.barcode', firstNumber.as('catalog_number')])
    .select([artistLine.as('artist_credit'), firstLabel.as('label'), 'release.year', 'release.country'])
    .select(columns)
    .orderBy(`${table}.created_at`)
    .orderBy(`${table}.id`);
}

const artistLine = sql<string | null>`coalesce("release".artist_credit, ${creditLineOf('release', 'artists', 'release')})`;

/** The label of the first catalog number, else the first label. */
const firstLabel = sql<string | null>`coalesce((
  SELECT l.name FROM release_label AS rl JOIN label AS l ON l.key = rl.label_key
  WHERE rl.release_key = "release".key ORDER BY rl.catalog_number IS NULL, rl.position LIMIT 1
), ${pendingOfLabel('name')})`;

const firstNumber = sql<string | null>`coalesce((
  SELECT rl.catalog_number FROM release_label AS rl
  WHERE rl.release_key = "release".key AND rl.catalog_number IS NOT NULL ORDER BY rl.position LIMIT 1
), ${pendingOfLabel('catalog_number')})`;
