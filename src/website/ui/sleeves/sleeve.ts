import type { Box, Figure } from './figure';
import { figuresOfShapes, figuresOfSleeves, letters, roll } from './figures';
import { lettering } from './lettering';
import { motif, transformed } from './motifs';
import { numbers, pick, type RandomNumbers } from './numbers';
import { type Palette, paletteOf } from './palettes';
import { type DrawnSvg, drawn, fontFamily, margin, side, turnedOver } from './shapes';
import { textWidth } from './text-widths';
import { drawable, type TitleParts, titleParts } from './texts';

/** Id and title at least. */
export interface SleevedRelease {
  readonly id: string;
  readonly title: string;
  readonly credit?: string | null;
  /** Whose motif is drawn; defaults to the credit, then the release. */
  readonly composerId?: string | null;
  readonly year?: number | null;
  readonly label?: string | null;
  readonly catalogNumber?: string | null;
}

/** 48 px shows the figure; 160 to 260 px adds title and credit; 360 px adds label, number and year. */
export type SleeveSize = 's' | 'm' | 'l';

/** A deterministic sleeve, similar to others of its composer. */
export const sleeve = (release: SleevedRelease, size: SleeveSize = 'm', fonts: string = fontFamily): DrawnSvg =>
  drawn(
    `<svg class="sleeve" viewBox="0 0 480 480" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" font-family="${fonts}">` +
      `${printOf(release, size).shapes}</svg>`,
  );

/** A square of 480 units. */
interface Print {
  readonly shapes: string;
  readonly paper: string;
}

export function printOf(release: SleevedRelease, size: SleeveSize): Print {
  const next = numbers(`sleeve ${release.id}`);
  const palette = paletteOf(release.year, next);
  const notes = transformed(motif(release.composerId ?? release.credit ?? release.id), next(4));
  const title = titleParts(drawable(release.title));
  const isTall = title.main.length > 44 || widestWord(title.main) > 560;
  const figure = figureOf(next, isTall);
  const isTurned = next(3) === 0;
  const box = boxes[size](isTall);
  const isSmall = size === 's';
  const played = (isSmall && figure === letters ? roll : figure)({ notes, box, palette, isSmall });
  const words = isSmall ? '' : wordsOf({ release, title, palette, isTurned, size, box, isBig: figure === letters });
  const { paper } = palette;
  return { paper, shapes: `<rect width="480" height="480" fill="${paper}"/>${isTurned ? turnedOver(played, side) : played}${words}` };
}

/** Long titles cannot be set large, so another figure is drawn. */
function figureOf(next: RandomNumbers, isTall: boolean): Figure {
  const figure = pick(next, figuresOfSleeves);
  return figure === letters && isTall ? pick(next, figuresOfShapes) : figure;
}

const widestWord = (text: string): number => Math.max(...text.split(/\s/).map(textWidth));

const boxOf = (height: number): Box => ({ x: margin, y: margin, width: side - 2 * margin, height });

const boxes: Readonly<Record<SleeveSize, (isTall: boolean) => Box>> = {
  s: () => ({ x: 36, y: 36, width: 408, height: 408 }),
  m: (isTall) => boxOf(isTall ? 172 : 216),
  l: (isTall) => boxOf(isTall ? 160 : 236),
};

const endOfLine = 78;

interface Parts {
  readonly release: SleevedRelease;
  readonly title: TitleParts;
  readonly palette: Palette;
  readonly isTurned: boolean;
  readonly size: SleeveSize;
  readonly box: Box;
  readonly isBig: boolean;
}

function wordsOf({ release, title, palette, isTurned, size, box, isBig }: Parts): string {
  const isLarge = size === 'l';
  const label = [release.label, release.catalogNumber].filter((text) => !!text).join('  ');
  return lettering({
    title: title.main,
    sub: { text: title.sub, mostLines: isLarge ? 2 : 1 },
    credit: drawable(release.credit ?? ''),
    ...(isLarge && { corners: { label: drawable(label), year: release.year ?? null } }),
    ink: palette.ink,
    isTurned,
    room: side - margin - (isBig ? endOfLine : box.y + box.height) - 26,
    height: side,
    sizes: { largest: isBig ? 112 : isLarge ? 62 : 64, smallest: isLarge ? 28 : 36, small: isLarge ? 21 : 30 },
  });
}

/** Standalone files have no web fonts. */
const systemFonts = "'Arial Narrow','Liberation Sans Narrow','Roboto Condensed',Arial,sans-serif";

/** As a standalone file. */
export const sleeveFile = (release: SleevedRelease): DrawnSvg => sleeve(release, 'l', systemFonts);
