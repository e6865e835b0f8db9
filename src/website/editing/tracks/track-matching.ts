import type { ListedTrack } from '../../../catalog/tracks/listed-tracks';
import { fold } from '../../../store/values/folding';

export interface Block {
  readonly listed: ListedTrack;
  /** As written, with parts. */
  readonly raw: string;
}

/** @param lines of the whole list */
export function blocksOf(tracks: readonly ListedTrack[], lines: readonly string[]): Block[] {
  const rawOf = ({ line, parts }: ListedTrack): string[] => [(lines[line - 1] ?? '').trim(), ...parts.flatMap(rawOf)];
  return tracks.map((listed) => ({ listed, raw: rawOf(listed).join('\n') }));
}

/**
 * Matches typed tracks to former ones by line, title and number, title, number, and position.
 * @param how `'alike'` for other discs, where numbers and positions mean nothing
 * @returns former positions by typed position; undefined for new ones
 */
export function matchBlocks(former: readonly Block[], typed: readonly Block[], how?: 'alike'): (number | undefined)[] {
  if (how === 'alike') return matchAlike(former, typed, likenesses.slice(0, -1));
  return matchPlaces(former, matchAlike(former, typed, likenesses));
}

const title = ({ listed }: Block): string => fold(listed.title).trim();

/** Most reliable first. */
const likenesses: readonly LineLikeness<Block>[] = [
  ({ raw }) => raw,
  (block) => (block.listed.number === undefined ? undefined : `${block.listed.number} ${title(block)}`),
  title,
  ({ listed }) => listed.number,
];

/** A text that equal things share; undefined if unknown. */
export type LineLikeness<T> = (one: T) => string | undefined;

/**
 * Matches typed things to former ones by the first likeness that fits.
 * @param likenesses most reliable first
 * @returns former positions by typed position; undefined for new ones
 */
export function matchAlike<T>(former: readonly T[], typed: readonly T[], likenesses: readonly LineLikeness<T>[]): (number | undefined)[] {
  const matches: (number | undefined)[] = typed.map(() => undefined);
  const left = new Set(former.keys());
  for (const likeness of likenesses) {
    const places = Map.groupBy([...left], (place) => likeness(former[place] as T));
    for (const [index, one] of typed.entries()) {
      const name = matches[index] === undefined ? likeness(one) : undefined;
      const match = name === undefined ? undefined : places.get(name)?.shift();
      if (match !== undefined && left.delete(match)) matches[index] = match;
    }
  }
  return matches;
}

/** Matches the rest by position. */
export function matchPlaces(former: readonly unknown[], matches: readonly (number | undefined)[]): (number | undefined)[] {
  const matched = new Set(matches);
  return matches.map((match, index) => match ?? (index < former.length && !matched.has(index) ? index : undefined));
}
