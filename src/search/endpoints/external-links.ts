import { Type as t } from '@sinclair/typebox';
import type { Catalog } from '../../catalog';
import { pageParameters } from '../../jsonapi/answers';
import { catalogRead } from '../../jsonapi/catalog-read';
import type { DescriptionOf, Identifier, ListDocument, MixedDocument } from '../../jsonapi/client-types';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { choice, nonEmpty, text as upTo } from '../../jsonapi/parameters';
import { closed, component, foundValue, identifier, ignored, iri, list, pageLinks, pageNumbers, word } from '../../jsonapi/schemas';
import type { Kind, Kinds } from '../../kinds';
import { linkKindsOf } from '../records';
import { exampleOf, linksOf } from './examples';

/** The relationship of a link to the record that it is of. */
export const linkRelationship = 'record';

type LinkType = 'ArtistExternalLink' | 'ProductionExternalLink' | 'ReleaseExternalLink';
type LinkDescription = Extract<DescriptionOf<Catalog[number]>, { type: LinkType }>;
type Link = ListDocument<LinkDescription>['data'][number] & { relationships: { record: { data: Identifier } } };

const linkSchema = ({ type }: Kind) =>
  closed({
    id: iri(),
    type: t.Literal(type),
    attributes: component(`${type}Attributes`),
    relationships: closed({ [linkRelationship]: closed({ data: identifier }) }),
    links: closed({ self: iri() }),
  });

export function externalLinksEndpoint(kinds: Kinds) {
  const linkKinds = linkKindsOf(kinds);
  const [first] = linkKinds;
  const record = first && { type: first.record.type, id: first.record.iri({ id: exampleUuid }) };
  return catalogRead({
    path: '/api/external-links',
    operationId: 'externalLinks',
    tag: 'Search',
    summary: 'Find the records that other sites call so',
    description: 'External links of artists, productions and releases, by the ids that other sites have for them.',
    query: {
      provider: { ...nonEmpty(upTo(255, 'discogs')), description: 'Only links to this site, whatever its case' },
      externalId: {
        ...nonEmpty(upTo(255, '7027')),
        description: 'The id there. This or externalId[] is required.',
        listDescription: 'The ids there',
      },
      include: {
        ...choice(linkRelationship),
        schema: word([linkRelationship]),
        example: undefined,
        description: 'Includes the records',
      },
      ...pageParameters,
    },
    answer: {
      description: 'The links, each with its record',
      schema: closed({
        data: list(t.Unsafe<Link>({ anyOf: linkKinds.map(({ link }) => linkSchema(link)) })),
        links: pageLinks,
        meta: closed({
          ...pageNumbers,
          matches: list(foundValue(), 'Every id that was asked for, with the records that carry it: none, one, or several'),
          ...ignored,
        }),
        included: t.Optional(
          list(
            t.Unsafe<MixedDocument<Catalog>['data'][number]>({ anyOf: linkKinds.map(({ record }) => component(record.type)) }),
            'The records, where include asks for them',
          ),
        ),
      }),
      example: {
        data: first && [{ ...exampleOf(first.link), relationships: { [linkRelationship]: { data: record } } }],
        links: linksOf('/api/external-links?provider=discogs&externalId=7027&'),
        meta: {
          totalItems: 1,
          itemsPerPage: 30,
          currentPage: 1,
          matches: [{ parameter: 'externalId', value: '7027', ids: [record?.id] }],
        },
      },
    },
  });
}
