import { problemPage } from '../errors';
import { element, xmlAnswer } from '../feeds/xml';
import type { Answer } from '../page';
import type { Visit } from '../visit';

interface Contents {
  readonly data: { readonly attributes: { readonly parts: readonly { readonly part: string }[] } };
}

/** The parts of the site map (https://www.sitemaps.org/protocol.html), where search engines may read. */
export async function show(visit: Visit): Promise<Answer> {
  const { api, to, origin, isIndexed } = visit;
  if (!isIndexed) return problemPage(visit, undefined, '');
  const { data } = await api.read<Contents>('/api/page-addresses');
  const parts = data.attributes.parts.map(({ part }) =>
    element('sitemap', null, element('loc', null, origin + to.siteMapPart(part).slice(to.base.length))),
  );
  return xmlAnswer(element('sitemapindex', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, ...parts), 'application/xml');
}
