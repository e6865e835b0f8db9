import { longestCreditList, mostCredited } from '../shared/credits';
import type { NotTaken } from '../shared/not-taken';
import { mostTracks } from '../shared/sizes';
import { listed, type Value } from './xml';

/** Lists of a release, and as many of their items as are taken: no true record has more, and they bound what one can become. */
export const bounds = {
  artists: { item: 'artist', most: longestCreditList },
  extraartists: { item: 'artist', most: mostCredited },
  labels: { item: 'label', most: 50 },
  companies: { item: 'company', most: 200 },
  series: { item: 'series', most: 50 },
  identifiers: { item: 'identifier', most: 1_000 },
  tracklist: { item: 'track', most: mostTracks },
} as const;

/** Counts what a release has beyond its bounds. */
export function countBeyond(release: Value, notTaken: NotTaken): void {
  for (const [list, { item, most }] of Object.entries(bounds))
    notTaken.add(`${list} beyond the first ${most}`, listed(release, list, item).length - most);
}
