import { oneLine } from '../../catalog/one-line';
import type { DiscFormat, FormatType } from '../provisional/disc';
import { largestQuantity, mostFormats } from '../provisional/limits';

/** Discogs' words for formats; the first that a description has decides. */
const types: readonly (readonly [RegExp, FormatType])[] = [
  [/\bSACD\b/i, 'sacd'],
  [/\b(?:CD|CDr|HDCD|CDV)\b/i, 'cd'],
  [/\bBlu-ray(?:-R)?\b/i, 'blu_ray'],
  [/\bDVD(?:r|-R)?\b/i, 'dvd'],
  [/\b(?:Cass|Cassette)\b/i, 'cassette'],
  [/\b(?:Minidisc|MD)\b/i, 'minidisc'],
  [/\b(?:File|FLAC|MP3|WAV|AAC|ALAC)\b/i, 'digital'],
  [/\b(?:LP|Vinyl|EP)\b|\d"/i, 'vinyl'],
];

/** Of "2xCD, Comp" the format is that of "CD, Comp". */
export function formatTypeOf(text: string): FormatType {
  const described = text.replace(/\b\d+x/g, '');
  return types.find(([words]) => words.test(described))?.[1] ?? 'other';
}

/** What a release consists of, as Discogs writes it in one cell: `2xLP, Album, Gat + 7", Single`. */
export function formatsOf(text: string): DiscFormat[] {
  const parts = text.split(/\s\+\s/, mostFormats).filter((part) => part.trim() !== '');
  const media = parts.filter((part) => !isAround(part));
  return (media.length > 0 ? media : parts).map((part) => {
    const [, quantity = '1', described = ''] = /^\s*(?:(\d{1,4})x)?(.*)$/s.exec(part) ?? [];
    const words = described.split(',').flatMap((word) => oneLine(word) ?? []);
    return {
      type: formatTypeOf(part),
      quantity: Math.min(largestQuantity, Math.max(1, Number(quantity))),
      descriptions: [...new Set(words)].filter((word) => !plain.has(word.toLowerCase())).slice(0, mostFormats),
    };
  });
}

/** The box around the discs is none of them. */
const isAround = (part: string): boolean => /^\s*(?:box|all)\b/i.test(part);

/** What the type of a format says already. */
const plain: ReadonlySet<string> = new Set(['cd', 'vinyl', 'cass', 'cassette', 'dvd', 'blu-ray', 'sacd', 'minidisc', 'file']);
