import { jsxTemplate } from 'preact/jsx-runtime';
import type { DrawnSvg } from './sleeves';

// The one place of the website where markup goes out that preact did not escape.

/**
 * A drawing of our own, as it is and with nothing around it. Its type keeps it safe: only `src/website/ui/sleeves/` makes such
 * strings, of numbers, colours and escaped text.
 */
export const RawSvg = ({ svg }: { readonly svg: DrawnSvg }) => jsxTemplate([svg]);

/**
 * What machines read of a page: a data block, which no browser runs (https://schema.org). In its text entities mean
 * nothing, so the one sign that could end it is written as JSON writes signs.
 */
export const LinkedData = ({ data }: { readonly data: object }) => (
  <script type="application/ld+json">
    {jsxTemplate([JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')])}
  </script>
);
