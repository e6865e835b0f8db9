import { fold } from '../../../store/values/folding';
import { rootOfIri } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink, PartialDate } from '../../ui/catalog-text';
import { termText } from '../../ui/credits';
import { Joined, Lines } from '../../ui/facts';
import { formatWords } from '../../ui/format-words';
import type { ReadRelease } from './load';

interface OfRead {
  readonly read: ReadRelease;
}

export function OfAlbum({ album }: { readonly album: NonNullable<ReadRelease['album']>['attributes'] }) {
  const { t, to, format } = useRequestContext();
  return (
    <>
      <CatalogLink href={to.album(album)} text={album.title} />, {t.words.editions({ count: format.counted(album.release_count) })}
    </>
  );
}

/** `LP, Reissue · Orange`, with the type if there are several. */
export function describedFormats({ formats }: ReadRelease, visit: RequestContext): string[] {
  const isOne = new Set(formats.map(({ attributes }) => attributes.format_type)).size === 1;
  const lines = formats.flatMap(({ attributes }) => {
    const described = [attributes.descriptions.map((text) => termText(visit.t, text)).join(', '), attributes.text]
      .filter(Boolean)
      .join(' · ');
    return described === '' ? [] : [isOne ? described : formatWords([attributes], visit) + visit.format.colon + described];
  });
  return [...new Set(lines)];
}

/** Links to lists. */
export function Terms({ filter, terms }: { readonly filter: 'genre' | 'style'; readonly terms: readonly string[] }) {
  const { t, to } = useRequestContext();
  const links = terms.map((term) => <CatalogLink key={term} href={to.releases({ [filter]: term })} text={termText(t, term)} />);
  return <Joined parts={links} by=", " />;
}

/** A worldwide release has a hundred. */
const eventsAtOnce = 6;

/** Release events that are not in the head. */
export const furtherEvents = ({ release }: ReadRelease) => {
  const { events, release_date: date, country } = release.attributes;
  return events.filter((event) => (event.date ?? event.country) !== null && (event.date !== date || event.country !== country));
};

export function Events({ read }: OfRead) {
  const { format } = useRequestContext();
  const lines = furtherEvents(read).map(({ date, country }) => (
    <>
      {date && <PartialDate date={date} />}
      {date && country && ', '}
      {country && format.country(country)}
    </>
  ));
  return <Lines lines={lines} atOnce={eventsAtOnce} />;
}

/** Without the label series, which has a page. */
const printedSeries = ({ release, series }: ReadRelease) =>
  release.attributes.series.filter(({ name }) => !series || fold(name) !== fold(series.attributes.name));

export const hasSeries = (read: ReadRelease): boolean => read.series !== undefined || printedSeries(read).length > 0;

export function AllSeries({ read }: OfRead) {
  const { to } = useRequestContext();
  const printed = printedSeries(read).map(({ name, number }) => (
    <>
      <CatalogLink href={to.releases({ seriesName: name })} text={name} />
      {number && `, ${number}`}
    </>
  ));
  return <Joined parts={[...(read.series ? [<SeriesOfLabel key="label" read={read} series={read.series} />] : []), ...printed]} />;
}

interface SeriesProps extends OfRead {
  readonly series: NonNullable<ReadRelease['series']>;
}

/** Linked if its label is on the release, since its address contains the label. */
function SeriesOfLabel({ read: { release }, series: { id, attributes } }: SeriesProps) {
  const { to } = useRequestContext();
  const slug = release.attributes.labels.find(({ iri }) => iri === rootOfIri(id))?.slug;
  return <CatalogLink href={slug ? to.series({ slug }, attributes) : undefined} text={attributes.name} />;
}
