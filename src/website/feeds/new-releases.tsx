import { releases } from '../../catalog/releases';
import type { Item } from '../api/client';
import { absolute } from '../http/addresses';
import type { RequestContext } from '../http/request-context';
import { element, xmlAnswer } from './xml';

/** Enough for daily readers. */
const shownReleases = 50;

/** Atom feed (RFC 4287) of the latest releases. */
export async function get(context: RequestContext): Promise<Response> {
  const { api, t, to, now, language, format } = context;
  const { data } = await api.list(releases, {
    sort: '-createdAt',
    provisional: false,
    itemsPerPage: shownReleases,
    'fields[Release]': '_id,slug,title,year,country,artist_credit,labels,created_at,updated_at',
  });
  const address = absolute(context, to.newReleases());
  const newest = data
    .map(({ attributes }) => changedAt(attributes))
    .sort()
    .at(-1);
  const feed = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language },
    element('id', null, address),
    element('title', null, `Leitmotif${format.colon}${t.frame.newReleases}`),
    element('link', { rel: 'self', type: 'application/atom+xml', href: address }),
    element('link', { rel: 'alternate', type: 'text/html', href: absolute(context, to.releases({ sort: '-createdAt' })) }),
    element('updated', null, newest ?? now.toISOString()),
    element('author', null, element('name', null, 'Leitmotif')),
    ...data.map(({ attributes }) => entry(context, attributes)),
  );
  return xmlAnswer(feed, 'application/atom+xml', { vary: 'Accept-Language, Authorization, Cookie' });
}

type Release = Item<typeof releases>['attributes'];

function entry(context: RequestContext, release: Release) {
  const { to, format } = context;
  const { _id: id, title, artist_credit: credit, year, country, labels } = release;
  const label = labels.map(({ name, catalog_number: number }) => [name, number].filter(Boolean).join(' ')).filter((one) => one !== '');
  const summary = [credit, year, country && format.country(country), ...label].filter(Boolean).join(' · ');
  return element(
    'entry',
    null,
    element('id', null, `urn:uuid:${id}`),
    element('title', null, title),
    element('link', { rel: 'alternate', type: 'text/html', href: absolute(context, to.release(release)) }),
    element('published', null, release.created_at),
    element('updated', null, changedAt(release)),
    ...(credit ? [element('author', null, element('name', null, credit))] : []),
    ...(summary === '' ? [] : [element('summary', null, summary)]),
  );
}

const changedAt = ({ created_at: created, updated_at: updated }: Release): string => updated ?? created;
