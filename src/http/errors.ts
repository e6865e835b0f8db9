import { DomainError, type ErrorKind, type ErrorSource, type Problem } from '../errors';
import { type Message, sentenceOf } from '../messages/message';
import { busy, full, isBusy, isFull, isUnusable, unusable } from '../store/database/availability';

/** An error response: of HTTP itself, or made of an error of the domain. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Message,
    readonly source?: ErrorSource,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Further problems with the same status, as errors of their own. */
    readonly further: readonly Problem[] = [],
    /** One sentence for a person, in English. */
    readonly detail: string = sentenceOf(problem, source?.parameter),
  ) {
    super(detail);
  }
}

/** Statuses by kind (RFC 9110, section 15). Clients never see errors of the set-up. */
const statuses: Readonly<Record<Exclude<ErrorKind, 'setup'>, number>> = {
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

/** What a client may be told of an error; `undefined` where that is nothing. */
export function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (isBusy(error)) return httpErrorOf(busy());
  if (isFull(error)) return httpErrorOf(full());
  if (isUnusable(error)) return httpErrorOf(unusable(error));
  if (!(error instanceof DomainError) || error.kind === 'setup' || !error.problem) return undefined;
  const { kind, problem, detail, source, further, retryAfterSeconds } = error;
  const headers: Record<string, string> = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return new HttpError(statuses[kind], problem, source, headers, further, detail);
}
