import { type Static, type TObject, type TProperties, type TSchema, Type as t } from '@sinclair/typebox';
import { ignoredSchemas } from '../openapi/shared';

// Schema building blocks of endpoints, for OpenAPI and client types; not used at request time.

export const text = (description?: string) => t.String(described(description));
export const uuid = (description?: string) => t.String({ format: 'uuid', ...described(description) });
export const iri = (description?: string) => t.String({ format: 'iri-reference', ...described(description) });
/** RFC 3339 timestamp. */
export const moment = (description?: string) => t.String({ format: 'date-time', ...described(description) });
export const count = (description?: string) => t.Integer({ minimum: 0, ...described(description) });
export const orNull = <S extends TSchema>(schema: S, description?: string) => t.Union([schema, t.Null()], described(description));
export const list = <S extends TSchema>(items: S, description?: string) => t.Array(items, described(description));

const described = (description: string | undefined) => (description === undefined ? {} : { description });

/** Object without additional members. */
export const closed = <P extends TProperties>(properties: P, description?: string): TObject<P> =>
  t.Object(properties, { additionalProperties: false, ...described(description) });

/** One of a few words. */
export const word = <const W extends string>(words: readonly W[], description?: string) =>
  t.Unsafe<W>({ type: 'string', enum: words, ...described(description) });

/** Reference to a component; the type parameter gives its type. */
export const component = <T>(name: string) => t.Unsafe<T>({ $ref: `#/components/schemas/${name}` });

/** Schema as plain JSON, without TypeBox internals. */
export const plain = (schema: TSchema): Record<string, unknown> => JSON.parse(JSON.stringify(schema));

/** Members of `meta` about ignored parameters. */
export const ignored = {
  ignoredParameters: t.Optional(t.Unsafe<string[]>(ignoredSchemas.ignoredParameters)),
  nearestParameters: t.Optional(t.Unsafe<Record<string, string>>(ignoredSchemas.nearestParameters)),
};

/** `meta` without other members. */
export const ignoredMeta = t.Optional(t.Object(ignored, { additionalProperties: false, required: [] }));

/** Document of one object outside the catalog; `meta` may have more members. */
export const objectDocument = <const T extends string, A extends TSchema, R extends TProperties, M extends TProperties>(
  type: T,
  attributes: A,
  more: R,
  meta?: M,
) =>
  closed({
    data: closed({ id: iri(), type: t.Literal(type), attributes, ...more, links: closed({ self: iri() }) }),
    meta: meta ? t.Optional(t.Object({ ...ignored, ...meta }, { additionalProperties: false, required: [] })) : ignoredMeta,
  });

// Schemas shared by documents: OpenAPI components and client types.

const identifierSchema = closed({ type: text(), id: iri() });

const pageLinksSchema = closed({
  self: iri(),
  first: iri(),
  prev: t.Optional(iri()),
  next: t.Optional(iri()),
  last: iri(),
});

export type PageLinks = Static<typeof pageLinksSchema>;

export const pageMetaSchema = closed({ totalItems: t.Integer(), itemsPerPage: t.Integer(), currentPage: t.Integer(), ...ignored });

const errorCode = text('Stable error code');
const errorMeta = closed({ params: t.Record(t.String(), t.Unknown(), { description: 'Parameters of the sentence' }) });

const errorSchema = closed({
  id: text('Request id, as in X-Request-Id'),
  status: t.Integer(),
  title: text(),
  detail: text('A sentence for people'),
  code: errorCode,
  type: text(),
  instance: text(),
  meta: errorMeta,
  source: t.Optional(closed({ pointer: t.Optional(text()), parameter: t.Optional(text()), header: t.Optional(text()) })),
});

export interface ErrorDocument {
  errors: Static<typeof errorSchema>[];
}

export const foundValue = (description?: string) => closed({ parameter: text(), value: text(description), ids: list(iri()) });

/** By component name. */
export const sharedSchemas = {
  Identifier: identifierSchema,
  PageLinks: pageLinksSchema,
  PageMeta: pageMetaSchema,
  Error: errorSchema,
  RateLimitErrors: closed({
    errors: list(closed({ status: t.Literal('429'), title: text(), detail: text(), code: errorCode, meta: errorMeta })),
  }),
  Errors: closed({ errors: list(component<Static<typeof errorSchema>>('Error')) }),
};

export const identifier = component<Static<typeof identifierSchema>>('Identifier');
export const pageLinks = component<PageLinks>('PageLinks');
export const pageMeta = component<Static<typeof pageMetaSchema>>('PageMeta');

export const pageNumbers = { totalItems: count(), itemsPerPage: count(), currentPage: count() };
