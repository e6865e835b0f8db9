import { type Length, lengthOf } from '../shared/lengths';
import { line } from '../shared/text';

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
