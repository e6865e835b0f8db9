import { STATUS_CODES } from 'node:http';
import type { Problem } from '../errors';
import { commonHeaders, newRequestId } from '../http/respond';

/** An error object of JSON:API, as the interface shows it: `status` is an integer. */
export interface ErrorObject {
  readonly id: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly type: string;
  readonly instance: string;
  readonly source?: object;
}

/** The reason phrase of a status (RFC 9110, section 15). */
export const reasonPhrase = (status: number): string => STATUS_CODES[status] ?? 'Error';

/** The error document for a problem. `id` is the request's, and stands in `X-Request-Id` too. */
export function presentProblem(
  problem: Pick<Problem, 'status' | 'detail' | 'source' | 'headers'>,
  path: string,
  id: string = newRequestId(),
): Response {
  const error: ErrorObject = {
    id,
    status: problem.status,
    title: reasonPhrase(problem.status),
    detail: problem.detail,
    type: `/errors/${problem.status}`,
    instance: path,
    ...(problem.source && { source: problem.source }),
  };
  return new Response(JSON.stringify({ errors: [error] }), {
    status: problem.status,
    headers: { ...commonHeaders, 'cache-control': 'no-store', 'x-request-id': id, ...problem.headers },
  });
}
