import { catalog } from '../catalog';
import type { Store } from '../database/open';
import { badParameter } from '../errors';
import { requireAcceptable } from '../http/negotiation';
import { respond } from '../http/respond';
import { pageFrame } from '../jsonapi/document';
import { Query } from '../jsonapi/query';
import type { Registry } from '../jsonapi/registry';
import type { Kinds } from '../kinds';
import type { MixedDocuments } from './documents';
import { externalLinksEndpoint, linkRelationship } from './endpoints/external-links';
import { readAcrossKinds, readInclude } from './reading';
import type { LinkMatch, Records } from './records';

/** Says which records other sites' ids are of. */
export class ExternalLinks {
  readonly #endpoint: ReturnType<typeof externalLinksEndpoint>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    private readonly documents: MixedDocuments,
    private readonly records: Records,
    kinds: Kinds = catalog,
  ) {
    this.#endpoint = externalLinksEndpoint(kinds);
  }

  answer(request: Request): Response {
    requireAcceptable(request);
    const query = new Query(request);
    const { path, query: parameters } = this.#endpoint;
    const externalIds = [...new Set(query.many('externalId', parameters.externalId) ?? [])];
    if (externalIds.length === 0) throw badParameter('externalId', 'externalId says which id to look up, and externalId[] which ones.');
    const provider = query.one('provider', parameters.provider);
    const include = readInclude(query, [linkRelationship]);
    const asked = readAcrossKinds(query, this.registry);
    return this.store.read(() => {
      const matches = this.records.byExternalIds(externalIds, provider);
      const page = matches.slice((asked.page - 1) * asked.itemsPerPage, asked.page * asked.itemsPerPage);
      const { links, meta } = pageFrame(path, asked, matches.length);
      const linkObjects = this.documents.show(
        page.map(({ link }) => link),
        asked,
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
                  asked,
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

/** As look-ups in lists say it: every id that was asked for, with the records that carry it. */
const matchesOf = (externalIds: readonly string[], matches: readonly LinkMatch[]): object[] => {
  const byId = Map.groupBy(matches, ({ externalId }) => externalId);
  return externalIds.map((value) => ({
    parameter: 'externalId',
    value,
    ids: [...new Set((byId.get(value) ?? []).map(({ recordIri }) => recordIri))].sort(),
  }));
};
