import { figuresOfFrames } from './figures';
import { lettering } from './lettering';
import { motif, transformed } from './motifs';
import { numbers, pick } from './numbers';
import { paletteOf } from './palettes';
import { type DrawnSvg, drawn, fontFamily, margin, side, turnedOver } from './shapes';
import type { SleevedRelease } from './sleeve';
import { drawable, titleParts } from './texts';

/** Id and title at least. */
interface FramedProduction extends Pick<SleevedRelease, 'id' | 'title' | 'composerId' | 'year'> {
  /** As shown. */
  readonly composers?: string | null;
}

/** 48 px shows the figure; larger sizes also text. */
export type FrameSize = 's' | 'm';

const height = 270;

/** A wide picture for a production, in the style of sleeves. */
export function frame(production: FramedProduction, size: FrameSize = 'm'): DrawnSvg {
  const next = numbers(`frame ${production.id}`);
  const palette = paletteOf(production.year, next);
  const notes = transformed(motif(production.composerId ?? production.id), next(4));
  const figure = pick(next, figuresOfFrames);
  const title = titleParts(drawable(production.title));
  const isTurned = next(3) === 0;
  const isSmall = size === 's';
  const box = isSmall
    ? { x: 36, y: 36, width: 408, height: 198 }
    : { x: margin, y: 24, width: 420, height: title.main.length > 24 ? 92 : 116 };
  const shapes = figure({ notes, box, palette, isSmall: false });
  const words = {
    title: title.main,
    sub: { text: '', mostLines: 1 },
    credit: drawable(production.composers ?? title.sub),
    ink: palette.ink,
    isTurned,
    room: height - margin - box.y - box.height - 8,
    height,
    sizes: { largest: 46, smallest: 26, small: 24 },
  };
  return drawn(
    `<svg class="frame" viewBox="0 0 ${side} ${height}" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" font-family="${fontFamily}">` +
      `<rect width="${side}" height="${height}" fill="${palette.paper}"/>` +
      `${isTurned ? turnedOver(shapes, height) : shapes}${isSmall ? '' : lettering(words)}</svg>`,
  );
}
