import { type Static, Type as t } from '@sinclair/typebox';
import { pageParameters } from '../../jsonapi/answers';
import { catalogRead } from '../../jsonapi/catalog-read';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { integer, referenceOrSlug } from '../../jsonapi/parameters';
import { closed, count, identifier, ignored, iri, list, orNull, pageLinks, pageNumbers, text } from '../../jsonapi/schemas';
import { linksOf } from './examples';

/** As many as a page shows before it folds the rest away. */
export const defaultPerRole = 12;

/** With more, one role is read on its own. */
const maximumPerRole = 100;

export const rolePath = '/api/artists/roles';

const creditSchema = closed({
  id: iri('Names the credit, and is no address'),
  type: t.Literal('ArtistCredit'),
  attributes: closed({
    credit_role: text('The slug of the role; empty where nothing says what they did'),
    role: text('The role; Artist where there is none'),
    title: text('Of the production or the release'),
    slug: text('Of the same'),
    year: orNull(t.Integer(), 'The year of the same'),
  }),
  relationships: closed({ record: closed({ data: identifier }), role: closed({ data: orNull(identifier) }) }),
  links: closed({ self: iri('The production or the release') }),
});

const roleSchema = closed({ credit_role: text('The slug of the role; empty for credits without one'), role: text(), credits: count() });

/** A credit as documents show it. */
export type CreditObject = Static<typeof creditSchema>;

/** A role, and on how many productions and releases an artist has it. */
export type CreditedRole = Static<typeof roleSchema>;

const example: CreditObject = {
  id: `/api/artists/${exampleUuid}/credits/composer/${exampleUuid}`,
  type: 'ArtistCredit',
  attributes: { credit_role: 'composer', role: 'Composer', title: 'Psycho', slug: 'psycho', year: 1960 },
  relationships: {
    record: { data: { type: 'Production', id: `/api/productions/${exampleUuid}` } },
    role: { data: { type: 'ArtistRole', id: `${rolePath}/${exampleUuid}` } },
  },
  links: { self: `/api/productions/${exampleUuid}` },
};

export const artistCreditsEndpoint = catalogRead({
  path: '/api/artists/:artistId/credits',
  operationId: 'artistCredits',
  tag: 'Artists',
  summary: 'List what an artist is credited with',
  description:
    'The productions and releases that credit the artist, on themselves, their recordings or tracks: for each role every record once, the role with most of them first, by year and without one last. Of each role the first are listed; meta.roles has how many there are, and role lists one in full.',
  pathParameters: { artistId: { description: 'The UUID of the artist', schema: t.String({ format: 'uuid' }) } },
  query: {
    role: { ...referenceOrSlug(() => rolePath), example: 'composer', description: 'Only this role, in full: by slug, UUID or IRI' },
    perRole: { ...integer(1, maximumPerRole, defaultPerRole), description: 'How many of each role are listed; of one role alone, all are' },
    ...pageParameters,
  },
  answer: {
    description: 'The credits, role by role',
    schema: closed({
      data: list(creditSchema),
      links: pageLinks,
      meta: closed({
        ...pageNumbers,
        roles: list(roleSchema, 'Every role that the artist is credited with, the most frequent first'),
        ...ignored,
      }),
    }),
    example: {
      data: [example],
      links: linksOf(`/api/artists/${exampleUuid}/credits?`),
      meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1, roles: [{ credit_role: 'composer', role: 'Composer', credits: 1 }] },
    },
  },
  isMovable: true,
  errors: { 404: 'NotFound' },
});
