import { DomainError, type ErrorKind, type ErrorSource, type Problem } from '../errors';
import { type Message, sentenceOf } from '../messages/message';
import { busy, full, isBusy, isFull, isUnusable, unusable } from '../store/database/availability';

/** An error response: from HTTP itself or from a domain error. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Message,
    readonly source?: ErrorSource,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Further problems with the same status, reported as separate errors. */
    readonly further: readonly Problem[] = [],
    /** English sentence. */
    readonly detail: string = sentenceOf(problem, source?.parameter),
  ) {
    super(detail);
  }
}

/** Statuses by error kind (RFC 9110, section 15). Setup errors never reach clients, since they have no problem. */
const statuses: Readonly<Record<ErrorKind, number>> = {
  setup: 500,
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unprocessable: 422,
  unavailable: 503,
};

/** Public form of an error; `undefined` for internal errors. */
export function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (isBusy(error)) return httpErrorOf(busy());
  if (isFull(error)) return httpErrorOf(full());
  if (isUnusable(error)) return httpErrorOf(unusable(error));
  if (!(error instanceof DomainError) || !error.problem) return undefined;
  const { kind, problem, detail, source, further, retryAfterSeconds } = error;
  const headers: Record<string, string> = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return new HttpError(statuses[kind], problem, source, headers, further, detail);
}
