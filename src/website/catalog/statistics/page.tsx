import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { EmptyState } from '../../ui/empty-state';
import { cachedFragment } from '../../ui/fragment-cache';
import { PageHead } from '../../ui/section';
import {
  CatalogComposers,
  CatalogCountries,
  CatalogFigures,
  CatalogFormats,
  CatalogTracks,
  Completeness,
  Credited,
  FromFilmToDisc,
  Labels,
  Overview,
} from './parts';
import { type CatalogStatistics, readCatalogStatistics } from './read-statistics';

export async function get(context: RequestContext): Promise<Page> {
  const { t, to } = context;
  const statistics = await readCatalogStatistics(context);
  return {
    title: t.statistics.title,
    current: 'statistics',
    about: { canonical: to.statistics() },
    body: cachedFragment(context, 'statistics', statistics.attributes, () => <Numbers statistics={statistics} />),
  };
}

function Numbers({ statistics }: { readonly statistics: CatalogStatistics }) {
  const { t, to, user } = useRequestContext();
  const numbers = statistics.attributes;
  if (statistics.isEmpty)
    return (
      <>
        <PageHead title={t.statistics.title} />
        <EmptyState text={t.statistics.nothingYet}>
          <a class="button first" href={to.documentation('importing')}>
            {t.statistics.importCatalog}
          </a>
          {user && (
            <a class="button" href={to.shop()}>
              {t.statistics.scan}
            </a>
          )}
        </EmptyState>
      </>
    );
  return (
    <>
      <Overview statistics={statistics} />
      <div class="pair">
        <FromFilmToDisc numbers={numbers} />
        <CatalogFormats numbers={numbers} />
        <CatalogComposers numbers={numbers} />
        <Labels numbers={numbers} />
        <CatalogCountries numbers={numbers} />
        <Completeness numbers={numbers} />
        <Credited numbers={numbers} />
        <CatalogTracks numbers={numbers} />
      </div>
      <CatalogFigures numbers={numbers} />
    </>
  );
}
