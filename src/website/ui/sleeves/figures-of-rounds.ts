import type { Figure, FigurePlan } from './figure';
import type { Note } from './motifs';
import { cyclic, type NonEmpty, rounded } from './numbers';
import { margin, side } from './shapes';

/** Discs sized by length, placed by pitch. */
export const discs: Figure = ({ notes, box, palette }) => {
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
export const grooves: Figure = ({ notes, box, palette, isSmall }) => {
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
export const fan: Figure = ({ notes, box, palette, isSmall }) => {
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
export const tiles: Figure = ({ notes, box, palette }) => {
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
