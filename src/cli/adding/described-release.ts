import { attributesOfListed, type ListedDisc, type ListedTrack, type OddLine } from '../../catalog/tracks/listed-tracks';
import { readTrackList } from '../../catalog/tracks/track-list';
import { type FormatType, formatTypes } from '../../catalog/vocabularies/vocabularies';
import { formatsOfCell } from '../../collection/formats/cell-words';
import { badUsage } from '../../errors';
import { longText } from '../../kinds/attribute';
import type { CreditedArtist } from '../../matching/typed-records';
import { isPartialDate } from '../../store/values/dates';
import { oneLine } from '../../store/values/folding';

/** A release as described by options. */
export interface DescribedWords {
  readonly title: string;
  readonly artist?: string | undefined;
  readonly format?: string | undefined;
  readonly barcode?: string | undefined;
  readonly number?: string | undefined;
  readonly label?: string | undefined;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly date?: string | undefined;
  readonly country?: string | undefined;
  readonly tracks?: string | undefined;
  readonly whole?: boolean | undefined;
}

export interface DescribedRelease extends Omit<DescribedWords, 'format' | 'tracks' | 'whole'> {
  readonly format?: FormatType | undefined;
  /** Number of discs, unless tracks tell. */
  readonly quantity?: number | undefined;
  readonly discs: readonly ListedDisc[];
  /** False for a provisional release. */
  readonly isWhole: boolean;
}

export interface ReferencedRecords {
  readonly artists: readonly CreditedArtist[];
  readonly label?: string | undefined;
}

export function attributesOf(described: DescribedRelease, named: ReferencedRecords): Readonly<Record<string, unknown>> {
  const { title, artist, barcode, number, date, country, isWhole } = described;
  const isLabelled = named.label !== undefined || number !== undefined;
  return {
    title,
    ...(artist !== undefined && { artist_credit: artist }),
    ...(named.artists.length > 0 && { artists: named.artists }),
    ...(barcode !== undefined && { barcode }),
    ...(date !== undefined && { release_date: date }),
    ...(country !== undefined && { country }),
    ...(isLabelled && { labels: [{ iri: named.label ?? null, catalog_number: number ?? null }] }),
    ...(!isWhole && { provisional: true }),
    formats: formatsOf(described),
  };
}

function formatsOf({ format, quantity = 1, discs }: DescribedRelease): readonly object[] {
  const type = format === undefined ? {} : { format_type: format };
  if (discs.length === 0) return format === undefined ? [] : [{ ...type, ...(quantity > 1 && { quantity }) }];
  return discs.map(({ heading, tracks }) => ({ ...type, ...(heading !== undefined && { title: heading }), tracks: tracks.map(trackOf) }));
}

function trackOf(track: ListedTrack): object {
  const { parts } = track;
  return {
    ...attributesOfListed(track),
    ...(parts.length > 0 && {
      _type: 'compound',
      sub_tracks: parts.map((part, index) => ({ position: index + 1, ...attributesOfListed(part) })),
    }),
  };
}

/** Parses a description. The rules of the catalog are checked when it is written. */
export function describe(words: DescribedWords): { readonly described: DescribedRelease; readonly odd: readonly OddLine[] } {
  const { discs, odd } = readTrackList(words.tracks ?? '');
  const lined = (text: string | undefined) => oneLine(text ?? '', longText);
  const described = {
    title: lined(words.title) ?? '',
    artist: lined(words.artist),
    ...readFormat(words.format ?? ''),
    barcode: lined(words.barcode),
    number: lined(words.number),
    label: lined(words.label),
    date: readDate(words.date ?? ''),
    country: lined(words.country)?.toUpperCase(),
    discs,
    isWhole: words.whole ?? false,
  };
  return { described, odd };
}

/** @throws {DomainError} badUsage */
function readDate(text: string): string | undefined {
  const date = text.trim();
  if (date !== '' && !isPartialDate(date)) throw badUsage(`${date.slice(0, 50)} is not a date. Use YYYY, YYYY-MM or YYYY-MM-DD.`);
  return date || undefined;
}

/**
 * Reads catalog words and common forms such as CD, LP, 2xLP and Blu-ray.
 * @throws {DomainError} badUsage
 */
function readFormat(text: string): { readonly format?: FormatType; readonly quantity?: number } {
  const word = text.trim().toLowerCase().replace(/[-\s]/g, '_');
  if (word === '') return {};
  const known = formatTypes.words.find((format) => format === word);
  if (known !== undefined) return { format: known };
  const [first] = formatsOfCell(text);
  if (!first || first.type === 'other')
    throw badUsage(`${text.slice(0, 50)} is not a format. Use one of ${formatTypes.words.join(', ')}, or CD, LP, 2xLP and the like.`);
  return { format: first.type, quantity: first.quantity };
}
