import { fold } from '../../../store/values/folding';
import { rootOfIri } from '../../api/client';
import { BarcodeCaution } from '../../editing/fields';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { CatalogLink, CatalogText, PartialDate } from '../../ui/catalog-text';
import { termText } from '../../ui/credits';
import { Facts, Joined, Lines } from '../../ui/facts';
import { formatWords } from '../../ui/format-words';
import { otherTitlesFact } from '../other-titles';
import { relationFacts } from '../relations';
import type { ReadRelease } from './load';
import { languageOfTitles, totalLength } from './tracks';

export function ReleaseFacts({ read }: { readonly read: ReadRelease }) {
  const context = useRequestContext();
  const { t, to } = context;
  const { labels, release_date: date, packaging_type: packaging, barcode, genres, styles } = read.release.attributes;
  const described = describedFormats(read, context);
  const scores = read.release.attributes.pending?.productions ?? [];
  return (
    <Facts
      facts={[
        [labels.length > 1 ? t.records.labels : t.fields.label, labels.length > 0 && <Labels read={read} />],
        [t.fields.series, hasSeries(read) && <AllSeries read={read} />],
        [
          t.records.musicFrom.one,
          scores.length > 0 && (
            <Joined parts={scores.map((film) => <CatalogLink key={film.slug} href={to.production(film)} text={film.title} />)} />
          ),
        ],
        [t.fields.album, read.album && read.album.attributes.release_count > 1 && <OfAlbum album={read.album.attributes} />],
        otherTitlesFact(read.release.attributes.other_titles, context, languageOfTitles(read, context)),
        ...relationFacts(read.related, context),
        [t.fields.release_date, date && <PartialDate date={date} />],
        [t.records.edition.alsoReleased, furtherEvents(read).length > 0 && <Events read={read} />],
        [t.fields.format_type, described.length > 0 && <Joined parts={described.map((text) => <CatalogText key={text} text={text} />)} />],
        [t.fields.edition_size, limitOf(read.release.attributes, context)],
        lengthFact(read.release.attributes, context),
        [t.fields.packaging_type, packaging && <CatalogText text={t.words.packaging[packaging] ?? packaging} />],
        [t.fields.barcode, barcode && <Barcode read={read} barcode={barcode} />],
        [t.records.edition.genre, genres.length > 0 && <Terms filter="genre" terms={genres} />],
        [t.records.edition.style, styles.length > 0 && <Terms filter="style" terms={styles} />],
      ]}
    />
  );
}

/** Editors see warnings about the number. */
const Barcode = ({ read, barcode }: { readonly read: ReadRelease; readonly barcode: string }) => (
  <>
    <span class="n">{barcode}</span>
    {read.isEditable && (
      <>
        {' '}
        <BarcodeCaution field="barcode" value={barcode} />
      </>
    )}
  </>
);

/** `Length 29:08, 8 tracks`, or `Tracks 8` without lengths. */
function lengthFact(release: ReadRelease['release']['attributes'], context: RequestContext): readonly [name: string, value: string] {
  const { t, format } = context;
  const { track_count: count } = release;
  const length = totalLength(release, context);
  if (length === '') return [t.fields.tracks, count === 0 ? '' : format.number(count)];
  return [t.records.length, `${length}, ${t.words.tracks({ count: format.counted(count) })}`];
}

/** "3,000 copies, numbered" */
const limitOf = ({ edition_size: size, numbered }: ReadRelease['release']['attributes'], { t, format }: RequestContext): string =>
  [...(size === null ? [] : [t.words.copies({ count: format.counted(size) })]), ...(numbered ? [t.words.numbered] : [])].join(', ');

/** One per line with its number. */
function Labels({ read: { release } }: { readonly read: ReadRelease }) {
  const { to } = useRequestContext();
  const parts = release.attributes.labels.map(({ slug, name, catalog_number: number }) => (
    <>
      {name !== null && <CatalogLink href={slug ? to.label({ slug }) : undefined} text={name} />}
      {name !== null && number !== null && ', '}
      {number !== null && <span class="n">{number}</span>}
    </>
  ));
  return <Joined parts={parts} />;
}

interface OfRead {
  readonly read: ReadRelease;
}

function OfAlbum({ album }: { readonly album: NonNullable<ReadRelease['album']>['attributes'] }) {
  const { t, to, format } = useRequestContext();
  return (
    <>
      <CatalogLink href={to.album(album)} text={album.title} />, {t.words.editions({ count: format.counted(album.release_count) })}
    </>
  );
}

/** `LP, Reissue · Orange`, with the type if there are several. */
function describedFormats({ formats }: ReadRelease, context: RequestContext): string[] {
  const isOne = new Set(formats.map(({ attributes }) => attributes.format_type)).size === 1;
  const lines = formats.flatMap(({ attributes }) => {
    const described = [attributes.descriptions.map((text) => termText(context.t, text)).join(', '), attributes.text]
      .filter(Boolean)
      .join(' · ');
    return described === '' ? [] : [isOne ? described : formatWords([attributes], context) + context.format.colon + described];
  });
  return [...new Set(lines)];
}

/** Links to lists. */
function Terms({ filter, terms }: { readonly filter: 'genre' | 'style'; readonly terms: readonly string[] }) {
  const { t, to } = useRequestContext();
  const links = terms.map((term) => <CatalogLink key={term} href={to.releases({ [filter]: term })} text={termText(t, term)} />);
  return <Joined parts={links} by=", " />;
}

/** A worldwide release has a hundred. */
const eventsAtOnce = 6;

/** Release events that are not in the head. */
const furtherEvents = ({ release }: ReadRelease) => {
  const { events, release_date: date, country } = release.attributes;
  return events.filter((event) => (event.date ?? event.country) !== null && (event.date !== date || event.country !== country));
};

function Events({ read }: OfRead) {
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

const hasSeries = (read: ReadRelease): boolean => read.series !== undefined || printedSeries(read).length > 0;

function AllSeries({ read }: OfRead) {
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
