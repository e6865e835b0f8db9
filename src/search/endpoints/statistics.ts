import { type Static, Type as t } from '@sinclair/typebox';
import { catalogEndpoint } from '../../jsonapi/catalog-endpoint';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { closed, count, iri, list, objectDocument, orNull, text, uuid } from '../../jsonapi/schemas';

/** How many artists are told. */
export const artistsShown = 20;

const attributes = closed({
  totals: list(closed({ resource_type: text(), records: count() }), 'How many records there are of each kind'),
  releases_by_decade: list(
    closed({ decade: orNull(t.Integer()), releases: count() }),
    'By the decade they came out in, named by its first year; null where that is unknown',
  ),
  releases_by_format: list(closed({ format_type: text(), releases: count() }), 'A release of several formats counts for each'),
  productions_by_type: list(closed({ _type: text(), productions: count() }), 'By the type of production'),
  most_credited_artists: list(
    closed({ artist: closed({ iri: iri(), id: uuid(), name: text(), slug: text() }), credits: count() }),
    `The ${artistsShown} with the most credits on productions, their recordings and releases; those of single tracks do not count`,
  ),
});

export type CatalogStatistics = Static<typeof attributes>;

export const statisticsEndpoint = catalogEndpoint({
  path: '/api/statistics',
  operationId: 'statistics',
  tag: 'Search',
  summary: 'Read what the catalog adds up to',
  query: {},
  answer: {
    description: 'The statistics',
    schema: objectDocument('CatalogStatistics', attributes, {}),
    example: {
      data: {
        id: '/api/statistics',
        type: 'CatalogStatistics',
        attributes: {
          totals: [{ resource_type: 'Artist', records: 1 }],
          releases_by_decade: [{ decade: 1960, releases: 1 }],
          releases_by_format: [{ format_type: 'vinyl', releases: 1 }],
          productions_by_type: [{ _type: 'movie', productions: 1 }],
          most_credited_artists: [
            {
              artist: { iri: `/api/artists/${exampleUuid}`, id: exampleUuid, name: 'Bernard Herrmann', slug: 'bernard-herrmann' },
              credits: 12,
            },
          ],
        },
        links: { self: '/api/statistics' },
      },
    },
  },
});
