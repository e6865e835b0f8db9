import type { ListedTrack } from '../../../../catalog/tracks/listed-tracks';
import { fold } from '../../../../store/values/folding';

/** A track of a list, with the lines that it stands on. */
export interface Block {
  readonly listed: ListedTrack;
  /** Its line and those of its parts, as they are written. */
  readonly raw: string;
}

/** Tracks with their lines in a text. */
export function blocksOf(tracks: readonly ListedTrack[], text: string): Block[] {
  const lines = text.split('\n');
  const rawOf = ({ line, parts }: ListedTrack): string[] => [(lines[line - 1] ?? '').trim(), ...parts.flatMap(rawOf)];
  return tracks.map((listed) => ({ listed, raw: rawOf(listed).join('\n') }));
}

/**
 * Which of the former tracks each of the typed ones is: the one of the same lines, else of the same title and number, of the
 * same title, of the same number, or else the one that stood in its place.
 * @param how `'alike'` for those of other discs: these are never the same for their numbers or places
 * @returns by the place of the typed ones, the places of the former ones; `undefined` for what is new
 */
export function matchBlocks(former: readonly Block[], typed: readonly Block[], how?: 'alike'): (number | undefined)[] {
  if (how === 'alike') return matchAlike(former, typed, likenesses.slice(0, -1));
  return matchPlaces(former, matchAlike(former, typed, likenesses));
}

const title = ({ listed }: Block): string => fold(listed.title).trim();

/** What makes a track the same, the surest first. */
const likenesses: readonly Likeness<Block>[] = [
  ({ raw }) => raw,
  (block) => (block.listed.number === undefined ? undefined : `${block.listed.number} ${title(block)}`),
  title,
  ({ listed }) => listed.number,
];

/** What makes a thing the same as another: a text that both have; `undefined` where it says nothing of that. */
export type Likeness<T> = (one: T) => string | undefined;

/**
 * Which of the former things each of the typed ones is, by the first likeness that says so.
 * @param likenesses the surest first
 * @returns by the place of the typed ones, the places of the former ones; `undefined` for what is new
 */
export function matchAlike<T>(former: readonly T[], typed: readonly T[], likenesses: readonly Likeness<T>[]): (number | undefined)[] {
  const matches: (number | undefined)[] = typed.map(() => undefined);
  const left = new Set(former.keys());
  for (const likeness of likenesses) {
    const places = Map.groupBy([...left], (place) => likeness(former[place] as T));
    for (const [index, one] of typed.entries()) {
      const name = matches[index] === undefined ? likeness(one) : undefined;
      const match = name === undefined ? undefined : places.get(name)?.find((place) => left.has(place));
      if (match !== undefined && left.delete(match)) matches[index] = match;
    }
  }
  return matches;
}

/** Gives typed things that are like none the former one that stood in their place, where nothing else is that. */
export function matchPlaces(former: readonly unknown[], matches: readonly (number | undefined)[]): (number | undefined)[] {
  const taken = new Set(matches);
  return matches.map((match, index) => match ?? (index < former.length && !taken.has(index) ? index : undefined));
}
