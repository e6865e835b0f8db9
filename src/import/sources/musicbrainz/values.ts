import { shortText } from '../../../kinds/attribute';
import type { LicensedInput } from '../../../records/provenance/sources';
import { isUnseen } from '../../../store/values/folding';
import { child, type Json, mbidOf, number, text } from '../shared/json';
import { isrcOf, printed, prose, truncate } from '../shared/records';

/** Printed name, truncated with an ellipsis if too long; `undefined` if empty. */
export function short(value: string | undefined): string | undefined {
  const name = value === undefined ? '' : printed(value).trim();
  return name === '' || isUnseen(name) ? undefined : truncate(name, shortText, '…');
}

/** Join phrase; its spaces matter. */
export const joinPhrase = (value: string | undefined): string | null => (value ? printed(value).slice(0, shortText) : null);

/** Country code, or a MusicBrainz extension: the world (XW), Europe (XE) and former countries, some with withdrawn ISO codes. */
export const country = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Z]{2}$/.test(code) ? (withdrawn[code] ?? code) : undefined;

/** Czechoslovakia and East Germany. */
const withdrawn: Readonly<Record<string, string>> = { XC: 'CS', XG: 'DD' };

/** Milliseconds as whole seconds, at least one; `undefined` if unknown. */
export const seconds = (milliseconds: number | undefined): number | undefined =>
  milliseconds !== undefined && milliseconds > 0 ? Math.max(1, Math.round(milliseconds / 1000)) : undefined;

/** Alphabetically first valid code, for a stable result. */
export const firstIsrc = (codes: readonly string[]): string | undefined =>
  codes
    .map(isrcOf)
    .filter((code) => code !== undefined)
    .sort()[0];

/** License of annotations and ratings; everything else read is CC0. */
const licence = 'CC-BY-NC-SA-3.0';

/** Values that are not CC0. Tags and genres share that license and are not imported. */
export function licensedValues(type: 'Album' | 'Artist' | 'Label' | 'Release', document: Json): LicensedInput[] {
  const id = mbidOf(document);
  if (id === undefined) return [];
  const values: LicensedInput[] = [];
  const annotation = prose(text(document, 'annotation') ?? '');
  if (annotation) values.push({ type, id, name: 'annotation', value: annotation, licence });
  const rating = number(child(document, 'rating'), 'value');
  if (rating !== undefined) values.push({ type, id, name: 'rating', value: String(rating), licence });
  return values;
}
