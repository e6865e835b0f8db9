import { fold } from '../../../store/values/folding';
import { idOf } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogText, PartialDate } from '../../ui/catalog-text';
import { formatWords } from '../../ui/format-words';
import type { ReadRelease } from './load';

interface OfRead {
  readonly read: ReadRelease;
}

export function OfAlbum({ album }: { readonly album: NonNullable<ReadRelease['album']>['attributes'] }) {
  const { t, to, format } = useRequestContext();
  return (
    <>
      <a href={to.album(album)}>
        <CatalogText text={album.title} />
      </a>
      , {t.words.editions(...format.counted(album.release_count))}
    </>
  );
}

export const FactLines = ({ texts }: { readonly texts: readonly string[] }) => (
  <>
    {texts.map((text, index) => (
      <>
        {index > 0 && <br />}
        <CatalogText text={text} />
      </>
    ))}
  </>
);

/** `LP, Reissue · Orange`, with the type if there are several. */
export function describedFormats({ formats }: ReadRelease, visit: RequestContext): string[] {
  const isOne = new Set(formats.map(({ attributes }) => attributes.format_type)).size === 1;
  const lines = formats.flatMap(({ attributes }) => {
    const said = [attributes.descriptions.join(', '), attributes.text].filter(Boolean).join(' · ');
    return said === '' ? [] : [isOne ? said : `${formatWords([attributes], visit)}: ${said}`];
  });
  return [...new Set(lines)];
}

/** Links to lists. */
export function Terms({ filter, terms }: { readonly filter: 'genre' | 'style'; readonly terms: readonly string[] }) {
  const { to } = useRequestContext();
  return (
    <>
      {terms.map((term, index) => (
        <>
          {index > 0 && ', '}
          <a key={term} href={to.releases({ [filter]: term })}>
            <CatalogText text={term} />
          </a>
        </>
      ))}
    </>
  );
}

/** A worldwide release has a hundred. */
const eventsAtOnce = 6;

/** Release events that are not in the head. */
export const furtherEvents = ({ release }: ReadRelease) => {
  const { events, release_date: date, country } = release.attributes;
  return events.filter((event) => (event.date ?? event.country) !== null && (event.date !== date || event.country !== country));
};

export function Events({ read }: OfRead) {
  const { t, format } = useRequestContext();
  const all = furtherEvents(read);
  const lines = (some: typeof all) =>
    some.map(({ date, country }, index) => (
      <>
        {index > 0 && <br />}
        {date && <PartialDate date={date} />}
        {date && country && ', '}
        {country && format.country(country)}
      </>
    ));
  if (all.length <= eventsAtOnce) return <>{lines(all)}</>;
  return (
    <>
      {lines(all.slice(0, eventsAtOnce))}
      <details class="more">
        <summary>{t.words.more(format.number(all.length - eventsAtOnce))}</summary>
        {lines(all.slice(eventsAtOnce))}
      </details>
    </>
  );
}

/** Without the label series, which has a page. */
const printedSeries = ({ release, series }: ReadRelease) =>
  release.attributes.series.filter(({ name }) => !series || fold(name) !== fold(series.attributes.name));

export const hasSeries = (read: ReadRelease): boolean => read.series !== undefined || printedSeries(read).length > 0;

export function AllSeries({ read }: OfRead) {
  const { to } = useRequestContext();
  const printed = printedSeries(read);
  return (
    <>
      {read.series && <SeriesOfLabel read={read} series={read.series} />}
      {read.series && printed.length > 0 && <br />}
      {printed.map(({ name, number }, index) => (
        <>
          {index > 0 && <br />}
          <a href={to.releases({ seriesName: name })}>
            <CatalogText text={name} />
          </a>
          {number && `, ${number}`}
        </>
      ))}
    </>
  );
}

interface SeriesProps extends OfRead {
  readonly series: NonNullable<ReadRelease['series']>;
}

/** Linked if its label is on the release, since its address contains the label. */
function SeriesOfLabel({ read: { labels }, series: { id, attributes } }: SeriesProps) {
  const { to } = useRequestContext();
  const slug = labels.get(idOf(id.slice(0, id.lastIndexOf('/series/'))));
  const name = <CatalogText text={attributes.name} />;
  return slug === undefined ? name : <a href={to.series({ slug }, attributes)}>{name}</a>;
}
