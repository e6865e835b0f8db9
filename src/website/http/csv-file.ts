import { escapeFormula } from '../../store/values/formulas';

function asCell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '');
  return `"${escapeFormula(value).replaceAll('"', '""')}"`;
}

/** A private download. Texts are quoted; formulas are prefixed with an apostrophe. */
export function csvFile(name: string, rows: readonly (readonly (string | number | null)[])[]): Response {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(rows.map((cells) => `${cells.map(asCell).join(',')}\r\n`).join(''), { headers });
}
