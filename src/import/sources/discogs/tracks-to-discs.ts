import { type FormatType, formatsOfPosition, formatsWithNumbers, formatsWithSides } from '../shared/formats';
import type { Format } from './formats';

/** A format of ours: one disc of a set, or all that a set does not tell apart. */
export interface Disc<T> {
  readonly format: Format;
  readonly quantity: number;
  readonly tracks: readonly T[];
}

/**
 * Deals tracks to the discs that their positions name: "2-5", "CD2-5", "C3" on the second record. Where the formats are
 * one thing, or no position tells anything apart, all stand on the first.
 */
export function dealToDiscs<T>(tracks: readonly T[], positionOf: (track: T) => string, formats: readonly Format[]): readonly Disc<T>[] {
  const slots = formats.flatMap((format) => Array.from({ length: format.quantity }, (): Slot<T> => ({ format, tracks: [] })));
  if (slots.length === 0) slots.push({ format: { type: 'other', quantity: 1 }, tracks: [] });
  const byMark = new Map<string, Slot<T>>();
  let current: Slot<T> | undefined;
  for (const track of tracks) {
    const mark = slots.length === 1 ? anyMark : markOf(positionOf(track), slots.length);
    if (mark === undefined) {
      // What has no position of its own goes with what is before it.
      current ??= slots[0] as Slot<T>;
    } else {
      current = byMark.get(mark.key) ?? takeSlot(slots, mark);
      byMark.set(mark.key, current);
    }
    current.tracks.push(track);
  }
  return gather(slots);
}

interface Slot<T> {
  readonly format: Format;
  readonly tracks: T[];
}

/** What the position of a track says of the disc that it is on. */
interface DiscMark {
  readonly key: string;
  readonly types?: readonly FormatType[];
  /** From 1, among all discs. */
  readonly number?: number;
}

const anyMark: DiscMark = { key: '' };

/** A disc of any format. */
const anyDisc = new Set(['DISC', 'DISK']);

function markOf(position: string, discs: number): DiscMark | undefined {
  const text = position.trim().toUpperCase();
  if (text === '') return undefined;
  const [, medium, mediumNumber = ''] = /^([A-Z][A-Z-]*[A-Z])(?:\s?(\d{1,3})(?=[-.:]))?/.exec(text) ?? [];
  const word = medium?.replace('-', '') ?? '';
  const types = anyDisc.has(word) ? [] : formatsOfPosition(word);
  if (types !== undefined) {
    return { key: `${medium} ${mediumNumber}`, types, ...(types.length === 0 && mediumNumber !== '' && { number: Number(mediumNumber) }) };
  }
  const disc = /^(\d{1,3})(?:-|\.(?=\d))/.exec(text)?.[1];
  if (disc !== undefined && Number(disc) <= discs) return { key: `disc ${Number(disc)}`, number: Number(disc) };
  const [, side, same] = /^([A-Z])(\1)?(?![A-Z])/.exec(text) ?? [];
  // A doubled letter is the other side of a single, or goes on after Z.
  if (side !== undefined)
    return { key: `sides ${Math.floor((side.charCodeAt(0) - 65 + (same && side !== 'A' ? 26 : 0)) / 2)}`, types: formatsWithSides };
  return { key: 'numbers', types: formatsWithNumbers };
}

/** The disc that is meant: by its number, else the first free one of its kind, else any free one, else the last. */
function takeSlot<T>(slots: readonly Slot<T>[], { types, number }: DiscMark): Slot<T> {
  const numbered = number === undefined ? undefined : slots[number - 1];
  if (numbered !== undefined && numbered.tracks.length === 0) return numbered;
  const free = slots.filter((slot) => slot.tracks.length === 0);
  return (free.find((slot) => types?.includes(slot.format.type)) ?? free[0] ?? slots.at(-1)) as Slot<T>;
}

/** Discs without tracks are counted with the one before them of the same format. */
function gather<T>(slots: readonly Slot<T>[]): readonly Disc<T>[] {
  const discs: { format: Format; quantity: number; tracks: readonly T[] }[] = [];
  for (const { format, tracks } of slots) {
    const last = discs.at(-1);
    if (last?.format === format && (tracks.length === 0 || last.tracks.length === 0)) {
      last.quantity++;
      if (tracks.length > 0) last.tracks = tracks;
    } else discs.push({ format, quantity: 1, tracks });
  }
  return discs;
}
