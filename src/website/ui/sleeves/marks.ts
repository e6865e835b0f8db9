import { motif, type Note } from './motifs';
import { numbers, rounded } from './numbers';
import { paletteOfAnyDecade } from './palettes';
import { type DrawnSvg, drawn } from './shapes';

/** A record in the label's own colors. */
export function disc(label: { readonly id: string }): DrawnSvg {
  const next = numbers(`label ${label.id}`);
  const { paper, ink, first, second } = paletteOfAnyDecade(next);
  return drawn(
    '<svg class="mark" viewBox="0 0 64 64" xmlns="http://www.w3.org/2000/svg" aria-hidden="true">' +
      '<circle cx="32" cy="32" r="31" fill="#19191d" stroke="#fff" stroke-opacity=".16"/>' +
      `<g fill="none" stroke="#fff" stroke-opacity=".13">${grooves}</g><circle cx="32" cy="32" r="15" fill="${paper}"/>` +
      `<path d="M17 32a15 15 0 0 1 30 0z" fill="${next(2) ? first : second}"/><circle cx="32" cy="32" r="2" fill="${ink}"/></svg>`,
  );
}

const grooves = '<circle cx="32" cy="32" r="28"/><circle cx="32" cy="32" r="24.5"/><circle cx="32" cy="32" r="21"/>';

interface MarkedArtist {
  readonly id: string;
  readonly isPerson: boolean;
  readonly isFictional: boolean;
}

/** A motif: in a circle for persons, a square for groups, outlined for fictional artists. */
export function mark({ id, isPerson, isFictional }: MarkedArtist): DrawnSvg {
  const notes = motif(id);
  const pitches = notes.map(({ pitch }) => pitch);
  const middle = (Math.max(...pitches) + Math.min(...pitches)) / 2;
  const edge = isPerson ? '<circle cx="32" cy="32" r="31"' : '<rect x="1" y="1" width="62" height="62" rx="5"';
  const outline = isFictional ? ' stroke="currentColor" stroke-opacity=".4" stroke-dasharray="3 3"' : '';
  return drawn(
    '<svg class="mark" viewBox="0 0 64 64" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" fill="currentColor">' +
      `${edge} fill-opacity="${isFictional ? 0 : 0.08}"${outline}/>${notes.map((note) => played(note, middle, isFictional)).join('')}</svg>`,
  );
}

function played({ at, length, pitch }: Note, middle: number, isFictional: boolean): string {
  const outline = isFictional ? ' fill="none" stroke="currentColor" stroke-width="1.4"' : '';
  const place = `x="${rounded(13.8 + at * 2.4)}" y="${rounded(29.8 - (pitch - middle) * 4.4)}"`;
  return `<rect ${place} width="${rounded(length * 2.4 - 1.6)}" height="4.4"${outline}/>`;
}
