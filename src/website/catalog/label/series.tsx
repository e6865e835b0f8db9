import { labelSeries, labels } from '../../../catalog/labels';
import { releases } from '../../../catalog/releases';
import { type ApiQuery, type List, type Single, uuidOfIri } from '../../api/client';
import { recordOf } from '../../api/record';
import { editLinkOf } from '../../editing/editor-links';
import { type PageAnswer, pageNumber } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { haveFact, withCompleteness } from '../../library/completeness/figure';
import { CatalogLink, CatalogText } from '../../ui/catalog-text';
import { Facts, RecordFacts } from '../../ui/facts';
import { Pager } from '../../ui/pager';
import { LabelMark } from '../../ui/pictures';
import { ReleaseTable } from '../../ui/release-table';
import { Section } from '../../ui/section';
import { formatsIn, mainDecadeOf, ownedIn } from '../browse/release-list';

const releasesAtOnce = 60;

interface SeriesProps {
  readonly edit: string | undefined;
  readonly series: Single<typeof labelSeries>['data'];
  readonly meta: Single<typeof labelSeries>['meta'];
  readonly label: Single<typeof labels>['data'];
  readonly releases: List<typeof releases>;
}

export async function get(context: RequestContext): Promise<PageAnswer> {
  const { api, to } = context;
  const { data: series, meta } = await recordOf(context, labelSeries, withCompleteness(context));
  const [{ data: label }, all] = await Promise.all([
    api.single(labels, uuidOfIri(series.id.slice(0, series.id.lastIndexOf('/series/')))),
    readByNumber(context, { series: series.id }),
  ]);
  return {
    title: `${series.attributes.name}, ${label.attributes.name}`,
    year: mainDecadeOf(all),
    current: 'labels',
    about: {
      canonical: to.series(label.attributes, series.attributes),
      description: `${label.attributes.name} · ${series.attributes.name}`,
    },
    body: <Series series={series} meta={meta} label={label} releases={all} edit={editLinkOf(context)} />,
  };
}

function Series({ series, meta, label, releases, edit }: SeriesProps) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { totalItems } = releases.meta;
  // Several releases share a number, or none has one.
  const unit = meta?.completeness?.total === totalItems ? 'releases' : 'numbers';
  return (
    <>
      <div class="hero">
        <div class="bearer">
          <div>
            <LabelMark of={label.attributes} />
          </div>
          <div>
            <p class="over">
              {t.records.seriesOf} <CatalogLink href={to.label(label.attributes)} text={label.attributes.name} />
            </p>
            <h1>
              <CatalogText text={series.attributes.name} />
            </h1>
          </div>
          <Facts
            facts={[
              [t.fields.entries, totalItems > 0 && format.number(totalItems)],
              haveFact(context, meta, unit, to.series(label.attributes, series.attributes)),
            ]}
          />
        </div>
      </div>
      <LabelReleases title={t.fields.entries} releases={releases} labelId={label.attributes._id} />
      <RecordFacts record={series.attributes} edit={edit} />
    </>
  );
}

/** A page of releases by catalog number. */
export const readByNumber = (context: RequestContext, of: ApiQuery): Promise<List<typeof releases>> =>
  context.api.list(releases, {
    ...of,
    page: pageNumber(context),
    itemsPerPage: releasesAtOnce,
    'order[catalogNumber]': 'asc',
    include: 'formats',
    facets: 'decade',
    holdings: context.user ? true : undefined,
  });

interface LabelReleasesProps {
  readonly title: string;
  readonly releases: List<typeof releases>;
  readonly labelId: string;
}

/** By catalog number. */
export function LabelReleases({ title, releases, labelId }: LabelReleasesProps) {
  const { t, format } = useRequestContext();
  const { totalItems } = releases.meta;
  return (
    <Section title={title} aside={totalItems > 0 && t.words.releases({ count: format.counted(totalItems) })}>
      {totalItems === 0 ? (
        <p class="prose soft">{t.records.ofLabel.none}</p>
      ) : (
        <ReleaseTable
          caption={t.records.ofLabel.byNumber}
          releases={releases.data}
          formatsOf={formatsIn(releases)}
          labelId={labelId}
          owned={ownedIn(releases)}
        />
      )}
      <Pager meta={releases.meta} />
    </Section>
  );
}
