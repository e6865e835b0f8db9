import type { LicensedValue } from '../../../records/provenance/sources';
import { child, idOf, type Json, number, text } from './json';

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
