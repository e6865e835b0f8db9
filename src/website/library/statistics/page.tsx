import type { Page } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText } from '../../ui/catalog-text';
import { type Bar, BarChart, ColumnChart } from '../../ui/charts';
import { decadeClass } from '../../ui/decade-class';
import { EmptyState } from '../../ui/empty-state';
import { Section } from '../../ui/section';
import { CollectionFrame } from '../frame';
import type { Condition, FormatType } from '../items/items';
import type { CopyFilter } from '../items/list-query';
import { SpendingParts } from './spending-parts';
import { type Numbers, readNumbers, readSummary } from './summary';

export async function get(visit: RequestContext): Promise<Page> {
  const [summary, numbers] = await Promise.all([readSummary(visit), readNumbers(visit)]);
  const { t, to } = visit;
  const body = (
    <CollectionFrame summary={summary} current="statistics">
      {summary.copies === 0 ? (
        <EmptyState
          text={t.collection.nothingYet}
          actions={
            <>
              <a class="button first" href={to.addMany()}>
                {t.collection.pasteBarcodes}
              </a>
            </>
          }
        />
      ) : (
        <StatisticsParts numbers={numbers} />
      )}
    </CollectionFrame>
  );
  return { title: `${t.collection.title}: ${t.collection.tabs.statistics}`, current: 'collection', body };
}

/** Bars of a chart; what is beyond is in the list of copies. */
const mostBars = 15;

/** The charts of a collection, each with its numbers as a table. */
const StatisticsParts = ({ numbers }: { readonly numbers: Numbers }) => (
  <>
    <Decades numbers={numbers} />
    <Formats numbers={numbers} />
    <SpendingParts numbers={numbers} />
    <Composers numbers={numbers} />
    <Labels numbers={numbers} />
    <Conditions numbers={numbers} />
    <Ratings numbers={numbers} />
    <FiledParts numbers={numbers} />
  </>
);

function Decades({ numbers: { by_decade: all } }: { readonly numbers: Numbers }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.numbers;
  const columns = all.flatMap(({ decade, copies }) =>
    decade === null ? [] : [{ label: t.words.decade(decade), value: copies, era: decadeClass(decade), href: to.collection({ decade }) }],
  );
  const undated = all.filter(({ decade }) => decade === null);
  if (columns.length === 0) return null;
  return (
    <Section title={words.decades} aside={words.ofReleases}>
      <ColumnChart
        columns={columns}
        label={words.byDecade}
        table={{ summary: words.asTable, caption: words.byDecade, heads: [words.decade, words.copies] }}
        otherRows={undated.map(({ copies }) => ({ head: words.undated, cells: [format.number(copies)] }))}
        format={(value) => format.number(value)}
      />
    </Section>
  );
}

function Formats({ numbers: { by_format: all } }: { readonly numbers: Numbers }) {
  const { t, to } = useRequestContext();
  const words = t.collection.numbers;
  const bars = all.map(({ format_type: type, copies }) => ({
    name: type === null ? words.asTheRelease : t.words.formatTypes[type as FormatType],
    value: copies,
    ...(type !== null && { href: to.collection({ format: type }) }),
  }));
  return <Bars title={words.formats} head={words.format} bars={bars} />;
}

function Composers({ numbers: { composers } }: { readonly numbers: Numbers }) {
  const { t, to } = useRequestContext();
  const words = t.collection.numbers;
  // Told by items; drawn are copies.
  const most = composers.toSorted((one, other) => other.copies - one.copies);
  const bars = most.slice(0, mostBars).map(({ artist, copies }) => ({
    name: <CatalogText text={artist.name} />,
    href: to.artist(artist),
    value: copies,
  }));
  return <Bars title={words.composers} aside={words.most} head={words.composer} bars={bars} />;
}

function Labels({ numbers: { by_label: all } }: { readonly numbers: Numbers }) {
  const { t, to } = useRequestContext();
  const words = t.collection.numbers;
  const bars = all.flatMap(({ label, copies }) =>
    label === null ? [] : [{ name: <CatalogText text={label.name} />, href: to.label(label), value: copies }],
  );
  return <Bars title={words.labels} aside={words.most} head={words.label} bars={bars.slice(0, mostBars)} />;
}

function Conditions({ numbers: { by_condition: all } }: { readonly numbers: Numbers }) {
  const { t, to } = useRequestContext();
  const words = t.collection.numbers;
  const bars = all.map(({ condition, copies }) => ({
    name: condition === null ? words.notGraded : t.words.conditions[condition as Condition],
    value: copies,
    ...(condition !== null && { href: to.collection({ condition }) }),
  }));
  return <Bars title={words.conditions} head={words.condition} bars={bars} />;
}

function Ratings({ numbers: { by_rating: all } }: { readonly numbers: Numbers }) {
  const { t, to } = useRequestContext();
  const words = t.collection.numbers;
  const rated = all.flatMap(({ rating, copies }) => (rating === null ? [] : [{ rating, copies }])).toSorted((a, b) => b.rating - a.rating);
  const bars = rated.map(({ rating, copies }) => ({
    name: t.collection.rated(String(rating)),
    value: copies,
    href: to.collection({ rating }),
  }));
  return <Bars title={words.ratings} head={words.rating} bars={bars} />;
}

function FiledParts({ numbers }: { readonly numbers: Numbers }) {
  const { t, to } = useRequestContext();
  const words = t.collection.numbers;
  const barsOf = (filter: CopyFilter, all: readonly (readonly [name: string | null, copies: number])[]): Bar[] =>
    all
      .flatMap(([name, value]) => (name === null || name === '' ? [] : [{ name, value, href: to.collection({ [filter]: name }) }]))
      .slice(0, mostBars);
  return (
    <>
      <Bars
        title={words.folders}
        head={words.folder}
        bars={barsOf(
          'folder',
          numbers.by_folder.map(({ folder, copies }) => [folder, copies]),
        )}
      />
      <Bars
        title={words.tags}
        head={words.tag}
        bars={barsOf(
          'tag',
          numbers.by_tag.map(({ tag, copies }) => [tag, copies]),
        )}
      />
      <Bars
        title={words.places}
        head={words.place}
        bars={barsOf(
          'place',
          numbers.by_storage_location.map(({ storage_location: place, copies }) => [place, copies]),
        )}
      />
    </>
  );
}

interface BarsProps {
  readonly title: string;
  readonly aside?: string;
  readonly head: string;
  readonly bars: readonly Bar[];
}

function Bars({ title, aside, head, bars }: BarsProps) {
  const { t, format } = useRequestContext();
  const words = t.collection.numbers;
  if (bars.length === 0) return null;
  return (
    <Section title={title} aside={aside}>
      <BarChart
        bars={bars}
        caption={title}
        heads={{ name: head, share: words.share, value: words.copies }}
        format={(value) => format.number(value)}
      />
    </Section>
  );
}
