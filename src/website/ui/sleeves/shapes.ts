import { rounded } from './numbers';

declare const brand: unique symbol;

/** SVG markup that was drawn here, of numbers, colours and escaped text: the one kind of string that a page shows as it is. */
export type DrawnSvg = string & { readonly [brand]: 'drawn' };

/** For those alone who draw: what they say has only text in it that went through `escaped`. */
export const drawn = (markup: string): DrawnSvg => markup as DrawnSvg;

/** The side of a sleeve, and the width of a frame, in units of its drawing. */
export const side = 480;

export const margin = 30;

/** The page's own font where a drawing stands in a page, and else a narrow one of the system. */
export const fontFamily = "'Archivo Narrow','Arial Narrow','Liberation Sans Narrow',Arial,sans-serif";

export const rectangle = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" fill="${fill}"/>`;

/** Upside down, in a drawing of that height. */
export const turnedOver = (shapes: string, height: number): string => `<g transform="matrix(1 0 0 -1 0 ${height})">${shapes}</g>`;
