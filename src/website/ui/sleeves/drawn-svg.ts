declare const brand: unique symbol;

/** SVG markup that was drawn here, of numbers, colours and escaped text: the one kind of string that a page shows as it is. */
export type DrawnSvg = string & { readonly [brand]: 'drawn' };

/** For those alone who draw: what they say has only text in it that went through `escaped`. */
export const drawn = (markup: string): DrawnSvg => markup as DrawnSvg;
