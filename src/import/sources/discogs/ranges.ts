/** What a range of tracks names: the release, some of its tracks, or something that is not understood. */
export type Range = 'release' | 'unknown' | ReadonlySet<number>;

/** Longer ones are no ranges. */
const longestRange = 5_000;

/**
 * Reads ranges of the tracks at these positions ("A1 to A3, B2", "Except B1"), as indices into them. One that names them
 * all is about the release; one that names anything else, or a position that two tracks have, is not understood.
 */
export function rangesIn(positions: readonly string[]): (text: string) => Range {
  let places: ReadonlyMap<string, number> | undefined;
  return (text) => {
    const range = text.trim();
    if (range === '') return 'release';
    if (range.length > longestRange) return 'unknown';
    places ??= placesOf(positions);
    const [, except, list] = /^((?:all\s+)?except\s+)?(.*)$/is.exec(range) as unknown as [string, string | undefined, string];
    const named = namedIn(list, places);
    if (named === undefined) return 'unknown';
    const chosen = except === undefined ? named : new Set(positions.keys().filter((index) => !named.has(index)));
    if (chosen.size === 0) return 'unknown';
    return chosen.size === positions.length ? 'release' : chosen;
  };
}

function namedIn(list: string, places: ReadonlyMap<string, number>): Set<number> | undefined {
  const named = new Set<number>();
  for (const part of list.split(/\s*(?:[,;&]|\band\b)\s*/i)) {
    const ends = endsOf(part, places);
    if (ends === undefined || ends.to < ends.from) return undefined;
    for (let index = ends.from; index <= ends.to; index++) named.add(index);
  }
  return named;
}

/** A position, or two of them with "to" or a dash between: "1-2" may be a position itself. */
function endsOf(part: string, places: ReadonlyMap<string, number>): { readonly from: number; readonly to: number } | undefined {
  const one = places.get(positionKey(part));
  if (one !== undefined) return one < 0 ? undefined : { from: one, to: one };
  for (const sign of [/\s+to\s+/i, /\s*[-–—]\s*/]) {
    const [first, last, ...more] = part.split(sign).map((position) => places.get(positionKey(position)));
    if (first !== undefined && last !== undefined && more.length === 0 && first >= 0 && last >= 0) return { from: first, to: last };
  }
  return undefined;
}

/** The index of each position; -1 for one that stands twice. */
function placesOf(positions: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, position] of positions.entries()) {
    const key = positionKey(position);
    if (key !== '') places.set(key, places.has(key) ? -1 : index);
  }
  return places;
}

/** A position as it is compared: "B.1" and "b1" are the same place. */
export const positionKey = (position: string): string =>
  position
    .toUpperCase()
    .replace(/(?<=[A-Z])\.(?=\d)/g, '')
    .replace(/\s/g, '');
