import type { Context, Mapping } from './context';
import { childOfEach, children, compareText, idOf, type Json, requireId, text, texts } from './json';
import { country, short } from './text';

const source = 'musicbrainz/area';

/** How many areas a city may lie in, one within the other, before it is given up: a ring would have no end. */
const deepest = 10;

/** Types of areas that are no place somebody would say to come from, but a part of a country. */
const larger = new Set(['Subdivision', 'County']);

/** Areas become no records. Where each lies is noted, for the artists that come from there: a country, or another area. */
export const mapArea: Mapping = (document, { notes }) => {
  const id = requireId(document);
  if (countryOf(document) !== undefined) return undefined;
  const partsOf = children(document, 'relations').filter(
    (relation) => text(relation, 'type') === 'part of' && text(relation, 'direction') === 'backward',
  );
  const parents = childOfEach(partsOf, 'area').sort((a, b) => compareText(idOf(a) ?? '', idOf(b) ?? ''));
  const code = [document, ...parents].map((area) => countryOf(area) ?? subdivisionCountry(area)).find((one) => one !== undefined);
  const within = code ?? parents.map((area) => idOf(area)).find((one) => one !== undefined) ?? '';
  const value = `${larger.has(text(document, 'type') ?? '') ? 'part' : 'city'} ${within}`;
  notes.write(source, id, value);
  return { records: [], notes: [[id, value]] };
};

/** Where somebody comes from: the city as it is named, and the country, as far as they are known. */
export function originOf(area: Json | undefined, { notes }: Context): { city?: string; country?: string } {
  const id = idOf(area);
  if (area === undefined || id === undefined) return {};
  if (texts(area, 'iso-3166-1-codes').length > 0) return { country: countryOf(area) };
  const subdivision = subdivisionCountry(area);
  const note = notes.read(source, id);
  // Without a note, a part of a country that has a code is taken for a state; with one, Berlin is a city.
  const isCity = note === undefined ? subdivision === undefined : note.startsWith('city ');
  let within = note?.slice(5);
  for (let steps = 0; within !== undefined && within.length > 2 && steps < deepest; steps++) within = notes.read(source, within)?.slice(5);
  return { city: isCity ? short(text(area, 'name')) : undefined, country: subdivision ?? (within?.length === 2 ? within : undefined) };
}

const countryOf = (area: Json): string | undefined => country(texts(area, 'iso-3166-1-codes')[0]);

/** The country of "GB-ENG". */
const subdivisionCountry = (area: Json): string | undefined => country(texts(area, 'iso-3166-2-codes')[0]?.slice(0, 2));
