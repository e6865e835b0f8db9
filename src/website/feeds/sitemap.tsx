import type { PageAnswer } from '../http/page';
import { problemPage } from '../http/problem-page';
import type { RequestContext } from '../http/request-context';
import { element, xmlAnswer } from './xml';

interface Contents {
  readonly data: { readonly attributes: { readonly parts: readonly { readonly part: string }[] } };
}

/** Sitemap index (https://www.sitemaps.org/protocol.html), if indexing is allowed. */
export async function get(context: RequestContext): Promise<PageAnswer> {
  const { api, to, origin, isIndexed } = context;
  if (!isIndexed) return problemPage(context, undefined, '');
  const { data } = await api.read<Contents>('/api/page-addresses');
  const parts = data.attributes.parts.map(({ part }) =>
    element('sitemap', null, element('loc', null, origin + to.siteMapPart(part).slice(to.base.length))),
  );
  return xmlAnswer(element('sitemapindex', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, ...parts), 'application/xml');
}

interface Part {
  readonly data: { readonly attributes: { readonly addresses: readonly { readonly path: string; readonly changed_at: string }[] } };
}

/** A sitemap of up to 10,000 addresses. */
export const part = {
  async get(context: RequestContext, { part }: { readonly part: string }): Promise<PageAnswer> {
    const { api, origin, isIndexed } = context;
    if (!isIndexed || !part.endsWith('.xml')) return problemPage(context, undefined, '');
    const { data } = await api.read<Part>(`/api/page-addresses/${encodeURIComponent(part.slice(0, -'.xml'.length))}`);
    const addresses = data.attributes.addresses.map(({ path, changed_at: changed }) =>
      element('url', null, element('loc', null, origin + path), element('lastmod', null, changed)),
    );
    return xmlAnswer(element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, ...addresses), 'application/xml');
  },
};

/** RFC 9309. Allows all or nothing, by setting. */
export const robots = {
  get({ isIndexed, to, origin }: RequestContext): Response {
    const lines = isIndexed ? rulesOf(to.base, origin + to.siteMap().slice(to.base.length)) : ['User-agent: *', 'Disallow: /'];
    return new Response(`${lines.join('\n')}\n`, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' },
    });
  },
};

/** Excludes search results and filtered lists. */
const rulesOf = (base: string, siteMap: string): string[] => [
  'User-agent: *',
  `Disallow: ${base}/api/`,
  `Disallow: ${base}/search`,
  ...['releases', 'productions', 'artists', 'labels'].map((list) => `Disallow: ${base}/${list}?`),
  '',
  `Sitemap: ${siteMap}`,
];
