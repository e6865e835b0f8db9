import type { Declared } from '../../api/openapi/client-types';
import type { Resource } from '../../api/schema/resource';
import { MovedPage } from '../http/page';
import type { RequestContext } from '../http/request-context';
import type { ApiQuery, Single } from './client';

interface Resolution {
  readonly data: {
    readonly attributes: { readonly iri: string; readonly canonical_url: string | null; readonly redirected: boolean };
  };
}

/**
 * Reads the record of a page.
 * @throws {MovedPage} to its current page after a rename, merge, or for a UUID
 * @throws {ApiError} 404
 */
export async function recordOf<R extends Resource & Declared>(visit: RequestContext, kind: R, query: ApiQuery = {}): Promise<Single<R>> {
  const { api } = visit;
  const { data } = await api.read<Resolution>('/api/resolve', { url: addressOfPage(kind, visit.path) });
  const { iri, canonical_url: canonical, redirected } = data.attributes;
  const path = canonical === null ? undefined : pathOf(canonical, visit);
  if (path !== undefined && (redirected || path !== visit.path))
    throw new MovedPage(visit.to.page(path) + new URL(visit.request.url).search);
  return api.read<Single<R>>(iri, query);
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
