import type { Problem } from '../errors';
import type { HttpError } from '../http/errors';
import { answerHeadersOf } from '../http/request';
import { commonHeaders } from '../http/respond';
import type { Params } from '../messages/message';
import type { Invalid } from './schema/checks';

/** JSON:API error object. `status` is an integer, as the interface specifies. */
export interface ErrorObject {
  readonly id: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
  readonly type: string;
  readonly instance: string;
  readonly source?: object;
  readonly meta: { readonly params: Params };
}

/** RFC 9110, section 15, and RFC 6585. Importing node:http would load all of it at startup. */
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
  428: 'Precondition Required',
  429: 'Rate Limit Exceeded',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export const reasonPhrase = (status: number): string => reasonPhrases[status] ?? 'Error';

/** Error document for a request. `id` is the request's id, also sent in `X-Request-Id`. */
export function presentError(error: HttpError, request: Request, path: string, id: string): Response {
  const { status, headers } = error;
  const errors = [error, ...error.further].map((each) => (status === 429 ? tooMany(each) : errorObject(status, each, path, id)));
  return answer(request, status, id, { errors }, headers);
}

/** 422 for an invalid resource, with one line for each violation. */
export function presentInvalid({ detail, violations }: Invalid, request: Request, path: string, id: string): Response {
  const status = 422;
  const attributes = { status, detail, _type: `/errors/${status}`, title: reasonPhrase(status), instance: path };
  const errors = violations.map(({ attribute, message, pointer, problem: { code, params } }) => ({
    detail: `${attribute}: ${message}`,
    code,
    source: { pointer },
    meta: { attribute, message, params },
  }));
  return answer(request, status, id, { data: { id, type: 'ConstraintViolation', attributes }, meta: { errors } });
}

function answer(request: Request, status: number, id: string, document: object, more: Readonly<Record<string, string>> = {}): Response {
  const headers = { ...commonHeaders, ...answerHeadersOf(request), 'cache-control': 'no-store', 'x-request-id': id, ...more };
  return new Response(JSON.stringify(document), { status, headers });
}

function errorObject(status: number, { problem: { code, params }, detail, source }: Problem, path: string, id: string): ErrorObject {
  const where = { type: `/errors/${status}`, instance: path, ...(source && { source }) };
  return { id, status, title: reasonPhrase(status), detail, code, ...where, meta: { params } };
}

/** The contract gives 429 a shape of its own: its status is a string. */
const tooMany = ({ problem: { code, params }, detail }: Problem) => ({
  status: '429',
  title: reasonPhrase(429),
  detail,
  code,
  meta: { params },
});
