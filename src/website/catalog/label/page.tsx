import { labelSeries, labels } from '../../../catalog/labels';
import { releases } from '../../../catalog/releases';
import { recordOf } from '../../api/record';
import { editLinkOf } from '../../editing/editor-links';
import type { PageAnswer } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { haveFact, withCompleteness } from '../../library/completeness/figure';
import { CatalogLink, CatalogText, PartialDate } from '../../ui/catalog-text';
import { Facts, Joined, RecordFacts } from '../../ui/facts';
import { LabelMark } from '../../ui/pictures';
import { numbersOf } from '../../ui/release-table';
import { Section } from '../../ui/section';
import { ReleaseShelf } from '../../ui/shelves';
import { mainDecadeOf } from '../browse/release-list';
import { LabelReleases, readByNumber } from './series';

/** Others are behind a link. */
const [shelves, releasesOnShelf] = [6, 6];

type ReadLabel = Awaited<ReturnType<typeof readLabel>>;

export async function get(context: RequestContext): Promise<PageAnswer> {
  const read = await readLabel(context);
  const { attributes } = read.label;
  return {
    title: attributes.name,
    year: mainDecadeOf(read.releases),
    current: 'labels',
    about: {
      description: [context.t.fields.label, attributes.name, attributes.country && context.format.country(attributes.country)]
        .filter(Boolean)
        .join(' · '),
      canonical: context.to.label(attributes),
      data: { '@type': 'Organization', name: attributes.name },
    },
    body: <Label read={read} edit={editLinkOf(context)} />,
  };
}

async function readLabel(context: RequestContext) {
  const { api } = context;
  const { data: label, meta } = await recordOf(context, labels, withCompleteness(context));
  const [series, all] = await Promise.all([
    api.list(labelSeries, { itemsPerPage: 100 }, { labelId: label.attributes._id }),
    readByNumber(context, { label: label.id }),
  ]);
  const shelved = all.meta.currentPage === 1 ? series.data.slice(0, shelves) : [];
  const onShelves = await Promise.all(
    shelved.map(({ id }) => api.list(releases, { series: id, itemsPerPage: releasesOnShelf, 'order[catalogNumber]': 'asc' })),
  );
  return {
    label,
    meta,
    /** Excludes empty ones. */
    series: series.data.filter((_, index) => onShelves[index]?.meta.totalItems !== 0),
    releases: all,
    shelves: onShelves.flatMap((releases, index) => {
      const series = shelved[index];
      return series && releases.meta.totalItems > 0 ? [{ series, releases }] : [];
    }),
  };
}

function Label({ read, edit }: { readonly read: ReadLabel; readonly edit: string | undefined }) {
  const { t, to } = useRequestContext();
  const { label, releases } = read;
  return (
    <>
      <Head read={read} />
      <Shelves read={read} />
      <LabelReleases title={t.records.ofLabel.all} releases={releases} labelId={label.attributes._id} />
      <RecordFacts record={label.attributes} edit={edit}>
        <a href={to.below(`${to.label(label.attributes)}/series`, 'add')}>{t.recordForm.add.LabelSeries}</a>
      </RecordFacts>
    </>
  );
}

function Head({ read: { label, releases, series, meta } }: { readonly read: ReadLabel }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const { name, country, begin_date: begin, end_date: end } = label.attributes;
  const links = series
    .slice(0, shelves)
    .map(({ id, attributes }) => <CatalogLink key={id} href={to.series(label.attributes, attributes)} text={attributes.name} />);
  return (
    <div class="hero">
      <div class="bearer">
        <div>
          <LabelMark of={label.attributes} />
        </div>
        <div>
          <p class="over">{t.fields.label}</p>
          <h1>
            <CatalogText text={name} />
          </h1>
        </div>
        <Facts
          facts={[
            [t.fields.country, country && format.country(country)],
            [t.records.since, begin && <PartialDate date={begin} />],
            [t.records.until, end && <PartialDate date={end} />],
            [t.fields.entries, releases.meta.totalItems > 0 && format.number(releases.meta.totalItems)],
            [t.fields.series, links.length > 0 && <Joined parts={links} by=", " />],
            haveFact(context, meta, 'releases', to.label(label.attributes)),
          ]}
        />
      </div>
    </div>
  );
}

function Shelves({ read: { label, series, shelves } }: { readonly read: ReadLabel }) {
  const { t, to, format } = useRequestContext();
  const others = shelves.length === 0 ? [] : series.slice(shelves.length);
  return (
    <>
      {shelves.map(({ series: { id, attributes }, releases: { data, meta } }) => (
        <Section
          key={id}
          id={attributes.slug}
          title={attributes.name}
          aside={t.records.ofLabel.seriesOf({ count: t.words.releases({ count: format.counted(meta.totalItems) }) })}
        >
          <ReleaseShelf
            releases={data}
            below={({ _id, year }) => {
              const release = data.find(({ attributes }) => attributes._id === _id);
              return [release && numbersOf(release.attributes, label.attributes._id), year].filter(Boolean).join(' · ');
            }}
          />
          {meta.totalItems > data.length && (
            <p class="pages">
              <a href={to.series(label.attributes, attributes)}>{t.records.ofLabel.allOfSeries}</a>
            </p>
          )}
        </Section>
      ))}
      {others.length > 0 && (
        <Section title={t.records.ofLabel.moreSeries}>
          <p class="chips">
            {others.map(({ id, attributes }) => (
              <CatalogLink key={id} href={to.series(label.attributes, attributes)} text={attributes.name} />
            ))}
          </p>
        </Section>
      )}
    </>
  );
}
