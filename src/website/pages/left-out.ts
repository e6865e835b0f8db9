import { leftOutCsv, readLeftOut } from '../collection/left-out';
import { problemPage } from '../errors';
import type { Answer } from '../page';
import type { Visit } from '../visit';

/** The rows that were left out of a file, as a file. */
export async function show(visit: Visit): Promise<Answer> {
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
