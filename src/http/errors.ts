import { DomainError, type ErrorCode, type ErrorDetails, type ErrorSource } from '../errors';
import { busy, full, isBusy, isFull, isUnusable, unusable } from '../store/database/availability';

/** An answer of HTTP's own, which the domain has no word for, or what an error of the domain is as an answer. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    /** One sentence for a person. */
    readonly detail: string,
    readonly source?: ErrorSource,
    readonly headers: Readonly<Record<string, string>> = {},
    /** What is wrong beside it, of the same status: errors of their own in the answer. */
    readonly further: NonNullable<ErrorDetails['further']> = [],
  ) {
    super(detail);
  }
}

/** What a code is in HTTP (RFC 9110, section 15). What is wrong with the set-up is no client's business. */
const statuses: Readonly<Record<Exclude<ErrorCode, 'setup'>, number>> = {
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
  if (isBusy(error)) return httpErrorOf(busy(0));
  if (isFull(error)) return httpErrorOf(full());
  if (isUnusable(error)) return httpErrorOf(unusable(error));
  if (!(error instanceof DomainError) || error.code === 'setup') return undefined;
  const { code, detail, source, further, retryAfterSeconds } = error;
  const headers: Record<string, string> = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return new HttpError(statuses[code], detail, source, headers, further);
}
