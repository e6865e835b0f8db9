import type { ListedTrack } from '../../../catalog/listed-tracks';
import { fold } from '../../../database/folding';

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
  const matches: (number | undefined)[] = typed.map(() => undefined);
  const left = new Set(former.keys());
  const take = (index: number, match: number | undefined) => {
    if (match === undefined || !left.delete(match)) return;
    matches[index] = match;
  };
  for (const likeness of how === 'alike' ? likenesses.slice(0, -1) : likenesses) {
    const places = Map.groupBy([...left], (place) => likeness(former[place] as Block));
    for (const [index, block] of typed.entries()) {
      if (matches[index] !== undefined) continue;
      const name = likeness(block);
      if (name !== undefined)
        take(
          index,
          places.get(name)?.find((place) => left.has(place)),
        );
    }
  }
  if (how !== 'alike') for (const index of typed.keys()) if (matches[index] === undefined) take(index, index);
  return matches;
}

const title = ({ listed }: Block): string => fold(listed.title).trim();

/** What makes a track the same, the surest first. */
const likenesses: readonly ((block: Block) => string | undefined)[] = [
  ({ raw }) => raw,
  (block) => (block.listed.number === undefined ? undefined : `${block.listed.number} ${title(block)}`),
  title,
  ({ listed }) => listed.number,
];
