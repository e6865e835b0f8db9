/** Longer text is similar to nothing, and comparing it is expensive. */
const maximumCompared = 64;

/** The most similar name, if similar enough; ignores case and separators. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  const name = comparable(written);
  if (name.length > maximumCompared) return undefined;
  let nearest: string | undefined;
  let least = mostChanges(name) + 1;
  for (const one of known) {
    const distance = distanceOf(name, comparable(one), least - 1);
    if (distance >= least) continue;
    nearest = one;
    least = distance;
  }
  return nearest;
}

/** {@link nearestName}, or the first name that starts with the text: `mb` for `musicbrainz`. */
export const nearestCommand = (written: string, known: readonly string[]): string | undefined =>
  nearestName(written, known) ??
  known.find((name) => /^[a-z]+$/i.test(written) && new RegExp(`^${[...written].join('.*')}`, 'i').test(name));

export const didYouMean = (name: string | undefined): string | undefined => name && `Did you mean ${name}?`;

const comparable = (name: string): string =>
  name
    .slice(0, 2 * maximumCompared)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Changes that still count as a typing error. Short words resemble too many others. */
export function mostChanges(word: string): number {
  const length = [...word].length;
  return length < 3 ? 0 : length < 5 ? 1 : 2;
}

/** Optimal string alignment distance; `most + 1` if larger. */
export function distanceOf(a: string, b: string, most: number): number {
  const [from, to] = [[...a], [...b]];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = (last[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1);
      let least = Math.min(changed, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, (beforeLast[j - 2] as number) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(last[to.length] as number, most + 1);
}
