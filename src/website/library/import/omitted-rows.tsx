import type { RowOutcome } from '../../../collection/files/documents';
import { csvFile } from '../../http/csv-file';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import type { ImportChoices } from './import';
import { LeftOutRows, whyLeftOut } from './preview-rows';

export type OmittedRows = NonNullable<Awaited<ReturnType<typeof readOmittedRows>>>;

/** @returns undefined if nothing was omitted or it is too large */
export function keepOmittedRows(
  context: RequestContext,
  rows: readonly RowOutcome[],
  unmatched: ImportChoices['unmatched'],
): Promise<string | undefined> {
  const isLeft = ({ outcome }: RowOutcome) =>
    outcome === 'invalid' || outcome === 'skipped' || (outcome === 'unmatched' && unmatched === 'skip');
  const left = rows.filter(isLeft);
  if (left.length === 0) return Promise.resolve(undefined);
  const bytes = new TextEncoder().encode(JSON.stringify(left));
  return context.files.keep(ownerOf(context), { name: 'left-out', mediaType: 'application/json', bytes });
}

/** @param name key for an hour */
export async function readOmittedRows(context: RequestContext, name: string) {
  const file = name === '' ? undefined : await context.files.find(ownerOf(context), name);
  return file && { name, rows: JSON.parse(new TextDecoder().decode(file.bytes)) as readonly RowOutcome[] };
}

/** Separate from the next import file. */
const ownerOf = ({ user }: RequestContext): string => `left out of ${user?.id ?? ''}`;

const columns = ['artist', 'title', 'label', 'catalog_number', 'barcode', 'format', 'released'] as const;

/** With line and reason. */
export function omittedRowsCsv({ rows }: OmittedRows, context: Pick<RequestContext, 't' | 'format'>): Response {
  const lines = rows.map((row) => [String(row.line ?? ''), whyLeftOut(row, context), ...columns.map((column) => row.said[column] ?? '')]);
  return csvFile('left-out', [['line', 'why', ...columns], ...lines]);
}

/** The file has all. */
const listed = 100;

export function OmittedRowsPart({ left }: { readonly left: OmittedRows }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.import;
  const aside = words.lines({ count: format.counted(left.rows.length) });
  return (
    <LeftOutRows title={words.leftOut} aside={aside} rows={left.rows.slice(0, listed)} total={left.rows.length} isCut={false}>
      <p class="row">
        <a href={to.leftOut({ left: left.name })} download>
          {words.leftOutFile}
        </a>
        <span class="soft tiny">{words.leftOutKept}</span>
      </p>
    </LeftOutRows>
  );
}
