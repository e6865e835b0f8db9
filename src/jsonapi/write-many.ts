import { DomainError, invalid } from '../errors';
import type { Resource } from './resource';
import { type Identity, type Input, Invalid, readDocument, type Violation } from './write';

// Bodies whose `data` is a list of resource documents: all of them are written, or none.

/** A client corrects so many mistakes at a time. */
const maximumViolations = 100;

/** Whether a body's `data` is a list. */
export const isMany = (body: unknown): body is { readonly data: readonly unknown[] } =>
  typeof body === 'object' && body !== null && Array.isArray((body as { data?: unknown }).data);

/**
 * The members of a list in `data`.
 * @throws {DomainError} invalid, for what is no list, an empty one, or one of more than the maximum
 */
export function readMany(body: unknown, maximum: number): readonly unknown[] {
  if (!isMany(body)) throw invalid('/data must be a list of resources.', { pointer: '/data' });
  const { length } = body.data;
  if (length === 0 || length > maximum)
    throw invalid(`/data takes 1 to ${maximum} resources at once; here are ${length}.`, { pointer: '/data' });
  return body.data;
}

/**
 * Reads each document of a list, as {@link readDocument} does one; what is wrong names its place (`/data/3/…`).
 * @param identityOf what the document at a place is of, where they are changes
 * @throws {Invalid} for all violations of all documents
 */
export const readDocuments = (resource: Resource, all: readonly unknown[], identityOf?: (data: unknown) => Identity): Input[] =>
  eachOf(all, (data) => readDocument(resource, { data }, identityOf?.(data)));

/**
 * Does the work for each member of a list.
 * @throws {Invalid} with the violations of all of them, each at its place
 * @throws {DomainError} the first other one, at its place
 */
export function eachOf<T, R>(all: readonly T[], work: (one: T, index: number) => R): R[] {
  const violations: Violation[] = [];
  const done = all.map((one, index) => {
    try {
      return work(one, index);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error instanceof DomainError ? placed(error, index) : error;
      violations.push(...error.violations.map((violation) => ({ ...violation, pointer: pointerAt(violation.pointer, index) })));
      return undefined as R;
    }
  });
  if (violations.length > 0) throw new Invalid(violations.slice(0, maximumViolations));
  return done;
}

const pointerAt = (pointer: string, index: number): string => pointer.replace(/^\/data(?=\/|$)/, `/data/${index}`);

function placed(error: DomainError, index: number): DomainError {
  const pointer = pointerAt(error.source?.pointer ?? '/data', index);
  return new DomainError(error.code, error.detail.replace(/^\/data(?=\/| )/, `/data/${index}`), { source: { pointer } });
}
