import type { Static, TSchema } from '@sinclair/typebox';
import type { At, Errors, Route } from './client-types';
import type { Kind } from './parameters';
import { itemsPerPageKind, maximumItemsPerPage, pageKind } from './query';
import type { ErrorDocument } from './shared-schemas';

/** A query parameter: what it takes, and what it is for. */
export interface QueryParameter<V = unknown> extends Kind<V> {
  readonly description: string;
  readonly required?: boolean;
  /** What the list is for, where it may be given as one as well: `name[]`. */
  readonly listDescription?: string;
}

/** A parameter of the path. */
interface PathParameter {
  readonly description: string;
  readonly schema: TSchema;
}

/** What an endpoint answers where all is well. */
interface Answer<S extends TSchema = TSchema> {
  readonly description: string;
  readonly schema: S;
  /** Of a document, the document; of another media type, its text. */
  readonly example: object | string;
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, object>>;
}

type QueryParameters = Readonly<Record<string, QueryParameter>>;

/** An error that an endpoint may answer: an example of what it says. */
interface ErrorAnswer {
  readonly description: string;
  readonly detail: string;
  readonly source?: object;
}

/** By their status; a name is that of an answer which others give as well. */
type ErrorAnswers = Readonly<Record<number, string | ErrorAnswer>>;

/**
 * What a reading endpoint is, said once: its parameters are read from the request by what stands here; the OpenAPI document
 * and the types of clients are made of it, and the tests check answers by it.
 */
export interface Endpoint<
  P extends string = string,
  Q extends QueryParameters = QueryParameters,
  S extends TSchema = TSchema,
  M extends ErrorAnswers = ErrorAnswers,
> {
  /** With `:name` for a parameter. */
  readonly path: P;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** In the order of the path. */
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  readonly query: Q;
  readonly answer: Answer<S>;
  /** Beside those that every endpoint may answer. */
  readonly errors?: M;
}

/** Declares an endpoint. */
export const endpoint = <
  const P extends string,
  const Q extends QueryParameters,
  S extends TSchema,
  const M extends ErrorAnswers = Record<never, string>,
>(
  declaration: Endpoint<P, Q, S, M>,
): Endpoint<P, Q, S, M> => declaration;

/** What a list that comes in pages is asked. */
export const pageParameters = {
  page: { ...pageKind, description: 'Which page, from 1' },
  itemsPerPage: {
    ...itemsPerPageKind,
    description: `How many records a page has. More than ${maximumItemsPerPage} are ${maximumItemsPerPage}.`,
  },
};

/** The routes of endpoints, as clients in TypeScript know them. */
export type RoutesOfEndpoints<E extends readonly unknown[]> = E extends readonly [infer First, ...infer Rest]
  ? RouteOf<First> & RoutesOfEndpoints<Rest>
  : unknown;

type RouteOf<E> =
  E extends Endpoint<infer P, infer Q, infer S, infer M>
    ? At<P, { get: Route<{ 200: Static<S> } & Errors & { [K in keyof M]: ErrorDocument }, QueryOf<Q>> }>
    : never;

type ValueOf<P> = P extends Kind<infer V> ? V : never;

type QueryOf<Q extends QueryParameters> = {
  [K in keyof Q & string as Q[K] extends { required: true } ? K : never]: ValueOf<Q[K]>;
} & {
  [K in keyof Q & string as Q[K] extends { required: true } ? never : K]?: ValueOf<Q[K]>;
} & {
  [K in keyof Q & string as Q[K] extends { listDescription: string } ? `${K}[]` : never]?: ValueOf<Q[K]>[];
};

/** The document that an endpoint answers. */
export type DocumentOf<E> = E extends Endpoint<string, QueryParameters, infer S, ErrorAnswers> ? Static<S> : never;
