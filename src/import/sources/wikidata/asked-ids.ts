import type { Store } from '../../../store/database/open';
import { waitingFor, wikidataSource } from './references';

/** Ids that the catalog has, of which Wikidata is asked for the items, a page at a time in the order of the ids. */
export interface Question {
  readonly name: string;
  /** From an item to the id, in SPARQL; none where the ids are those of items. */
  readonly path?: string;
  /** SQL for the ids after one, and how many. */
  readonly ids: string;
}

const linked = (table: 'artist' | 'production', provider: string, condition = '1') => `
  SELECT DISTINCT external_id AS id FROM ${table}_external_link AS link
  WHERE provider = '${provider}' AND external_id > ?1 AND ${condition} ORDER BY external_id LIMIT ?2`;

/** Those whose item is not known yet. */
const withoutItem = (table: 'artist' | 'production', provider: string, pattern = '*') =>
  linked(
    table,
    provider,
    `external_id GLOB '${pattern}' AND NOT EXISTS (
      SELECT 1 FROM ${table}_external_link AS item WHERE item.${table}_key = link.${table}_key AND item.provider = 'wikidata')`,
  );

/** In this order: an item that is known need not be looked for by other ids. */
export const questions: readonly Question[] = [
  { name: 'productions by their items', ids: linked('production', 'wikidata') },
  { name: 'productions by their IMDb ids', path: 'wdt:P345', ids: withoutItem('production', 'imdb', 'tt[0-9]*') },
  // What stands in for a film has the pages of its soundtrack, and the item of the film names that of the soundtrack.
  { name: 'films by their soundtracks at MusicBrainz', path: 'wdt:P406/wdt:P436', ids: withoutItem('production', 'musicbrainz') },
  { name: 'films by their soundtracks at Discogs', path: 'wdt:P406/wdt:P1954', ids: withoutItem('production', 'discogs') },
  { name: 'artists by their items', ids: linked('artist', 'wikidata') },
  { name: 'artists by their MusicBrainz ids', path: 'wdt:P434', ids: withoutItem('artist', 'musicbrainz') },
  { name: 'artists by their IMDb ids', path: 'wdt:P345', ids: withoutItem('artist', 'imdb', 'nm[0-9]*') },
  { name: 'artists by their Discogs ids', path: 'wdt:P1953', ids: withoutItem('artist', 'discogs') },
];

/** The ids of a question after one. */
export const askedIds = ({ reader }: Store, { ids }: Question, after: string, most: number): string[] =>
  (reader.query(ids).all(after, most) as { id: string }[]).map(({ id }) => id);

/** The items that others wait for, after one. */
export const awaitedItems = ({ reader }: Store, after: string, most: number): string[] =>
  (
    reader
      .query('SELECT name FROM source_note WHERE source = ? AND name > ? AND name < ? ORDER BY name LIMIT ?')
      .all(wikidataSource, waitingFor(after), waitingFor('R'), most) as { name: string }[]
  ).map(({ name }) => name.slice(waitingFor('').length));

/** How many ids the catalog has to ask with. */
export const countIds = (store: Store): number =>
  (
    store.reader
      .query(
        `SELECT (SELECT count(*) FROM production_external_link WHERE provider IN ('wikidata', 'imdb', 'musicbrainz', 'discogs'))
           + (SELECT count(*) FROM artist_external_link WHERE provider IN ('wikidata', 'musicbrainz', 'imdb', 'discogs')) AS count`,
      )
      .get() as { count: number }
  ).count;
