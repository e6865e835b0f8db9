import type { Figure, FigurePlan } from './figure';
import { longest, type Note } from './motifs';
import { rounded } from './numbers';
import { margin, rectangle, side } from './shapes';

export const roll: Figure = ({ notes, box, palette }) => {
  const top = (note: Note) => box.y + ((7 - note.pitch) / 9.4) * box.height;
  const width = (note: Note) => (note.length / 16) * box.width - 6;
  return notes
    .map((note) => rectangle(across(note, box), top(note), width(note), box.height / 5.4, accented(note, notes, palette)))
    .join('');
};

/** Columns hanging from the top. */
export const columns: Figure = ({ notes, box, palette }) => {
  const { first, second, ink } = palette;
  const width = (note: Note) => (note.length / 16) * box.width - 7;
  const height = (note: Note) => box.y + ((note.pitch + 1.6) / 8.6) * box.height;
  const colour = (note: Note, index: number) => (longest(notes) === note ? second : index % 3 === 2 ? ink : first);
  return notes.map((note, index) => rectangle(across(note, box), 0, width(note), height(note), colour(note, index))).join('');
};

/** Beams from the left. */
export const beams: Figure = ({ notes, box, palette }) => {
  const { first, second, ink } = palette;
  const top = (note: Note) => box.y + (note.at / 16) * box.height;
  const width = (note: Note) => box.x + ((note.pitch + 1.4) / 8.4) * box.width;
  const height = (note: Note) => (note.length / 16) * box.height - 5;
  const colour = (note: Note, index: number) => (longest(notes) === note ? first : index % 3 === 1 ? ink : second);
  return notes.map((note, index) => rectangle(0, top(note), width(note), height(note), colour(note, index))).join('');
};

/** A stepped line with a ball on the longest note. */
export const steps: Figure = ({ notes, box, palette }) => {
  const thickness = (box.height / 8) * 1.25;
  const level = (note: Note) => rounded(box.y + thickness / 2 + ((7 - note.pitch) / 7) * (box.height - thickness));
  const end = (note: Note) => (note.at + note.length === 16 ? side + 20 : rounded(((note.at + note.length) / 16) * side));
  const path = notes.map((note, index) => `${index ? 'V' : 'M-20 '}${level(note)}H${end(note)}`).join('');
  const peak = longest(notes);
  const center = rounded(((peak.at + peak.length / 2) / 16) * side);
  return (
    `<path d="${path}" fill="none" stroke="${palette.first}" stroke-width="${rounded(thickness)}"/>` +
    `<circle cx="${center}" cy="${level(peak)}" r="${rounded(thickness * 0.95)}" fill="${palette.second}"/>`
  );
};

/** Large letters with the motif as a thin line above. */
export const letters: Figure = ({ notes, palette }) => {
  const left = (note: Note) => margin + (note.at / 16) * 420;
  const width = (note: Note) => (note.length / 16) * 420 - 5;
  return notes.map((note) => rectangle(left(note), 30 + (7 - note.pitch) * 8, width(note), 11, accented(note, notes, palette))).join('');
};

const across = (note: Note, box: FigurePlan['box']): number => box.x + (note.at / 16) * box.width;

const accented = (note: Note, notes: FigurePlan['notes'], { first, second }: FigurePlan['palette']): string =>
  longest(notes) === note ? second : first;
