import type { RequestContext } from '../http/request-context';
import { element, xmlAnswer } from './xml';

export const get = (context: RequestContext): Response =>
  new Response(JSON.stringify(webManifest(context)), {
    headers: {
      'content-type': 'application/manifest+json',
      'cache-control': 'private, no-cache',
      vary: 'Accept-Language, Cookie',
      'x-content-type-options': 'nosniff',
    },
  });

/** The color `--paper`. A manifest has one color, pages have both. */
const paperColours = { light: '#fafbfc', dark: '#111218' } as const;

/** W3C Web Application Manifest. */
export const webManifest = ({ t, to, asset, language }: Pick<RequestContext, 't' | 'to' | 'asset' | 'language'>) => ({
  id: to.home(),
  name: 'Leitmotif',
  short_name: 'Leitmotif',
  description: t.home.about,
  lang: language,
  start_url: to.home(),
  scope: to.home(),
  display: 'standalone',
  // Offered by the icon of the installed site, the most useful first.
  shortcuts: [
    { name: t.shop.title, url: to.shop() },
    { name: t.collection.title, url: to.collection() },
  ],
  background_color: paperColours.light,
  theme_color: paperColours.light,
  icons: [
    { src: asset('icon-192.png'), sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: asset('icon-512.png'), sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: asset('icon-maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: asset('favicon.svg'), sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
});

/** OpenSearch 1.1: lets browsers search this site. */
export const openSearch = {
  get({ t, to, origin, asset, language }: RequestContext): Response {
    const whole = (path: string) => origin + path.slice(to.base.length);
    const description = element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      element('ShortName', null, 'Leitmotif'),
      element('Description', null, t.home.about),
      element('InputEncoding', null, 'UTF-8'),
      element('Language', null, language),
      element('Image', { width: '16', height: '16', type: 'image/svg+xml' }, whole(asset('favicon.svg'))),
      element('Url', { type: 'text/html', method: 'get', template: `${whole(to.search())}?q={searchTerms}` }),
      element('Url', { type: 'application/opensearchdescription+xml', rel: 'self', template: whole(to.openSearch()) }),
    );
    return xmlAnswer(description, 'application/opensearchdescription+xml', { vary: 'Accept-Language, Cookie' });
  },
};
