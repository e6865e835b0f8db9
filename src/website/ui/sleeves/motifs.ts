import { type NonEmpty, numbers, pick } from './numbers';

/** Start and length in sixteenths of the motif, pitch 0 to 7. */
export interface Note {
  readonly at: number;
  readonly length: number;
  readonly pitch: number;
}

/** Three to five notes. */
export type Motif = NonEmpty<Note>;

/** A rhythm with a random walk over the pitches. */
export function motif(seed: string): Motif {
  const next = numbers(`motif ${seed}`);
  const [first, ...others] = pick(next, rhythms);
  let note: Note = { at: 0, length: first, pitch: 1 + next(6) };
  const notes: [Note, ...Note[]] = [note];
  for (const length of others) {
    const step = (1 + next(4)) * (next(2) ? 1 : -1);
    const pitch = note.pitch + step;
    // Reflects at the staff's edges.
    note = { at: note.at + note.length, length, pitch: pitch >= 0 && pitch <= 7 ? pitch : note.pitch - step };
    notes.push(note);
  }
  return notes;
}

/** Unchanged (0), inverted (1), reversed (2), or both (3). */
export function transformed(notes: Motif, how: number): Motif {
  const turn = ({ at, length, pitch }: Note): Note => ({
    at: how & 2 ? 16 - at - length : at,
    length,
    pitch: how & 1 ? 7 - pitch : pitch,
  });
  const [first, ...others] = how & 2 ? notes.toReversed() : notes;
  return first ? [turn(first), ...others.map(turn)] : notes;
}

/** The first of several. */
export const longest = (notes: Motif): Note => notes.reduce((longest, note) => (note.length > longest.length ? note : longest));

/** Each adds up to sixteen. */
const rhythms: NonEmpty<NonEmpty<number>> = [
  [2, 2, 2, 10],
  [6, 2, 8],
  [3, 3, 2, 4, 4],
  [4, 2, 2, 8],
  [8, 2, 2, 4],
  [2, 4, 2, 8],
  [6, 2, 2, 6],
  [3, 1, 4, 8],
  [2, 2, 4, 8],
  [4, 4, 2, 6],
  [1, 1, 2, 4, 8],
  [6, 6, 4],
  [2, 6, 2, 6],
  [3, 3, 3, 3, 4],
  [8, 4, 2, 2],
  [4, 8, 4],
  [2, 2, 2, 2, 8],
  [6, 2, 4, 4],
  [5, 3, 8],
  [4, 3, 1, 8],
  [2, 3, 3, 8],
  [10, 2, 2, 2],
  [3, 5, 3, 5],
  [7, 1, 4, 4],
];
