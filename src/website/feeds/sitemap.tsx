import type { Answer } from '../http/page';
import { problemPage } from '../http/problem-page';
import type { Visit } from '../http/request-context';
import { element, xmlAnswer } from './xml';

interface Contents {
  readonly data: { readonly attributes: { readonly parts: readonly { readonly part: string }[] } };
}

/** The parts of the site map (https://www.sitemaps.org/protocol.html), where search engines may read. */
export async function get(visit: Visit): Promise<Answer> {
  const { api, to, origin, isIndexed } = visit;
  if (!isIndexed) return problemPage(visit, undefined, '');
  const { data } = await api.read<Contents>('/api/page-addresses');
  const parts = data.attributes.parts.map(({ part }) =>
    element('sitemap', null, element('loc', null, origin + to.siteMapPart(part).slice(to.base.length))),
  );
  return xmlAnswer(element('sitemapindex', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, ...parts), 'application/xml');
}
