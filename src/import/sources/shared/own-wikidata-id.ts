import { uuidOf } from '../../uuid-v5';

/** The UUID of what an item of Wikidata is about, by itself: an artist, or a production that has no IMDb id. */
export const ownWikidataId = (item: string): string => uuidOf(`wikidata:${item}`);
