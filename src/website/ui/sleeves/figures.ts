import type { Figure, FigurePlan } from './figure';
import { longest, type Note } from './motifs';
import { cyclic, type NonEmpty, rounded } from './numbers';
import { margin, rectangle, side } from './shapes';

export const roll: Figure = ({ notes, box, palette }) => {
  const top = (note: Note) => box.y + ((7 - note.pitch) / 9.4) * box.height;
  const width = (note: Note) => (note.length / 16) * box.width - 6;
  return notes
    .map((note) => rectangle(across(note, box), top(note), width(note), box.height / 5.4, accented(note, notes, palette)))
    .join('');
};

/** Columns hanging from the top. */
const columns: Figure = ({ notes, box, palette }) => {
  const { first, second, ink } = palette;
  const width = (note: Note) => (note.length / 16) * box.width - 7;
  const height = (note: Note) => box.y + ((note.pitch + 1.6) / 8.6) * box.height;
  const colour = (note: Note, index: number) => (longest(notes) === note ? second : index % 3 === 2 ? ink : first);
  return notes.map((note, index) => rectangle(across(note, box), 0, width(note), height(note), colour(note, index))).join('');
};

/** Beams from the left. */
const beams: Figure = ({ notes, box, palette }) => {
  const { first, second, ink } = palette;
  const top = (note: Note) => box.y + (note.at / 16) * box.height;
  const width = (note: Note) => box.x + ((note.pitch + 1.4) / 8.4) * box.width;
  const height = (note: Note) => (note.length / 16) * box.height - 5;
  const colour = (note: Note, index: number) => (longest(notes) === note ? first : index % 3 === 1 ? ink : second);
  return notes.map((note, index) => rectangle(0, top(note), width(note), height(note), colour(note, index))).join('');
};

/** A stepped line with a ball on the longest note. */
const steps: Figure = ({ notes, box, palette }) => {
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

/** Discs sized by length, placed by pitch. */
const discs: Figure = ({ notes, box, palette }) => {
  const unit = box.height / 7.2;
  const disc = (note: Note, index: number) => {
    const radius = Math.min(box.height / 2, Math.sqrt(note.length) * unit * 0.92);
    const y = box.y + radius + ((7 - note.pitch) / 7) * (box.height - 2 * radius);
    const middle = box.x + ((note.at + note.length / 2) / 16) * box.width;
    const x = Math.min(box.x + box.width - radius, Math.max(box.x + radius, middle));
    return `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(radius)}" fill="${colour(palette, index)}" fill-opacity="${index % 3 === 2 ? 0.9 : 0.88}"/>`;
  };
  return notes.map(disc).join('');
};

/** Grooves around a corner. */
const grooves: Figure = ({ notes, box, palette, isSmall }) => {
  const whole = isSmall ? 450 : (box.y + box.height) * 1.12;
  let inner = whole * 0.1;
  const groove = (note: Note, index: number) => {
    const thickness = (note.length / 16) * whole * 0.86;
    const radius = inner + thickness / 2;
    const sweep = (((note.pitch + 3.2) / 9) * Math.PI) / 2;
    inner += thickness;
    const r = rounded(radius);
    const end = `${rounded(side - radius * Math.cos(sweep))} ${rounded(radius * Math.sin(sweep))}`;
    const width = rounded(Math.max(4, thickness - 6));
    return `<path d="M${rounded(side - radius)} 0A${r} ${r} 0 0 0 ${end}" fill="none" stroke="${colour(palette, index)}" stroke-width="${width}"/>`;
  };
  return notes.map(groove).join('');
};

/** A fan, one wedge per note. */
const fan: Figure = ({ notes, box, palette, isSmall }) => {
  const bottom = isSmall ? 444 : box.y + box.height;
  const reach = isSmall ? 430 : 440;
  const point = (at: number, radius: number) => {
    const angle = ((at / 16) * Math.PI) / 2;
    return `${rounded(margin + radius * Math.cos(angle))} ${rounded(bottom - radius * Math.sin(angle))}`;
  };
  const wedge = (note: Note, index: number) => {
    const radius = Math.min(reach, ((note.pitch + 4) / 11) * reach);
    const r = rounded(radius);
    const from = point(note.at + 0.18, radius);
    const to = point(note.at + note.length - 0.18, radius);
    return `<path d="M${margin} ${rounded(bottom)}L${from}A${r} ${r} 0 0 0 ${to}Z" fill="${colour(palette, index)}"/>`;
  };
  return notes.map(wedge).join('');
};

/** Quarter circles and balls in six tiles. */
const tiles: Figure = ({ notes, box, palette }) => {
  const edge = Math.min(box.width / 3, box.height / 2);
  const top = box.y + (box.height - 2 * edge) / 2;
  const tile = (note: Note | undefined, index: number) => {
    const corner = { x: box.x + (index % 3) * edge, y: top + Math.floor(index / 3) * edge };
    return note ? quarterCircle(note, index, corner, edge, palette) : ball(corner, edge, palette.ink);
  };
  return Array.from({ length: 6 }, (_, index) => tile(notes[index], index)).join('');
};

interface Point {
  readonly x: number;
  readonly y: number;
}

function quarterCircle(note: Note, index: number, corner: Point, edge: number, { first, second, ink }: FigurePlan['palette']): string {
  const at = ([x, y]: readonly [number, number]) => `${rounded(corner.x + x * edge)} ${rounded(corner.y + y * edge)}`;
  const { center, from, to } = cyclic(turns, note.pitch + index);
  const fill = note.length > 3 ? first : index % 2 ? second : ink;
  return `<path d="M${at(center)}L${at(from)}A${rounded(edge)} ${rounded(edge)} 0 0 1 ${at(to)}Z" fill="${fill}"/>`;
}

const ball = (corner: Point, edge: number, fill: string): string =>
  `<circle cx="${rounded(corner.x + edge / 2)}" cy="${rounded(corner.y + edge / 2)}" r="${rounded(edge * 0.22)}" fill="${fill}"/>`;

/** Center and endpoints of a quarter circle. */
const turns: NonEmpty<Readonly<Record<'center' | 'from' | 'to', readonly [number, number]>>> = [
  { center: [0, 0], from: [1, 0], to: [0, 1] },
  { center: [1, 0], from: [1, 1], to: [0, 0] },
  { center: [1, 1], from: [0, 1], to: [1, 0] },
  { center: [0, 1], from: [0, 0], to: [1, 1] },
];

const colour = ({ first, second, ink }: FigurePlan['palette'], index: number): string => cyclic([first, second, ink], index);

/** In the order of draws: changing it changes all sleeves. */
export const figuresOfShapes: NonEmpty<Figure> = [roll, columns, beams, discs, grooves, steps, fan, tiles];

/** Includes large titles. */
export const figuresOfSleeves: NonEmpty<Figure> = [...figuresOfShapes, letters];

/** Shapes that fit a wide frame. */
export const figuresOfFrames: NonEmpty<Figure> = [roll, columns, beams, discs, steps, fan, tiles];
