import type { Motif } from './motifs';
import type { Palette } from './palettes';

/** What a figure is drawn of, and where: small ones stand alone, without words. */
export interface Plan {
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

/** How a motif is played: SVG shapes for its notes. */
export type Figure = (plan: Plan) => string;
