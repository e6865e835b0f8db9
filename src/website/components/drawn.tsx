import { jsxTemplate } from 'preact/jsx-runtime';
import type { DrawnSvg } from '../sleeves';

interface DrawnProps {
  readonly svg: DrawnSvg;
}

/**
 * A drawing of our own, as it is and with nothing around it: the one place of the website where markup goes out that
 * preact did not make. Its type keeps it safe: only `src/website/sleeves/` makes such strings, of numbers, colours and
 * escaped text.
 */
export const Drawn = ({ svg }: DrawnProps) => jsxTemplate([svg]);
