import { rounded } from './numbers';

declare const brand: unique symbol;

/** SVG markup drawn here from numbers, colors and escaped text: the only string that is not escaped on output. */
export type DrawnSvg = string & { readonly [brand]: 'drawn' };

/** For drawing code only: all text must pass through `escaped`. */
export const drawn = (markup: string): DrawnSvg => markup as DrawnSvg;

/** Width of sleeves and frames in drawing units. */
export const side = 480;

export const margin = 30;

/** The page's font, else a narrow system font. */
export const fontFamily = "'Archivo Narrow','Arial Narrow','Liberation Sans Narrow',Arial,sans-serif";

export const rectangle = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" fill="${fill}"/>`;

export const turnedOver = (shapes: string, height: number): string => `<g transform="matrix(1 0 0 -1 0 ${height})">${shapes}</g>`;
