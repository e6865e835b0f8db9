import type { DrawnSvg } from './shapes';
import { type SleevedRelease, sleeve } from './sleeve';

/** A file knows no fonts of a page: a narrow one of the system stands in. */
const systemFonts = "'Arial Narrow','Liberation Sans Narrow','Roboto Condensed',Arial,sans-serif";

/** A sleeve as a file of its own, for whoever asks for it by its address. */
export const sleeveFile = (release: SleevedRelease): DrawnSvg => sleeve(release, 'l', systemFonts);
