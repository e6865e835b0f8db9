import { type Static, Type as t } from '@sinclair/typebox';
import { closed, component, count, ignored, iri, list, text } from './schemas';

// Schemas that many documents share: components of the OpenAPI document, and types of clients.

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

const errorSchema = closed({
  id: text('The request, as in X-Request-Id'),
  status: t.Integer(),
  title: text(),
  detail: text('One sentence for a person'),
  type: text(),
  instance: text(),
  meta: t.Optional(t.Object({})),
  source: t.Optional(closed({ pointer: t.Optional(text()), parameter: t.Optional(text()), header: t.Optional(text()) })),
});

/** An error document; `status` is an integer. */
export interface ErrorDocument {
  errors: Static<typeof errorSchema>[];
}

/** What look-ups say of each value that was looked up. */
export const foundValue = (description?: string) => closed({ parameter: text(), value: text(description), ids: list(iri()) });

/** By the names under which the document has them. */
export const sharedSchemas = {
  Identifier: identifierSchema,
  PageLinks: pageLinksSchema,
  PageMeta: pageMetaSchema,
  Error: errorSchema,
  RateLimitErrors: closed({ errors: list(closed({ status: t.Literal('429'), title: text(), detail: text() })) }),
  Errors: closed({ errors: list(component<Static<typeof errorSchema>>('Error')) }),
};

export const identifier = component<Static<typeof identifierSchema>>('Identifier');
export const pageLinks = component<PageLinks>('PageLinks');
export const pageMeta = component<Static<typeof pageMetaSchema>>('PageMeta');

/** The numbers of a page. */
export const pageNumbers = { totalItems: count(), itemsPerPage: count(), currentPage: count() };
