import { isPartialDate } from '../../../database/partial-date';

/** As many characters as a name may have. */
const longestName = 255;

const controls = /\p{Cc}+/gu;

/** Text as it is stored: composed (NFC), control characters as spaces, without blanks around; `undefined` for none. */
export function clean(value: string | undefined): string | undefined {
  const cleaned = value?.toWellFormed().normalize('NFC').replace(controls, ' ').trim();
  return cleaned === '' ? undefined : cleaned;
}

/** Cleaned text that is no longer than a name may be; a longer one ends with an ellipsis. */
export function short(value: string | undefined): string | undefined {
  const cleaned = clean(value);
  if (cleaned === undefined || cleaned.length <= longestName) return cleaned;
  // A character of two code units is not cut in half.
  return `${cleaned
    .slice(0, longestName - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

/** Joins names; its blanks matter. */
export const joinPhrase = (value: string | undefined): string | null =>
  value ? value.toWellFormed().normalize('NFC').replace(controls, ' ').slice(0, longestName) : null;

/** A date as far as it is one of the calendar. */
export function partialDate(value: string | undefined): string | undefined {
  for (let date = value ?? ''; date.length >= 4; date = date.replace(/-?[^-]*$/, '')) if (isPartialDate(date)) return date;
  return undefined;
}

/**
 * A country that is one: MusicBrainz has codes of its own, which ISO leaves to its users, for the world (XW), for Europe
 * (XE) and for countries that are no more (XC, XG …). Kosovo has one as well, and is a country.
 */
export const country = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Z]{2}$/.test(code) && (code[0] !== 'X' || code === 'XK') ? code : undefined;

/** Milliseconds as whole seconds, at least one; `undefined` where they are not known. */
export const seconds = (milliseconds: number | undefined): number | undefined =>
  milliseconds !== undefined && milliseconds > 0 ? Math.max(1, Math.round(milliseconds / 1000)) : undefined;

/** The first of the codes that is one, by the alphabet, so that it does not depend on their order. */
export const isrc = (codes: readonly string[]): string | undefined =>
  codes
    .map((code) => code.replace(/[\s-]/g, '').toUpperCase())
    .filter((code) => /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/.test(code))
    .sort()[0];
