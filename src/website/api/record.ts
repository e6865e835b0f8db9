import type { Declared } from '../../api/openapi/client-types';
import type { Resource } from '../../api/schema/resource';
import { MovedPage } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { type Api, ApiError, type ApiQuery, type Single } from './client';

interface Resolution<Data, Included, Meta> {
  readonly data: { readonly attributes: { readonly iri: string; readonly canonical_url: string | null; readonly redirected: boolean } };
  /** The record comes first. */
  readonly included: readonly [Data, ...Included[]];
  readonly meta?: Meta;
}

/**
 * Reads what is at an address, in one request. Of thousands of tracks, none are included.
 * @param query of the single read; it may include `externalLinks`
 */
export async function resolveRecord<D, I, M>(api: Api, url: string, { include = '', ...query }: ApiQuery): Promise<Resolution<D, I, M>> {
  const read = (resource: string) => api.read<Resolution<D, I, M>>('/api/resolve', { url, resource, ...query });
  try {
    return await read(String(include));
  } catch (error) {
    const withoutTracks = String(include).replace('formats.tracks', 'formats');
    if (withoutTracks !== include && error instanceof ApiError && error.status === 400) return read(withoutTracks);
    throw error;
  }
}

/**
 * Reads the record of a page.
 * @param query of the single read; it may include `externalLinks`
 * @throws {MovedPage} to its current page after a rename, merge, or for a UUID
 * @throws {ApiError} 404
 */
export async function recordOf<R extends Resource & Declared>(visit: RequestContext, kind: R, query: ApiQuery = {}): Promise<Single<R>> {
  const found = await resolveRecord<Single<R>['data'], NonNullable<Single<R>['included']>[number], Single<R>['meta']>(
    visit.api,
    addressOfPage(kind, visit.path),
    query,
  );
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
