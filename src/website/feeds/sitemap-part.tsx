import type { Answer } from '../http/page';
import { problemPage } from '../http/problem-page';
import type { Visit } from '../http/request-context';
import { element, xmlAnswer } from './xml';

interface Part {
  readonly data: { readonly attributes: { readonly addresses: readonly { readonly path: string; readonly changed_at: string }[] } };
}

/** A part of the site map: up to 10,000 addresses. */
export async function get(visit: Visit, { part }: { readonly part: string }): Promise<Answer> {
  const { api, origin, isIndexed } = visit;
  if (!isIndexed || !part.endsWith('.xml')) return problemPage(visit, undefined, '');
  const { data } = await api.read<Part>(`/api/page-addresses/${encodeURIComponent(part.slice(0, -'.xml'.length))}`);
  const addresses = data.attributes.addresses.map(({ path, changed_at: changed }) =>
    element('url', null, element('loc', null, origin + path), element('lastmod', null, changed)),
  );
  return xmlAnswer(element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, ...addresses), 'application/xml');
}
