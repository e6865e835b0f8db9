import type { Answer } from '../../http/page';
import { problemPage } from '../../http/problem-page';
import type { Visit } from '../../http/request-context';
import { leftOutCsv, readLeftOut } from './left-out';

/** The rows that were left out of a file, as a file. */
export async function get(visit: Visit): Promise<Answer> {
  const left = await readLeftOut(visit, visit.query.get('left') ?? '');
  if (left === undefined) return problemPage(visit, undefined, '');
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="left-out.csv"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(leftOutCsv(left, visit), { headers });
}
