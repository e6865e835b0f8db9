/** What a client in TypeScript knows of the routes across kinds: types only (see src/jsonapi/client-types.ts). */
import type { Catalog } from '../catalog';
import type {
  At,
  DescriptionOf,
  Errors,
  Identifier,
  Ignored,
  ListDocument,
  MixedDocument,
  Route,
  SingleDocument,
} from '../jsonapi/client-types';

type SearchedType = 'Artist' | 'Production' | 'Release' | 'Label' | 'ProductionRecording';

type Paging = { page?: number; itemsPerPage?: number };

interface SearchDocument extends MixedDocument<Catalog> {
  meta: Ignored & {
    totalItems: number;
    itemsPerPage: number;
    currentPage: number;
    counts: Record<SearchedType, number>;
    /** Types of which there may be more than was counted. */
    atLeast: SearchedType[];
    /** Where each record of the page was found; `snippet` is HTML. */
    hits: { id: string; type: string; field: string; snippet: string }[];
    didYouMean: string | null;
    didYouMeanLink: string | null;
  };
}

/** A document of one object that is no record of the catalog. */
interface ObjectDocument<Type extends string, Attributes extends object> {
  data: { id: string; type: Type; attributes: Attributes; links: { self: string } };
  meta?: Ignored;
}

interface Resolution {
  resource_type: string;
  resource_id: string;
  iri: string;
  canonical_url: string | null;
  redirected: boolean;
}

type ResolutionDocument = ObjectDocument<'Resolution', Resolution> & { data: { relationships: { resource: { data: Identifier } } } };

type LinkType = 'ArtistExternalLink' | 'ProductionExternalLink' | 'ReleaseExternalLink';
type LinkKind = Extract<DescriptionOf<Catalog[number]>, { type: LinkType }>;

/** Links, each with its record; the records in `included` where they are asked for. */
interface ExternalLinksDocument {
  data: (ListDocument<LinkKind>['data'][number] & { relationships: { record: { data: Identifier } } })[];
  included?: MixedDocument<Catalog>['data'];
  links: ListDocument<LinkKind>['links'];
  meta: Required<Pick<ListDocument<LinkKind>['meta'], 'totalItems' | 'itemsPerPage' | 'currentPage' | 'matches'>>;
}

interface Statistics {
  totals: { resource_type: string; records: number }[];
  releases_by_decade: { decade: number | null; releases: number }[];
  releases_by_format: { format_type: string; releases: number }[];
  productions_by_type: { _type: string; productions: number }[];
  most_credited_artists: { artist: { iri: string; id: string; name: string; slug: string }; credits: number }[];
}

interface Vocabulary {
  _id: string;
  name: string;
  description: string;
  values: { value: string; label: string }[];
}

type VocabularyObject = ObjectDocument<'Vocabulary', Vocabulary>['data'];

interface VocabulariesDocument {
  data: VocabularyObject[];
  links: ListDocument<LinkKind>['links'];
  meta: Ignored & { totalItems: number; itemsPerPage: number; currentPage: number };
}

export type SearchRoutes = At<
  '/api/search',
  { get: Route<{ 200: SearchDocument } & Errors, { q: string; type?: SearchedType; 'type[]'?: SearchedType[] } & Paging> }
> &
  At<'/api/resolve', { get: Route<{ 200: ResolutionDocument } & Errors, { slug?: string; type?: string; url?: string }> }> &
  At<
    '/api/external-links',
    {
      get: Route<
        { 200: ExternalLinksDocument } & Errors,
        { provider?: string; externalId?: string; 'externalId[]'?: string[]; include?: 'record' } & Paging
      >;
    }
  > &
  At<'/api/statistics', { get: Route<{ 200: ObjectDocument<'CatalogStatistics', Statistics> } & Errors> }> &
  At<
    '/api/vocabularies',
    {
      get: Route<{ 200: VocabulariesDocument } & Errors, Paging>;
      ':id': { get: Route<{ 200: Pick<SingleDocument<never>, 'meta'> & { data: VocabularyObject } } & Errors> };
    }
  >;
