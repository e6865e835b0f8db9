import type { ComponentChildren } from 'preact';

/** A table of texts alone that may be wider than the page: what it holds takes no focus, so the keyboard needs it to scroll. */
export const WideTable = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard has to reach that.
  <section class="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
);
