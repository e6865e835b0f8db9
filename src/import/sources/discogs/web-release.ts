import { isObject, type Json } from '../shared/json';
import type { XmlValue } from './xml';

/** Lists, and what the dumps call an item of each. */
const lists: ReadonlyMap<string, string> = new Map([
  ['artists', 'artist'],
  ['extraartists', 'artist'],
  ['tracklist', 'track'],
  ['sub_tracks', 'track'],
  ['companies', 'company'],
  ['labels', 'label'],
  ['series', 'series'],
  ['formats', 'format'],
  ['descriptions', 'description'],
  ['identifiers', 'identifier'],
  ['genres', 'genre'],
  ['styles', 'style'],
]);

/** Their items have texts as attributes. */
const haveAttributes: ReadonlySet<string> = new Set(['labels', 'series', 'formats', 'identifiers']);

/**
 * A release of the Discogs API (https://www.discogs.com/developers) as an element of the dumps. Of what it sends beyond them
 * (prices, pictures, what its users have), nothing is read.
 */
export const releaseElementOf = (release: Json): XmlValue => ({ ...element(release, false), '@id': String(release.id) });

const element = (object: Json, areAttributes: boolean): Exclude<XmlValue, string> =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, XmlValue][] => {
      const item = lists.get(name);
      if (item !== undefined && Array.isArray(value))
        return [[name, { [item]: value.map((one) => (isObject(one) ? element(one, haveAttributes.has(name)) : String(one))) }]];
      const isText = typeof value === 'string' || typeof value === 'number';
      return isText ? [[areAttributes ? `@${name}` : name, String(value)]] : [];
    }),
  );
