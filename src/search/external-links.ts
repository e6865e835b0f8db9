import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { pageParameters } from '../api/openapi/answers';
import type { DescriptionOf, Identifier, ListDocument, MixedDocument } from '../api/openapi/client-types';
import { exampleUuid } from '../api/openapi/shared';
import { catalogRead } from '../api/read/catalog-read';
import { pageFrame } from '../api/read/document';
import { Query } from '../api/read/query';
import { defineRoute } from '../api/route';
import { choice, namesParameter, nonEmpty, text as upTo } from '../api/schema/parameters';
import type { Registry } from '../api/schema/registry';
import { closed, component, foundValue, identifier, ignored, iri, list, pageLinks, pageNumbers, word } from '../api/schema/schemas';
import { type Catalog, catalog } from '../catalog';
import { badParameter } from '../errors';
import { respond } from '../http/respond';
import type { Kind, Kinds } from '../kinds';
import type { Store } from '../store/database/open';
import { exampleHit, type MixedDocuments, onlyPageLinks, readAcrossKinds, readInclude } from './documents';
import { type LinkMatch, linkKindsOf, type Records } from './records';

const linkRelationship = 'record';

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

function declarationOf(kinds: Kinds) {
  const linkKinds = linkKindsOf(kinds);
  const [first] = linkKinds;
  const record = first && { type: first.record.type, id: first.record.iri({ id: exampleUuid }) };
  return catalogRead({
    path: '/api/external-links',
    operationId: 'externalLinks',
    tag: 'Search',
    summary: 'Find records by external ids',
    description: 'External links of artists, productions and releases by their ids on other sites.',
    query: {
      provider: { ...nonEmpty(upTo(255, 'discogs')), description: 'Only links to this site (case-insensitive)' },
      externalId: {
        ...nonEmpty(upTo(255, '7027')),
        description: 'External id. This or externalId[] is required.',
        listDescription: 'External ids',
      },
      include: {
        ...choice(linkRelationship),
        schema: word([linkRelationship]),
        example: undefined,
        description: 'Includes the records',
      },
      names: namesParameter,
      ...pageParameters,
    },
    answer: {
      description: 'Links with their records',
      schema: closed({
        data: list(t.Unsafe<Link>({ anyOf: linkKinds.map(({ link }) => linkSchema(link)) })),
        links: pageLinks,
        meta: closed({
          ...pageNumbers,
          matches: list(foundValue(), 'Each requested id with its matching records, if any'),
          ...ignored,
        }),
        included: t.Optional(
          list(
            t.Unsafe<MixedDocument<Catalog>['data'][number]>({ anyOf: linkKinds.map(({ record }) => component(record.type)) }),
            'Records, if requested with include',
          ),
        ),
      }),
      example: {
        data: first && [{ ...exampleHit(first.link), relationships: { [linkRelationship]: { data: record } } }],
        links: onlyPageLinks('/api/external-links?provider=discogs&externalId=7027&'),
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

export const externalLinksRoute = (guard: Guard, kinds: Kinds, links: () => ExternalLinks) =>
  defineRoute({ ...declarationOf(kinds), access: guard.user('catalog:read'), handle: ({ request }) => links().answer(request) });

export class ExternalLinks {
  readonly #declared: ReturnType<typeof declarationOf>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    private readonly documents: MixedDocuments,
    private readonly records: Records,
    kinds: Kinds = catalog,
  ) {
    this.#declared = declarationOf(kinds);
  }

  answer(request: Request): Response {
    const query = new Query(request);
    const { path, query: parameters } = this.#declared;
    const externalIds = [...new Set(query.many('externalId', parameters.externalId) ?? [])];
    if (externalIds.length === 0) throw badParameter('externalId', 'search_without_id');
    const provider = query.one('provider', parameters.provider);
    const include = readInclude(query, [linkRelationship]);
    const reading = readAcrossKinds(query, this.registry, query.one('names', parameters.names));
    return this.store.read(() => {
      const matches = this.records.byExternalIds(externalIds, provider);
      const page = matches.slice((reading.page - 1) * reading.itemsPerPage, reading.page * reading.itemsPerPage);
      const { links, meta } = pageFrame(path, reading, matches.length);
      const linkObjects = this.documents.show(
        page.map(({ link }) => link),
        reading,
      );
      return respond(request, {
        data: linkObjects.map(({ object }, index) => ({ ...object, relationships: relationshipOf(page[index] as LinkMatch) })),
        links,
        meta: { ...meta, matches: matchesOf(externalIds, matches) },
        ...(include && {
          included:
            include.length > 0
              ? this.documents.showOnce(
                  page.map(({ record }) => record),
                  reading,
                )
              : [],
        }),
      });
    });
  }
}

const relationshipOf = ({ record, recordIri }: LinkMatch): object => ({
  [linkRelationship]: { data: { type: record.resource.type, id: recordIri } },
});

/** In the format of look-ups in lists: every requested id with its records. */
const matchesOf = (externalIds: readonly string[], matches: readonly LinkMatch[]): object[] => {
  const byId = Map.groupBy(matches, ({ externalId }) => externalId);
  return externalIds.map((value) => ({
    parameter: 'externalId',
    value,
    ids: [...new Set((byId.get(value) ?? []).map(({ recordIri }) => recordIri))].sort(),
  }));
};
