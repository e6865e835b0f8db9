import type { Visit } from '../http/request-context';

/** What search engines may read: all of it or nothing, as a setting says (RFC 9309). */
export function get({ isIndexed, to, origin }: Visit): Response {
  const lines = isIndexed ? rulesOf(to.base, origin + to.siteMap().slice(to.base.length)) : ['User-agent: *', 'Disallow: /'];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' },
  });
}

/** Pages, and no lists that are narrowed in all the ways there are, nor what searches find. */
const rulesOf = (base: string, siteMap: string): string[] => [
  'User-agent: *',
  `Disallow: ${base}/api/`,
  `Disallow: ${base}/search`,
  ...['releases', 'productions', 'artists', 'labels'].map((list) => `Disallow: ${base}/${list}?`),
  '',
  `Sitemap: ${siteMap}`,
];
