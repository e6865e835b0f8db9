import type { IconName } from '../client/icons';
import type { RequestContext } from '../http/request-context';
import { element, xmlAnswer } from './xml';

export function get({ t, to, asset, language }: RequestContext): Response {
  const manifest = webManifest({
    name: 'Leitmotif',
    shortName: 'Leitmotif',
    description: t.home.about,
    language,
    scope: to.home(),
    shortcuts: [
      { name: t.shop.title, url: to.shop() },
      { name: t.collection.title, url: to.collection() },
    ],
    urlOf: asset,
  });
  return new Response(JSON.stringify(manifest), {
    headers: {
      'content-type': webManifestMediaType,
      'cache-control': 'private, no-cache',
      vary: 'Accept-Language, Cookie',
      'x-content-type-options': 'nosniff',
    },
  });
}

interface Installation {
  readonly name: string;
  /** At most about twelve letters. */
  readonly shortName: string;
  readonly description: string;
  /** BCP 47. */
  readonly language: string;
  /** `/`, or `/music/` with a base path. */
  readonly scope: string;
  /** Offered by the icon of the installed site, the most useful first. */
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
  readonly urlOf: (icon: IconName) => string;
}

/** The color `--paper`. A manifest has one color, pages have both. */
const paperColours = { light: '#fafbfc', dark: '#111218' } as const;

const webManifestMediaType = 'application/manifest+json';

/** W3C Web Application Manifest. */
export const webManifest = ({ name, shortName, description, language, scope, shortcuts, urlOf }: Installation) => ({
  id: scope,
  name,
  short_name: shortName,
  description,
  lang: language,
  start_url: scope,
  scope,
  display: 'standalone',
  shortcuts,
  background_color: paperColours.light,
  theme_color: paperColours.light,
  icons: [
    { src: urlOf('icon-192.png'), sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: urlOf('icon-512.png'), sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: urlOf('icon-maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: urlOf('favicon.svg'), sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
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
