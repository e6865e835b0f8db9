import type { OddLine } from '../../catalog/tracks/listed-tracks';
import { readTrackList } from '../../catalog/tracks/track-list';
import { type FormatType, formatTypes } from '../../catalog/vocabularies/vocabularies';
import { formatsOfCell } from '../../collection/formats/cell-words';
import { badUsage } from '../../errors';
import { longText } from '../../kinds/attribute';
import { isPartialDate } from '../../store/values/dates';
import { oneLine } from '../../store/values/folding';
import type { DescribedRelease, DescribedWords } from './described-release';

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
