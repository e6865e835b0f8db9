import { jsxTemplate } from 'preact/jsx-runtime';
import type { DrawnSvg } from './sleeves';

// The only place that writes unescaped markup.

/** Trusted by type: only `src/website/ui/sleeves/` creates such strings, from numbers, colors and escaped text. */
export const RawSvg = ({ svg }: { readonly svg: DrawnSvg }) => jsxTemplate([svg]);

/** JSON-LD in a data block (https://schema.org). Entities mean nothing there, so `<` is escaped as JSON. */
export const LinkedData = ({ data }: { readonly data: object }) => (
  <script type="application/ld+json">
    {jsxTemplate([JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')])}
  </script>
);
