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
