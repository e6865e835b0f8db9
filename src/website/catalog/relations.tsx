import { albums } from '../../catalog/albums';
import { type AlbumRelationKind, albumRelations, type ReleaseRelationKind } from '../../catalog/relations';
import type { Single } from '../api/client';
import { includedOf } from '../api/linked-records';
import type { RequestContext } from '../http/request-context';
import { CatalogLink } from '../ui/catalog-text';
import { Joined } from '../ui/facts';

/** A release or album that is related to the one of the page. */
export interface Related {
  readonly kind: AlbumRelationKind | ReleaseRelationKind;
  /** Whether the relation is that of the other one. */
  readonly isReverse: boolean;
  readonly title: string;
  readonly year: number | null;
  readonly page: string;
}

interface ReadRelation {
  readonly attributes: { readonly kind: Related['kind'] };
  readonly relationships: { readonly related: { readonly data: { readonly id: string } | null } };
}

interface ReadEdition {
  readonly title: string;
  readonly slug: string;
  readonly year: number | null;
}

/** Relations of the record of an IRI, in both directions, as read with it. */
export function relatedOf<R extends ReadRelation>(
  iri: string,
  relations: Iterable<R>,
  ownerOf: (relation: R) => string | undefined,
  records: ReadonlyMap<string, { readonly attributes: ReadEdition }>,
  pageOf: (record: ReadEdition) => string,
): Related[] {
  return [...relations].flatMap((relation) => {
    const isReverse = relation.relationships.related.data?.id === iri;
    const record = records.get((isReverse ? ownerOf(relation) : relation.relationships.related.data?.id) ?? '')?.attributes;
    return record ? [{ kind: relation.attributes.kind, isReverse, title: record.title, year: record.year, page: pageOf(record) }] : [];
  });
}

export const relatedAlbumsIncluded = 'relations.related,relatedFrom.album';

export const relatedAlbums = (found: Single<typeof albums>, pageOf: Parameters<typeof relatedOf>[4]): Related[] =>
  relatedOf(
    found.data.id,
    includedOf(albumRelations, found).values(),
    ({ relationships }) => relationships.album.data?.id,
    includedOf(albums, found),
    pageOf,
  );

/** Facts by what the relations say: `Remaster of: Psycho, 1975`. */
export function relationFacts(related: readonly Related[], { t }: Pick<RequestContext, 't'>) {
  const labelOf = ({ kind, isReverse }: Related): string => t.records.relations[kind][isReverse ? 1 : 0];
  return [...Map.groupBy(related, labelOf)].map(([label, all]) => [label, <RelatedLinks key={label} related={all} />] as const);
}

const RelatedLinks = ({ related }: { readonly related: readonly Related[] }) => (
  <Joined
    parts={related.map(({ title, year, page }) => (
      <>
        <CatalogLink href={page} text={title} />
        {year !== null && `, ${year}`}
      </>
    ))}
  />
);
