import { uuidOf } from '../../uuid-v5';
import { longestCreditList, mostCredited } from '../shared/credits';
import { line } from '../shared/text';
import { type Length, lengthOf, mostTracks, type NotTaken } from '../shared/values';
import { listed, type Value } from './xml';

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

/** "3:45", "75:30" and "1:02:03" as minutes and seconds; `undefined` where it is not known. */
export function durationOf(text: string): Length | undefined {
  const parts = /^\s*\(?(?:(\d{1,2}):)?(\d{1,4})[:.'’](\d{1,2})\)?\s*$/.exec(text);
  if (parts === null) return undefined;
  const total = Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
  const length = lengthOf(total);
  return total === 0 || length.minutes > 6_000 ? undefined : length;
}

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

export { ownReleaseId } from '../../../records/write/uuid-v5';

// The UUIDs of what Discogs has a number for, the same in every catalog. They say nothing of whether another source knows
// the thing as well: who does, says so with a record of its own.

export const ownArtistId = (id: string): string => uuidOf(`discogs:artist:${id}`);
/** What Discogs calls a master. */
export const ownAlbumId = (id: string): string => uuidOf(`discogs:master:${id}`);
export const ownLabelId = (id: string): string => uuidOf(`discogs:label:${id}`);
/** Companies are among the labels of Discogs, and what is both has two records here. */
export const ownOrganizationId = (id: string): string => uuidOf(`discogs:organization:${id}`);

/** The production that a master stands for. */
export const productionOfMaster = (id: string): string => uuidOf(`discogs:master:${id}:production`);
/** The production that a release stands for which no master has. */
export const productionOfRelease = (id: string): string => uuidOf(`discogs:release:${id}:production`);
