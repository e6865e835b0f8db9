import type { Declared } from '../../../api/openapi/client-types';
import type { Resource } from '../../../api/schema/resource';
import type { ApiQuery } from '../../api/client';
import type { Texts } from '../../i18n';

/** In addresses. */
export type ListName = keyof Texts['browse']['lists'];

/** By API filter. */
type FacetName = keyof Texts['browse']['facets'];

type FacetValues =
  | 'decades'
  | 'countries'
  | 'albumTypes'
  | 'formatTypes'
  | 'productionTypes'
  | 'artistTypes'
  | 'awards'
  | 'trackVersions'
  | 'holdings'
  | 'named'
  | 'roles'
  | 'words';

/** A filter with counts per value. */
export interface BrowsedFacet {
  readonly name: FacetName;
  readonly values: FacetValues;
  /** Whether all values have their own page. */
  readonly isLong?: boolean;
  /** Depends on the viewer's lists. */
  readonly isPersonal?: boolean;
}

export type Browsable = Resource & Declared;

/** A declared list, from which all of its pages follow. */
export interface BrowsedList<R extends Browsable> {
  readonly name: ListName;
  readonly kind: R;
  /** For `fields[…]`. */
  readonly fields: string;
  /** Included records and their attributes. */
  readonly also?: ApiQuery;
  readonly facets: readonly BrowsedFacet[];
  /** Filters without a facet, for links from other pages. */
  readonly filters: readonly FilterName[];
  /** Values of `sort`, the default first. */
  readonly orders: readonly OrderName[];
  readonly itemsPerPage: number;
  /** The order whose first letters narrow the list, if they do. */
  readonly letters?: OrderName;
}

type FilterName =
  | 'artist'
  | 'production'
  | 'organization'
  | 'franchise'
  | 'nomination'
  | 'series'
  | 'seriesName'
  | 'year'
  | 'anniversary'
  | 'birthday'
  | 'birthdayTo'
  | 'fictional'
  | 'initial'
  | 'type';

type OrderName = keyof Texts['browse']['orders'];
