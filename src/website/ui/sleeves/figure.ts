import type { Motif } from './motifs';
import type { Palette } from './palettes';

/** Small drawings have no text. */
export interface FigurePlan {
  readonly notes: Motif;
  readonly box: Box;
  readonly palette: Palette;
  readonly isSmall: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a motif as SVG shapes. */
export type Figure = (plan: FigurePlan) => string;
