import type { ListedTrack } from '../../../catalog/tracks/listed-tracks';
import { writeTrackList } from '../../../catalog/tracks/track-list';
import { choiceOf } from '../choices';
import { type FieldTexts, textsOf } from '../kinds/draft';
import { isNames } from '../kinds/inputs';
import { type Draft, draftOf, type TextName } from './draft';
import type { EditedDisc, EditedRelease, Track } from './read-edited';
import { fieldsOf, type ListName, type Row } from './release-schema';

export function draftOfRecord(edited: EditedRelease): Draft {
  const texts = valuesOf(edited);
  const lists = listsOf(edited);
  return draftOf(
    (name) => texts[name] ?? '',
    (list) => lists[list] as never,
  );
}

function valuesOf({ release: { attributes }, album, series }: EditedRelease): Record<TextName, string | null> {
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

function listsOf({ release: { attributes }, discs, entries, roles }: EditedRelease): Readonly<Record<ListName, readonly FieldTexts[]>> {
  const { artists, labels, companies, series, identifiers, events } = attributes;
  const credits = attributes.credits.map((credit) => ({ ...credit, credit_role: roles.get(credit.credit_role) ?? credit.credit_role }));
  return {
    artists: rowsOf('artists', artists),
    labels: rowsOf('labels', labels),
    discs: discs.map(rowOfDisc),
    credits: rowsOf('credits', credits),
    productions: entries.map(({ iri, attributes: { kind }, production: { _id: id, title: name } }) =>
      textsOf(fieldsOf('productions'), { entry: iri, kind, production: { id, name } }),
    ),
    companies: rowsOf('companies', companies),
    printedSeries: rowsOf('printedSeries', series),
    identifiers: rowsOf('identifiers', identifiers),
    events: rowsOf('events', events),
  };
}

function rowsOf(list: ListName, items: readonly object[]): FieldTexts[] {
  return (items as readonly Readonly<Record<string, unknown>>[]).map((item) => {
    const record = typeof item.id === 'string' ? { id: item.id, name: item.name ?? '' } : undefined;
    const values = fieldsOf(list).map(({ name, member = name, input }) => [name, isNames(input) ? record : item[member]]);
    return textsOf(fieldsOf(list), Object.fromEntries(values));
  });
}

function rowOfDisc({ id, attributes, tracks }: EditedDisc): Row<'discs'> {
  return {
    disc: id,
    format: attributes.format_type,
    quantity: String(attributes.quantity),
    discTitle: attributes.title ?? '',
    discText: attributes.text ?? '',
    descriptions: attributes.descriptions.join('\n'),
    // Without tracks there would be only a heading.
    tracks: tracks.length === 0 ? '' : writeTrackList([{ tracks: tracks.map(({ attributes }) => listedOf(attributes)) }]),
  };
}

type Said = Pick<Track['attributes'], 'title' | 'number' | 'minutes' | 'seconds' | 'artists' | 'artist_text'> & {
  readonly sub_tracks?: Track['attributes']['sub_tracks'];
};

/** A track as a line. The artist is included unless linked. */
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

/** Without line breaks. */
const asLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
