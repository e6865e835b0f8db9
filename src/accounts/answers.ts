import {
  bodyAnswers,
  failure,
  listOf,
  notFound as noRecord,
  notAcceptable,
  nothing,
  pageParameters,
  readAnswers,
  serviceUnavailable,
  unauthorized,
} from '../api/openapi/answers';
import type { Media } from '../api/route';
import type { Writes } from '../api/schema/fields';
import type { Resource } from '../api/schema/resource';
import { uuid } from '../api/schema/schemas';
import { message } from '../messages/message';

export const guarded = {
  401: unauthorized,
  403: failure('The token lacks the scope', 403, message('insufficient_scope', { scope: 'admin' })),
};

/** Refusals of a write without a body. */
export const guardedAction = { ...guarded, 406: notAcceptable, 503: serviceUnavailable };

/** Refusals of a write to a record, without a body. */
export const guardedWrite = { ...guardedAction, 404: noRecord };

/** Refusals of a write with a body. */
export const guardedBody = { ...bodyAnswers, ...guarded, 406: notAcceptable };

// Beginnings of usual routes: method and responses, to which a route adds its own.

export const listRoute = <R extends Resource>(resource: R, description: string) => ({
  method: 'get' as const,
  query: pageParameters,
  answers: { 200: { description, media: listOf(resource) }, ...readAnswers, ...guarded },
});

/** A list below a user. */
export function ownListRoute<R extends Resource>(resource: R, description: string) {
  const { answers, ...list } = listRoute(resource, description);
  return { ...list, answers: { ...answers, 404: noRecord } };
}

export const getRoute = <M extends Media>(description: string, media: M) => ({
  method: 'get' as const,
  answers: { 200: { description, media }, ...readAnswers, ...guarded, 404: noRecord },
});

export const deleteRoute = (description: string) => ({
  method: 'delete' as const,
  answers: { 204: nothing(description), ...guardedWrite },
});

/** Response with a new record. */
export const createdAnswer = <M extends Media>(noun: string, media: M) => ({
  description: `The ${noun}`,
  headers: { Location: `Address of the ${noun}` },
  media,
});

/** Attributes that administrators, or users of their own records, may write. */
export const adminWrites = <F extends Writes['fields']>(fields: F) => ({
  fields,
  references: {},
  scopes: { read: 'admin', write: 'admin' },
});

export const needsAdministrator = 'Administrators only, with an unrestricted token or the scope `admin`.';

export const neededAdmin = 'Needs an unrestricted token or the scope `admin`.';

export const uuidParameter = (description: string) => ({ description, schema: uuid() });
