import { Type as t } from '@sinclair/typebox';
import { catalogRead } from '../../jsonapi/catalog-read';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { nonEmpty, text as upTo } from '../../jsonapi/parameters';
import { closed, identifier, iri, objectDocument, orNull, text, uuid, word } from '../../jsonapi/schemas';
import type { Kinds } from '../../kinds';

const resolution = closed({
  resource_type: text(),
  resource_id: uuid(),
  iri: iri(),
  canonical_url: orNull(iri(), 'Of its page; null for kinds that have none'),
  redirected: t.Boolean({ description: 'Whether the record has another slug, address or id today' }),
});

const example = '/api/resolve?slug=walter-carlos&type=Artist';

export const resolveEndpoint = ({ shown }: Kinds) =>
  catalogRead({
    path: '/api/resolve',
    operationId: 'resolve',
    tag: 'Search',
    summary: 'Find the record of a slug or a page',
    description:
      'Takes either slug or url. Slugs that were renamed and records that were merged lead to the record that stands. Where records of several types have a slug, type has to say which is meant.',
    query: {
      slug: { ...nonEmpty(upTo(255, 'bernard-herrmann')), description: 'The slug of a record, whatever its case' },
      type: {
        // Which types it may name depends on what is resolved.
        ...upTo(50),
        schema: word(shown.map(({ type }) => type)),
        description: 'The type that the record must have; with a slug, one that has slugs',
      },
      // Browsers and proxies cut longer addresses off.
      url: {
        ...nonEmpty(upTo(2_000, '/artists/bernard-herrmann')),
        description: 'The address of a page or a record of this server, or its path',
      },
    },
    answer: {
      description: 'The record',
      schema: objectDocument('Resolution', resolution, { relationships: closed({ resource: closed({ data: identifier }) }) }),
      example: {
        data: {
          id: example,
          type: 'Resolution',
          attributes: {
            resource_type: 'Artist',
            resource_id: exampleUuid,
            iri: `/api/artists/${exampleUuid}`,
            canonical_url: '/artists/wendy-carlos',
            redirected: true,
          },
          relationships: { resource: { data: { type: 'Artist', id: `/api/artists/${exampleUuid}` } } },
          links: { self: example },
        },
      },
    },
    errors: { 404: 'NotFound' },
  });
