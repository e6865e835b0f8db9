import { isPartialDate } from '../../../database/partial-date';

// Texts of a dump as a catalog holds them.

/** Text in NFC without white space around it and without control characters, cut so that no character is halved. */
export function cleaned(text: string, maximum = 255): string {
  const clean = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  if (clean.length <= maximum) return clean;
  const cut = clean.slice(0, maximum);
  return (/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut).trimEnd();
}

/** A text of one line. */
export function line(text: string, maximum = 255): string {
  if (text.length <= maximum && plain.test(text)) return text;
  return cleaned(text.replace(/\s+/g, ' '), maximum);
}

/** What most texts are, and needs nothing done. */
const plain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** A name without the number that tells it from others of the same name: "Bobby George (2)". */
export function nameOf(text: string): string {
  const name = line(text);
  return (name.endsWith(')') && name.replace(/ \(\d+\)$/, '')) || name;
}

/** Whether Discogs tells the name from others by a number. */
export const isNumbered = (text: string): boolean => / \(\d+\)$/.test(line(text));

/** The number of a record; `undefined` where it is 0, absent or no number: then Discogs has no record of it. */
export function idOf(text: string): string | undefined {
  const digits = /^\s*0*([1-9]\d{0,14})\s*$/.exec(text);
  return digits?.[1];
}

/** `YYYY`, `YYYY-MM-DD` and what lies between; a month or day of 00 is not known, and one of no calendar is left out. */
export function partialDateOf(text: string): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?/.exec(text) ?? [];
  if (year === undefined || year === '0000') return undefined;
  const parts = [year, month?.padStart(2, '0'), day?.padStart(2, '0')];
  const candidates = [3, 2, 1].map((count) => parts.slice(0, count)).filter((some) => !some.includes(undefined) && !some.includes('00'));
  return candidates.map((some) => some.join('-')).find(isPartialDate);
}

/** "3:45", "75:30" and "1:02:03" as minutes and seconds; `undefined` where it is not known. */
export function durationOf(text: string): { readonly minutes: number; readonly seconds: number } | undefined {
  const parts = /^\s*\(?(?:(\d{1,2}):)?(\d{1,4})[:.'’](\d{1,2})\)?\s*$/.exec(text);
  if (parts === null) return undefined;
  const total = Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
  const minutes = Math.floor(total / 60);
  return total === 0 || minutes > 6_000 ? undefined : { minutes, seconds: total % 60 };
}

/** An ISRC without hyphens and blanks; `undefined` where it is none. */
export function isrcOf(text: string): string | undefined {
  const isrc = text
    .toUpperCase()
    .replace(/^\s*ISRC/, '')
    .replace(/[^A-Z0-9]/g, '');
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(isrc) ? isrc : undefined;
}
