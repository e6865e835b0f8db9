import { sql } from 'kysely';
import type { Store } from '../../database/open';
import { now } from '../../database/time';
import { answerHeadersOf, newRequestId } from '../../http/respond';
import { choice } from '../../jsonapi/parameters';
import { Query } from '../../jsonapi/query';
import { writesOf } from '../../jsonapi/write';
import { all } from '../queries';
import { writeCsv } from './csv';
import { fileVersion, formatOf, type List, releaseColumns, timeColumns } from './lists';

const formats = choice('csv', 'json');

/** The format that a request asks for: CSV where it names none. A file has no place to name what was ignored. */
function formatAsked(request: Request): 'csv' | 'json' {
  const query = new Query(request);
  const format = query.one('format', formats) ?? 'csv';
  query.ignored();
  return format;
}

/** A list as a file to keep, with all that makes it again on this server or another. */
export function exportList(request: Request, store: Store, list: List, user: number): Response {
  const format = formatAsked(request);
  const items = store.read(() => itemsOf(store, list, user));
  const columns = columnsOf(list);
  const body =
    format === 'csv'
      ? writeCsv(
          columns,
          items.map((item) => columns.map((column) => asCell(item[column]))),
        )
      : `${JSON.stringify({ format: formatOf(list), version: fileVersion, items }, null, 2)}\n`;
  return new Response(body, {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'content-disposition': `attachment; filename="leitmotif-${list.name}-${now().slice(0, 10)}.${format}"`,
      vary: 'Authorization',
      'x-content-type-options': 'nosniff',
      'x-request-id': newRequestId(),
      ...answerHeadersOf(request),
    },
  });
}

/** What stands in a file, in this order. */
export const columnsOf = ({ resource }: List): string[] => [...releaseColumns, ...Object.keys(writesOf(resource).fields), ...timeColumns];

type FileItem = Readonly<Record<string, string | number | boolean | null>>;

const asCell = (value: FileItem[string] = null): string | number | null => (typeof value === 'boolean' ? String(value) : value);

/** In the order of the list itself. */
function itemsOf({ db, reader }: Store, { table, resource }: List, user: number): FileItem[] {
  const { fields } = writesOf(resource);
  // The fields are columns of both the API and the table; what differs between the tables is in their names.
  const item = table as 'wishlist_item';
  const names = Object.keys(fields).map((name) => `${item}.${name}` as 'wishlist_item.notes');
  const rows = all(
    reader,
    db
      .selectFrom(item)
      .innerJoin('release', 'release.key', `${item}.release_key`)
      .where(`${item}.user_key`, '=', user)
      .select(['release.id as release_id', 'release.title as release_title', 'release.barcode', firstNumber.as('catalog_number')])
      .select(names)
      .select([`${item}.created_at`, `${item}.updated_at`])
      .orderBy(`${item}.created_at`)
      .orderBy(`${item}.id`),
  ) as Record<string, string | number | null>[];
  const flags = Object.keys(fields).filter((name) => fields[name]?.schema.type === 'boolean');
  return rows.map((row) => ({ ...row, ...Object.fromEntries(flags.map((name) => [name, row[name] === 1])) }));
}

const firstNumber = sql<string | null>`(
  SELECT rl.catalog_number FROM release_label AS rl
  WHERE rl.release_key = "release".key AND rl.catalog_number IS NOT NULL ORDER BY rl.position LIMIT 1
)`;
