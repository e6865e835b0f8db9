import type { Visit } from '../http/request-context';
import { element, xmlAnswer } from './xml';

/** How browsers search here from their own search box (OpenSearch 1.1). */
export function get({ t, to, origin, asset, language }: Visit): Response {
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
}
