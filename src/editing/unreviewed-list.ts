import { releases } from '../catalog/releases';
import { pageParameters } from '../jsonapi/answers';
import { catalogEndpoint } from '../jsonapi/catalog-endpoint';
import { exampleUuid } from '../jsonapi/openapi-shared';
import type { Resource } from '../jsonapi/resource';
import { component } from '../jsonapi/schemas';

const path = '/api/releases/unreviewed';

export const listUnreviewed = catalogEndpoint({
  path,
  operationId: 'unreviewedReleases',
  tag: 'Releases',
  summary: 'List the releases that wait for review',
  description:
    'Takes the orders and includes of the list of releases, and no filters: searches have no index of these. `PATCH` with `reviewed: true` accepts one. For editors and administrators, or as the setting `editing` says.',
  query: pageParameters,
  answer: {
    description: 'A page of releases',
    schema: component<object>('ReleaseList'),
    example: {
      data: [
        {
          id: `/api/releases/${exampleUuid}`,
          type: 'Release',
          attributes: { _id: exampleUuid, ...releases.example, reviewed: false },
          links: { self: `/api/releases/${exampleUuid}` },
        },
      ],
      links: { self: `${path}?page=1`, first: `${path}?page=1`, last: `${path}?page=1` },
      meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
    },
  },
  errors: {
    403: {
      description: 'The token lacks the scope, or the user may not',
      detail: 'This is for editors. An administrator can make you one.',
    },
  },
});

/** The releases that wait for review, as a list of their own, which no cache keeps. */
export const unreviewedReleases: Resource = Object.create(releases, {
  path: { value: path },
  listPath: { value: () => path },
  unreviewed: { value: undefined },
  isCounted: { value: false },
  isOfCatalog: { value: false },
  wholeOrder: { value: [] },
  filters: { value: {} },
  facets: { value: [] },
  lookups: { value: {} },
  only: {
    value: ((rows) => rows.where('release.unreviewed_by' as never, 'is not', null)) satisfies Resource['only'],
  },
});
