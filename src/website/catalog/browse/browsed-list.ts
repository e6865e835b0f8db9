import type { Declared } from '../../../api/openapi/client-types';
import type { Resource } from '../../../api/schema/resource';
import type { ApiQuery } from '../../api/client';
import type { Texts } from '../../i18n';

/** The lists that are browsed, by the names that they have in addresses. */
export type ListName = keyof Texts['browse']['lists'];

/** The facets that lists have, by the names of their filters in the API. */
type FacetName = keyof Texts['browse']['facets'];

type FacetValues =
  | 'decades'
  | 'countries'
  | 'albumTypes'
  | 'formatTypes'
  | 'productionTypes'
  | 'artistTypes'
  | 'holdings'
  | 'named'
  | 'words';

/** A filter whose values stand beside a list, each with what it would leave. */
export interface BrowsedFacet {
  readonly name: FacetName;
  readonly values: FacetValues;
  /** Whether there may be more values than stand beside a list: they have a page of their own. */
  readonly isLong?: boolean;
  /** Whether it is about what whoever looks owns and wants. */
  readonly isPersonal?: boolean;
}

/** A kind that can be asked for. */
export type Browsable = Resource & Declared;

/** What there is to say of a list that is browsed: the pages of all of them follow from it. */
export interface BrowsedList<R extends Browsable> {
  readonly name: ListName;
  readonly kind: R;
  /** The attributes that are shown, as `fields[…]` takes them. */
  readonly fields: string;
  /** What is asked beside: records that are shown with these, and their attributes. */
  readonly also?: ApiQuery;
  readonly facets: readonly BrowsedFacet[];
  /** Filters that stand in addresses without being facets: other pages lead here with them. */
  readonly filters: readonly FilterName[];
  /** As `sort` takes them, the usual one first. */
  readonly orders: readonly OrderName[];
  readonly itemsPerPage: number;
}

type FilterName =
  | 'artist'
  | 'production'
  | 'organization'
  | 'series'
  | 'seriesName'
  | 'year'
  | 'anniversary'
  | 'birthday'
  | 'birthdayTo'
  | 'fictional'
  | 'type';

type OrderName = keyof Texts['browse']['orders'];
