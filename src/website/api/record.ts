import type { Declared } from '../../api/openapi/client-types';
import type { Resource } from '../../api/schema/resource';
import { MovedPage } from '../http/page';
import type { RequestContext } from '../http/request-context';
import type { ApiQuery, Single } from './client';

interface Resolution<R> extends Pick<Single<R>, 'meta'> {
  readonly data: { readonly attributes: { readonly canonical_url: string | null; readonly redirected: boolean } };
  /** The record comes first. */
  readonly included: readonly [Single<R>['data'], ...NonNullable<Single<R>['included']>];
}

/**
 * Reads the record of a page in one request.
 * @param query of the single read; it may include `externalLinks`
 * @throws {MovedPage} to its current page after a rename, merge, or for a UUID
 * @throws {ApiError} 404
 */
export async function recordOf<R extends Resource & Declared>(
  visit: RequestContext,
  kind: R,
  { include = '', ...query }: ApiQuery = {},
): Promise<Single<R>> {
  const url = addressOfPage(kind, visit.path);
  const found = await visit.api.read<Resolution<R>>('/api/resolve', { url, resource: include, ...query });
  const { canonical_url: canonical, redirected } = found.data.attributes;
  const path = canonical === null ? undefined : pathOf(canonical, visit);
  if (path !== undefined && (redirected || path !== visit.path))
    throw new MovedPage(visit.to.page(path) + new URL(visit.request.url).search);
  const [data, ...included] = found.included;
  return { data, included, meta: found.meta };
}

/** Of a page, for looking up its record: that of the record in the API if a UUID names it. */
export function addressOfPage({ path, ancestors }: Pick<Resource, 'path' | 'ancestors'>, page: string): string {
  const [id] = uuidAtEnd.exec(page) ?? [];
  return id === undefined || ancestors.length > 0 ? page : `${path}${id}`;
}

/** With the slash. */
const uuidAtEnd = /\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The path of a canonical URL, relative to the base path. */
function pathOf(canonical: string, { to }: RequestContext): string {
  const { pathname } = new URL(canonical, 'http://localhost');
  return to.base !== '' && pathname.startsWith(`${to.base}/`) ? pathname.slice(to.base.length) : pathname;
}
