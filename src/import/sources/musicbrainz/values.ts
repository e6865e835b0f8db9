import { shortText } from '../../../kinds/attribute';
import type { LicensedValue } from '../../../records/provenance/sources';
import { isUnseen } from '../../../store/values/folding';
import { child, idOf, type Json, number, text } from '../shared/json';
import { cut, isrcOf, printed } from '../shared/values';

/** A name as it is printed, and no longer than it may be; a longer one ends with an ellipsis. `undefined` for none. */
export function short(value: string | undefined): string | undefined {
  const name = value === undefined ? '' : printed(value).trim();
  return name === '' || isUnseen(name) ? undefined : cut(name, shortText, '…');
}

/** Joins names; its blanks matter. */
export const joinPhrase = (value: string | undefined): string | null => (value ? printed(value).slice(0, shortText) : null);

/**
 * The code of a country, or of what MusicBrainz has beside countries: the world (XW), Europe (XE), and states that are no
 * more. Of these some have codes that ISO had for them.
 */
export const country = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Z]{2}$/.test(code) ? (withdrawn[code] ?? code) : undefined;

/** Czechoslovakia and East Germany. */
const withdrawn: Readonly<Record<string, string>> = { XC: 'CS', XG: 'DD' };

/** Milliseconds as whole seconds, at least one; `undefined` where they are not known. */
export const seconds = (milliseconds: number | undefined): number | undefined =>
  milliseconds !== undefined && milliseconds > 0 ? Math.max(1, Math.round(milliseconds / 1000)) : undefined;

/** The first of the codes that is one, by the alphabet, so that it does not depend on their order. */
export const firstIsrc = (codes: readonly string[]): string | undefined =>
  codes
    .map(isrcOf)
    .filter((code) => code !== undefined)
    .sort()[0];

/** Of annotations and ratings; everything else that is read is CC0. */
const licence = 'CC-BY-NC-SA-3.0';

/** The values of a document that are not CC0. Tags, and the genres that are some of them, are of that licence too, and are not taken. */
export function licensedValues(type: 'Album' | 'Artist' | 'Label' | 'Release', document: Json): LicensedValue[] {
  const id = idOf(document);
  if (id === undefined) return [];
  const values: LicensedValue[] = [];
  const annotation = text(document, 'annotation')?.trim();
  if (annotation) values.push({ type, id, name: 'annotation', value: annotation, licence });
  const rating = number(child(document, 'rating'), 'value');
  if (rating !== undefined) values.push({ type, id, name: 'rating', value: String(rating), licence });
  return values;
}
