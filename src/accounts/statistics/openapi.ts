import type { DocumentDecoration } from 'elysia';
import { closed, exampleUuid, iri, orNull, refer, text, userIdParameter, uuid } from '../../jsonapi/openapi-shared';
import { guarded, jsonApi, readResponses } from '../openapi';
import { composersShown } from './queries';

const integer = { type: 'integer', minimum: 0 };

/** A list of counts, each of the items that have one thing in common. */
const counted = (by: Record<string, object>, description: string) => ({
  type: 'array',
  description,
  items: closed({ ...by, items: integer, copies: integer }),
});

const record = closed({ iri: iri, id: uuid, name: text, slug: text });

const attributes = closed({
  items: { ...integer, description: 'Entries of the collection' },
  copies: { ...integer, description: 'The sum of their quantities' },
  spending: {
    type: 'array',
    description:
      'What items cost: the price that was paid, else the one that was ordered for, in the year of the purchase, else of the order. A price is of the item as a whole.',
    items: closed({
      currency: orNull(text),
      year: orNull({ type: 'integer' }),
      amount_cents: { ...integer, description: 'In minor units of the currency' },
      items: integer,
    }),
  },
  by_format: counted({ format_type: orNull(text) }, 'By the format of the item'),
  by_condition: counted({ condition: orNull(text) }, 'By condition'),
  by_status: counted({ status: text }, 'By status'),
  by_label: counted({ label: orNull(record) }, 'By label; an item whose release has several counts for each, null is for none'),
  by_decade: counted({ decade: orNull({ type: 'integer' }) }, 'By the decade of the release, named by its first year'),
  composers: counted(
    { artist: record },
    `The ${composersShown} most collected: who composed for the productions of a release, or is credited on it as composer`,
  ),
});

const id = `/api/users/${exampleUuid}/collection/statistics`;
const one = { items: 1, copies: 2 };

const example = {
  data: {
    id,
    type: 'CollectionStatistics',
    attributes: {
      ...one,
      spending: [{ currency: 'EUR', year: 2024, amount_cents: 2499, items: 1 }],
      by_format: [{ format_type: 'vinyl', ...one }],
      by_condition: [{ condition: 'near_mint', ...one }],
      by_status: [{ status: 'active', ...one }],
      by_label: [{ label: null, ...one }],
      by_decade: [{ decade: 1960, ...one }],
      composers: [
        { artist: { iri: `/api/artists/${exampleUuid}`, id: exampleUuid, name: 'Bernard Herrmann', slug: 'bernard-herrmann' }, ...one },
      ],
    },
    links: { self: id },
  },
};

const schema = closed({
  data: closed({
    id: iri,
    type: { type: 'string', const: 'CollectionStatistics' },
    attributes,
    links: closed({ self: iri }),
  }),
});

export const statisticsDetail: DocumentDecoration = {
  operationId: 'collectionStatistics',
  tags: ['Collection'],
  summary: 'Read what a collection adds up to',
  description: 'The token needs the scope collection:read.',
  parameters: [userIdParameter('id1')],
  responses: {
    200: { description: 'The statistics', content: jsonApi(schema, example) },
    ...readResponses,
    ...guarded,
    404: refer('NotFound'),
  },
};
