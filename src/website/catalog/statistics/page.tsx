import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { cachedFragment } from '../../ui/fragment-cache';
import { Counted, OfArtists, OfFormats, OfLabels, OfProductions, OfReleases, OfTracks } from './parts';
import { type CatalogStatistics, readStatistics } from './read-statistics';

export async function get(visit: RequestContext): Promise<Page> {
  const { t, to } = visit;
  const statistics = await readStatistics(visit);
  return {
    title: t.statistics.title,
    current: 'statistics',
    about: { canonical: to.statistics() },
    body: cachedFragment(visit, 'statistics', statistics.attributes, () => <Numbers statistics={statistics} />),
  };
}

function Numbers({ statistics }: { readonly statistics: CatalogStatistics }) {
  const { t } = useRequestContext();
  return (
    <>
      <div class="head">
        <h1>{t.statistics.title}</h1>
      </div>
      <Counted statistics={statistics} />
      <OfReleases numbers={statistics.attributes} />
      <OfFormats numbers={statistics.attributes} />
      <OfProductions numbers={statistics.attributes} />
      <OfArtists numbers={statistics.attributes} />
      <OfLabels numbers={statistics.attributes} />
      <OfTracks numbers={statistics.attributes} />
    </>
  );
}
