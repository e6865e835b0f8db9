import { sql } from 'kysely';
import { writesOf } from '../../api/write/write';
import { baseHeaders } from '../../http/respond';
import { artistLineOf } from '../../kinds/lists';
import { pendingOfLabel } from '../../records/edit/unreviewed';
import type { Store } from '../../store/database/open';
import { parameter } from '../../store/database/sql';
import { dayOf } from '../../store/values/dates';
import { writeTexts } from '../formats/cells';
import { writeCsv } from '../formats/csv';
import { type CellOf, type FileItem, type ForeignColumns, foreignColumns } from '../formats/foreign-exports';
import { exportColumns, type exportFormats, fileFormatOf, fileVersion, type ReleaseList, timeColumns } from './lists';

/** How a file is written. */
export interface FileLayout {
  readonly format: (typeof exportFormats)[number];
  /** A byte order mark, by which spreadsheets recognize UTF-8 in CSV. */
  readonly bom?: boolean;
  /** The columns of another program in CSV instead of ours. */
  readonly columns?: ForeignColumns | undefined;
}

/** Exports a list with everything needed to import it again, or as another program expects it. */
export function exportList(request: Request, store: Store, list: ReleaseList, user: number, layout: FileLayout): Response {
  const { format } = layout;
  return new Response(listText(store, list, user, layout), {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="leitmotif-${list.name}-${dayOf(Date.now())}.${format}"`,
      vary: 'Accept-Encoding, Authorization',
      ...baseHeaders(request),
    },
  });
}

export function listText(store: Store, list: ReleaseList, user: number, { format, bom, columns: program }: FileLayout): string {
  if (format === 'json') return `${JSON.stringify(listDocument(store, list, user), null, 2)}\n`;
  const columns: Readonly<Record<string, CellOf>> = program
    ? foreignColumns[program]
    : Object.fromEntries(exportColumns(list).map((name) => [name, name]));
  const cellsOf = (item: FileItem) =>
    Object.values(columns).map((cellOf) => asCell(typeof cellOf === 'string' ? item[cellOf] : cellOf(item, list.name)));
  return (bom ? '\ufeff' : '') + writeCsv(Object.keys(columns), itemsOf(store, list, user).map(cellsOf));
}

export const listDocument = (store: Store, list: ReleaseList, user: number) => ({
  format: fileFormatOf(list),
  version: fileVersion,
  items: itemsOf(store, list, user).map(({ discogs_id, release_formats, lent_to, lent_on, due_on, loans, ...item }) => ({
    ...item,
    ...(loans && { loans: JSON.parse(String(loans)) }),
  })),
});

function asCell(value: FileItem[string] = null): string | number | null {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' && value !== null ? writeTexts(value) || null : value;
}

/** In the default order of the list. */
function itemsOf(store: Store, list: ReleaseList, user: number): FileItem[] {
  const { fields } = writesOf(list.resource);
  const { db, reader } = store;
  const rows = reader
    .composed<Record<string, string | number | null>>(`export ${list.name}`, () => rowsOf(list, db).compile())
    .all({ user });
  const flags = Object.keys(fields).filter((name) => fields[name]?.schema.type === 'boolean');
  const lists = Object.keys(fields).filter((name) => fields[name]?.schema.type === 'array');
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(flags.map((name) => [name, row[name] === 1])),
    ...Object.fromEntries(lists.map((name) => [name, JSON.parse(String(row[name])) as string[]])),
  }));
}

function rowsOf({ name, table, resource, expressions }: ReleaseList, db: Store['db']) {
  const columns = [...Object.keys(writesOf(resource).fields), ...timeColumns].map((name) =>
    (expressions[name] ?? sql.ref(`${table}.${name}`)).as(name),
  );
  return db
    .selectFrom(table)
    .innerJoin('release', 'release.key', `${table}.release_key`)
    .where(`${table}.user_key`, '=', parameter<number>('user'))
    .select(['release.id as release_id', 'release.title as release_title', 'release.barcode', firstNumber.as('catalog_number')])
    .select([artistLineOf('release').as('artist_credit'), firstLabel.as('label'), 'release.year', 'release.country'])
    .select(columns)
    .select([discogsNumber.as('discogs_id'), formats.as('release_formats')])
    .select(
      name === 'collection'
        ? [openLoan('borrower').as('lent_to'), openLoan('lent_on').as('lent_on'), openLoan('due_on').as('due_on'), loans.as('loans')]
        : [],
    )
    .orderBy(`${table}.created_at`)
    .orderBy(`${table}.id`);
}

const openLoan = (column: string) =>
  sql<string | null>`(SELECT ${sql.ref(column)} FROM loan WHERE item_key = collection_item.key AND returned_on IS NULL)`;

/** A row has a limit, and notes may take most of it. */
const maximumLoans = 20;

/** The latest as a JSON list, oldest first; null without any. */
const loans = sql<string | null>`(
  SELECT json_group_array(json_object('borrower', borrower, 'lent_on', lent_on, 'due_on', due_on, 'returned_on', returned_on, 'notes', notes)
    ORDER BY lent_on, id)
  FROM (SELECT * FROM loan WHERE item_key = collection_item.key ORDER BY lent_on DESC, id DESC LIMIT ${sql.lit(maximumLoans)})
  HAVING count(*) > 0
)`;

/** Only files of other programs have it. */
const discogsNumber = sql<string | null>`coalesce((
  SELECT external_id FROM release_external_link WHERE release_key = "release".key AND provider = 'discogs' ORDER BY external_id LIMIT 1
), (
  SELECT l.value ->> 'external_id' FROM unreviewed_release AS u, json_each(u.pending, '$.links') AS l
  WHERE u.release_key = "release".key AND l.value ->> 'provider' = 'discogs' LIMIT 1
))`;

/** A JSON list. */
const formats = sql<string>`coalesce((
  SELECT json_group_array(json_object('format_type', format_type, 'quantity', quantity, 'descriptions', json(descriptions)) ORDER BY position)
  FROM release_format WHERE release_key = "release".key HAVING count(*) > 0
), (
  SELECT u.pending -> '$.attributes.formats' FROM unreviewed_release AS u WHERE u.release_key = "release".key
), '[]')`;

/** The label of the first catalog number, else the first label. */
const firstLabel = sql<string | null>`coalesce((
  SELECT l.name FROM release_label AS rl JOIN label AS l ON l.key = rl.label_key
  WHERE rl.release_key = "release".key ORDER BY rl.catalog_number IS NULL, rl.position LIMIT 1
), ${pendingOfLabel('name')})`;

const firstNumber = sql<string | null>`coalesce((
  SELECT rl.catalog_number FROM release_label AS rl
  WHERE rl.release_key = "release".key AND rl.catalog_number IS NOT NULL ORDER BY rl.position LIMIT 1
), ${pendingOfLabel('catalog_number')})`;
