import type { ListedTrack } from '../../../catalog/listed-tracks';
import { writeTrackList } from '../../../catalog/track-list';
import { choiceOf } from '../choices';
import { type Draft, draftOf, type ListName, type Row, type TextName } from './draft';
import type { EditedDisc, EditedRelease, Track } from './read-edited';

/** The draft that says what a release says. */
export function draftOfRecord(edited: EditedRelease): Draft {
  const texts = textsOf(edited);
  const lists = listsOf(edited);
  return draftOf(
    (name) => texts[name] ?? '',
    (list) => lists[list] as never,
  );
}

function textsOf({ release: { attributes }, album, series }: EditedRelease): Record<TextName, string | null> {
  const named = album && choiceOf({ id: album.attributes._id, name: album.attributes.title });
  return {
    title: attributes.title,
    artist_credit: attributes.artist_credit,
    album: named?.typed ?? '',
    albumIs: named?.known ?? '',
    release_date: attributes.release_date,
    country: attributes.country,
    barcode: attributes.barcode,
    packaging: attributes.packaging_type,
    series: series?.id ?? '',
    genres: attributes.genres.join('\n'),
    styles: attributes.styles.join('\n'),
    notes: attributes.notes,
    slug: attributes.slug,
    provisional: attributes.provisional ? 'on' : '',
  };
}

type Lists = { readonly [L in ListName]: readonly Row<L>[] };

function listsOf({ release: { attributes }, discs, entries, roles }: EditedRelease): Lists {
  return {
    artists: attributes.artists.map((artist) => named('artist', artist)),
    labels: attributes.labels.map(({ id, name, catalog_number: number }) => ({
      ...named('label', id === null ? undefined : { id, name: name ?? '' }),
      number: number ?? '',
    })),
    discs: discs.map(rowOfDisc),
    credits: attributes.credits.map((credit) => ({
      role: roles.get(credit.credit_role) ?? credit.credit_role,
      ...named('who', credit),
      on: credit.tracks ?? '',
    })),
    productions: entries.map(({ iri, attributes: { kind }, production }) => ({
      entry: iri,
      ...named('production', { id: production._id, name: production.title }),
      kind,
    })),
    companies: attributes.companies.map((company) => ({
      ...named('company', company),
      companyRole: company.role ?? '',
      companyNumber: company.catalog_number ?? '',
    })),
    printedSeries: attributes.series.map(({ name, number }) => ({ seriesName: name, seriesNumber: number ?? '' })),
    identifiers: attributes.identifiers.map(({ type, value, description }) => ({
      identifierType: type,
      identifier: value,
      identifierNote: description ?? '',
    })),
    events: attributes.events.map(({ date, country }) => ({ eventDate: date ?? '', eventCountry: country ?? '' })),
  };
}

function rowOfDisc({ id, attributes, tracks }: EditedDisc): Row<'discs'> {
  return {
    disc: id,
    format: attributes.format_type,
    quantity: String(attributes.quantity),
    discTitle: attributes.title ?? '',
    discText: attributes.text ?? '',
    descriptions: attributes.descriptions.join('\n'),
    // Without tracks a list would be nothing but a heading.
    tracks: tracks.length === 0 ? '' : writeTrackList([{ tracks: tracks.map(({ attributes }) => listedOf(attributes)) }]),
  };
}

type Said = Pick<Track['attributes'], 'title' | 'number' | 'minutes' | 'seconds' | 'artists' | 'artist_text'> & {
  readonly sub_tracks?: Track['attributes']['sub_tracks'];
};

/** A track as a list says it. Whose it is stands there where no artist of the catalog does. */
function listedOf({ title, number, minutes, seconds, artists, artist_text: artist, sub_tracks: parts = [] }: Said): ListedTrack {
  const length = minutes * 60 + seconds;
  return {
    title: asLine(title),
    ...(number && { number: asLine(number) }),
    ...(artist && artists.length === 0 && { artist: asLine(artist) }),
    ...(length > 0 && { seconds: length }),
    line: 0,
    parts: parts.map(listedOf),
  };
}

/** A line is one, whatever a title has. */
const asLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The two fields that name a record: what is typed, and which one it is. */
function named<N extends string>(
  field: N,
  record: { readonly id: string; readonly name: string } | undefined,
): Record<N | `${N}Is`, string> {
  const { typed, known } = record ? choiceOf({ id: record.id, name: asLine(record.name) }) : { typed: '', known: '' };
  return { [field]: typed, [`${field}Is`]: known } as Record<N | `${N}Is`, string>;
}
