import type { Problem } from '../errors';
import { answerHeadersOf, commonHeaders, newRequestId } from '../http/respond';

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

/** Of RFC 9110, section 15, and RFC 6585. Those of node:http would be loaded with all of it, at the start of every server. */
const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Rate Limit Exceeded',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The reason phrase of a status. */
export const reasonPhrase = (status: number): string => reasonPhrases[status] ?? 'Error';

/** The error document for a problem with a request. `id` is the request's, and stands in `X-Request-Id` too. */
export function presentProblem(problem: Problem, request: Request, path: string, id: string = newRequestId()): Response {
  const { status, headers } = problem;
  const errors = status === 429 ? [tooMany(problem)] : [problem, ...problem.further].map((one) => errorObject(status, one, path, id));
  return new Response(JSON.stringify({ errors }), {
    status,
    headers: { ...commonHeaders, ...answerHeadersOf(request), 'cache-control': 'no-store', 'x-request-id': id, ...headers },
  });
}

function errorObject(status: number, { detail, source }: Pick<Problem, 'detail' | 'source'>, path: string, id: string): ErrorObject {
  return { id, status, title: reasonPhrase(status), detail, type: `/errors/${status}`, instance: path, ...(source && { source }) };
}

/** The interface has a shape of its own for this one: the status is text, and nothing else is in it. */
const tooMany = ({ status, detail }: Problem) => ({ status: String(status), title: reasonPhrase(status), detail });
